"""What the faces of our decks share: the white frame that finds a card on a dark table, signs of colours, corners.

Every colour has a shape as well, for players who do not see it: yellow is round, red stands on a point, blue is square,
green is a triangle and black a star. A deck decides what it puts between these.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vision.art.drawing import Colour, Drawing, Point, Polygon, Shape, arc, rectangle, regular, turned
from vision.art.letters import lettering
from vision.art.motifs import CENTRE, HIGH, WIDE, Tones
from vision.art.numerals import numeral

PAPER: Colour = (250, 246, 235)
NIGHT: Colour = (28, 36, 44)
FRAME_MM = 2.6


@dataclass(frozen=True, slots=True)
class Suit:
    ground: Colour
    tones: Tones
    ink: Colour


SUITS: dict[str, Suit] = {
    "yellow": Suit((246, 190, 36), Tones((226, 148, 18), (255, 221, 118)), (66, 40, 6)),
    "red": Suit((206, 44, 48), Tones((158, 20, 38), (238, 104, 88)), (66, 6, 18)),
    "blue": Suit((38, 100, 192), Tones((20, 62, 146), (98, 162, 232)), (8, 22, 66)),
    "green": Suit((58, 150, 74), Tones((24, 108, 56), (138, 202, 118)), (6, 46, 26)),
    "black": Suit((58, 60, 66), Tones((32, 34, 40), (98, 100, 106)), (20, 20, 24)),
}


def sign(colour: str, centre: Point, size: float) -> tuple[Point, ...]:
    """The outline that stands for a colour."""
    match colour:
        case "yellow":
            return arc(centre, size, size, 0, 1, 64)
        case "red":
            return regular(centre, size * 1.22, 4)
        case "blue":
            return regular(centre, size * 1.22, 4, 0.125)
        case "green":
            return regular((centre[0], centre[1] + size * 0.2), size * 1.4, 3)
        case _:
            return star(centre, size * 1.35, size * 0.62)


def star(centre: Point, outer: float, inner: float, tips: int = 5, turn: float = 0.0) -> tuple[Point, ...]:
    pairs = zip(regular(centre, outer, tips, turn), regular(centre, inner, tips, turn + 0.5 / tips), strict=True)
    return tuple(point for pair in pairs for point in pair)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with a share of another in it."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def frame(paper: Colour = PAPER) -> Iterator[Shape]:
    """White paper all around, like any card. It reaches beyond the rim: no pattern peeps out at the cut."""
    yield rectangle(-WIDE, -HIGH, 2 * WIDE, FRAME_MM, paper)
    yield rectangle(-WIDE, HIGH - FRAME_MM, 2 * WIDE, 2 * HIGH, paper)
    yield rectangle(-WIDE, -HIGH, FRAME_MM, 2 * HIGH, paper)
    yield rectangle(WIDE - FRAME_MM, -HIGH, 2 * WIDE, 2 * HIGH, paper)


def index(text: str, colour: str, ink: Colour, fill: Colour) -> Iterator[Shape]:
    """Numeral and sign at the top left, where a fanned hand shows them."""
    yield rectangle(0, 0, 15.2, 19.5, PAPER)
    yield from numeral(text, (8.9, 7.0), 5.4, 1.4, ink)
    yield Polygon(sign(colour, (8.9, 15.9), 2.0), fill)


def both_ways(*corners: Iterable[Shape]) -> Iterator[Shape]:
    """Corners, and the same seen from across the table."""
    for corner in corners:
        upright = tuple(corner)
        yield from upright
        yield from turned(upright, CENTRE)


def banner(text: str, top: float, ink: Colour, paper: Colour = PAPER, high: float = 9.6) -> Iterator[Shape]:
    """A strip across the card with a few words on it."""
    yield rectangle(0, top, WIDE, top + high, ink)
    yield rectangle(0, top + 0.9, WIDE, top + high - 0.9, paper)
    yield from lettering(text, (CENTRE[0], top + high / 2 + 0.2), 4.0, ink, weight=0.72, room=WIDE - 2 * FRAME_MM - 5)


def card(*shapes: Iterable[Shape], paper: Colour = PAPER) -> Drawing:
    """A face or back: everything given, in its frame."""
    return Drawing(WIDE, HIGH, paper, (*(shape for part in shapes for shape in part), *frame(paper)))
