"""The result as a picture to send: who won, everybody's total with their mark, and how it went round by round.

It is drawn from shapes like the cards, so it looks the same on every device, and at any size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2

from companion.sharing.result import Result
from companion.sharing.words import day, facts, said, verdict
from vision.art.drawing import Colour, Disc, Drawing, Point, Polygon, Shape, Stroke, arc, regular
from vision.art.letters import lettering
from vision.art.raster import rasterise

WIDE_MM, HIGH_MM, WIDE_PX = 108.0, 135.0, 1080
LEFT, RIGHT = 8.0, 100.0
#: Where the players' rows begin and end, with a chart below them and without.
ROWS_TOP, ROWS_END, ROWS_END_ALONE = 37.0, 96.0, 122.0
HIGHEST_ROW, BARRED_ROW, GAP = 20.0, 10.0, 2.0
#: Lines of more players are a tangle.
MOST_LINES = 5
CHART_TOP, CHART_END = 105.0, 124.0

GROUND: Colour = (13, 18, 23)
PANEL: Colour = (24, 32, 40)
LINE: Colour = (46, 59, 71)
TEXT: Colour = (243, 246, 248)
QUIET: Colour = (163, 177, 189)
ACCENT: Colour = (90, 209, 179)


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's colour and the name of the shape that goes with it."""

    colour: Colour
    shape: str


def result_png(result: Result, marks: Sequence[Mark], language: str) -> bytes:
    done, data = cv2.imencode(".png", rasterise(result_picture(result, marks, language), WIDE_PX))
    assert done, "a picture in memory can always be packed"
    return data.tobytes()


def result_picture(result: Result, marks: Sequence[Mark], language: str) -> Drawing:
    """`marks` stand in seating order."""
    charted = len(result.lines) > 1 and len(marks) <= MOST_LINES
    shapes = [*_head(result, language), *_rows(result, marks, ROWS_END if charted else ROWS_END_ALONE)]
    if charted:
        shapes += _chart(result, marks, language)
    shapes += lettering("Tapis", (RIGHT, 130.0), 2.4, ACCENT, "right")
    return Drawing(WIDE_MM, HIGH_MM, GROUND, tuple(shapes))


def _head(result: Result, language: str) -> Iterator[Shape]:
    date = day(result.started, language)
    yield from lettering(result.game_name(language), (LEFT, 10.0), 2.8, ACCENT, "left", room=52.0)
    yield from lettering(date, (RIGHT, 10.0), 2.4, QUIET, "right", room=36.0)
    yield from lettering(verdict(result, language), (LEFT, 20.5), 7.0, TEXT, "left", weight=1.1, room=RIGHT - LEFT)
    yield from lettering(facts(result, language), (LEFT, 29.0), 2.3, QUIET, "left", room=RIGHT - LEFT)


def _rows(result: Result, marks: Sequence[Mark], end: float) -> Iterator[Shape]:
    places = result.places
    high = min(HIGHEST_ROW, (end - ROWS_TOP + GAP) / len(places) - GAP)
    reach = max((abs(line.total) for line in result.scores.lines), default=0)
    for number, (place, seat, line) in enumerate(places):
        top = ROWS_TOP + number * (high + GAP)
        middle, mark = top + high / 2, marks[seat]
        yield _rounded(LEFT, top, RIGHT, top + high, 2.6, PANEL)
        share = max(0, line.total) / reach if reach else 0.0
        if share and high >= BARRED_ROW:
            width = max(4.0, (RIGHT - LEFT - 6) * share)
            yield Stroke(((LEFT + 3, top + high - 1.6), (LEFT + 3 + width, top + high - 1.6)), 0.8, mark.colour)
        if place == 1 and result.lines:
            yield _rounded(LEFT, top, LEFT + 1.4, top + high, 0.7, mark.colour)
        size = min(6.4, high * 0.44)
        yield from lettering(str(place), (LEFT + 7, middle), size * 0.8, QUIET)
        yield from mark_shapes(mark, (LEFT + 16, middle), size * 0.56)
        yield from lettering(line.player, (LEFT + 22, middle), size * 0.86, TEXT, "left", room=42.0)
        total = str(line.total).replace("-", "−")
        yield from lettering(total, (RIGHT - 4, middle), size * 1.2, TEXT, "right", weight=size * 0.2, room=22.0)


def _chart(result: Result, marks: Sequence[Mark], language: str) -> Iterator[Shape]:
    """Everybody's total over the rounds; each line ends in its player's mark."""
    yield from lettering(said("chart", language), (LEFT, CHART_TOP - 4.0), 2.1, QUIET, "left", room=RIGHT - LEFT)
    series = [[0, *(line.totals[seat] for line in result.lines)] for seat in range(len(marks))]
    low, high = min(map(min, series)), max(map(max, series))
    span, steps = max(1, high - low), len(result.lines)

    def place(step: int, total: int) -> Point:
        x = LEFT + 2 + (RIGHT - LEFT - 6) * step / steps
        return x, CHART_END - (CHART_END - CHART_TOP) * (total - low) / span

    yield Stroke((place(0, 0), (RIGHT, place(0, 0)[1])), 0.25, LINE)
    for totals, mark in zip(series, marks, strict=True):
        yield Stroke(tuple(place(step, total) for step, total in enumerate(totals)), 0.7, mark.colour)
    for totals, mark in zip(series, marks, strict=True):
        yield from mark_shapes(mark, place(steps, totals[-1]), 1.5)


def mark_shapes(mark: Mark, at: Point, radius: float) -> Iterator[Shape]:
    """A player's shape, filled, around a point."""
    x, y = at
    corners = {"square": (4, 0.125), "triangle": (3, 0.0), "diamond": (4, 0.0), "hexagon": (6, 0.0)}
    if mark.shape in corners:
        count, turn = corners[mark.shape]
        yield Polygon(regular(at, radius * 1.15, count, turn), mark.colour)
    elif mark.shape == "bar":
        yield Polygon(_corners(x - radius, y - radius * 0.45, x + radius, y + radius * 0.45), mark.colour)
    elif mark.shape == "drop":
        below = arc((x, y + radius * 0.25), radius * 0.75, radius * 0.75, -0.05, 0.55, 24)
        yield Polygon(((x, y - radius * 1.15), *below), mark.colour)
    elif mark.shape == "ring":
        yield Stroke(arc(at, radius * 0.75, radius * 0.75, 0, 1), radius * 0.45, mark.colour)
    else:
        yield Disc(at, radius, mark.colour)


def _rounded(left: float, top: float, right: float, bottom: float, radius: float, fill: Colour) -> Polygon:
    turns = (
        (right - radius, bottom - radius, 0.0),
        (left + radius, bottom - radius, 0.25),
        (left + radius, top + radius, 0.5),
        (right - radius, top + radius, 0.75),
    )
    points = tuple(p for x, y, start in turns for p in arc((x, y), radius, radius, start, start + 0.25, 8))
    return Polygon(points, fill)


def _corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))
