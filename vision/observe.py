"""What changed between two settled pictures of a pile: a card was laid, taken back, or nothing. Pure; no cv2, no clock.

It compares what lay there with what is read now, and with where the picture changed. It knows no rules of any game: an
unlikely card is as welcome as a likely one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import numpy as np

from calibration.table_file import Seat
from vision.image import FloatArray
from vision.recognise.reading import Quad, Reading
from vision.table import Stack

#: A card explains a change if they share so much of what they cover together.
EXPLAINS = 0.35
#: An outline without a name must explain the change so much better than one with a name to be believed.
NAMELESS = 0.6
#: Corners may wander by this part of the short side (noise, a knock on the table) before a card counts as moved.
STAYS = 0.25


class Kind(Enum):
    PLACE = "place"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Observation:
    """Something happened on a pile, somewhere in [lo_ns, hi_ns]. `seat` and `card` are None where nobody can tell.

    `frames` prove it: the last frame before, the frame of `t_ns`, and the settled one after.
    """

    kind: Kind
    pile: str
    seat: Seat | None
    card: str | None
    t_ns: int
    lo_ns: int
    hi_ns: int
    confidence: float
    frames: tuple[int, int, int]
    alternatives: tuple[tuple[str, float], ...] = ()


class Certainty(Enum):
    """How sure the order of two hands on one pile is, as far as time and outlines tell."""

    CERTAIN = "certain"
    LIKELY = "likely"
    TOO_CLOSE = "too_close"


@dataclass(frozen=True, slots=True)
class Slap:
    """A hand hit a pile, somewhere in [lo_ns, hi_ns]. `layer` 0 is the lowest hand on it; None where nobody can tell.

    `frames` prove it: the last one before the contact, the first one after, and the one that shows the layers.
    """

    pile: str
    seat: Seat
    t_ns: int
    lo_ns: int
    hi_ns: int
    layer: int | None
    certainty: Certainty
    frames: tuple[int, int, int]


#: What a watcher tells.
Seen: TypeAlias = Observation | Slap


@dataclass(frozen=True, slots=True)
class Laid:
    """`card` lies on the stack now."""

    card: Reading


@dataclass(frozen=True, slots=True)
class Taken:
    """`card`, the top, is gone; what lay under it is the top again."""

    card: Reading


@dataclass(frozen=True, slots=True)
class Same:
    """The same top, perhaps a little moved."""

    stack: Stack


@dataclass(frozen=True, slots=True)
class Bared:
    """What was taken for the bottom of the stack is gone, and `card` came to light under it. Nobody laid that."""

    card: Reading


@dataclass(frozen=True, slots=True)
class Unclear:
    """The picture changed and nothing that was read explains it."""


Difference: TypeAlias = Laid | Taken | Same | Bared | Unclear


def difference(before: Stack, readings: Iterable[Reading], changed: FloatArray, cell: float) -> Difference:
    """What the readings make of the change. `changed` are the changed points (n x 2, px), each standing for a square of
    `cell` pixels."""
    now = tuple(readings)
    fresh = [
        (_share(reading.quad, changed, cell), reading)
        for reading in now
        if not any(_still(reading, card, changed, cell) for card in before.cards[-2:])
        and not any(_peeps_out(reading, card, changed, cell) for card in before.cards[:-2])
    ]
    share, best = max(fresh, key=_weight, default=(0.0, None))
    top = before.top
    if top is not None and any(_still(reading, top, changed, cell) for reading in now):
        # The old top is still to be seen. A new card that leaves it uncovered has to explain the change by itself.
        return Laid(best) if best is not None and _weight((share, best)) >= EXPLAINS else Same(before)
    if best is not None and share >= EXPLAINS:
        if top is not None and best.card is not None and best.card == top.card and _near(best.quad, top.quad, 1.0):
            return Same(Stack(before.pile, (*before.cards[:-1], best)))
        return Laid(best)
    if top is not None and len(before.cards) == 1 and not now and _share(top.quad, changed, cell) >= EXPLAINS:
        return Taken(top)
    return Unclear()


def top_of(readings: Iterable[Reading]) -> Reading | None:
    """The likeliest top among cards read on one pile when nothing is known about it yet: the surest name."""
    return max(readings, key=lambda reading: (reading.card is not None, reading.confidence), default=None)


def same_card(one: Reading, other: Reading) -> bool:
    """The same card in the same place; a name that could not be read this time does not speak against it."""
    names_agree = one.card == other.card or one.card is None or other.card is None
    return names_agree and _near(one.quad, other.quad, STAYS)


def inside(quad: Quad, points: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which points (n x 2) lie in a convex outline."""
    corners = np.asarray(quad, np.float32)
    edges = np.roll(corners, -1, axis=0) - corners
    away = points[:, None, :] - corners[None]
    sides = edges[:, 0] * away[:, :, 1] - edges[:, 1] * away[:, :, 0]
    return np.asarray((sides >= 0).all(axis=1) | (sides <= 0).all(axis=1))


def centre(quad: Quad) -> tuple[float, float]:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def explains(reading: Reading, changed: FloatArray, cell: float) -> bool:
    """Would a card there have made this change?"""
    return _share(reading.quad, changed, cell) >= EXPLAINS


def _weight(pair: tuple[float, Reading]) -> float:
    """A card with a name explains more: outlines of nothing at all have none."""
    share, reading = pair
    return share if reading.card is not None else share * NAMELESS


def _still(reading: Reading, card: Reading, changed: FloatArray, cell: float) -> bool:
    """Is this the card that lay there before? A reading without a name is, unless the picture of the card changed."""
    if not same_card(reading, card):
        return False
    return (reading.card is not None and reading.card == card.card) or _share(card.quad, changed, cell) < EXPLAINS


def _peeps_out(reading: Reading, card: Reading, changed: FloatArray, cell: float) -> bool:
    """Is this a card from deep in the pile? Not if all of it changed: then another copy of it was laid there."""
    return same_card(reading, card) and _share(card.quad, changed, cell) < EXPLAINS


def _share(quad: Quad, changed: FloatArray, cell: float) -> float:
    """Intersection over union of an outline and the changed points."""
    if not len(changed):
        return 0.0
    corners = np.asarray(quad, np.float64)
    following = np.roll(corners, -1, axis=0)
    area = abs(float((corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]).sum())) / 2 / cell**2
    both = float(np.count_nonzero(inside(quad, changed)))
    return both / max(1.0, area + len(changed) - both)


def _near(one: Quad, other: Quad, tolerance: float) -> bool:
    """Do the corners lie within a part of the short side? A card turned by half is the same outline."""
    first, second = np.asarray(one, np.float64), np.asarray(other, np.float64)
    short = min(np.linalg.norm(first[1] - first[0]), np.linalg.norm(first[2] - first[1]))
    apart = min(np.linalg.norm(first - np.roll(second, turn, axis=0), axis=1).max() for turn in range(4))
    return bool(apart <= tolerance * short)
