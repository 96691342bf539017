"""Zones that are read whole: when a look is taken, what two looks agree on, and who reaches over a place."""

from collections.abc import Sequence

import numpy as np

from calibration.table_file import table_of
from vision.frame import Frame
from vision.recognise.reading import Quad, Reading
from vision.spread import BESIDE, Spread, SpreadWatch, Visits

SIZE = (320, 200)
ZONE = ((40.0, 40.0), (200.0, 40.0), (200.0, 160.0), (40.0, 160.0))
TABLE = table_of(
    {
        "size": list(SIZE),
        "mm_to_px": [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 1]],
        "card_mm": [58, 87],
        "seats": ["S"],
        "piles": [{"pile": "zone", "polygon": [list(point) for point in ZONE]}],
    },
    "drawn",
)


def at(x: float, y: float, wide: float = 29, high: float = 43.5) -> Quad:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


class Told:
    """A reader that says what it is told to say, one answer after the other; the last one for ever."""

    def __init__(self, *answers: Sequence[Reading]) -> None:
        self.answers = list(answers)
        self.looks = 0

    def read(self, image: object, within: object = None, widths: object = None) -> tuple[Reading, ...]:
        self.looks += 1
        return tuple(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])


MIDDLE = at(60, 60)


def card(name: str | None, quad: Quad = MIDDLE) -> Reading:
    return Reading(name, "up", 0.99, quad)


def still(watch: SpreadWatch, begin: int, frames: int, level: int = 100) -> list[Spread]:
    told = []
    for index in range(begin, begin + frames):
        image = np.full((SIZE[1], SIZE[0], 3), level, np.uint8)
        spread = watch.see(Frame(index, index * 50_000_000, image, "drawn"))
        told += [spread] if spread else []
    return told


def watch(reader: Told, beside: bool = False) -> SpreadWatch:
    return SpreadWatch(BESIDE if beside else "zone", [ZONE], TABLE, reader, beside)


def test_what_lies_still_is_told_once_and_again_when_it_has_changed() -> None:
    reader = Told([card("a")])
    here = watch(reader)
    (spread,) = still(here, 0, 40)
    assert spread.names == ("a",) and spread.lo_ns == 0 and reader.looks == 2
    reader.answers = [[card("b")]]
    (spread,) = still(here, 40, 40, level=160)
    assert spread.names == ("b",) and spread.lo_ns == 40 * 50_000_000


def test_nothing_is_read_while_something_moves() -> None:
    reader = Told([card("a")])
    here = watch(reader)
    for index in range(30):
        assert still(here, index, 1, level=60 + 60 * (index % 2)) == []
    assert reader.looks == 0


def test_looks_that_never_agree_leave_the_card_unread() -> None:
    (spread,) = still(watch(Told([card("a")], [card("b")], [card("c")], [card("d")])), 0, 60)
    assert spread.names == (None,)


def test_only_cards_of_the_zone_count_and_a_note_is_no_card() -> None:
    there = [card("a"), card("b", at(250, 60)), card(None, at(120, 60)), card(None, at(90, 100, 60, 30))]
    (inside,) = still(watch(Told(there)), 0, 40)
    assert inside.names == ("a", None)
    (beside,) = still(watch(Told(there), beside=True), 0, 40)
    assert beside.names == ("b",)


def test_after_a_gap_everything_is_told_again() -> None:
    here = watch(Told([card("a")]))
    assert len(still(here, 0, 40)) == 1
    here.forget()
    assert len(still(here, 40, 40)) == 1


def test_a_hand_over_a_place_is_a_visit_and_a_shade_of_light_is_none() -> None:
    visits = Visits(ZONE, SIZE)
    calm = np.full((SIZE[1], SIZE[0], 3), 100, np.uint8)
    hand = calm.copy()
    hand[80:, 100:150] = 220
    assert [visits.see(image) for image in (calm, calm, calm + np.uint8(9), hand)] == [False, False, False, True]
