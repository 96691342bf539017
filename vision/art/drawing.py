"""What a drawing is: shapes in millimetres, painted in order. It knows no pixels, no fonts and no cards.

The origin is the top left of the paper, x to the right, y down. Everything is a filled polygon, a disc or a stroke with
round ends, so that one list serves a picture of any size and a page of vectors alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = tuple[int, int, int]  # red, green, blue: 0..255


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    fill: Colour


@dataclass(frozen=True, slots=True)
class Disc:
    centre: Point
    radius_mm: float
    fill: Colour


@dataclass(frozen=True, slots=True)
class Stroke:
    points: tuple[Point, ...]
    width_mm: float
    colour: Colour
    closed: bool = False


Shape: TypeAlias = Polygon | Disc | Stroke


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet of paper with shapes on it; what sticks out is cut off."""

    width_mm: float
    height_mm: float
    paper: Colour
    shapes: tuple[Shape, ...]


def rectangle(left: float, top: float, right: float, bottom: float, fill: Colour) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)


def arc(centre: Point, rx: float, ry: float, start: float, end: float, steps: int = 48) -> tuple[Point, ...]:
    """Points on an ellipse; angles in turns, 0 at the right, a quarter at the bottom."""
    x, y = centre
    angles = (2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((x + rx * cos(angle), y + ry * sin(angle)) for angle in angles)


def regular(centre: Point, radius: float, corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """The corners of a regular polygon, the first at the top, turned by a part of a full turn."""
    return arc(centre, radius, radius, turn - 0.25, turn + 0.75, corners)[:-1]


def turned(shapes: Iterable[Shape], centre: Point) -> tuple[Shape, ...]:
    """The same shapes seen from the other side of the table."""
    x, y = centre

    def turn(point: Point) -> Point:
        return 2 * x - point[0], 2 * y - point[1]

    def turn_shape(shape: Shape) -> Shape:
        if isinstance(shape, Disc):
            return replace(shape, centre=turn(shape.centre))
        return replace(shape, points=tuple(map(turn, shape.points)))

    return tuple(map(turn_shape, shapes))
