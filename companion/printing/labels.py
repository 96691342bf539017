"""Cards of the size of a bank card with a code on them: badges for players and seats, labels for boxes and tables."""

from collections.abc import Iterator

from calibration.mat import Rect
from companion.decks.drawn import DrawnDeck
from companion.printing.codes import qr_shapes
from companion.printing.sheet import FAINT, INK, WHITE, Texts
from vision.art.card import SUITS, sign
from vision.art.drawing import Disc, Drawing, Inset, Point, Polygon, Shape, Stroke, rectangle, scaled
from vision.art.letters import lettering
from vision.art.motifs import BY_VALUE
from vision.art.numerals import numeral

WIDE, HIGH = 85.6, 54.0
#: The coloured part at the left, and the code at the right.
PANEL_MM = 27.0
CODE = Rect(52.6, 18.0, 30.0, 30.0)


def badge(place: int, name: str, code: str, game: str, texts: Texts) -> Drawing:
    """The badge of the player at a place (from 0). Without a name and its code there is a line to write on."""
    seat = texts["seat"].format(number=place + 1)
    shapes: list[Shape] = [Inset(_panel(place), (0, 0))]
    shapes += lettering(game, (PANEL_MM + 4, 8.0), 2.4, FAINT, "left", room=WIDE - PANEL_MM - 8)
    if code:
        shapes += qr_shapes(code, CODE)
        shapes += lettering(name, (PANEL_MM + 4, 14.6), 4.2, INK, "left", room=WIDE - PANEL_MM - 8)
        shapes += lettering(seat, (PANEL_MM + 4, 46.0), 2.2, FAINT, "left", room=20)
    else:
        shapes += lettering(seat, (PANEL_MM + 4, 17.0), 4.6, INK, "left", room=WIDE - PANEL_MM - 8)
        shapes.append(Stroke(((PANEL_MM + 4, 40.0), (WIDE - 5, 40.0)), 0.3, FAINT))
        shapes += lettering(texts["name"], (PANEL_MM + 4, 43.4), 1.9, FAINT, "left")
    return Drawing(WIDE, HIGH, WHITE, tuple(shapes))


def _panel(place: int) -> Drawing:
    """A colour, a pattern and a number: no two of eight places have the same."""
    suit = tuple(SUITS.values())[place % len(SUITS)]
    motif = tuple(BY_VALUE.values())[(3 * place) % len(BY_VALUE)]
    pattern = tuple(motif(suit.tones))
    colour = tuple(SUITS)[place % len(SUITS)]
    middle: Point = (PANEL_MM / 2, HIGH / 2)
    plaque = (Disc(middle, 10.4, suit.ink), Disc(middle, 9.4, WHITE))
    mark = Polygon(sign(colour, (PANEL_MM / 2, 46.5), 2.6), WHITE)
    ground = rectangle(0, 0, PANEL_MM, HIGH, suit.ground)
    number = numeral(str(place + 1), (middle[0], middle[1] - 1.0), 9.0, 2.3, suit.ink)
    return Drawing(PANEL_MM, HIGH, WHITE, (ground, *pattern, *plaque, *number, mark))


def box_label(deck: DrawnDeck, code: str, game: str, texts: Texts) -> Drawing:
    """For the lid of a deck's box: its back, its name and the code that opens it."""
    back = next(iter(deck.backs.values()))
    small = scaled(back, 42.0 / back.height_mm)
    words = [*_title(game, small.width_mm + 10), *qr_shapes(code, Rect(WIDE - 34.0, 18.0, 30.0, 30.0))]
    count = texts["cards"].format(count=deck.size)
    words += lettering(count, (small.width_mm + 10, 24.0), 2.6, INK, "left", room=13)
    frame = rectangle(5.4, 5.4, small.width_mm + 6.6, 48.6, FAINT)
    return Drawing(WIDE, HIGH, WHITE, (frame, Inset(small, (6, 6)), *words))


def table_label(code: str, table: str, texts: Texts) -> Drawing:
    """For a table without a mat: its id and its code."""
    shapes = [*_title(texts["table"], 6.0), *lettering(table, (6, 26.0), 4.6, INK, "left", room=42)]
    return Drawing(WIDE, HIGH, WHITE, (*shapes, *qr_shapes(code, Rect(WIDE - 42.0, 12.0, 40.0, 40.0))))


def _title(text: str, left: float) -> Iterator[Shape]:
    return lettering(text, (left, 10.0), 4.0, INK, "left", room=WIDE - left - 5)
