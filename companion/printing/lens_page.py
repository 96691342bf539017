"""The board that measures a lens as a page: exactly what `calibration.charuco` describes, drawn."""

from collections.abc import Iterator

from calibration.charuco import lens_board, marker_cells
from calibration.mat import Paper
from companion.printing.codes import BLACK, squares
from companion.printing.sheet import Sheet, Texts, page
from vision.art.drawing import Drawing, Shape, rectangle


def lens_page(paper: Paper, title: str, texts: Texts) -> Drawing:
    """One landscape sheet."""
    return page(Sheet(paper, upright=False), title, texts, _board(paper))


def _board(paper: Paper) -> Iterator[Shape]:
    board = lens_board(paper)
    for spot in board.black:
        yield rectangle(*spot.corners_mm[0], *spot.corners_mm[2], BLACK)
    for number, spot in board.markers:
        cells = marker_cells(number)
        yield from squares(cells, spot.x_mm, spot.y_mm, spot.width_mm / len(cells), BLACK)
