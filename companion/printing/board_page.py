"""A board of numbered squares, drawn whole and then cut into sheets to glue together.

The squares take a card of the board deck any way round. Which squares there are comes from the game.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil

from calibration.mat import Paper
from companion.printing.sheet import INK, MARGIN_MM, STRIP_MM, Sheet, Texts, cut_marks, page
from vision.art import emblems
from vision.art.board_deck import SIZE_MM, TILES
from vision.art.card import PAPER, SUITS, mixed
from vision.art.drawing import Colour, Drawing, Inset, Point, Shape, Stroke, rectangle
from vision.art.emblems import Inks
from vision.art.letters import lettering

#: Room for a card that lies either way, and a little air.
SQUARE_MM = SIZE_MM[1] + 4
START_MM = 34.0
RIM_MM = 6.0
ROAD: Colour = (30, 84, 92)
GROUNDS: tuple[Colour, ...] = tuple(
    mixed(SUITS[name].ground, PAPER, 0.82) for name in ("yellow", "green", "blue", "red")
)


def board_drawing(rows: Sequence[Sequence[int]], teleports: Sequence[int], texts: Texts) -> Drawing:
    """Rows of square numbers as one sees them, 0 where there is none; the start lies below the first square."""
    finish = max(map(max, rows))
    wide, high = len(rows[0]) * SQUARE_MM + 2 * RIM_MM, len(rows) * SQUARE_MM + START_MM + 2 * RIM_MM
    middles = {
        number: (RIM_MM + SQUARE_MM * (column + 0.5), RIM_MM + SQUARE_MM * (row + 0.5))
        for row, line in enumerate(rows)
        for column, number in enumerate(line)
        if number
    }
    shapes: list[Shape] = [rectangle(0, 0, wide, high, ROAD)]
    for number, middle in middles.items():
        shapes += _square(number, middle)
    for number in range(1, finish):
        shapes += _way(middles[number], middles[number + 1])
    for number, square in enumerate(teleports, 1):
        suit, _ = TILES[number]
        inks = Inks(suit.ink, suit.ground, suit.tones.light)
        shapes += emblems.laid(emblems.portal, inks, middles[square], 2.0)
        shapes += lettering(str(number), middles[square], 12.0, PAPER, weight=3.0)
    flag = Inks(INK, SUITS["red"].ground, PAPER)
    shapes += emblems.laid(_finish, flag, middles[finish], 1.9)
    x, y = middles[1]
    box = (x - SQUARE_MM / 2 + 2, y + SQUARE_MM / 2 + 3, x + 2 * SQUARE_MM - 2, high - RIM_MM)
    shapes += [
        rectangle(*box, PAPER),
        *lettering(texts["start"], ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), 11, INK),
    ]
    return Drawing(wide, high, PAPER, tuple(shapes))


def _square(number: int, middle: Point) -> Iterator[Shape]:
    x, y = middle
    half = SQUARE_MM / 2 - 1.0
    yield rectangle(x - half, y - half, x + half, y + half, GROUNDS[number % len(GROUNDS)])
    yield from lettering(str(number), (x - half + 3, y - half + 5.4), 5.4, INK, "left", weight=1.1)


def _way(here: Point, there: Point) -> Iterator[Shape]:
    """A small arrow across the border between two squares."""
    (x0, y0), (x1, y1) = here, there
    start, end = ((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in (0.43, 0.57))
    yield emblems.arrow(start, end, 3.0, SUITS["red"].ground)


def _finish(inks: Inks) -> Iterator[Shape]:
    for row, column in product(range(4), range(5)):
        left, top = -8.0 + 3.4 * column, -7.0 + 3.4 * row
        yield rectangle(left, top, left + 3.4, top + 3.4, inks.light if (row + column) % 2 else inks.line)
    yield Stroke(((-8.8, -8.0), (-8.8, 10.0)), 1.7, inks.line)


def board_pages(board: Drawing, paper: Paper, title: str, texts: Texts) -> list[Drawing]:
    """The board in as few sheets as hold it, left to right, top to bottom, all pieces of one size."""
    sheets = (Sheet(paper, upright) for upright in (True, False))
    sheet = min(sheets, key=lambda each: (len(_starts(board, each)), each.upright))
    wide, high = _piece(board, sheet)
    left, top = (sheet.width_mm - wide) / 2, (sheet.height_mm - high) / 2
    marks = tuple(cut_marks((left, left + wide), (top, top + high), (left, top, left + wide, top + high)))
    pages = []
    starts = _starts(board, sheet)
    for number, (x, y) in enumerate(starts, 1):
        piece = Drawing(wide, high, board.paper, (Inset(board, (-x, -y)),))
        name = f"{title} · {number} / {len(starts)}"
        pages.append(page(sheet, name, texts, (Inset(piece, (left, top)), *marks)))
    return pages


def _counts(board: Drawing, sheet: Sheet) -> tuple[int, int]:
    across, down = sheet.width_mm - 2 * STRIP_MM, sheet.height_mm - 2 * MARGIN_MM
    return ceil(board.width_mm / across), ceil(board.height_mm / down)


def _piece(board: Drawing, sheet: Sheet) -> tuple[float, float]:
    columns, rows = _counts(board, sheet)
    return board.width_mm / columns, board.height_mm / rows


def _starts(board: Drawing, sheet: Sheet) -> list[Point]:
    (columns, rows), (wide, high) = _counts(board, sheet), _piece(board, sheet)
    return [(column * wide, row * high) for row in range(rows) for column in range(columns)]
