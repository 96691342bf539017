"""The print centre: every choice is a press, and a PDF of true size lies where it says."""

from pathlib import Path

import pytest

from tests.ui.conftest import until


@pytest.fixture
def screen(launch, tmp_path):
    """The screen, printing into a folder of the test."""
    app = launch()
    app.workshop.documents = tmp_path / "documents"
    app.go("printing")
    return app.screens.get_screen("printing")


def press(screen, row, words):
    next(chip for chip in screen.ids[row].children if chip.text == words).dispatch("on_release")


def test_a_score_sheet_is_printed_and_told_where(screen):
    press(screen, "game", "Frantic")
    press(screen, "kind", "Score sheet")
    press(screen, "paper", "Letter")
    press(screen, "words_in", "DE")
    screen.make()
    assert screen.busy
    until(lambda: not screen.busy)
    path = Path(screen.done.splitlines()[1])
    assert path.name == "frantic-scoresheet-letter-de.pdf"
    assert path.read_bytes().startswith(b"%PDF")
    assert "100 %" in screen.done


def test_what_was_printed_before_stays(screen, tmp_path):
    screen.kind = "scoresheet"
    for _ in range(2):
        screen.make()
        until(lambda: not screen.busy)
    assert len(list((tmp_path / "documents").glob("*.pdf"))) == 2


def test_a_mat_tells_the_table_it_is_for(screen):
    screen.make()
    until(lambda: not screen.busy)
    assert "It is for the table" in screen.done


def test_only_the_board_game_has_a_board():
    from companion.ui.printing import kinds_for

    assert "board" in kinds_for("frantic_board")
    assert "board" not in kinds_for("frantic")


def test_a_folder_that_cannot_be_written_is_told(screen, tmp_path):
    (tmp_path / "documents").write_text("in the way")
    screen.kind = "scoresheet"
    screen.make()
    until(lambda: not screen.busy)
    assert screen.trouble
