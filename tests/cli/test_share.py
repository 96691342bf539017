"""`tapis share`: every kind from a log and from a match file, and nothing written over."""

import json

import pytest

from companion.cli import BAD, DONE, main
from companion.core.codec import encode_entry, kinds_of
from companion.store.sqlite import MatchFile
from tests.sharing.matches import written


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("".join(encode_entry(entry) + "\n" for entry in written().entries), "utf-8")
    return path


@pytest.mark.parametrize(("ending", "begins"), [(".png", b"\x89PNG"), (".txt", b"Frantic"), (".csv", b"round,Ann")])
def test_the_ending_chooses_the_kind(log, tmp_path, capsys, ending, begins):
    out = tmp_path / f"out{ending}"
    assert main(["share", str(log), "--out", str(out), "--json"]) == DONE
    assert json.loads(capsys.readouterr().out)["game"] == "frantic"
    assert out.read_bytes().startswith(begins)
    assert main(["share", str(log), "--out", str(out)]) == BAD
    assert main(["share", str(log), "--out", str(out), "--force"]) == DONE


def test_a_match_of_a_file_in_another_language_and_what_was_shared_comes_back(tmp_path, capsys):
    result, path = written(), tmp_path / "matches.tapis"
    file = MatchFile(path)
    for _ in range(2):
        file.begin(kinds_of(result.game.events)).extend(result.entries)
    file.close()
    sheet, whole = tmp_path / "sheet.pdf", tmp_path / "whole.json"
    assert main(["share", str(path), "--match", "1", "--out", str(sheet), "--lang", "de", "--paper", "letter"]) == DONE
    assert sheet.read_bytes().startswith(b"%PDF")
    assert main(["share", str(path), "--out", str(whole)]) == DONE
    assert main(["matches", str(tmp_path / "new.tapis"), "--import", str(whole)]) == DONE
    assert "entries imported" in capsys.readouterr().out


@pytest.mark.parametrize("out", ["match.docx", "match"])
def test_another_ending_is_refused(log, tmp_path, capsys, out):
    assert main(["share", str(log), "--out", str(tmp_path / out)]) == BAD
    assert ".png" in capsys.readouterr().err


def test_a_damaged_log_is_not_shared(tmp_path, capsys):
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"event": "match", "game": "frantic", "players": ["a", "b"]}\n{"event"', "utf-8")
    assert main(["share", str(bad), "--out", str(tmp_path / "x.png")]) == BAD
    assert not (tmp_path / "x.png").exists()
