"""Sharing and looking back, pressed on the screens: files are there, matches come back, are opened and deleted."""

import json

import pytest

from companion.core.events import ManualScore
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
    app.choose_game(game)
    app.screens.get_screen("seats").begin()
    for number, points in enumerate(rounds, 1):
        for player, each in zip(app.model.players, points, strict=False):
            app.model.write(ManualScore(player, each, f"Round {number}"))


def share(app):
    return app.screens.get_screen("share")


def sent(app, words):
    """Press a button of the share screen, and wait for what comes of it."""
    press(app, words)
    until(lambda: not share(app).busy)
    return share(app).trouble or share(app).told


def made(app, tmp_path, words, ending):
    told = sent(app, words)
    (path,) = (tmp_path / "documents").glob(f"*{ending}")
    assert told == f"Saved to {path}"
    return path.read_bytes()


def test_a_match_on_the_table_is_shared_from_its_sheet(app, tmp_path):
    play(app, (5, 20), (7, 0))
    app.go_scores()
    press(app, "share")
    assert (app.here, share(app).title) == ("share", "Frantic")
    until(lambda: share(app).ids.picture.texture is not None)
    assert made(app, tmp_path, "Picture of the result", ".png").startswith(b"\x89PNG")
    assert b"Ann: 12" in made(app, tmp_path, "A few lines of text", ".txt")
    assert made(app, tmp_path, "Score sheet, filled in (PDF)", ".pdf").startswith(b"%PDF")
    table = read_table(made(app, tmp_path, "Table of the rounds (CSV)", ".csv").decode())
    assert table.totals[:2] == (12, 20)
    assert json.loads(made(app, tmp_path, "Whole match, to keep or bring back (JSON)", ".json"))["version"] == 1
    # A second file of the same day takes no place of the first.
    sent(app, "A few lines of text")
    assert len(list((tmp_path / "documents").glob("*.txt"))) == 2


def test_codes_and_link_are_shown_and_stop_when_one_leaves(app):
    from vision.codes.read import read_codes

    play(app, (5, 20))
    share(app).open()
    press(app, "BG Stats")
    assert share(app).shows == "link"
    outbox = app.services["outbox"]
    address, code = outbox.link(outbox.on_table(), "en")
    assert read_codes(code)[0].text == address
    press(app, "To another Tapis, by codes")
    assert share(app).shows == "codes"
    app.go_back()
    assert share(app)._turning is None


def test_a_tablet_takes_the_file_further_and_troubles_are_told(app, tmp_path):
    class Tablet:
        def share(self, file, kind):
            shared.append((file.name, kind))
            return True

        def leave_thread(self):
            left.append(True)

    shared, left = [], []
    app.go("share")
    assert share(app).empty
    app.go_back()
    play(app, (5, 20))
    share(app).open()
    (tmp_path / "documents").write_text("a file where the folder should be")
    assert "folder cannot be made" in sent(app, "A few lines of text")
    (tmp_path / "documents").unlink()
    app.services["outbox"].device = Tablet()
    assert "Handed to" in sent(app, "Picture of the result")
    assert shared[0][0].endswith("-frantic.png")
    assert (shared[0][1], left) == ("image/png", [True])


# ---------------------------------------------------------------- history


def rows(app):
    return app.screens.get_screen("history").ids.rows.children[::-1]


def test_a_match_of_the_history_is_shared_gone_on_with_corrected_repeated_and_deleted(app):
    app.go("history")
    assert app.screens.get_screen("history").empty
    app.go_back()
    play(app, (5, 20), (7, 0))
    players = app.model.players
    app.leave_table()
    app.go("history")
    assert [("Ann 12 · Ben 20" in row.totals, row.ending) for row in rows(app)] == [(True, "Not finished")]
    press(app, "Share")
    assert share(app).title == "Frantic"
    app.go_back()
    press(app, "Go on")
    assert app.here == "table"
    # An old entry is put right, with who and why, and later totals follow.
    app.model.correct(2, ManualScore("Ann", 50, "Round 1"), "Ben", "written down wrong")
    app.go_scores()
    cells = [cell.text for cell in app.screens.get_screen("scores").ids.sheet.children if hasattr(cell, "strong")]
    assert "+50" in cells and "57" in cells
    app.leave_table()
    app.go("history")
    press(app, "Rematch")
    assert (app.here, app.model.players, app.model.scores.lines[0].total) == ("table", players, 0)
    app.leave_table()
    app.go("history")
    press(app, "Delete")
    assert len(rows(app)) == 2
    press(app, "Press again to delete")
    assert ["Ann 57" in row.totals for row in rows(app)] == [True]


def test_everything_is_deleted_with_two_presses_and_an_exported_match_comes_back(app, tmp_path):
    play(app, (5, 20))
    share(app).open()
    sent(app, "Whole match, to keep or bring back (JSON)")
    share(app).show_codes()
    app.leave_table()
    for each in (
        "watched.tapis",
        "watched.tapis-wal",
        "cameras.json",
        "tables/A.json",
        "decks/d/x.jpg",
        "recordings/r/0",
    ):
        path = tmp_path / "desk" / each
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("something")
    (tmp_path / "desk" / "not ours").write_text("stays")
    app.go("settings")
    press(app, "Delete everything")
    assert app.desk.history()
    press(app, "Press again")
    assert app.here == "welcome"
    assert app.desk.household.people == ()
    assert [path for path in (tmp_path / "desk").rglob("*") if path.is_file()] == [tmp_path / "desk" / "not ours"]
    app.welcomed()
    (tmp_path / "documents" / "bad.json").write_text("{")
    app.go("history")
    press(app, "Bring a match back", "bad.json")
    assert app.screens.get_screen("history").trouble
    press(app, "Bring a match back", "frantic.json")
    assert "Ann 5 · Ben 20" in rows(app)[0].totals


def test_statistics_are_empty_before_the_first_match_and_count_afterwards(app):
    screen = app.screens.get_screen("statistics")
    app.go("statistics")
    until(lambda: screen.empty)
    app.go_back()
    for points in ((12_000, 50), (200, 11_000)):
        play(app, points, game="frappadingue")
        app.leave_table()
    app.go("statistics")
    until(lambda: len(screen._panels) >= 2)
    ann = next(panel for column in screen.ids.people.children for panel in column.children if panel.player == "Ann")
    facts = {row.name: row.value for row in ann.ids.facts.children}
    assert screen.game == "frappadingue"
    assert facts["Best round"] == "12000"
