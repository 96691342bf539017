"""The score sheet as it is shown: who is near the limit, and the points of a chart. Nothing here makes a score."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from companion.core.scores import Scores
from companion.core.sheet import Line

#: From this share of the limit on, a player is near it.
NEAR = 0.8


@dataclass(frozen=True, slots=True)
class Nearness:
    """How far somebody is on the way to the limit: 0 to 1."""

    share: float
    near: bool


def nearness(scores: Scores) -> tuple[Nearness, ...]:
    """How near everybody is to the limit; nobody is where there is none."""
    if not scores.limit:
        return (Nearness(0.0, False),) * len(scores.lines)
    shares = (max(0.0, min(1.0, line.total / scores.limit)) for line in scores.lines)
    return tuple(Nearness(share, share >= NEAR) for share in shares)


@dataclass(frozen=True, slots=True)
class Chart:
    """Everybody's totals over the rounds, in a unit square; `limit` is where the limit's line lies, if at all."""

    paths: tuple[tuple[tuple[float, float], ...], ...]
    low: int
    high: int
    limit: float | None


def chart(lines: Sequence[Line], scores: Scores) -> Chart:
    seats = len(scores.lines)
    series = [[0, *(line.totals[seat] for line in lines)] for seat in range(seats)]
    values = [value for each in series for value in each]
    low, high = min(values, default=0), max(values, default=0)
    if scores.limit is not None and high >= scores.limit / 2:
        high = max(high, scores.limit)
    span, steps = max(1, high - low), max(1, len(lines))
    paths = tuple(tuple((place / steps, (value - low) / span) for place, value in enumerate(each)) for each in series)
    limit = (scores.limit - low) / span if scores.limit is not None and scores.limit <= high else None
    return Chart(paths, low, high, limit)


def heights(shown: Chart) -> dict[int, float]:
    """The values that stand beside a chart, and how high: its ends and, where it is neither, the limit."""
    span = max(1, shown.high - shown.low)
    told = {shown.low: 0.0, shown.high: (shown.high - shown.low) / span}
    if shown.limit is not None:
        told[round(shown.low + shown.limit * span)] = shown.limit
    return told


def steps(shown: Chart, most: int) -> tuple[tuple[int, float], ...]:
    """The numbers of the rounds below it, so many at most, and how far along each stands."""
    last = max((len(path) - 1 for path in shown.paths), default=0)
    every = max(1, ceil(last / max(1, most)))
    return tuple((step, step / last) for step in range(every, last + 1, every))
