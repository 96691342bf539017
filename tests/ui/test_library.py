"""The library: recordings of this device listed with their first picture, watched, and taken away with two presses."""

import numpy as np
import pytest

from companion.desk import Desk
from companion.ui.household import Household, Settings
from tests.ui.conftest import until
from tests.ui.touch import press
from vision.frame import Frame
from vision.recording.manifest import Manifest
from vision.recording.writer import Writer


@pytest.fixture
def app(launch, tmp_path):
    Desk(tmp_path / "desk").change(Household((), Settings(welcomed=True)))
    return launch()


def record(folder, game="frankfurt"):
    """Three pictures of a grey table."""
    match = {"game": game, "seats": {"S": "Ann", "N": "Ben"}}
    writer = Writer(folder, Manifest("abc", "camera", (64, 48), "2026-11-18T20:15:00", match=match))
    for index in range(3):
        writer.put(Frame(index, index * 40_000_000, np.full((48, 64, 3), 90, np.uint8), "camera"))
    writer.close()


def rows(app):
    return app.screens.get_screen("library").ids.rows.children[::-1]


def opened(app):
    app.go("library")
    screen = app.screens.get_screen("library")
    until(lambda: not screen.busy)
    return screen


def test_recordings_are_listed_watched_and_taken_away(app, tmp_path):
    assert opened(app).empty
    app.go_back()
    folder = app.services["library"].folder
    folder.mkdir(parents=True)
    record(folder / "2026-11-18_20-15-00-frankfurt")
    (folder / "broken").mkdir()
    (folder / "broken" / "recording.json").write_text("{")
    (folder / "no recording").mkdir()
    screen = opened(app)
    assert [row.title for row in rows(app)] == ["broken", "Frantic Frankfurt"]
    assert rows(app)[0].trouble
    whole = rows(app)[1]
    assert "18 November 2026, 20:15 · Ann, Ben" in whole.facts
    assert whole.pictured and whole.ids.first.texture is not None
    watched = []
    app.watch_folder = watched.append
    press(app, "Watch")
    assert watched == [folder / "2026-11-18_20-15-00-frankfurt"]
    press(app, "Delete")
    assert len(rows(app)) == 2
    press(app, "Press again to delete")
    assert [row.title for row in rows(app)] == ["Frantic Frankfurt"]
    assert not (folder / "broken").exists()
    assert (folder / "no recording").exists()
    assert screen.trouble == ""


def test_nothing_that_is_elsewhere_or_no_recording_is_ever_taken_away(app, tmp_path):
    library = app.services["library"]
    library.folder.mkdir(parents=True)
    (library.folder / "notes").mkdir()
    record(tmp_path / "elsewhere")
    for path in (tmp_path / "elsewhere", library.folder / "notes", library.folder):
        assert not library.forget(path)
    assert (tmp_path / "elsewhere" / "recording.json").exists()
