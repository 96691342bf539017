"""Small pictures for cards that are no numbers, each drawn around (0, 0) and about 20 mm across.

Each must be told from the others by its outline alone, from across a table. They know nothing of rules or colours of
suits: an emblem gets three inks, a dark one for lines, a strong and a light one for areas.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import TypeAlias

from vision.art.card import star
from vision.art.drawing import Colour, Disc, Point, Polygon, Shape, Stroke, arc, placed, rectangle, regular
from vision.art.numerals import numeral


@dataclass(frozen=True, slots=True)
class Inks:
    line: Colour
    strong: Colour
    light: Colour


Emblem: TypeAlias = Callable[[Inks], Iterator[Shape]]
#: The width of a line.
PEN = 1.3


def arrow(start: Point, end: Point, width: float, colour: Colour) -> Polygon:
    """A fat arrow; its head is twice as wide as its shaft and as long as wide."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy)
    (ux, uy), head = (dx / long, dy / long), 2 * width
    outline = ((0, -0.5), (long - head, -0.5), (long - head, -1.1), (long, 0), (long - head, 1.1), (long - head, 0.5))
    points = ((along, side * width) for along, side in (*outline, (0, 0.5)))
    return Polygon(tuple((start[0] + ux * a - uy * s, start[1] + uy * a + ux * s) for a, s in points), colour)


def bent_arrow(line: tuple[Point, ...], width: float, colour: Colour) -> Iterator[Shape]:
    """A line that ends in an arrow's head."""
    (x0, y0), (x, y) = line[-2:]
    long = hypot(x - x0, y - y0)
    ux, uy = (x - x0) / long, (y - y0) / long
    yield Stroke(line, width, colour)
    tips = ((1.8, 0.0), (-0.2, -1.5), (-0.2, 1.5))
    yield Polygon(tuple((x + width * (a * ux - b * uy), y + width * (a * uy + b * ux)) for a, b in tips), colour)


def heart(centre: Point, size: float) -> tuple[Point, ...]:
    angles = (2 * pi * step / 48 for step in range(48))
    return tuple(
        (
            centre[0] + size * sin(a) ** 3,
            centre[1] - size * (13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)) / 16,
        )
        for a in angles
    )


def block(left: float, top: float, right: float, bottom: float, inks: Inks) -> Iterator[Shape]:
    """An outlined box."""
    yield rectangle(left, top, right, bottom, inks.strong)
    yield Stroke(((left, top), (right, top), (right, bottom), (left, bottom)), PEN, inks.line, True)


def outlined(points: tuple[Point, ...], fill: Colour, line: Colour) -> Iterator[Shape]:
    yield Polygon(points, fill)
    yield Stroke(points, PEN, line, True)


def die(centre: Point, size: float, pips: int, inks: Inks) -> Iterator[Shape]:
    x, y = centre
    yield Stroke(regular(centre, size * 1.2, 4, 0.125), size * 0.5, inks.line, True)
    yield Polygon(regular(centre, size * 1.3, 4, 0.125), inks.light)
    places = {
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    }
    for dx, dy in places[pips]:
        yield Disc((x + 0.52 * size * dx, y + 0.52 * size * dy), 0.19 * size, inks.line)


# ---------------------------------------------------------------- one colour


def gift(inks: Inks) -> Iterator[Shape]:
    """A parcel with a bow."""
    yield from block(-7.6, -1.5, 7.6, 9.4, inks)
    yield from block(-9.2, -5.2, 9.2, -1.2, inks)
    yield rectangle(-1.7, -5.6, 1.7, 9.8, inks.light)
    for side in (-1, 1):
        yield Stroke(((0, -5.4), *arc((4.0 * side, -7.6), 3.4, 2.4, 0, 1, 24)), 1.7, inks.line)


def exchange(inks: Inks) -> Iterator[Shape]:
    """One goes, one comes."""
    yield arrow((-9.5, -4.6), (10.0, -4.6), 4.6, inks.strong)
    yield arrow((9.5, 5.0), (-10.0, 5.0), 4.6, inks.line)


def second_chance(inks: Inks) -> Iterator[Shape]:
    """A card behind a card."""
    yield from outlined(((-8.6, -6.4), (1.4, -9.4), (5.8, 5.4), (-4.2, 8.4)), inks.light, inks.line)
    yield from outlined(((-3.0, -7.6), (7.6, -6.6), (6.2, 9.6), (-4.4, 8.6)), inks.strong, inks.line)
    yield from numeral("2", (1.7, 1.0), 7.6, 1.9, inks.light)


def skip(inks: Inks) -> Iterator[Shape]:
    """Everything stands still."""
    yield Disc((0, 0), 10.2, inks.line)
    yield Disc((0, 0), 8.6, inks.strong)
    for x in (-3.0, 3.0):
        yield Stroke(((x, -3.7), (x, 3.7)), 3.2, inks.light)


# ---------------------------------------------------------------- four colours


def shooting_star(inks: Inks) -> Iterator[Shape]:
    for k, end in enumerate(((-10, 4), (-9.4, 9.4), (-4, 10))):
        yield Stroke(((3 + k, -3 + k), end), 1.8, inks.line)
    yield from outlined(star((2.6, -2.6), 8.4, 3.6, turn=0.06), inks.strong, inks.line)


def four_cards(inks: Inks) -> Iterator[Shape]:
    """A fan of four."""
    for k, turn in enumerate((-0.09, -0.03, 0.03, 0.09)):
        corners = ((-2.7, -18.4), (2.7, -18.4), (2.7, -9.4), (-2.7, -9.4))
        c, s = cos(2 * pi * turn), sin(2 * pi * turn)
        points = tuple((x * c - y * s, 9.5 + x * s + y * c) for x, y in corners)
        yield from outlined(points, inks.strong if k % 2 else inks.light, inks.line)
    yield from numeral("4", (0, 6.8), 5.2, 1.6, inks.line)


def return_arrow(inks: Inks) -> Iterator[Shape]:
    """It comes back to where it came from."""
    line = ((7.6, -6.2), (-0.6, -6.2), *arc((-0.6, 0.2), 6.4, 6.4, 0.75, 0.25, 24), (4.0, 6.6))
    yield from bent_arrow(line, 3.6, inks.line)
    yield Stroke(line, 1.4, inks.strong)


def equal(inks: Inks) -> Iterator[Shape]:
    """Two that are as long as each other."""
    for y in (-5.0, 5.0):
        yield Stroke(((-7.6, y), (7.6, y)), 5.6, inks.line)
        yield Stroke(((-7.6, y), (7.6, y)), 3.0, inks.strong)


def finish_denied(inks: Inks) -> Iterator[Shape]:
    """The flag of the finish, crossed out."""
    yield Stroke(((-8.0, -9.6), (-8.0, 10.0)), 1.7, inks.line)
    for row in range(4):
        for column in range(5):
            left, top = -7.2 + 3.2 * column, -9.6 + 3.2 * row
            yield rectangle(left, top, left + 3.2, top + 3.2, inks.light if (row + column) % 2 else inks.line)
    yield Stroke(((-9.4, 7.6), (9.6, -8.0)), 4.4, inks.light)
    yield Stroke(((-9.4, 7.6), (9.6, -8.0)), 2.6, inks.strong)


def angry_face(inks: Inks) -> Iterator[Shape]:
    yield Disc((0, 0), 10.4, inks.line)
    yield Disc((0, 0), 9.2, inks.strong)
    for side in (-1, 1):
        yield Stroke(((1.6 * side, -2.4), (6.4 * side, -5.6)), 1.9, inks.line)
        yield Disc((3.7 * side, -0.6), 1.5, inks.line)
    teeth = ((-5, 4.6), (-3, 3.4), (-1, 5.4), (1, 3.4), (3, 5.4), (5, 4.0))
    yield Stroke(teeth, 1.7, inks.line)


# ---------------------------------------------------------------- of the road and the board


def push(inks: Inks) -> Iterator[Shape]:
    """A wall moves a pawn along."""
    yield rectangle(-9.8, -7.6, -6.8, 7.6, inks.line)
    yield arrow((-5.6, 0), (10.2, 0), 5.4, inks.strong)


def jump(inks: Inks) -> Iterator[Shape]:
    """Over the square in between."""
    yield from block(-3.0, 2.4, 3.0, 8.6, inks)
    yield from bent_arrow(arc((0, 4.6), 8.0, 11.4, 0.5, 0.96, 24), 2.8, inks.line)


def dice(inks: Inks) -> Iterator[Shape]:
    yield from die((-4.2, -3.8), 4.4, 5, inks)
    yield from die((4.4, 4.2), 4.4, 2, inks)


def pawn(centre: Point, size: float, fill: Colour, line: Colour) -> Iterator[Shape]:
    x, y = centre
    body = ((x - 0.62 * size, y + size), (x - 0.2 * size, y - 0.3 * size), (x + 0.2 * size, y - 0.3 * size))
    yield from outlined((*body, (x + 0.62 * size, y + size)), fill, line)
    yield Disc((x, y - 0.5 * size), 0.46 * size + PEN / 2, line)
    yield Disc((x, y - 0.5 * size), 0.46 * size - PEN / 2, fill)


def swap(inks: Inks) -> Iterator[Shape]:
    """Two pawns change places."""
    yield from pawn((-5.8, 2.4), 5.6, inks.strong, inks.line)
    yield from pawn((5.8, 2.4), 5.6, inks.light, inks.line)
    yield from bent_arrow(arc((0, -3.6), 6.0, 5.4, 0.52, 0.93, 20), 1.7, inks.line)


def cross(inks: Inks) -> Iterator[Shape]:
    for width, colour in ((5.4, inks.line), (2.6, inks.strong)):
        for side in (-1, 1):
            yield Stroke(((-6.6 * side, -6.6), (6.6 * side, 6.6)), width, colour)


def stop(inks: Inks) -> Iterator[Shape]:
    """The sign at a crossroads."""
    yield Polygon(regular((0, 0), 10.8, 8, 1 / 16), inks.line)
    yield Polygon(regular((0, 0), 9.2, 8, 1 / 16), inks.strong)
    yield Stroke(((-4.6, 0), (4.6, 0)), 3.6, inks.light)


def snail(inks: Inks) -> Iterator[Shape]:
    yield Stroke(((-9.6, 8.0), (3.0, 8.0), (8.2, 5.6), (8.2, -1.6)), 3.4, inks.line)
    for x in (6.2, 10.2):
        yield Stroke(((8.2, -1.6), (x, -6.4)), 1.1, inks.line)
    yield Disc((-1.8, 0.2), 8.0, inks.line)
    yield Disc((-1.8, 0.2), 6.8, inks.strong)
    yield Stroke(tuple(_spiral((-1.8, 0.2), 5.6, 2.1)), 1.3, inks.line)


def _spiral(centre: Point, radius: float, turns: float) -> Iterator[Point]:
    for step in range(73):
        share = step / 72
        angle = 2 * pi * turns * share
        yield centre[0] + radius * share * cos(angle), centre[1] + radius * share * sin(angle)


def reverse(inks: Inks) -> Iterator[Shape]:
    """About turn, on the road."""
    yield from bent_arrow(((-5.4, 9.4), *arc((0, -2.2), 5.4, 6.2, 0.5, 1.0, 24), (5.4, 4.6)), 3.8, inks.line)
    for y in (8.6, 3.4):
        yield Stroke(((-5.4, y), (-5.4, y - 2.2)), 1.2, inks.light)


def remote(inks: Inks) -> Iterator[Shape]:
    """Somebody else holds the controls."""
    yield Stroke(((0, -2.6), (0, -7.0)), 1.3, inks.line)
    for radius in (2.4, 4.6):
        yield Stroke(arc((0, -6.4), radius, radius, 0.6, 0.9, 12), 1.2, inks.line)
    yield Stroke(((-6.4, 3.2), (6.4, 3.2)), 10.8, inks.line)
    yield Stroke(((-6.4, 3.2), (6.4, 3.2)), 8.4, inks.strong)
    yield Stroke(((-8.2, 3.2), (-3.4, 3.2)), 1.7, inks.light)
    yield Stroke(((-5.8, 0.8), (-5.8, 5.6)), 1.7, inks.light)
    yield Disc((4.2, 4.8), 1.5, inks.light)
    yield Disc((7.2, 1.8), 1.5, inks.light)


def shield(inks: Inks) -> Iterator[Shape]:
    edge = ((-8.4, -8.6), (0, -10.2), (8.4, -8.6), (8.0, 1.0), (5.0, 6.6), (0, 10.4), (-5.0, 6.6), (-8.0, 1.0))
    yield from outlined(edge, inks.strong, inks.line)
    yield Polygon(((0, -8.4), (6.8, -7.2), (6.5, 0.6), (4.1, 5.4), (0, 8.4)), inks.light)
    yield Stroke(((0, -9.6), (0, 9.6)), PEN, inks.line)


def re_roll(inks: Inks) -> Iterator[Shape]:
    """The die is taken up once more."""
    yield from die((0, 0.4), 4.2, 3, inks)
    yield from bent_arrow(arc((0, 0), 8.8, 8.8, 0.62, 1.14, 30), 1.9, inks.line)
    yield from bent_arrow(arc((0, 0), 8.8, 8.8, 0.12, 0.64, 30), 1.9, inks.strong)


def bolt(inks: Inks) -> Iterator[Shape]:
    """Trouble."""
    yield Polygon(star((0, 0), 10.8, 7.0, 11), inks.strong)
    points = ((2.4, -9.4), (-5.6, 1.6), (-0.8, 1.6), (-2.8, 9.6), (5.8, -2.4), (0.8, -2.4))
    yield from outlined(points, inks.light, inks.line)


def portal(inks: Inks) -> Iterator[Shape]:
    """A whirl one falls into."""
    yield Disc((0, 0), 10.4, inks.line)
    for arm in range(3):
        points = tuple(_spiral((0, 0), 9.2, 0.8))
        c, s = cos(2 * pi * arm / 3), sin(2 * pi * arm / 3)
        turned = tuple((x * c - y * s, x * s + y * c) for x, y in points)
        yield Stroke(turned, 2.2, inks.strong if arm else inks.light)


def chevrons_up(inks: Inks) -> Iterator[Shape]:
    for y in (-3.4, 2.6, 8.6):
        yield Stroke(((-7.2, y), (0, y - 6.4), (7.2, y)), 3.4, inks.line if y > 8 else inks.strong)


def chevrons_down(inks: Inks) -> Iterator[Shape]:
    yield from placed(chevrons_up(inks), (0, 0), quarters=2)


def tangle(inks: Inks) -> Iterator[Shape]:
    """A knot that nobody undoes in a hurry."""
    turns = [2 * pi * step / 160 for step in range(161)]
    knot = tuple((9.2 * sin(3 * t + 0.5), 9.2 * sin(4 * t)) for t in turns)
    yield Stroke(knot, 3.0, inks.line, True)
    yield Stroke(knot, 1.3, inks.strong, True)


def laid(emblem: Emblem, inks: Inks, at: Point, factor: float, quarters: int = 0) -> Iterable[Shape]:
    """The emblem where it is wanted."""
    return placed(emblem(inks), at, factor, quarters)
