"""Who laid a card is known whatever the colour of their skin and of the table."""

import numpy as np
import pytest

from calibration.table_file import Seat
from companion.decks import deck_folder
from vision.frame import Frame
from vision.hands import Hands
from vision.observe import Observation
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.training.clips import Card, Film, Lay, Script, Spot, Take
from vision.watcher import Watcher

PLACES = {"left": (-95.0, 0.0, 50.0, 62.0), "right": (95.0, 0.0, 50.0, 62.0)}
#: A nearly black table, at whose southern side a dark hand is twelve levels brighter than it.
DARK = 41021


def _told(script: Script) -> list[Observation]:
    deck = load_deck(deck_folder("frankfurt"))
    film = Film(script, {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)})
    watcher = Watcher(Reader(deck, table=film.table), film.table)
    frames = (frame for frame in film.frames() if isinstance(frame, Frame))
    return [seen for frame in frames for seen in watcher.watch(frame) if isinstance(seen, Observation)]


@pytest.fixture(scope="module")
def dark() -> Script:
    opening = tuple(Card(pile, "frankfurt/red/3", Spot(*PLACES[pile][:2])) for pile in PLACES)
    laid = Card("right", "frankfurt/yellow/5", Spot(98.0, -4.0, 5.0))
    acts = (Lay(1.5, Seat.SOUTH, laid), Take(4.0, Seat.SOUTH, "right"))
    return Script((Seat.SOUTH, Seat.NORTH), PLACES, opening, acts, 6.0, surface="plain", seed=DARK)


def test_an_arm_of_the_tables_colour_is_known_by_the_side_it_comes_from(dark: Script) -> None:
    assert [(seen.pile, seen.seat, seen.card) for seen in _told(dark)] == [
        ("right", Seat.SOUTH, "frankfurt/yellow/5"),
        ("right", Seat.SOUTH, "frankfurt/yellow/5"),
    ]


def test_without_the_network_nobody_can_tell_and_nobody_is_named(dark: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hands, "seat_at", lambda *_: None)
    assert {seen.seat for seen in _told(dark)} == {None}
