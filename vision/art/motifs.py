"""Backgrounds that tell values apart from afar: every value of a deck of numbers has a pattern of its own.

A motif fills the whole card in two tones over the ground colour and knows nothing of what is painted over it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TypeAlias

from vision.art.drawing import Colour, Disc, Polygon, Shape, Stroke, arc, rectangle, regular

WIDE, HIGH = 58.0, 87.0
CENTRE = (WIDE / 2, HIGH / 2)


@dataclass(frozen=True, slots=True)
class Tones:
    dark: Colour
    light: Colour


Motif: TypeAlias = Callable[[Tones], Iterator[Shape]]


def rays(tones: Tones) -> Iterator[Shape]:
    """A sun behind the card."""
    for ray in range(14):
        start, end = (2 * pi * (ray + side) / 14 for side in (0.0, 0.5))
        tips = ((CENTRE[0] + 80 * cos(angle), CENTRE[1] + 80 * sin(angle)) for angle in (start, end))
        yield Polygon((CENTRE, *tips), tones.dark if ray % 2 else tones.light)


def chevrons(tones: Tones) -> Iterator[Shape]:
    """Three roofs, one above another."""
    for step in range(6):
        top = 2.0 + 17 * step
        points = ((0, top + 24), (29, top), (58, top + 24), (58, top + 31), (29, top + 7), (0, top + 31))
        yield Polygon(points, tones.dark if step % 2 else tones.light)


def rings(tones: Tones) -> Iterator[Shape]:
    """Water after a stone."""
    for step, radius in enumerate((49.0, 42.0, 35.0, 28.0)):
        yield Stroke(arc(CENTRE, radius, radius, 0, 1, 72), 3.4, tones.light if step % 2 else tones.dark, True)


def slopes(tones: Tones) -> Iterator[Shape]:
    """Broad bands that rise to the right."""
    for step in range(7):
        left = -84.0 + 22 * step
        points = ((left, 87.0), (left + 11, 87.0), (left + 98, 0.0), (left + 87, 0.0))
        yield Polygon(points, tones.light if step % 2 else tones.dark)


def waves(tones: Tones) -> Iterator[Shape]:
    for step in range(9):
        points = tuple((x - 2.0, 4 + 10 * step + 2.6 * sin(2 * pi * x / 20)) for x in range(63))
        yield Stroke(points, 3.2, tones.light if step % 2 else tones.dark)


def zigzag(tones: Tones) -> Iterator[Shape]:
    """Lightning from top to bottom."""
    for step in range(6):
        left = 2.0 + 11 * step
        points = tuple((left + (3.5 if peak % 2 else -3.5), 11.0 * peak - 6) for peak in range(11))
        yield Stroke(points, 3.0, tones.dark if step % 2 else tones.light)


def stars(tones: Tones) -> Iterator[Shape]:
    for row in range(6):
        for column in range(4):
            centre = (6.0 + 16 * column + 8 * (row % 2), 5.0 + 15.4 * row)
            tips = tuple(
                point
                for outer, inner in zip(regular(centre, 5.6, 5), regular(centre, 2.4, 5, 0.1), strict=True)
                for point in (outer, inner)
            )
            yield Polygon(tips, tones.light if (row + column) % 2 else tones.dark)


def checks(tones: Tones) -> Iterator[Shape]:
    """A chess board."""
    for row in range(9):
        for column in range(6):
            if (row + column) % 2:
                x, y = -0.5 + 9.75 * column, -0.4 + 9.75 * row
                yield rectangle(x, y, x + 9.75, y + 9.75, tones.dark)


def dots(tones: Tones) -> Iterator[Shape]:
    for row in range(9):
        for column in range(6):
            yield Disc((4 + 10.0 * column, 3.5 + 10.0 * row), 3.1, tones.light if column % 2 else tones.dark)


def honeycomb(tones: Tones) -> Iterator[Shape]:
    for row in range(8):
        for column in range(5):
            centre = (15.0 * column + 7.5 * (row % 2) - 1, 12.9 * row - 1.5)
            yield Stroke(regular(centre, 7.3, 6), 1.9, tones.light if row % 2 else tones.dark, True)


def pillars(tones: Tones) -> Iterator[Shape]:
    """Upright bars."""
    for step in range(6):
        left = 1.5 + 10 * step
        yield rectangle(left, 0, left + 5.2, HIGH, tones.dark if step % 2 else tones.light)


def sails(tones: Tones) -> Iterator[Shape]:
    """Quarters of a wind wheel in every square."""
    side = 14.5
    for row in range(6):
        for column in range(4):
            x, y = side * column, side * row
            corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
            middle = (x + side / 2, y + side / 2)
            yield Polygon((corners[0], corners[1], middle), tones.dark)
            yield Polygon((corners[2], corners[3], middle), tones.light)


def scales(tones: Tones) -> Iterator[Shape]:
    """A fish, from its tail up, so that each scale covers the one below."""
    for row in reversed(range(11)):
        for column in range(5):
            centre = (14.5 * column + 7.25 * (row % 2) - 0.5, 8.7 * row - 4)
            yield Disc(centre, 7.3, tones.dark)
            yield Disc(centre, 5.2, tones.light)
            yield Disc(centre, 3.0, tones.dark)


def bricks(tones: Tones) -> Iterator[Shape]:
    for row in range(10):
        for column in range(4):
            x, y = 19.3 * column - 9.6 * (row % 2), 8.7 * row
            yield rectangle(x + 0.8, y + 0.8, x + 18.5, y + 7.9, tones.light if (row + column) % 3 == 0 else tones.dark)


#: Values beside each other, and values one digit apart, get motifs that nobody takes for each other.
BY_VALUE: dict[int, Motif] = {
    1: rays,
    3: chevrons,
    5: rings,
    7: slopes,
    8: checks,
    9: waves,
    10: dots,
    11: zigzag,
    12: honeycomb,
    13: stars,
    14: pillars,
    16: sails,
    18: scales,
    20: bricks,
}
