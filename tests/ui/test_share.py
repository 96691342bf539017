"""Sharing and looking back, pressed on the screens: files are there, matches come back, are opened and deleted."""

import json

import pytest

from companion.desk import Desk
from companion.sharing.table import read_table
from companion.ui.household import Household, Person, Settings
from tests.ui.conftest import until
from tests.ui.touch import press


@pytest.fixture
def app(launch, tmp_path):
    """A house where Ann and Ben live, with its documents beside its matches."""
    Desk(tmp_path / "desk").change(Household((Person("Ann"), Person("Ben", 1)), Settings(welcomed=True)))
    app = launch()
    app.services["outbox"].folder = app.services["archive"].folder = tmp_path / "documents"
    return app


def play(app, *rounds, game="frantic"):
    """A match by hand; it stays on the table."""
    from companion.core.events import ManualScore

    app.choose_game(game)
    app.screens.get_screen("seats").begin()
    for number, points in enumerate(rounds, 1):
        for player, each in zip(app.model.players, points, strict=False):
            app.model.write(ManualScore(player, each, f"Round {number}"))


def made(app, tmp_path, words, ending):
    """Press a button of the share screen, and wait for its file."""
    screen = app.screens.get_screen("share")
    press(app, words)
    until(lambda: not screen.busy)
    assert screen.trouble == ""
    (path,) = (tmp_path / "documents").glob(f"*{ending}")
    assert str(path) in screen.told
    return path.read_bytes()


def test_a_match_on_the_table_is_shared_from_its_sheet(app, tmp_path):
    play(app, (5, 20), (7, 0))
    app.go_scores()
    press(app, "share")
    screen = app.screens.get_screen("share")
    assert (app.here, screen.title) == ("share", "Frantic")
    until(lambda: screen.ids.picture._texture is not None)
    assert made(app, tmp_path, "Picture of the result", ".png").startswith(b"\x89PNG")
    assert b"Ann: 12" in made(app, tmp_path, "A few lines of text", ".txt")
    assert made(app, tmp_path, "Score sheet, filled in (PDF)", ".pdf").startswith(b"%PDF")
    table = read_table(made(app, tmp_path, "Table of the rounds (CSV)", ".csv").decode())
    assert table.totals[:2] == (12, 20)
    assert json.loads(made(app, tmp_path, "Whole match, to keep or bring back (JSON)", ".json"))["version"] == 1


def test_a_second_file_of_a_day_takes_no_place_of_the_first(app, tmp_path):
    play(app, (5, 20))
    screen = app.screens.get_screen("share")
    screen.open()
    for count in (1, 2):
        press(app, "A few lines of text")
        until(lambda: not screen.busy)
        assert len(list((tmp_path / "documents").glob("*.txt"))) == count


def test_the_share_sheet_of_a_tablet_gets_the_file_and_its_type(app):
    class Tablet:
        def share(self, file, kind):
            shared.append((file.name, kind))
            return True

        def leave_thread(self):
            left.append(True)

    shared, left = [], []
    app.services["outbox"].device = Tablet()
    play(app, (5, 20))
    screen = app.screens.get_screen("share")
    screen.open()
    press(app, "Picture of the result")
    until(lambda: not screen.busy)
    assert shared[0][0].endswith("-frantic.png")
    assert (shared[0][1], left) == ("image/png", [True])
    assert "Handed to" in screen.told


def test_codes_and_link_are_shown_and_stop_when_one_leaves(app):
    from vision.codes.read import read_codes

    play(app, (5, 20))
    screen = app.screens.get_screen("share")
    screen.open()
    press(app, "BG Stats")
    assert screen.shows == "link"
    result = app.services["outbox"].on_table()
    address, code = app.services["outbox"].link(result, "en")
    assert read_codes(code)[0].text == address
    press(app, "To another Tapis, by codes")
    assert screen.shows == "codes"
    app.go_back()
    assert screen._turning is None


def test_without_a_match_the_share_screen_says_where_to_find_one(app):
    app.go("share")
    assert app.screens.get_screen("share").empty


def test_a_full_or_missing_folder_is_told_and_nothing_is_half_written(app, tmp_path):
    play(app, (5, 20))
    (tmp_path / "documents").write_text("a file where the folder should be")
    screen = app.screens.get_screen("share")
    screen.open()
    press(app, "A few lines of text")
    until(lambda: not screen.busy)
    assert "folder" in screen.trouble


# ---------------------------------------------------------------- history


def rows(app):
    return app.screens.get_screen("history").ids.rows.children[::-1]


def test_an_empty_history_says_how_it_fills(app):
    app.go("history")
    assert app.screens.get_screen("history").empty


def test_a_match_is_found_again_gone_on_with_and_shared(app):
    play(app, (5, 20))
    app.leave_table()
    app.go("history")
    assert [("Ann 5 · Ben 20" in row.totals, row.ending) for row in rows(app)] == [(True, "Not finished")]
    press(app, "Share")
    assert app.screens.get_screen("share").title == "Frantic"
    app.go_back()
    press(app, "Go on")
    assert app.here == "table"
    assert app.model.scores.lines[0].total == 5


def test_an_old_entry_is_corrected_and_later_totals_follow(app):
    from companion.core.events import ManualScore

    play(app, (5, 20), (7, 0))
    app.leave_table()
    app.go("history")
    press(app, "Go on")
    app.model.correct(2, ManualScore("Ann", 50, "Round 1"), "Ben", "written down wrong")
    app.go_scores()
    cells = [cell.text for cell in app.screens.get_screen("scores").ids.sheet.children[::-1] if hasattr(cell, "strong")]
    assert "+50" in cells and "57" in cells
    app.leave_table()
    app.go("history")
    assert "Ann 57" in rows(app)[0].totals


def test_once_more_with_the_same_people(app):
    play(app, (5, 20))
    players = app.model.players
    app.leave_table()
    app.go("history")
    press(app, "Rematch")
    assert (app.here, app.model.players, app.model.scores.lines[0].total) == ("table", players, 0)


def test_deleting_takes_two_presses_and_leaves_the_others(app, tmp_path):
    for points in (11, 22):
        play(app, (points, 1))
        app.leave_table()
    app.go("history")
    press(app, "Delete")
    assert len(rows(app)) == 2
    press(app, "Press again to delete")
    assert ["Ann 11" in row.totals for row in rows(app)] == [True]
    assert app.services["archive"].played()[0].totals[0] == 11


def test_an_exported_match_is_brought_back_after_everything_was_deleted(app, tmp_path):
    play(app, (5, 20))
    screen = app.screens.get_screen("share")
    screen.open()
    press(app, "Whole match, to keep or bring back (JSON)")
    until(lambda: not screen.busy)
    app.delete_everything()
    app.welcomed()
    app.go("history")
    press(app, "Bring a match back")
    press(app, "frantic.json")
    assert "Ann 5 · Ben 20" in rows(app)[0].totals


def test_a_file_that_is_no_match_is_told(app, tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "bad.json").write_text("{")
    app.go("history")
    press(app, "Bring a match back", "bad.json")
    assert app.screens.get_screen("history").trouble


# ---------------------------------------------------------------- statistics


def test_statistics_are_empty_before_the_first_match_and_count_afterwards(app):
    screen = app.screens.get_screen("statistics")
    app.go("statistics")
    until(lambda: screen.empty)
    app.go_back()
    for points in ((12_000, 50), (200, 11_000)):
        play(app, points, game="frappadingue")
        app.leave_table()
    app.go("statistics")
    until(lambda: len(screen.ids.people.children) >= 2)
    ann = next(panel for panel in screen.ids.people.children if panel.player == "Ann")
    assert screen.game == "frappadingue"
    assert ann.head


# ---------------------------------------------------------------- delete everything


def test_everything_is_deleted_with_two_presses(app, tmp_path):
    play(app, (5, 20))
    app.leave_table()
    app.go("settings")
    press(app, "Delete everything")
    assert app.desk.history()
    press(app, "Press again")
    assert app.here == "welcome"
    assert app.desk.history() == ()
    assert app.desk.household.people == ()
    assert [path for path in (tmp_path / "desk").rglob("*") if path.is_file()] == []
