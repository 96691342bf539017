"""A second recording: other hands, other cloth, other light, another camera angle, another way to store pictures."""

import cv2
import pytest

from calibration.table_file import load_table
from companion.core.codec import kinds_of
from companion.games import load_game
from companion.referee.demo import PLAYERS, demo_folder
from companion.referee.session import TableSession
from companion.store.log import MemoryLog
from tests.recordings.played import DATA, KINDS, happened, play, truth
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.sources.open import open_source

RULINGS = """\
legal: A match begins: Ann, Ben.
legal: Ann opens pile left with red 10.
legal: Ben opens pile right with yellow 1.
legal: yellow 18 fits on red 10: another colour, and higher.
legal: blue 8 fits on yellow 1: another colour, and higher.
illegal: Ben: blue 16 does not fit on blue 8. In the same colour only odd goes onto even.
illegal: Ann: red 1 does not fit on yellow 18. Another colour must be higher.
""".splitlines()


def readable() -> bool:
    capture = cv2.VideoCapture(str(DATA / "heldout.mp4"))
    return bool(capture.read()[0])


@pytest.mark.skipif(not readable(), reason="this OpenCV was built without a decoder for MPEG-4")
def test_the_rulings_and_times_are_right() -> None:
    game = load_game("frankfurt")
    session = TableSession(
        source=open_source(DATA / "heldout.mp4"),
        reader=Reader(load_deck(demo_folder() / "deck")),
        table=load_table(DATA / "heldout_table.json"),
        game=game,
        players=PLAYERS,
        log=MemoryLog(kinds_of(game.events)),
    )
    played = play(session)
    assert played.rulings == RULINGS
    assert played.questions == 0
    when = {event["card"]: happened(event) for event in truth("heldout")["events"]}
    assert len(played.seen) == len(when)
    for seen in played.seen:
        assert KINDS[seen["event"].KIND] == "place"
        assert seen["lo_ns"] <= when[seen["event"].card] * 1e6 <= seen["hi_ns"]
