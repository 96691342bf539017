"""R18: a match needs no network, and nothing that leaves it shows more of the room than the table."""

import socket
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.plane import plane_of
from companion.evidence import save
from companion.referee.demo import open_demo
from tests.ui.conftest import launch as launch  # the fixture
from tests.ui.test_live import KNOWN, Still, begun, totals, until, write
from vision.frame import Frame
from vision.recording.outline import table_outline
from vision.recording.reader import Recording

__all__ = ["begun"]
#: A camera that hangs high: it sees much more than the table, on which half a pixel is a millimetre.
SPOTS = [((300.0, 180.0), (340.0, 180.0), (340.0, 230.0), (300.0, 230.0))]
SPOTS.append(tuple((x + 70, y) for x, y in SPOTS[0]))
PILES = tuple(replace(pile, polygon=spot) for pile, spot in zip(KNOWN.table.piles, SPOTS, strict=True))
HIGH = replace(KNOWN.table, plane=plane_of(((0.5, 0, 360), (0, 0.5, 200), (0, 0, 1))), piles=PILES)
#: What is painted where no table is: people, so to speak.
PEOPLE = (255, 0, 255)


@pytest.fixture
def no_network(monkeypatch):
    """Whoever opens a socket is found."""

    def refused(*_: object, **__: object):
        raise AssertionError("a socket was opened")

    for name in ("socket", "create_connection", "getaddrinfo", "socketpair"):
        monkeypatch.setattr(socket, name, refused)


class Room(Still):
    """A table in a room with people around it."""

    def __init__(self):
        super().__init__()
        inside = np.zeros(self.image.shape[:2], np.uint8)
        cv2.fillPoly(inside, [np.array(table_outline(HIGH)).round().astype(np.int32)], 255)
        self.image[inside == 0] = PEOPLE
        assert people_in(self.image) > 1000, "the picture must show some room"


def people_in(image) -> int:
    """Pixels that are much more like people than like a grey table or black."""
    blue, green, red = (image[:, :, channel].astype(int) for channel in range(3))
    return int(((blue - green > 100) & (red - green > 100)).sum())


def test_a_watched_and_recorded_match_opens_no_socket_and_shows_only_the_table(begun, no_network, tmp_path):
    app = begun(Room(), known=replace(KNOWN, table=HIGH, plane=HIGH.plane), record=True)
    until(lambda: app.sitting.watching_live and len(app.sitting.moments.row) > 20)
    write(app, 0, 7)
    until(lambda: totals(app) == [7, 0])
    app.workshop.documents = tmp_path / "documents"
    app.replay_last()
    assert app.here == "replay"
    app.save_replay()
    screen = app.screens.get_screen("replay")
    until(lambda: "Saved" in screen.saved)
    app.go_back()
    app.leave_table()

    (picture,) = (tmp_path / "documents").glob("*.png")
    assert people_in(cv2.imread(str(picture))) == 0
    (clip,) = (tmp_path / "documents").glob("*.avi")
    film = cv2.VideoCapture(str(clip))
    shown = 0
    while (read := film.read())[0]:
        assert people_in(read[1]) == 0
        shown += 1
    assert shown > 5
    recording = Recording(next(iter(app.desk.recordings.iterdir())))
    frames = [seen for seen in iter(recording.read, None) if isinstance(seen, Frame)]
    assert frames and all(people_in(frame.image) == 0 for frame in frames)


@pytest.mark.slow
def test_the_bundled_game_is_refereed_from_its_pictures_without_a_network(no_network, tmp_path):
    session = open_demo(tmp_path / "match.tapis")
    moments = _played(session)
    slap = next(judged for judged in session.judged if judged.entry.proof and judged.entry.event.KIND == "discard")
    (saved,) = save(tmp_path, slap, moments, session.places, session.game.words, "en")
    assert saved.picture.exists()
    session.close()


def _played(session):
    from companion.moments import Moments

    moments = Moments()
    while (update := session.step()) is not None:
        moments.add(update)
    return moments.row
