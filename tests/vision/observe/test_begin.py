"""A camera may begin with hands over the table, here on film: what lies under them is no event, and soon after they
have gone play is followed."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table_file import Seat
from companion.decks import deck_folder
from vision.frame import Frame
from vision.observe import Observation
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.training.clips import Act, Card, Film, Hover, Lay, Script, Spot
from vision.watcher import Watcher

PLACES = {"left": (-95.0, 0.0, 50.0, 62.0), "right": (95.0, 0.0, 50.0, 62.0)}
#: Cards below the upper ones, so that there is more than plain table under a hand.
LYING = (
    Card("left", "frankfurt/blue/9", Spot(-101.0, 4.0, 14.0)),
    Card("right", "frankfurt/red/9", Spot(91.0, -6.0, 160.0)),
    Card("left", "frankfurt/red/3", Spot(-92.0, -2.0, -5.0)),
    Card("right", "frankfurt/yellow/8", Spot(97.0, 3.0, 3.0)),
)
STAYS_S = 0.5
LAID = Lay(2.3, Seat.NORTH, Card("left", "frankfurt/yellow/5", Spot(-97.0, 5.0, 8.0)))
SCRIPT = Script((Seat.SOUTH, Seat.NORTH), PLACES, LYING, (), 3.6)
OVER_LEFT = Hover(0.0, Seat.SOUTH, Spot(-90.0, 6.0), 15.0, STAYS_S)
OVER_RIGHT = Hover(0.0, Seat.NORTH, Spot(98.0, -4.0), 40.0, STAYS_S)


@pytest.mark.parametrize(
    ("surface", "hands"), [("felt", (OVER_LEFT,)), ("wood", (OVER_LEFT, OVER_RIGHT)), ("marble", (OVER_RIGHT,))]
)
def test_play_is_followed_soon_after_the_hands_have_gone(surface: str, hands: tuple[Act, ...]) -> None:
    deck = load_deck(deck_folder("frankfurt"))
    pictures = {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)}
    film = Film(replace(SCRIPT, acts=(*hands, LAID), surface=surface), pictures)
    watcher, told, seen_s = Watcher(Reader(deck, table=film.table), film.table), [], []
    for frame in film.frames():
        assert isinstance(frame, Frame)
        told += [(seen.pile, seen.seat, seen.card) for seen in watcher.watch(frame) if isinstance(seen, Observation)]
        if len(watcher.snapshot.stacks) == len(PLACES) and not seen_s:
            seen_s.append(frame.t_ns / 1e9)
            assert {card.card for card in watcher.snapshot.tops} == {"frankfurt/red/3", "frankfurt/yellow/8"}
    assert told == [("left", Seat.NORTH, "frankfurt/yellow/5")]
    assert STAYS_S < seen_s[0] < STAYS_S + 1.0
