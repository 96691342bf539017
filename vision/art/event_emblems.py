"""Small pictures for cards on which something happens to everybody, drawn like the other emblems."""

from collections.abc import Iterator
from math import cos, pi, sin

from vision.art.card import star
from vision.art.drawing import Disc, Polygon, Shape, Stroke, arc, rectangle, regular
from vision.art.emblems import PEN, Emblem, Inks, arrow, bent_arrow, block, die, heart, outlined
from vision.art.numerals import numeral


def charity(inks: Inks) -> Iterator[Shape]:
    """An open hand under a heart."""
    yield from outlined(heart((0, -4.0), 5.8), inks.strong, inks.line)
    yield Stroke(((-9.0, 4.0), (-4.0, 8.0), (5.0, 8.0), (9.4, 3.4)), 3.0, inks.line)


def communism(inks: Inks) -> Iterator[Shape]:
    """A cake in equal pieces."""
    yield Disc((0, 0), 10.2, inks.line)
    for piece in range(6):
        tip = (1.0 * cos(2 * pi * (piece + 0.5) / 6), 1.0 * sin(2 * pi * (piece + 0.5) / 6))
        edge = arc(tip, 7.9, 7.9, piece / 6 + 0.012, (piece + 1) / 6 - 0.012, 12)
        yield Polygon((tip, *edge), inks.light if piece % 2 else inks.strong)


def doomsday(inks: Inks) -> Iterator[Shape]:
    """A stone falls on the world."""
    yield Polygon(arc((0, 20.0), 18.0, 13.0, 0.64, 0.86, 24), inks.line)
    yield Polygon(((-1.0, 4.0), (9.8, -10.0), (3.0, -10.0), (-7.4, -0.6)), inks.light)
    yield from outlined(regular((-4.0, 2.4), 4.6, 7, 0.04), inks.strong, inks.line)
    for dx, dy in ((-5.2, 1.4), (-3.0, 3.6)):
        yield Disc((dx, dy), 0.9, inks.line)


def earthquake(inks: Inks) -> Iterator[Shape]:
    """A house and the crack beneath it."""
    yield from outlined(((-8.6, 3.0), (-8.6, -4.0), (-3.8, -9.4), (1.0, -4.0), (1.0, 3.0)), inks.strong, inks.line)
    yield rectangle(-5.2, -1.6, -2.4, 3.0, inks.light)
    yield rectangle(-10.0, 3.0, 10.0, 9.6, inks.line)
    yield Polygon(((2.6, 3.0), (7.6, 3.0), (4.6, 5.4), (6.4, 6.8), (4.2, 9.6), (3.8, 7.0), (2.2, 5.6)), inks.light)


def expansion(inks: Inks) -> Iterator[Shape]:
    """Outwards on all sides."""
    yield rectangle(-3.0, -3.0, 3.0, 3.0, inks.line)
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield arrow((3.4 * dx, 3.4 * dy), (9.8 * dx, 9.8 * dy), 2.7, inks.strong)


def finish_line(inks: Inks) -> Iterator[Shape]:
    """A chequered gate."""
    for x in (-8.4, 8.4):
        yield Stroke(((x, -8.0), (x, 9.8)), 2.2, inks.line)
    for row in range(3):
        for column in range(7):
            left, top = -9.45 + 2.7 * column, -9.6 + 2.7 * row
            yield rectangle(left, top, left + 2.7, top + 2.7, inks.light if (row + column) % 2 else inks.line)
    yield Polygon(((-3.0, 9.8), (3.0, 9.8), (1.6, 2.0), (-1.6, 2.0)), inks.strong)


def friday_13th(inks: Inks) -> Iterator[Shape]:
    """A sheet of a calendar."""
    yield from block(-9.0, -8.0, 9.0, 9.6, inks)
    yield rectangle(-8.3, -3.6, 8.3, 8.9, inks.light)
    for x in (-4.6, 4.6):
        yield Stroke(((x, -9.8), (x, -6.4)), 1.9, inks.line)
    yield from numeral("13", (0, 2.8), 7.4, 2.0, inks.line)


def gambling_man(inks: Inks) -> Iterator[Shape]:
    """Two dice and a stake."""
    yield from die((-4.6, -4.4), 4.0, 5, inks)
    yield from die((5.2, -1.6), 3.4, 3, inks)
    for step in range(3):
        yield from outlined(
            arc((-0.6 - 0.5 * (step % 2), 8.6 - 2.0 * step), 6.2, 2.0, 0, 1, 32), inks.strong, inks.line
        )


def market(inks: Inks) -> Iterator[Shape]:
    """A stall with an awning."""
    for x in (-8.0, 8.0):
        yield Stroke(((x, -4.0), (x, 9.6)), 1.7, inks.line)
    yield from block(-8.4, 3.6, 8.4, 6.6, inks)
    for stripe in range(5):
        left = -10.0 + 4.0 * stripe
        fill = inks.light if stripe % 2 else inks.strong
        yield rectangle(left, -9.4, left + 4.0, -2.2, fill)
        yield Disc((left + 2.0, -2.2), 2.0, fill)
    yield Stroke(((-10.0, -9.4), (10.0, -9.4)), PEN, inks.line)


def mating_season(inks: Inks) -> Iterator[Shape]:
    """Two hearts that overlap."""
    yield from outlined(heart((-3.2, -2.0), 6.6), inks.strong, inks.line)
    yield from outlined(heart((3.8, 2.2), 5.6), inks.light, inks.line)


def merry_christmas(inks: Inks) -> Iterator[Shape]:
    """A fir tree."""
    yield rectangle(-1.5, 6.0, 1.5, 10.0, inks.line)
    for top, low, wide in ((0.4, 7.4, 8.6), (-4.2, 3.0, 6.6), (-8.6, -1.6, 4.6)):
        yield from outlined(((0, top), (wide, low), (-wide, low)), inks.strong, inks.line)
    yield Polygon(star((0, -9.0), 2.8, 1.2), inks.light)
    for x, y in ((-3.6, 5.4), (2.4, 4.8), (-0.6, 0.6)):
        yield Disc((x, y), 1.1, inks.light)


def mexican_standoff(inks: Inks) -> Iterator[Shape]:
    """Three point at one another."""
    for turn in range(3):
        a, b = 2 * pi * (turn / 3 - 0.25), 2 * pi * ((turn + 1) / 3 - 0.25)
        (ax, ay), (bx, by) = (9.0 * cos(a), 9.0 * sin(a)), (9.0 * cos(b), 9.0 * sin(b))
        start = (ax + 0.26 * (bx - ax), ay + 0.26 * (by - ay))
        yield arrow(start, (ax + 0.76 * (bx - ax), ay + 0.76 * (by - ay)), 2.4, inks.strong)
        yield Disc((ax, ay), 2.7, inks.line)


def recession(inks: Inks) -> Iterator[Shape]:
    """Fewer and fewer."""
    for step, high in enumerate((14.0, 10.0, 6.4, 3.4)):
        left = -9.6 + 4.9 * step
        yield rectangle(left, 9.6 - high, left + 3.7, 9.6, inks.strong if step % 2 else inks.line)
    yield from bent_arrow(((-8.4, -9.6), (-1.4, -5.0), (1.2, -6.0), (7.4, 1.0)), 1.5, inks.line)


def robin_hood(inks: Inks) -> Iterator[Shape]:
    """Bow and arrow."""
    yield Stroke(arc((-4.0, 0), 9.0, 10.0, -0.2, 0.2, 24), 2.0, inks.line)
    yield Stroke(((-1.2, -9.5), (-7.4, 0), (-1.2, 9.5)), 0.8, inks.line)
    yield from bent_arrow(((-9.0, 0), (7.0, 0)), 1.6, inks.strong)
    for x in (-9.0, -7.4):
        yield Stroke(((x, 0), (x - 1.2, -1.8)), 0.9, inks.line)
        yield Stroke(((x, 0), (x - 1.2, 1.8)), 0.9, inks.line)


def surprise_party(inks: Inks) -> Iterator[Shape]:
    """Balloons."""
    for x, y, fill in ((-5.4, -2.0, inks.strong), (5.4, -1.0, inks.strong), (0.0, -5.0, inks.light)):
        yield Stroke(((x, y), (0.4 * x, 5.0), (0, 10.0)), 0.9, inks.line)
        yield from outlined(arc((x, y), 3.9, 4.7, 0, 1, 40), fill, inks.line)


def all_seeing_eye(inks: Inks) -> Iterator[Shape]:
    upper, lower = arc((0, 5.6), 11.4, 11.4, 0.58, 0.92, 24), arc((0, -5.6), 11.4, 11.4, 0.08, 0.42, 24)
    yield from outlined((*upper, *lower), inks.light, inks.line)
    yield Disc((0, 0), 4.9, inks.line)
    yield Disc((0, 0), 3.7, inks.strong)
    yield Disc((0, 0), 1.8, inks.line)
    for ray in range(5):
        angle = 2 * pi * (0.65 + 0.05 * ray)
        yield Stroke(tuple((r * cos(angle), 1.5 + r * sin(angle)) for r in (9.6, 11.6)), 1.2, inks.line)


def third_time_lucky(inks: Inks) -> Iterator[Shape]:
    """Three leaves of clover."""
    yield Stroke(((0, 0), (1.0, 5.6), (4.4, 9.8)), 1.9, inks.line)
    for turn in range(3):
        angle = 2 * pi * (turn / 3 - 0.25)
        yield Disc((5.0 * cos(angle), -1.0 + 5.0 * sin(angle)), 4.7, inks.line)
    for turn in range(3):
        angle = 2 * pi * (turn / 3 - 0.25)
        yield Disc((5.0 * cos(angle), -1.0 + 5.0 * sin(angle)), 3.5, inks.strong)
        yield Stroke(((0, -1.0), (5.4 * cos(angle), -1.0 + 5.4 * sin(angle))), 0.9, inks.light)


def time_bomb(inks: Inks) -> Iterator[Shape]:
    yield Stroke(((3.4, -4.2), (5.4, -7.2), (8.2, -6.8)), 1.5, inks.line)
    yield Polygon(star((8.4, -7.4), 3.4, 1.4, 7), inks.strong)
    yield Polygon(((1.2, -6.6), (5.6, -3.8), (4.0, -1.4), (-0.4, -4.2)), inks.line)
    yield Disc((-1.6, 2.4), 7.8, inks.line)
    yield Disc((-1.6, 2.4), 5.0, inks.light)
    yield Stroke(((-1.6, -0.8), (-1.6, 2.4), (0.8, 4.2)), 1.2, inks.line)


def tornado(inks: Inks) -> Iterator[Shape]:
    for step, (y, half) in enumerate(((-8.6, 9.0), (-4.6, 7.4), (-0.6, 5.6), (3.2, 3.8), (6.6, 2.2), (9.4, 0.8))):
        middle = 1.6 * sin(1.3 * step)
        yield Stroke(((middle - half, y), (middle + half, y)), 2.5, inks.strong if step % 2 else inks.line)


def vandalism(inks: Inks) -> Iterator[Shape]:
    """A spray can at work."""
    yield from block(0.0, -2.6, 7.6, 9.6, inks)
    yield Polygon(((0.6, -2.6), (7.0, -2.6), (5.4, -5.4), (2.2, -5.4)), inks.line)
    yield rectangle(2.6, -8.4, 5.0, -5.4, inks.line)
    yield Polygon(((2.0, -7.6), (-9.8, -10.0), (-9.8, -2.6)), inks.light)
    for x, y in ((-3.4, -7.2), (-6.4, -8.4), (-6.6, -5.6), (-9.2, -7.0), (-9.2, -3.8)):
        yield Disc((x, y), 0.9, inks.strong)
    yield Stroke(((1.8, 3.4), (5.8, 3.4)), 2.4, inks.light)


#: In the order of the event sheet.
EVENTS: dict[str, Emblem] = {
    "charity": charity,
    "communism": communism,
    "doomsday": doomsday,
    "earthquake": earthquake,
    "expansion": expansion,
    "finish-line": finish_line,
    "friday-13th": friday_13th,
    "gambling-man": gambling_man,
    "market": market,
    "mating-season": mating_season,
    "merry-christmas": merry_christmas,
    "mexican-standoff": mexican_standoff,
    "recession": recession,
    "robin-hood": robin_hood,
    "surprise-party": surprise_party,
    "all-seeing-eye": all_seeing_eye,
    "third-time-lucky": third_time_lucky,
    "time-bomb": time_bomb,
    "tornado": tornado,
    "vandalism": vandalism,
}
