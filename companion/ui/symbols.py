"""Symbols drawn from simple shapes: verdicts, players' marks and the few icons. No icon font, sharp at every size."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, TypeAlias

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothQuad, SmoothRoundedRectangle, SmoothTriangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

#: A shape is drawn in a unit square: `at` turns its coordinates into pixels and `side` is the square's side in pixels.
At: TypeAlias = Callable[..., list[float]]


def middle_of(widget: Widget) -> tuple[float, float]:
    """Where a widget has its middle now. While Kivy tells of a change, `center` may still be from before it."""
    return float(widget.x + widget.width / 2), float(widget.y + widget.height / 2)


class Symbol(Widget):
    """One symbol, as large as the square that fits the widget. `inner` is the colour of a sign on a filled shape."""

    name = StringProperty("")
    colour = ColorProperty((1, 1, 1, 1))
    inner = ColorProperty((0, 0, 0, 1))

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(pos=self._draw, size=self._draw, name=self._draw, colour=self._draw, inner=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        side = min(self.size)
        left, bottom = (middle - side / 2 for middle in middle_of(self))
        self.canvas.clear()
        with self.canvas:
            if self.name:
                draw_symbol(self.name, left, bottom, side, self.colour, self.inner)


def draw_symbol(name: str, left: float, bottom: float, side: float, colour: Any, inner: Any) -> None:
    """A symbol on whatever canvas is drawn on now."""

    def at(*points: float) -> list[float]:
        return [(left, bottom)[place % 2] + point * side for place, point in enumerate(points)]

    SHAPES[name](at, side, colour, inner)


def _stroke(points: list[float], side: float, width: float = 0.09, close: bool = False) -> None:
    SmoothLine(points=points, width=max(dp(1), side * width / 2), cap="round", joint="round", close=close)


def _ring(at: At, side: float, corners: int, radius: float = 0.5, turn: float = 0.5) -> list[float]:
    """The corners of a regular shape around the middle."""
    angles = [2 * pi * (corner + turn) / corners + pi / 2 for corner in range(corners)]
    return at(*(part for angle in angles for part in (0.5 + radius * cos(angle), 0.5 + radius * sin(angle))))


def _filled(points: list[float]) -> None:
    """A convex shape as a fan of smooth triangles around its first corner, with the seams covered by its outline."""
    for place in range(2, len(points) - 2, 2):
        SmoothTriangle(points=[*points[:2], *points[place : place + 4]])
    SmoothLine(points=points, width=dp(0.6), close=True)


def legal(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothEllipse(pos=at(0, 0), size=(side, side))
    Color(*inner)
    _stroke(at(0.27, 0.51, 0.44, 0.34, 0.74, 0.66), side, 0.11)


def illegal(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _filled(_ring(at, side, 8, 0.53))
    Color(*inner)
    _stroke(at(0.33, 0.33, 0.67, 0.67), side, 0.11)
    _stroke(at(0.33, 0.67, 0.67, 0.33), side, 0.11)


def undecided(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothQuad(points=at(0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5))
    Color(*inner)
    curve = at(0.37, 0.61, 0.39, 0.70, 0.5, 0.745, 0.61, 0.70, 0.63, 0.61, 0.59, 0.54, 0.51, 0.48, 0.5, 0.41)
    _stroke(curve, side, 0.085)
    SmoothEllipse(pos=at(0.445, 0.235), size=(side * 0.11, side * 0.11))


def crown(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    for peak in (
        (0.08, 0.72, 0.14, 0.2, 0.5, 0.2),
        (0.5, 0.86, 0.24, 0.2, 0.76, 0.2),
        (0.92, 0.72, 0.5, 0.2, 0.86, 0.2),
    ):
        SmoothTriangle(points=at(*peak))
    SmoothRoundedRectangle(pos=at(0.14, 0.1), size=(side * 0.72, side * 0.14), radius=[side * 0.04])


def play(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothTriangle(points=at(0.22, 0.08, 0.22, 0.92, 0.92, 0.5))


def pause(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    for left in (0.16, 0.58):
        SmoothRoundedRectangle(pos=at(left, 0.1), size=(side * 0.26, side * 0.8), radius=[side * 0.06])


def camera(at: At, side: float, colour: Any, inner: Any) -> None:
    """Seen from the side: it watches."""
    Color(*colour)
    SmoothRoundedRectangle(pos=at(0.02, 0.2), size=(side * 0.62, side * 0.6), radius=[side * 0.12])
    SmoothTriangle(points=at(0.66, 0.5, 0.98, 0.78, 0.98, 0.22))


def camera_off(at: At, side: float, colour: Any, inner: Any) -> None:
    """Only its outline, and struck through."""
    Color(*colour)
    _stroke(at(0.06, 0.24, 0.6, 0.24, 0.6, 0.76, 0.06, 0.76), side, 0.08, close=True)
    _stroke(at(0.7, 0.5, 0.94, 0.72, 0.94, 0.28), side, 0.08, close=True)
    _stroke(at(0.1, 0.06, 0.9, 0.94), side, 0.08)


def back(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _stroke(at(0.62, 0.88, 0.26, 0.5, 0.62, 0.12), side, 0.13)


def erase(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _stroke(at(0.34, 0.84, 0.06, 0.5, 0.34, 0.16), side, 0.1)
    _stroke(at(0.1, 0.5, 0.94, 0.5), side, 0.1)


def dot(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothEllipse(pos=at(0.25, 0.25), size=(side / 2, side / 2))


def circle(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothEllipse(pos=at(0.06, 0.06), size=(side * 0.88, side * 0.88))


def square(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothRoundedRectangle(pos=at(0.1, 0.1), size=(side * 0.8, side * 0.8), radius=[side * 0.12])


def triangle(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothTriangle(points=at(0.02, 0.08, 0.98, 0.08, 0.5, 0.94))


def diamond(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothQuad(points=at(0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5))


def hexagon(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _filled(_ring(at, side, 6))


def drop(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothEllipse(pos=at(0.16, 0.02), size=(side * 0.68, side * 0.68))
    SmoothTriangle(points=at(0.2, 0.5, 0.8, 0.5, 0.5, 1))


def bar(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothRoundedRectangle(pos=at(0, 0.3), size=(side, side * 0.4), radius=[side * 0.12])


def ring(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    SmoothLine(circle=(*at(0.5, 0.5), side * 0.38), width=side * 0.09)


def undo(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _stroke(at(0.36, 0.92, 0.1, 0.68, 0.36, 0.44), side, 0.12)
    _stroke(at(0.12, 0.68, 0.6, 0.68, 0.78, 0.6, 0.86, 0.44, 0.8, 0.26, 0.62, 0.16, 0.36, 0.16), side, 0.12)


def redo(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _stroke(at(0.64, 0.92, 0.9, 0.68, 0.64, 0.44), side, 0.12)
    _stroke(at(0.88, 0.68, 0.4, 0.68, 0.22, 0.6, 0.14, 0.44, 0.2, 0.26, 0.38, 0.16, 0.64, 0.16), side, 0.12)


def close(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _stroke(at(0.16, 0.16, 0.84, 0.84), side, 0.12)
    _stroke(at(0.16, 0.84, 0.84, 0.16), side, 0.12)


def scores(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    for left, height in ((0.08, 0.4), (0.4, 0.84), (0.72, 0.6)):
        SmoothRoundedRectangle(pos=at(left, 0.08), size=(side * 0.2, side * height), radius=[side * 0.05])


def settings(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    for height, knob in ((0.8, 0.68), (0.5, 0.3), (0.2, 0.6)):
        _stroke(at(0.04, height, 0.96, height), side, 0.08)
        SmoothEllipse(pos=at(knob - 0.12, height - 0.12), size=(side * 0.24, side * 0.24))


def help(at: At, side: float, colour: Any, inner: Any) -> None:  # noqa: A001
    Color(*colour)
    _stroke(at(0.3, 0.68, 0.34, 0.86, 0.5, 0.94, 0.66, 0.86, 0.7, 0.7, 0.62, 0.56, 0.52, 0.46, 0.5, 0.32), side, 0.12)
    SmoothEllipse(pos=at(0.43, 0.06), size=(side * 0.14, side * 0.14))


def share(at: At, side: float, colour: Any, inner: Any) -> None:
    """Out of the box."""
    Color(*colour)
    _stroke(at(0.3, 0.56, 0.14, 0.56, 0.14, 0.08, 0.86, 0.08, 0.86, 0.56, 0.7, 0.56), side, 0.11)
    _stroke(at(0.5, 0.3, 0.5, 0.9), side, 0.11)
    _stroke(at(0.28, 0.72, 0.5, 0.94, 0.72, 0.72), side, 0.11)


def forward(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _stroke(at(0.38, 0.88, 0.74, 0.5, 0.38, 0.12), side, 0.13)


def replay(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    for left in (0.02, 0.46):
        SmoothTriangle(points=at(left + 0.46, 0.12, left + 0.46, 0.88, left, 0.5))


def anticlockwise(at: At, side: float, colour: Any, inner: Any) -> None:
    """Most of a circle, with a head where it ends: as one sees the table from above."""
    Color(*colour)
    _turning(at, side, 1)


def clockwise(at: At, side: float, colour: Any, inner: Any) -> None:
    Color(*colour)
    _turning(at, side, -1)


def _turning(at: At, side: float, way: int) -> None:
    angles = [pi / 2 + way * pi * part / 12 for part in range(2, 22)]
    points = at(*(part for angle in angles for part in (0.5 + 0.4 * cos(angle), 0.5 + 0.4 * sin(angle))))
    _stroke(points, side, 0.1)
    end = angles[-1]
    x, y = 0.5 + 0.4 * cos(end), 0.5 + 0.4 * sin(end)
    along, out = end + way * pi / 2, end
    head = [
        (x + 0.24 * cos(along), y + 0.24 * sin(along)),
        (x + 0.17 * cos(out), y + 0.17 * sin(out)),
        (x - 0.17 * cos(out), y - 0.17 * sin(out)),
    ]
    SmoothTriangle(points=at(*(part for corner in head for part in corner)))


SHAPES: dict[str, Callable[[At, float, Any, Any], None]] = {
    shape.__name__: shape
    for shape in (
        legal, illegal, undecided, crown, play, pause, camera, camera_off, back, erase, dot,
        circle, square, triangle, diamond, hexagon, drop, bar, ring,
        undo, redo, close, scores, settings, help, share, forward, replay, anticlockwise, clockwise,
    )
}  # fmt: skip
