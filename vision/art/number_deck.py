"""The faces of a deck of numbers in three colours, and its back.

For players who do not see colours, the plaque under the numeral and the small sign at the corners have a shape of the
colour: yellow is round, red stands on a point, blue is square. Even and odd, which this deck is played with, are marked
in the other two corners: two dots or a ring.
"""

from collections.abc import Iterator
from math import hypot

from vision.art.card import NIGHT, PAPER, SUITS, Suit, both_ways, card, index, sign
from vision.art.drawing import Disc, Drawing, Point, Polygon, Shape, Stroke, arc, rectangle
from vision.art.motifs import BY_VALUE, CENTRE, HIGH, WIDE
from vision.art.numerals import MISTAKEN_UPSIDE_DOWN, numeral

COLOURS = ("yellow", "red", "blue")
VALUES = tuple(BY_VALUE)


def faces(prefix: str) -> dict[str, Drawing]:
    """Every face under its card id, `prefix/colour/value`, in the order of the deck."""
    return {f"{prefix}/{colour}/{value}": face(colour, value) for colour in COLOURS for value in VALUES}


def face(colour: str, value: int) -> Drawing:
    """One card, upright."""
    suit = SUITS[colour]
    shapes = [
        rectangle(0, 0, WIDE, HIGH, suit.ground),
        *BY_VALUE[value](suit.tones),
        *_plaque(colour, suit),
        *_figure(str(value), suit),
    ]
    shapes += both_ways(index(str(value), colour, suit.ink, suit.ground), _parity(value, suit))
    return card(shapes)


def back() -> Drawing:
    """The same for every card, and the same both ways up: a woven cloth."""
    shapes: list[Shape] = [rectangle(0, 0, WIDE, HIGH, NIGHT)]
    for row in range(9):
        for column in range(7):
            centre = (29 + 9.6 * (column - 3), 43.5 + 9.6 * (row - 4))
            if hypot(centre[0] - CENTRE[0], centre[1] - CENTRE[1]) > 16:
                shapes += _knot(centre, (row + column) % 2 == 0)
    shapes += [Disc(CENTRE, 13.0, NIGHT), Disc(CENTRE, 11.4, PAPER), Disc(CENTRE, 10.4, NIGHT)]
    colours = [SUITS[colour].ground for colour in COLOURS] * 2
    for turn, colour in enumerate(colours):
        shapes.append(Polygon((CENTRE, *arc(CENTRE, 8.4, 8.4, turn / 6, (turn + 1) / 6, 16)), colour))
    shapes.append(Disc(CENTRE, 3.2, NIGHT))
    return card(shapes)


def _knot(centre: Point, upright: bool) -> tuple[Shape, ...]:
    x, y = centre
    thread = (92, 110, 116) if upright else (196, 160, 92)
    ends = ((x, y - 3.1), (x, y + 3.1)) if upright else ((x - 3.1, y), (x + 3.1, y))
    return Stroke(ends, 3.0, thread), Stroke(ends, 0.9, NIGHT)


def _plaque(colour: str, suit: Suit) -> Iterator[Shape]:
    size = {"yellow": 20.0, "red": 19.6, "blue": 20.4}[colour]
    yield Polygon(sign(colour, CENTRE, size + 2.2), suit.ink)
    yield Polygon(sign(colour, CENTRE, size + 1.0), PAPER)
    yield Polygon(sign(colour, CENTRE, size - 0.4), suit.ground)
    yield Polygon(sign(colour, CENTRE, size - 1.2), PAPER)


def _figure(text: str, suit: Suit) -> Iterator[Shape]:
    """The numeral in the middle, read across the table."""
    if text in MISTAKEN_UPSIDE_DOWN:
        # A little smaller and higher: its line needs a place on the plaque too.
        yield from numeral(text, (CENTRE[0], CENTRE[1] - 2.6), 16.0, 4.2, suit.ink)
    else:
        height, weight = (20.5, 4.9) if len(text) == 1 else (16.4, 4.2)
        yield from numeral(text, CENTRE, height, weight, suit.ink)


def _parity(value: int, suit: Suit) -> Iterator[Shape]:
    """Top right: two dots are even, one ring is odd."""
    yield rectangle(WIDE - 13.2, 0, WIDE, 9.6, PAPER)
    if value % 2 == 0:
        yield Disc((WIDE - 9.6, 6.0), 1.5, suit.ink)
        yield Disc((WIDE - 5.4, 6.0), 1.5, suit.ink)
    else:
        yield Disc((WIDE - 7.5, 6.0), 2.2, suit.ink)
        yield Disc((WIDE - 7.5, 6.0), 1.1, PAPER)
