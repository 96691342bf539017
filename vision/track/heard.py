"""Knocks that were heard: the sound of a blow tells its moment to a few milliseconds, but not whose it was.

It decides which moment of a hand a knock belongs to, and sharpens that. Reading sound is not its business; without any
nothing changes.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.track.shake import Moment

#: Standard deviations that a knock and a hand's stop may be apart.
APART = 3.0
#: A sound is timed no better than this: it travels, and its beginning is told in steps.
LEAST_S = 0.002


def sharpened(moments: Sequence[Moment], heard: Sequence[Moment]) -> tuple[tuple[Moment, ...], tuple[bool, ...]]:
    """The moments with what was heard of them, and which were heard at all. The nearest pairs belong together."""
    apart = [
        (abs(knock.t_s - moment.t_s) / float(np.hypot(knock.sigma_s, moment.sigma_s)), place, number)
        for place, moment in enumerate(moments)
        for number, knock in enumerate(heard)
    ]
    better, taken = list(moments), set[int]()
    sharper = set[int]()
    for far, place, number in sorted(apart):
        if far < APART and place not in sharper and number not in taken:
            better[place] = _both(moments[place], heard[number])
            sharper.add(place)
            taken.add(number)
    return tuple(better), tuple(place in sharper for place in range(len(moments)))


def _both(seen: Moment, heard: Moment) -> Moment:
    knock = replace(heard, sigma_s=max(heard.sigma_s, LEAST_S))
    sure = np.array([seen.sigma_s, knock.sigma_s]) ** -2.0
    return Moment(float(sure @ (seen.t_s, knock.t_s) / sure.sum()), float(sure.sum() ** -0.5))
