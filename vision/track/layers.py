"""Which hand lies under which: where two outlines cross, the hand that is seen there is the upper one.

It decides an order, the lowest first, and whether the picture alone shows it; where it does not, who came first lies
lower, because a hand cannot come to rest under one that is there already without being seen to.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cmp_to_key

import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.detect.sides import Labels, label_of
from vision.track.shake import Moment

#: Two outlines cross in so many pixels at least, and so much of that must show one hand.
CROSSING_PX, CLEAR = 40, 0.65


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand on a pile: when it came, and its whole outline from before others covered it."""

    moment: Moment
    whole: NDArray[np.bool_]


def pile_up(hands: Mapping[Seat, Hand], now: Labels) -> tuple[list[Seat], bool]:
    """The seats of the hands, the lowest first, and whether every crossing is clear to see."""
    seats = sorted(hands, key=lambda seat: hands[seat].moment.t_s)
    sure = all(upper(hands, one, other, now) is not None for k, one in enumerate(seats) for other in seats[k + 1 :])

    def compare(one: Seat, other: Seat) -> int:
        above = upper(hands, one, other, now)
        if above is not None:
            return 1 if above is one else -1
        return -1 if hands[one].moment.t_s <= hands[other].moment.t_s else 1

    return sorted(seats, key=cmp_to_key(compare)), sure


def upper(hands: Mapping[Seat, Hand], one: Seat, other: Seat, now: Labels) -> Seat | None:
    """Which of two hands is seen where both are; None when they hardly cross or the picture is not clear."""
    crossing = now[hands[one].whole & hands[other].whole]
    first, second = (int(np.count_nonzero(crossing == label_of(seat))) for seat in (one, other))
    if first + second < CROSSING_PX or max(first, second) < CLEAR * (first + second):
        return None
    return one if first > second else other
