"""Which hand lies under which: the one that came first; else the hand that is seen where two outlines cross is upper.

It decides an order, the lowest first, and whether it is clear. Who came first lies lower, because a hand cannot come
to rest under one that is there already, unless another was seen to fall across it; where times do not tell who did, the
pictures do.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cmp_to_key
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.detect.colours import Labels
from vision.detect.sides import label_of
from vision.track.shake import Moment

Mask = NDArray[np.bool_]

#: Two outlines cross in so many pixels at least, and so much of that must show one hand.
CROSSING_PX, CLEAR = 40, 0.75
#: ... so much where a hand was that still moved, because it may lie there no more; and so much where a hand must be
#: whose arm ends before, if that one seems to have come later, or comes from the opposite side: such arms seem to end
#: at each other.
CLEAR_COMING, CLEAR_ENDS = 0.9, 0.95
OPPOSITE = ({Seat.SOUTH, Seat.NORTH}, {Seat.WEST, Seat.EAST})
#: Pictures that tell whose hand lies where another arm ends, is over it in the air, fell across it, or took its place
#: as they met: in one its label may be late.
SOON = 2
#: Pictures before both hands lie in which one may be seen across the other in the air, and how much of what is there
#: must be that one: more may be of others that fall too.
FALLING, CLEAR_FALLING = 4, 0.6
#: Parts of an arm that another lies across are at least so large: pixels, and a share of the arm.
PART_PX, PART = 60, 0.06
#: Standard deviations, and seconds, from which on two hands came clearly one after the other.
APART, APART_S = 2.0, 0.02
#: Standard deviations from which on one is believed to have come before the other, whatever the pictures seem to say:
#: of 168 drawn pairs 166 lay as they came, all of which a picture said otherwise but one. From the least on it is
#: doubted that an arm ends at another that came later.
SOONER, DOUBTED = 1.5, 0.5


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand on a pile: when it came, and its whole outline from before others covered it.

    `coming` is its outline while it moved: for hands that came at once, one of which was never seen whole at rest.
    `over` is, for some pictures in which it lies still, what is seen where it must lie though its arm ends before, and
    `rest` the first such picture; `aloft` is the same for pictures before.
    """

    moment: Moment
    whole: Mask
    coming: Mask | None = None
    over: Mapping[int, Labels] = field(default_factory=dict)
    aloft: Mapping[int, Labels] = field(default_factory=dict)
    rest: int | None = None


def pile_up(
    hands: Mapping[Seat, Hand], now: Labels, before: Mapping[int, Labels] = MappingProxyType({})
) -> tuple[list[Seat], frozenset[Seat]]:
    """The seats of the hands, the lowest first, and those that lie over or under another, it is not clear which.

    `before` are the pictures of hands that still fall.
    """
    seats = sorted(hands, key=lambda seat: hands[seat].moment.t_s)
    pairs = [(one, other) for k, one in enumerate(seats) for other in seats[k + 1 :]]
    above = {frozenset(pair): _above(hands, *pair, now, before) for pair in pairs}
    unsure = [pair for pair in pairs if above[frozenset(pair)] is None]

    def compare(one: Seat, other: Seat) -> int:
        if (one, other) in known or (other, one) in known:
            return -1 if (one, other) in known else 1
        higher = above[frozenset((one, other))]
        if higher is not None:
            return 1 if higher is one else -1
        return -1 if hands[one].moment.t_s <= hands[other].moment.t_s else 1

    known: set[tuple[Seat, Seat]] = set()
    known |= {pair if compare(*pair) < 0 else pair[::-1] for pair in pairs if pair not in unsure}
    known |= _through_others(known)
    unclear = frozenset(seat for pair in unsure if not {pair, pair[::-1]} & known for seat in pair)
    return sorted(seats, key=cmp_to_key(compare)), unclear


def _above(
    hands: Mapping[Seat, Hand], one: Seat, other: Seat, now: Labels, before: Mapping[int, Labels]
) -> Seat | None:
    """The upper of two hands, of which `one` came first if it is known which did: that order is surer than what is seen
    where labels of arms meet, but not than a hand that fell across the other. Whoever lies on top where it is not known
    is seen, if anything is."""
    if (falling := _across(hands, one, other, before, SOON)) is not None:
        return falling
    if _sooner(hands[one].moment, hands[other].moment):
        return other
    return upper(hands, one, other, now) or _across(hands, one, other, before) or _took(one, other, before)


def _through_others(known: Set[tuple[Seat, Seat]]) -> set[tuple[Seat, Seat]]:
    """What follows of pairs, the lower hand first: under one that lies under a third it lies under that too."""
    found = {(one, other) for one, between in known for under, other in known if under is between and other is not one}
    return {(one, other) for one, other in found if (other, one) not in known}


def clearly_apart(one: Moment, other: Moment) -> bool:
    """So far apart that it is certain which came first."""
    return abs(one.t_s - other.t_s) > max(APART * float(np.hypot(one.sigma_s, other.sigma_s)), APART_S)


def _sooner(one: Moment, other: Moment, times: float = SOONER) -> bool:
    return other.t_s - one.t_s > times * float(np.hypot(one.sigma_s, other.sigma_s))


def upper(hands: Mapping[Seat, Hand], one: Seat, other: Seat, now: Labels) -> Seat | None:
    """Which of two hands is seen where both are; None when they hardly cross or the picture is not clear."""
    if (broken := _broken(now, one, other)) != _broken(now, other, one):
        return other if broken else one
    # Of hands that came to rest in one picture neither was seen whole where the other lies: what of their outlines
    # crosses was told wrongly in one of the pictures.
    at_once = hands[one].rest is not None and hands[one].rest == hands[other].rest
    whole = None if at_once else _winner(_seen(hands[one].whole & hands[other].whole, one, other, now), one, other)
    ends = _ends(hands, one, other)
    end = _winner(ends, one, other)
    if end:
        lower = other if end is one else one
        doubted = max(ends) < CLEAR_ENDS * sum(ends) and {one, other} in OPPOSITE
        end = None if doubted or _sooner(hands[end].moment, hands[lower].moment, DOUBTED) else end
    shown = _seen(_with(hands[one]) & _with(hands[other]), one, other, now)
    coming = _winner(shown, one, other, CLEAR_COMING)
    said = {each for each in (whole, end, coming) if each is not None}
    return _higher(hands, one, other) if not said else said.pop() if len(said) == 1 else None


def lifted(hands: Mapping[Seat, Hand], now: Labels) -> dict[Seat, int]:
    """How many hands lie one on the other beneath each, as far as it is seen which do."""
    lifts: dict[Seat, int] = {}
    for seat in sorted(hands, key=lambda seat: hands[seat].moment.t_s):
        lifts[seat] = max((1 + lifts[low] for low in lifts if upper(hands, low, seat, now) is seat), default=0)
    return lifts


def _higher(hands: Mapping[Seat, Hand], one: Seat, other: Seat) -> Seat | None:
    """Which of two hands was over the other in the last pictures in which both were in the air: neither falls through
    the other."""
    over, under = hands[other].aloft, hands[one].aloft
    last = sorted(over.keys() & under.keys())[-SOON:]
    if len(last) < SOON or {one, other} in OPPOSITE:
        return None
    said = {_winner(_there(over[index], under[index], one, other), one, other, CLEAR_ENDS) for index in last}
    return said.pop() if len(said) == 1 else None


def _across(
    hands: Mapping[Seat, Hand], one: Seat, other: Seat, before: Mapping[int, Labels], least: int = 1
) -> Seat | None:
    """Which of two hands that came nearly at once was seen across the other as they fell, before others covered them,
    in so many pictures: labels that end at each other do not tell it, parts on both sides do."""
    rests = [rest for seat in (one, other) if (rest := hands[seat].rest) is not None]
    falling = [labels for index, labels in before.items() if rests and -FALLING <= index - max(rests) < 0]
    broken = [
        (_broken(labels, one, other, CLEAR_FALLING), _broken(labels, other, one, CLEAR_FALLING)) for labels in falling
    ]
    said = [other if mine else one for mine, others in broken if mine != others]
    return said[0] if len(said) >= least and len({*said}) == 1 else None


def _took(one: Seat, other: Seat, before: Mapping[int, Labels]) -> Seat | None:
    """Which of two hands is seen, as they first meet in the air, where the other was a picture before: one that comes
    on under another takes nothing from it. Later others may cover either."""
    taken = [
        tuple(
            int(np.count_nonzero((was == label_of(lower)) & (before[index + 1] == label_of(higher))))
            for higher, lower in ((one, other), (other, one))
        )
        for index, was in sorted(before.items(), key=lambda each: each[0])
        if index + 1 in before
    ]
    met = next((k for k, each in enumerate(taken) if sum(each) >= CROSSING_PX), len(taken))
    mine, others = (sum(each[side] for each in taken[met : met + SOON]) for side in (0, 1))
    return _winner((mine, others), one, other)


def _broken(now: Labels, one: Seat, other: Seat, clear: float = CLEAR) -> bool:
    """Whether an arm is seen in parts, with hardly anything but the other between them: that lies across it."""
    mine = np.asarray(now == label_of(one), np.uint8)
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(mine)
    areas = sizes[1:, cv2.CC_STAT_AREA]
    large = 1 + np.flatnonzero((areas >= PART_PX) & (areas >= PART * areas.sum()))
    if len(large) < 2:
        return False
    ys, xs = np.nonzero(np.isin(parts, large))
    between = cv2.fillConvexPoly(np.zeros_like(mine), cv2.convexHull(np.column_stack([xs, ys]).astype(np.int32)), 1)
    seen = now[(between > 0) & (now > 0) & (mine == 0)]
    across = int(np.count_nonzero(seen == label_of(other)))
    return across >= CROSSING_PX and across >= clear * len(seen)


def _winner(shown: tuple[int, int], one: Seat, other: Seat, clear: float = CLEAR) -> Seat | None:
    """Which of two is seen by far the most."""
    if sum(shown) < CROSSING_PX or max(shown) < clear * sum(shown):
        return None
    return one if shown[0] > shown[1] else other


def in_order(moments: Sequence[Moment]) -> list[Moment]:
    """The moments of hands whose layers are clear, the lowest first: a lower hand came no later.

    Where times say otherwise the moments are right, but each was taken for another hand's.
    """
    return sorted(moments, key=lambda moment: moment.t_s)


def _with(hand: Hand) -> Mask:
    return hand.whole if hand.coming is None else hand.whole | hand.coming


def _ends(hands: Mapping[Seat, Hand], one: Seat, other: Seat) -> tuple[int, int]:
    """How much of each is seen where the other's hand must lie, as soon as both lie still: later others cover them."""
    over, under = hands[other].over, hands[one].over
    first = sorted(over.keys() & under.keys())[:SOON]
    seen = [_there(over[index], under[index], one, other) for index in first]
    return sum(each for each, _ in seen), sum(each for _, each in seen)


def _there(over: Labels, under: Labels, one: Seat, other: Seat) -> tuple[int, int]:
    return int(np.count_nonzero(over == label_of(one))), int(np.count_nonzero(under == label_of(other)))


def _seen(where: Mask, one: Seat, other: Seat, now: Labels) -> tuple[int, int]:
    # Outlines that only touch share a rim, which now one has and now the other.
    crossing = now[cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0]
    return int(np.count_nonzero(crossing == label_of(one))), int(np.count_nonzero(crossing == label_of(other)))
