"""Which pile a hand means: how well it lies on each, and which one those that came together have in common.

It decides by where hands lie alone; whether one hit is not its business.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from calibration.table_file import Seat
from vision.track.hand import Mask
from vision.track.zone import Zone

#: How well a hand lies on piles, by their numbers: 1 where one is seen to lie that means the pile.
Lies = Mapping[int, float]

#: Where the middle of a hand lies that means a pile, in short sides of a card: it falls short by so much and is off by
#: so much lengthwise, one that is seen to its finger tips and one of which others hide the end; and sideways. Where it
#: may be further off any one place is the less likely.
SEEN_SHORT, HIDDEN_SHORT, ASIDE = (-0.3, 0.8), (0.6, 1.3), 0.65
#: The middle of a hand is so far above what it lies on, and every hand beneath it lifts it by so much.
MIDDLE_MM, THICK_MM = 15.0, 27.0
#: A hand on a pile like this may have meant it; one further and further off is the less likely to, down to these log
#: odds.
WELL_ON, LEAST_MEANT = 0.06, -3.0
#: A hand that lies worse on a pile hit the table beside it.
BESIDE = 0.15
#: A hand means a pile that it is on at least this much as on the one that it is most on.
MEANS = 0.2
#: So few hands hit beside what others mean, or are seen badly: one in twelve. And by so much, in log odds, one pile
#: must be likelier to be meant than any other: three to one, for all hands are told on it.
UNSEEN, CLEARLY = 0.08, 1.1


def lies_on(hand: Mask, seat: Seat, zones: Sequence[Zone], ends: bool, beneath: int = 0) -> dict[int, float]:
    """The piles of which a hand covers enough, and how well it lies on each; others may hide where it `ends`, and so
    many are `beneath` it."""
    short, along = SEEN_SHORT if ends else HIDDEN_SHORT
    ys, xs = np.nonzero(hand)
    found = {}
    for number, zone in enumerate(zones):
        if zone.under(hand):
            pile = np.array([axis.mean() for axis in np.nonzero(zone.on)]) + zone.up * (MIDDLE_MM + THICK_MM * beneath)
            down, right = (pile - (ys.mean(), xs.mean())) / zone.card_px
            ahead, aside = {
                Seat.SOUTH: (-down, right),
                Seat.NORTH: (down, right),
                Seat.WEST: (right, down),
                Seat.EAST: (-right, down),
            }[seat]
            off = ((ahead - short) / along) ** 2 + (aside / ASIDE) ** 2
            found[number] = SEEN_SHORT[1] / along * float(np.exp(-off / 2))
    return found


def most(*lies: Lies) -> dict[int, float]:
    """Of every pile the best of what several pictures say."""
    return {number: max(each.get(number, 0.0) for each in lies) for number in set().union(*lies)}


def may_mean(lies: Lies) -> list[int]:
    """The piles that a hand may mean."""
    best = max(lies.values(), default=0.0)
    return [number for number, share in lies.items() if share >= MEANS * best]


def speaks_for_hit(lies: Lies) -> float:
    """How the place of a hand speaks for a hit, in log odds."""
    return max(LEAST_MEANT, min(0.0, float(np.log(max(lies.values(), default=0.0) / WELL_ON))))


def meant_by(hits: Sequence[Lies], over: Sequence[Lies]) -> int | None:
    """The pile that hands hit that came together; `over` is what these and others that came are over.

    Hands that come at the same time mean one pile: what seems to lie on another is seen badly. But a pile that none of
    them lies well on was hit by none. None where two piles may be meant.
    """
    hit = {number for each in hits for number in may_mean(each)}
    meant = {number: sum(float(np.log(each.get(number, 0.0) + UNSEEN)) for each in over) for number in hit}
    best, *others = sorted(meant, key=lambda number: -meant[number])
    return None if others and meant[others[0]] > meant[best] - CLEARLY else best
