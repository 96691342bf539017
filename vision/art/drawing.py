"""What a drawing is: shapes in millimetres, painted in order. It knows no pixels, no fonts and no cards.

The origin is the top left of the paper, x to the right, y down. Everything is a filled polygon, a disc, a stroke with
round ends or a drawing laid on it, so that one list serves a picture of any size and a page of vectors alike.
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


@dataclass(frozen=True, slots=True)
class Inset:
    """A whole drawing laid on another, upright: a card on a page."""

    drawing: "Drawing"
    left_top: Point


Shape: TypeAlias = Polygon | Disc | Stroke | Inset


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet of paper with shapes on it; what sticks out is cut off."""

    width_mm: float
    height_mm: float
    paper: Colour
    shapes: tuple[Shape, ...]


def scaled(drawing: Drawing, factor: float) -> Drawing:
    """The same drawing on larger or smaller paper."""
    size = (drawing.width_mm * factor, drawing.height_mm * factor)
    return Drawing(*size, drawing.paper, placed(drawing.shapes, (0, 0), factor))


def placed(shapes: Iterable[Shape], at: Point, factor: float = 1.0, quarters: int = 0) -> tuple[Shape, ...]:
    """Shapes drawn around (0, 0), moved to `at`, larger by `factor`, turned by quarters clockwise."""
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]

    def place(point: Point) -> Point:
        x, y = point
        return at[0] + factor * (c * x - s * y), at[1] + factor * (s * x + c * y)

    def place_shape(shape: Shape) -> Shape:
        if isinstance(shape, Inset):
            if quarters % 4:
                raise ValueError("an inset stays upright")
            return Inset(scaled(shape.drawing, factor), place(shape.left_top))
        if isinstance(shape, Disc):
            return Disc(place(shape.centre), shape.radius_mm * factor, shape.fill)
        points = tuple(map(place, shape.points))
        if isinstance(shape, Stroke):
            return replace(shape, points=points, width_mm=shape.width_mm * factor)
        return replace(shape, points=points)

    return tuple(map(place_shape, shapes))


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
    return placed(shapes, (2 * centre[0], 2 * centre[1]), quarters=2)
