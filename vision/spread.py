"""What lies open side by side in a part of the table, read as a whole whenever nothing moves there.

Piles are watched card by card; a throw of five cards, a counter or a hand laid down in any mess is looked at at once.
It decides when to look and when two looks agree. What the cards are for is not its business.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Point, Table
from vision.frame import Frame
from vision.image import Image
from vision.observe import centre
from vision.recognise.reading import Quad, Reading

#: Every so manieth pixel is compared; a change by more levels than that of more than this share of them is a movement.
STEP, MOVED, SHARE = 4, 22, 0.004
#: Nothing may have moved for so long before a look; two looks that agree lie so far apart.
STILL_NS, BETWEEN_NS = 400_000_000, 250_000_000
#: After so many looks that do not agree, what was not read the same twice counts as unread.
MOST_LOOKS = 4
#: Around the zone so much of its size is read too: cards stick out.
MARGIN = 0.12
#: So much of a place looks otherwise while a hand reaches over it.
VISITED = 0.15
#: An unread outline must be this surely a card's to be told.
SURELY_A_CARD = 0.9
#: ... and its sides as long as a card's, but for this share.
SAME_SIZE = 0.18

#: The zone of all that lies beside the places of a TABLE.
BESIDE = "beside"
Region = tuple[int, int, int, int]


class ReadsRegions(Protocol):
    def read(
        self, image: Image, within: Region | None = None, widths: tuple[float, float] | None = None
    ) -> tuple[Reading, ...]:
        """Every card in a region of the picture, in which cards are so many pixels wide, at least and at most."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The cards of a zone as they lie still. `frames`: the last one in which something moved, and the looks' ones."""

    zone: str
    cards: tuple[Reading, ...]
    t_ns: int
    lo_ns: int
    hi_ns: int
    frames: tuple[int, int, int]

    @property
    def names(self) -> tuple[str | None, ...]:
        return tuple(reading.card for reading in self.cards)

    @property
    def confidence(self) -> float:
        return min((reading.confidence for reading in self.cards), default=1.0)

    # A spread stands beside observations of single cards in questions and proofs.

    @property
    def pile(self) -> str:
        return self.zone

    @property
    def card(self) -> None:
        return None


class SpreadWatch:
    """One zone: some outlines (a card belongs if its middle is in one), or with `beside` all the table but these."""

    def __init__(
        self,
        zone: str,
        outlines: Sequence[Sequence[Point]],
        table: Table,
        reader: ReadsRegions,
        beside: bool = False,
    ) -> None:
        self.zone = zone
        self._outlines = [np.array(outline, np.float32) for outline in outlines]
        self._reader, self._table, self._beside = reader, table, beside
        self._region = (0, 0, *table.size) if beside else _around(self._outlines, table.size)
        self._last: NDArray[np.int16] | None = None
        self._moved_ns, self._moved_index = 0, 0
        self._looks: list[tuple[Frame, tuple[Reading, ...]]] = []
        self._told: NDArray[np.int16] | None = None

    def see(self, frame: Frame) -> Spread | None:
        """Take in a frame; what comes back is what lies there now, if that has changed."""
        left, top, width, height = self._region
        small = frame.image[top : top + height : STEP, left : left + width : STEP].astype(np.int16)
        if self._last is None or _differ(small, self._last):
            self._moved_ns, self._moved_index = frame.t_ns, frame.index
            self._looks.clear()
        self._last = small
        if frame.t_ns - self._moved_ns < STILL_NS or not self._wants_look(frame, small):
            return None
        self._looks.append((frame, self._look(frame.image)))
        agreed = self._agreed()
        if agreed is None:
            return None
        self._told = small
        first, last = self._looks[0][0], self._looks[-1][0]
        self._looks.clear()
        frames = (self._moved_index, first.index, last.index)
        return Spread(self.zone, agreed, self._moved_ns, self._moved_ns, last.t_ns, frames)

    def forget(self) -> None:
        """Something hid the table: what lies there is told again."""
        self._last = self._told = None
        self._looks.clear()

    def _wants_look(self, frame: Frame, small: NDArray[np.int16]) -> bool:
        if self._looks:
            return frame.t_ns - self._looks[-1][0].t_ns >= BETWEEN_NS
        return self._told is None or _differ(small, self._told)

    def _look(self, image: Image) -> tuple[Reading, ...]:
        every = self._reader.read(image, self._region, self._table.card_widths(self._region))
        here = [reading for reading in every if self._belongs(reading.quad)]
        return tuple(each for each in here if each.card is not None or self._surely_unread(each))

    def _belongs(self, quad: Quad) -> bool:
        middle = centre(quad)
        return any(cv2.pointPolygonTest(one, middle, False) >= 0 for one in self._outlines) != self._beside

    def _surely_unread(self, reading: Reading) -> bool:
        """A face that could not be named. A back does not lie open, and a note of another size is no card."""
        sides = self._table.plane.to_mm(reading.quad)
        spans = sorted(float(np.linalg.norm(sides[k] - sides[(k + 1) % 4])) for k in (0, 1))
        fits = all(abs(span / mm - 1) < SAME_SIZE for span, mm in zip(spans, sorted(self._table.card_mm), strict=True))
        return reading.face == "up" and reading.confidence >= SURELY_A_CARD and fits

    def _agreed(self) -> tuple[Reading, ...] | None:
        """What two looks in a row agree on; after too many, the last look with whatever only it has read unread."""
        if len(self._looks) < 2:
            return None
        before, now = self._looks[-2][1], self._looks[-1][1]
        if _counted(before) == _counted(now):
            return now
        if len(self._looks) < MOST_LOOKS:
            return None
        known = _counted(before) & _counted(now)
        return tuple(each if each.card and known[each.card] else _unread(each) for each in now)


def _counted(cards: tuple[Reading, ...]) -> Counter[str | None]:
    return Counter(reading.card for reading in cards)


def _unread(reading: Reading) -> Reading:
    return Reading(None, reading.face, reading.confidence, reading.quad, reading.alternatives)


def _differ(one: NDArray[np.int16], other: NDArray[np.int16]) -> bool:
    return _share(one, other) > SHARE


def _share(one: NDArray[np.int16], other: NDArray[np.int16]) -> float:
    """How much of a small picture is another."""
    apart = np.abs(one - other).max(axis=-1) > MOVED
    return int(np.count_nonzero(apart)) / max(1, int(apart.size))


def _around(outlines: Sequence[NDArray[np.float32]], size: tuple[int, int]) -> Region:
    points = np.concatenate(list(outlines))
    low, high = points.min(axis=0), points.max(axis=0)
    margin = MARGIN * (high - low)
    left, top = (max(0, int(value)) for value in low - margin)
    right, bottom = (min(limit, int(value) + 1) for value, limit in zip(high + margin, size, strict=True))
    return left, top, right - left, bottom - top


class Visits:
    """Tells when somebody reaches over a place; who it is others see."""

    def __init__(self, outline: Sequence[Point], size: tuple[int, int]) -> None:
        self._region = _around([np.array(outline, np.float32)], size)
        self._last: NDArray[np.int16] | None = None
        self._calm: NDArray[np.int16] | None = None

    def see(self, image: Image) -> bool:
        """Does the place look much unlike it did when it was last calm?"""
        left, top, width, height = self._region
        small = image[top : top + height : STEP, left : left + width : STEP].astype(np.int16)
        last, self._last = self._last, small
        if last is None or self._calm is None or not _differ(small, last):
            self._calm = small
            return False
        return bool(_share(small, self._calm) > VISITED)
