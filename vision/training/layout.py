"""How cards lie on a table: alone, in rows and columns, in piles, fans, grids and heaps, in millimetres.

Decides places only. A group is listed from the bottom to the top, as its cards were laid down.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.training.strokes import Points, Rng


@dataclass(frozen=True, slots=True)
class Place:
    """Where one card lies: its middle, its turn (radians) and its height above the table, all in millimetres."""

    x_mm: float
    y_mm: float
    z_mm: float
    turn: float
    up: bool

    def corners(self, width_mm: float, height_mm: float) -> Points:
        """The card's corners (4 x 3): top left, top right, bottom right, bottom left as printed.

        The table's y axis runs up, as seen from above, so the top of a card with no turn has the larger y.
        """
        x, y = width_mm / 2, height_mm / 2
        c, s = np.cos(self.turn), np.sin(self.turn)
        flat = np.array([(-x, y), (x, y), (x, -y), (-x, -y)]) @ np.array([[c, s], [-s, c]])
        return np.column_stack([flat + np.array([self.x_mm, self.y_mm]), np.full(4, self.z_mm)])


Group = list[Place]
Size = tuple[float, float]
STEP_MM = 0.35  # a card's thickness


def _line(rng: Rng, count: int, step: tuple[float, float], up: list[bool], wobble: float) -> Group:
    """Cards laid one after the other, each `step` from the last, a little careless."""
    z = STEP_MM if abs(step[0]) + abs(step[1]) < 50 else 0.0
    return [
        Place(
            k * step[0] + rng.normal(0, wobble),
            k * step[1] + rng.normal(0, wobble),
            z * k,
            rng.normal(0, wobble / 40),
            up[k],
        )
        for k in range(count)
    ]


def _ups(rng: Rng, count: int) -> list[bool]:
    """Which are face up: mostly all, sometimes none, sometimes the last only."""
    kind = rng.random()
    if kind < 0.6:
        return [True] * count
    if kind < 0.7:
        return [False] * count
    if kind < 0.85:
        return [False] * (count - 1) + [True]
    return [bool(rng.random() < 0.6) for _ in range(count)]


def single(rng: Rng, card: Size) -> Group:
    return [Place(0, 0, 0, 0, bool(rng.random() < 0.85))]


def row(rng: Rng, card: Size) -> Group:
    count = int(rng.integers(2, 9))
    pitch = card[0] * rng.choice([rng.uniform(0.35, 0.95), rng.uniform(0.98, 1.03), rng.uniform(1.03, 1.6)])
    return _line(rng, count, (pitch * rng.choice([-1, 1]), 0), _ups(rng, count), rng.choice([0.3, 1.5, 4]))


def column(rng: Rng, card: Size) -> Group:
    count = int(rng.integers(2, 6))
    pitch = card[1] * rng.uniform(0.12, 0.8)
    return _line(rng, count, (0, pitch * rng.choice([-1, -1, 1])), _ups(rng, count), rng.choice([0.3, 1.5, 4]))


def grid(rng: Rng, card: Size) -> Group:
    """Rows and columns of face-up cards, close but not overlapping."""
    gap, wobble = rng.uniform(0.3, 15), rng.uniform(0, 1)
    places = []
    for i in range(int(rng.integers(2, 5))):
        for j in range(int(rng.integers(2, 5))):
            x, y = i * (card[0] + gap), j * (card[1] + gap)
            jitter = rng.normal(0, 0.25 * gap * wobble, 2)
            places.append(Place(x + jitter[0], y + jitter[1], 0, rng.normal(0, 0.002 * gap), bool(rng.random() < 0.95)))
    return places


def pile(rng: Rng, card: Size) -> Group:
    """Cards dropped on each other: the more careless, the more of the lower ones shows."""
    count, careless, turning = int(rng.integers(2, 10)), rng.choice([1, 4, 12, 25]), rng.choice([0.03, 0.15, 0.6, 3])
    up = _ups(rng, count)
    return [
        Place(rng.normal(0, careless), rng.normal(0, careless), STEP_MM * k, rng.normal(0, turning), up[k])
        for k in range(count)
    ]


def stack(rng: Rng, card: Size) -> Group:
    """A squared deck, thick: many cards of which only the top one and the sides are seen."""
    thick, wobble = int(rng.integers(4, 20)), rng.uniform(0.1, 1.2)
    up = bool(rng.random() < 0.25)
    step = STEP_MM * rng.integers(1, 4)
    return [
        Place(rng.normal(0, wobble), rng.normal(0, wobble), step * k, rng.normal(0, wobble / 60), up)
        for k in range(thick)
    ]


def fan(rng: Rng, card: Size) -> Group:
    """Cards spread about a point below them, as from a hand."""
    count, spread, reach = int(rng.integers(3, 9)), rng.uniform(0.08, 0.35), card[1] * rng.uniform(0.6, 1.4)
    up = _ups(rng, count)
    turns = (np.arange(count) - count / 2) * -spread + rng.normal(0, 0.02, count)
    return [
        Place(-reach * np.sin(turn), reach * (np.cos(turn) - 1), STEP_MM * k, float(turn), up[k])
        for k, turn in enumerate(turns)
    ]


def heap(rng: Rng, card: Size) -> Group:
    """Cards strewn anyhow."""
    count, width = int(rng.integers(4, 14)), card[1] * rng.uniform(0.5, 2)
    return [
        Place(
            rng.normal(0, width),
            rng.normal(0, width),
            STEP_MM * k,
            rng.uniform(-np.pi, np.pi),
            bool(rng.random() < 0.7),
        )
        for k in range(count)
    ]


def tableau(rng: Rng, card: Size) -> Group:
    """Columns side by side, each of one to five cards that lie across the ones before; now and then spread sideways."""
    sideways = rng.random() < 0.25
    along, across = card if sideways else card[::-1]
    pitch, gap = along * rng.uniform(0.1, 0.6), across * rng.uniform(1.01, 1.5)
    tidy, wobble = rng.random() < 0.5, rng.choice([0.3, 1.5, 4])
    places = []
    for lane in range(int(rng.integers(2, 8))):
        step = (pitch if tidy else along * rng.uniform(0.1, 0.6)) * -1
        count = int(rng.integers(1, 6))
        for place in _line(rng, count, (step, 0) if sideways else (0, step), _ups(rng, count), wobble):
            beside = (0, lane * gap) if sideways else (lane * gap, 0)
            places.append(replace(place, x_mm=place.x_mm + beside[0], y_mm=place.y_mm + beside[1]))
    middle = np.mean([(p.x_mm, p.y_mm) for p in places], axis=0)
    return [replace(p, x_mm=p.x_mm - middle[0], y_mm=p.y_mm - middle[1]) for p in places]


LAYOUTS: dict[Callable[[Rng, Size], Group], float] = {
    single: 0.36,
    row: 0.14,
    column: 0.14,
    grid: 0.06,
    pile: 0.13,
    stack: 0.06,
    fan: 0.05,
    heap: 0.06,
}


def random_groups(rng: Rng, card: Size, spots: Points, density: float, *, columns: bool = False) -> list[Group]:
    """Groups about the given spots of the table, the first of them `columns` where that is asked for; each keeps off
    the ones before it, except now and then."""
    kinds, chances = list(LAYOUTS), np.array(list(LAYOUTS.values()))
    style = rng.random()
    if style < 0.15:  # a table of one habit
        chances = np.where(rng.random(len(kinds)) < 0.3, chances, 0.02)
    axes = rng.uniform(-np.pi, np.pi) if rng.random() < 0.3 else float(rng.choice([0, np.pi / 2, np.pi]))
    taken: list[tuple[float, float, float]] = []
    groups: list[Group] = []
    for number, (x, y) in enumerate(spots):
        kind = tableau if columns and not number else kinds[int(rng.choice(len(kinds), p=chances / chances.sum()))]
        turn = axes + (rng.normal(0, 0.06) if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi))
        if rng.random() < 0.3:
            turn += np.pi / 2 * rng.integers(0, 4)
        group = _moved(kind(rng, card), float(x), float(y), turn)
        middle, radius = _circle(group, card)
        if any(np.hypot(middle[0] - u, middle[1] - v) < density * (radius + r) for u, v, r in taken):
            continue
        taken.append((middle[0], middle[1], radius))
        groups.append(group)
    return groups


def _circle(group: Group, card: Size) -> tuple[Points, float]:
    points = np.array([(p.x_mm, p.y_mm) for p in group])
    middle = points.mean(0)
    return middle, float(np.hypot(*(points - middle).T).max() + np.hypot(*card) / 2)


def _moved(group: Group, x: float, y: float, turn: float) -> Group:
    c, s = np.cos(turn), np.sin(turn)
    return [Place(x + c * p.x_mm - s * p.y_mm, y + s * p.x_mm + c * p.y_mm, p.z_mm, p.turn + turn, p.up) for p in group]
