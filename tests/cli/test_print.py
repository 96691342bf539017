"""The command: it writes whole files, refuses to replace, and says what it wrote."""

import json

import pytest

from companion.cli import BAD, DONE, main
from companion.games.frantic_board.files import read_data
from tests.printing.paper import read_pdf


def test_a_deck_is_printed_and_told(tmp_path, capsys):
    out = tmp_path / "deck.pdf"
    assert main(["print", "deck", "--game", "frappadingue", "--paper", "letter", "--out", str(out), "--json"]) == DONE
    row = json.loads(capsys.readouterr().out)
    assert row == {"file": str(out), "kind": "deck", "game": "frappadingue", "paper": "letter", "pages": 16}
    assert len(read_pdf(out.read_bytes())) == 16


def test_a_mat_tells_its_table(tmp_path, capsys):
    out = tmp_path / "mat.pdf"
    assert main(["print", "mat", "--game", "frantic", "--out", str(out), "--table", "home1"]) == DONE
    assert "for the table HOME1" in capsys.readouterr().out


def test_a_file_that_is_there_stays(tmp_path, capsys):
    out = tmp_path / "mat.pdf"
    out.write_text("mine")
    words = ["print", "mat", "--game", "frankfurt", "--out", str(out)]
    assert main(words) == BAD
    assert out.read_text() == "mine"
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force"]) == DONE
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "words",
    [
        ["print", "deck", "--game", "chess"],
        ["print", "mat", "--game", "frantic", "--table", "../../etc"],
        ["print", "seats", "--game", "frantic", "--players", "x" * 60],
        ["print", "deck", "--game", "frantic", "--sheet", "sheet.json"],
        ["print", "board", "--game", "frantic"],
    ],
)
def test_what_cannot_be_printed_leaves_nothing_behind(words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--out", "x.pdf"]) == BAD
    assert list(tmp_path.iterdir()) == []
    assert "Traceback" not in capsys.readouterr().err


def test_the_board_decks_sheet_is_readable_by_the_game(tmp_path):
    sheet = tmp_path / "cards.json"
    out = tmp_path / "deck.pdf"
    assert main(["print", "deck", "--game", "frantic_board", "--out", str(out), "--sheet", str(sheet)]) == DONE
    events, faults = read_data(sheet.read_text(), "sheet")
    assert len(events) == 1
    assert not faults
