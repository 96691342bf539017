"""Holding a budget on slow machines: from how long steps take to how much is looked at. Pure; it reads no clock.

It decides the rate at which pictures are looked at, how often a doubtful card is read again, and the resolution to open
the camera with. It never decides what was seen: fewer looks mean wider intervals and more questions, no bolder answers.
"""

from collections import deque
from dataclasses import dataclass, replace

from calibration.plane import plane_of
from calibration.table_file import Table


@dataclass(frozen=True, slots=True)
class Level:
    """How much is done. `every`: one picture in so many is looked at. `looks`: at most so many at a doubtful card.

    `scale`: the share of the camera's width and height that is worth opening it with next time.
    """

    every: int
    looks: int
    scale: float


LEVELS = (Level(1, 5, 1.0), Level(2, 4, 1.0), Level(3, 3, 0.75), Level(4, 2, 0.75), Level(6, 2, 0.5))
#: Steps may fill this share of the time; the rest is the screen's. Above it less is done.
BUSY = 0.75
#: More is done again only if that would fill no more than this, and has looked so for a while.
CALM, CALM_NS = 0.5, 5_000_000_000
#: The last so many nanoseconds are judged: longer than the effort of reading one card, which a slow machine may take.
WINDOW_NS = 5_000_000_000


class Pace:
    """Feed it every step; it tells how to go on."""

    def __init__(self, level: int = 0) -> None:
        self.number = level
        self._steps: deque[tuple[int, int]] = deque()
        self._changed_ns: int | None = None
        self._calm_ns: int | None = None

    @property
    def level(self) -> Level:
        return LEVELS[self.number]

    def took(self, began_ns: int, took_ns: int) -> Level:
        """A step began and took so long."""
        self._steps.append((began_ns, took_ns))
        while began_ns - self._steps[0][0] > WINDOW_NS:
            self._steps.popleft()
        if self._changed_ns is None:
            self._changed_ns = began_ns
        if began_ns - self._changed_ns < WINDOW_NS:
            return self.level
        busy = sum(took for _, took in self._steps) / (began_ns + took_ns - self._steps[0][0])
        calm = self.number > 0 and busy * self.level.every / LEVELS[self.number - 1].every < CALM
        if not calm:
            self._calm_ns = None
        elif self._calm_ns is None:
            self._calm_ns = began_ns
        elif began_ns - self._calm_ns > CALM_NS:
            self._change(-1, began_ns)
        if busy > BUSY and self.number < len(LEVELS) - 1:
            self._change(1, began_ns)
        return self.level

    def _change(self, by: int, now_ns: int) -> None:
        self.number += by
        self._changed_ns, self._calm_ns = now_ns, None
        self._steps.clear()


def at_scale(table: Table, scale: float) -> Table:
    """The same table in pictures of another size."""
    if scale == 1.0:
        return table
    width, height = (round(side * scale) for side in table.size)
    across, down = width / table.size[0], height / table.size[1]
    top, middle, last = table.plane.mm_to_px
    plane = plane_of([[value * across for value in top], [value * down for value in middle], list(last)])
    piles = tuple(replace(pile, polygon=tuple((x * across, y * down) for x, y in pile.polygon)) for pile in table.piles)
    return replace(table, size=(width, height), plane=plane, piles=piles)
