"""A code as squares: the text of a code becomes a QR symbol that fits a spot, its quiet rim included."""

from collections.abc import Iterator, Sequence

from calibration.mat import Rect
from vision.art.drawing import Colour, Shape, rectangle
from vision.codes.draw import QUIET, modules

BLACK: Colour = (0, 0, 0)


def qr_cells(text: str) -> tuple[tuple[bool, ...], ...]:
    """The symbol without its rim, row by row; True is black."""
    dark = modules(text)[QUIET:-QUIET, QUIET:-QUIET] == 0
    return tuple(tuple(bool(cell) for cell in row) for row in dark)


def qr_shapes(text: str, spot: Rect, quiet: int = QUIET) -> Iterator[Shape]:
    """The symbol on white, as large as the spot allows; `quiet` modules of it are the rim that stays white."""
    cells = qr_cells(text)
    side = min(spot.width_mm, spot.height_mm) / (len(cells) + 2 * quiet)
    left = spot.x_mm + (spot.width_mm - side * len(cells)) / 2
    top = spot.y_mm + (spot.height_mm - side * len(cells)) / 2
    yield rectangle(*spot.corners_mm[0], *spot.corners_mm[2], (255, 255, 255))
    yield from squares(cells, left, top, side, BLACK)


def squares(cells: Sequence[Sequence[bool]], left: float, top: float, side: float, fill: Colour) -> Iterator[Shape]:
    """Every run of cells, along the rows and down the columns: no seam shows where two cells touch."""
    for row, line in enumerate(cells):
        for start, end in _runs(line):
            x, y = left + start * side, top + row * side
            yield rectangle(x, y, left + end * side, y + side, fill)
    for column, line in enumerate(zip(*cells, strict=True)):
        for start, end in _runs(line):
            if end - start > 1:
                x, y = left + column * side, top + start * side
                yield rectangle(x, y, x + side, top + end * side, fill)


def _runs(line: Sequence[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for place, cell in enumerate((*line, False)):
        if cell and start is None:
            start = place
        elif not cell and start is not None:
            yield start, place
            start = None
