"""Who laid a card is known whatever the colour of their skin and of the table."""

import numpy as np
import pytest

from calibration.table_file import Seat
from companion.decks import deck_folder
from vision.detect.ahead import LabelsArms
from vision.detect.colours import Colours, Labels
from vision.detect.sides import label_of
from vision.frame import Frame
from vision.image import Image
from vision.observe import Observation
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.training.clips import Card, Film, Lay, Script, Spot, Take
from vision.watcher import Watcher

PLACES = {"left": (-95.0, 0.0, 50.0, 62.0), "right": (95.0, 0.0, 50.0, 62.0)}
#: A nearly black table and, at its southern side, a dark hand: half of it differs by no more than thirteen levels.
DARK = 41021


class Sees:
    """A network to which every pixel is of an arm from one of these sides, row by row; of none if there are none."""

    def __init__(self, *seats: Seat) -> None:
        self._names = [label_of(seat) for seat in seats] or [0]

    def labels(self, picture: Image, table: Image, colours: Colours | None = None) -> Labels:
        rows = np.resize(np.array(self._names, np.uint8), picture.shape[0])
        return np.tile(rows[:, None], (1, picture.shape[1]))

    def arms(self, picture: Image) -> Labels:
        return np.zeros(picture.shape[:2], np.uint8)


def _told(script: Script, sides: LabelsArms | None = None) -> list[Observation]:
    deck = load_deck(deck_folder("frankfurt"))
    film = Film(script, {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)})
    watcher = Watcher(Reader(deck, table=film.table), film.table, sides)
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


@pytest.mark.parametrize("seats", [(), (Seat.SOUTH, Seat.NORTH)])
def test_where_no_arm_is_seen_over_the_pile_or_two_are_nobody_is_named(dark: Script, seats: tuple[Seat, ...]) -> None:
    """The change alone does not show whose card it is."""
    told = _told(dark, Sees(*seats))
    assert told and {seen.seat for seen in told} == {None}
