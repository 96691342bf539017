"""A match that a camera watches: it takes over from the hand and gives back, and nothing is ever lost between them."""

import time
from dataclasses import asdict, replace

import numpy as np
import pytest

from calibration.calibration import Calibration, load_calibration, save_calibration
from calibration.clock import ZeroTest
from calibration.errors import BadInput
from companion import live
from companion.core.events import ManualScore, NewMatch
from companion.core.ids import PlayerId
from companion.door import TABLES
from companion.eyes import Eyes
from companion.live import Film, seats_of
from companion.referee.demo import demo_folder
from vision.frame import Frame, Gap
from vision.recording.reader import Recording
from vision.sources.cameras import CameraInfo
from vision.sources.source import Source

from .conftest import until as patiently
from .touch import press

DEMO = load_calibration(demo_folder() / "table.json")
#: The bundled table, with its places called as on the game's mat.
KNOWN = replace(
    DEMO,
    table=replace(DEMO.table, piles=tuple(replace(p, name=f"pile-{n}") for n, p in enumerate(DEMO.table.piles, 1))),
)
#: What everybody has before a round is counted: all their columns.
COLUMNS = 66
#: Pictures a second, as a lively camera gives them.
STEP_NS = 33_000_000


def until(true) -> None:
    patiently(true, 60)


class Still:
    """A camera before an empty table, until somebody closes it; `gone` after so many pictures."""

    name = "webcam:A@1"
    size = KNOWN.table.size

    def __init__(self, gone: int = 1_000_000):
        self.index, self.gone, self.closed = 0, gone, False
        noise = np.random.default_rng(1).integers(90, 130, (self.size[1], self.size[0], 1))
        self.image = np.repeat(noise, 3, axis=2).astype(np.uint8)

    def read(self) -> Frame | Gap | None:
        if self.closed:
            return None
        time.sleep(0.01)
        self.index += 1
        if self.index >= self.gone:
            return Gap(self.gone * STEP_NS, "camera_lost")
        return Frame(self.index, self.index * STEP_NS, self.image, self.name)

    def close(self) -> None:
        self.closed = True


def keep_table(folder, known: Calibration = KNOWN) -> None:
    (folder / TABLES).mkdir(parents=True)
    save_calibration(known, folder / TABLES / "here.json")


def with_camera(app, camera: Source | BadInput) -> None:
    """Give the app a camera of which it is told that it was chosen."""

    def opened(_camera, _settings):
        if isinstance(camera, BadInput):
            raise camera
        return camera

    app.workshop.eyes = Eyes(app.desk.folder, lambda: (CameraInfo("webcam:A@1", "A"),), opened)
    app.workshop.eyes.choose("webcam:A@1")


@pytest.fixture
def begun(launch, monkeypatch):
    """A match of Frankfurt, begun in three presses, with whatever camera is given."""
    monkeypatch.setattr(live, "deck_folder", lambda game: demo_folder() / "deck")

    def begin(camera=None, calibrated=True, device=None, known=KNOWN, **settings):
        app = launch(device=device)
        app.welcomed()
        for name, value in settings.items():
            app.choose(name, value)
        if calibrated:
            keep_table(app.desk.folder, known)
        if camera is not None:
            with_camera(app, camera)
        app.choose_game("frankfurt")
        app.screens.get_screen("seats").begin()
        return app

    return begin


def write(app, player: int, points: int) -> None:
    app.model.write(ManualScore(PlayerId(app.model.players[player]), points, "1"))


def totals(app) -> list[int]:
    return [line.total - COLUMNS for line in app.model.scores.lines]


def test_the_chosen_camera_watches_and_people_go_on_writing(begun):
    camera = Still()
    app = begun(camera)
    write(app, 0, 7)  # while the camera is being opened
    until(lambda: app.sitting.watching_live and app.table.time not in ("", "0:00"))
    assert app.table.watched and app.table.camera == "on"
    assert totals(app) == [7, 0]
    write(app, 1, 4)
    until(lambda: totals(app) == [7, 4])
    app.toggle_camera()
    assert not app.table.watched and camera.closed
    assert app.table.health == "" and app.table.time == ""
    until(lambda: app.table.ids.picture.height < 1)
    write(app, 0, 1)
    assert totals(app) == [8, 4]
    app.leave_table()
    assert app.desk.history()[0].line.totals == (COLUMNS + 8, COLUMNS + 4)


def test_without_a_camera_nobody_is_bothered_until_it_is_asked_for(begun):
    app = begun(None)
    assert not app.table.asking
    press(app, "camera_off")
    until(lambda: app.table.asking)
    assert "No camera is chosen" in app.table.ids.notice.words
    press(app, "Cameras")
    assert app.here == "cameras"
    app.go_back()
    write(app, 0, 3)
    assert totals(app) == [3, 0]


@pytest.mark.parametrize(
    ("camera", "calibrated", "words"),
    [
        (BadInput("no such camera is plugged in", "webcam:A@1"), True, "no such camera"),
        (Still(), False, "does not find the table"),
        (Still(gone=0), True, "no picture comes"),
    ],
)
def test_what_is_missing_is_told_and_the_hand_stays(begun, camera, calibrated, words):
    app = begun(camera, calibrated)
    until(lambda: app.table.asking)
    assert words in app.table.ids.notice.words
    assert app.table.camera == "off"
    write(app, 1, 5)
    assert totals(app) == [0, 5]


def test_a_camera_that_is_lost_is_a_gap_and_writing_goes_on(begun):
    app = begun(Still(gone=20))
    until(lambda: "camera is gone" in app.table.ids.notice.words)
    write(app, 0, 2)
    until(lambda: totals(app) == [2, 0])


def test_a_watched_match_is_resumed_with_its_camera(begun):
    app = begun(Still())
    until(lambda: app.sitting.watching_live)
    write(app, 0, 9)
    until(lambda: totals(app) == [9, 0])
    app.leave_table()
    with_camera(app, Still())
    app.resume()
    until(lambda: app.sitting.watching_live and app.table.time != "")
    assert totals(app) == [9, 0]


def test_another_app_in_front_gets_the_camera_and_it_is_taken_up_again(begun):
    camera = Still()
    app = begun(camera)
    until(lambda: app.sitting.watching_live)
    app.dispatch("on_pause")
    assert camera.closed and app.sitting.hand is not None
    with_camera(app, Still())
    app.dispatch("on_resume")
    until(lambda: app.sitting.watching_live)


def test_what_is_watched_is_recorded_if_people_want_it(begun):
    zero = ZeroTest(61.0, 5.0, 4)
    app = begun(Still(), record=True, known=replace(KNOWN, zero=zero))
    until(lambda: app.table.film == "film.plenty")
    write(app, 0, 6)
    until(lambda: totals(app) == [6, 0])
    app.toggle_camera()
    assert app.table.film == ""
    (folder,) = app.desk.recordings.iterdir()
    recording = Recording(folder)
    assert recording.manifest.match["seats"] == {"S": app.model.players[0], "N": app.model.players[1]}
    assert recording.manifest.match["zero"] == asdict(zero)
    assert isinstance(recording.read(), Frame)
    assert (folder / "match.jsonl").read_text("utf-8").count("\n") == len(app.model.judged)
    app.delete_everything()
    assert not app.desk.recordings.exists()


def test_nothing_is_recorded_unless_asked(begun):
    app = begun(Still())
    until(lambda: app.sitting.watching_live)
    app.leave_table()
    assert not app.desk.recordings.exists()


def test_old_recordings_make_way_for_new_ones(tmp_path):
    film = Film(tmp_path, 4_000)
    for day in ("1", "2", "3"):
        (tmp_path / day).mkdir()
        (tmp_path / day / "000000.segment").write_bytes(b"x" * 1000)
        (tmp_path / day / "recording.json").write_bytes(b"{}")
    (tmp_path / "other").mkdir()
    film.begin(Still(), KNOWN.table, NewMatch("frankfurt", (PlayerId("Ann"), PlayerId("Ben"))), {})
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names[0] != "1" and "3" in names and "other" in names


def test_seats_follow_the_direction_of_play():
    four = tuple(map(PlayerId, "ABCD"))
    assert [seat.value for seat in seats_of(four, "clockwise")] == ["S", "W", "N", "E"]
    assert [seat.value for seat in seats_of(four, "anticlockwise")] == ["S", "E", "N", "W"]
    assert seats_of(tuple(map(PlayerId, "ABCDE")), "clockwise") == {}
