"""What is seen of a mat's panels: ink and paper where they lie open, nothing where something covers them."""

import numpy as np
import pytest

from calibration.mat import PANEL, Paper, mat_for
from calibration.panels import squares_seen, uncovered
from calibration.plane import plane_of

MAT = mat_for("any", Paper.A4)
PX = 3.0
CELLS = np.random.default_rng(1).random((4, *PANEL[::-1])) < 0.5


def picture(cells: np.ndarray, paper: int = 230, ink: int = 40) -> np.ndarray:
    sheet = np.full((round(MAT.height_mm * PX), round(MAT.width_mm * PX)), paper, np.uint8)
    for spot, panel in zip(MAT.panels, cells, strict=True):
        side = spot.width_mm / PANEL[0]
        for (row, column), black in np.ndenumerate(panel):
            left, top = (PX * (spot.x_mm + column * side), PX * (spot.y_mm + row * side))
            sheet[round(top) : round(top + PX * side), round(left) : round(left + PX * side)] = ink if black else paper
    return sheet


def seen(sheet: np.ndarray, moved_px: float = 0.0) -> np.ndarray:
    plane = plane_of(np.array(((PX, 0, moved_px - 0.5), (0, PX, -0.5), (0, 0, 1))))
    return squares_seen(sheet, MAT, plane.to_px).reshape(CELLS.shape)


@pytest.mark.parametrize(("paper", "ink"), [(230, 40), (70, 50)])
def test_open_squares_are_ink_or_paper_in_any_light(paper: int, ink: int) -> None:
    told = seen(picture(CELLS, paper, ink))
    assert (np.sign(told) == np.where(CELLS, 1, -1)).all()
    left = uncovered(told.reshape(4, -1))
    assert (left != 0).mean() > 0.9, "chance leaves few of them plain"


@pytest.mark.parametrize("level", [10, 120, 250])
def test_a_plain_thing_over_squares_says_nothing(level: int) -> None:
    sheet, spot = picture(CELLS), MAT.panels[1]
    low = round(PX * (spot.y_mm + spot.height_mm / 2))
    sheet[low:, round(PX * (spot.x_mm - 5)) :] = level
    told = uncovered(seen(sheet).reshape(4, -1)).reshape(CELLS.shape)
    assert (told[1][7:] == 0).all()
    open_squares = told[1][:4]
    assert open_squares.any()
    assert (np.sign(open_squares)[open_squares != 0] == np.where(CELLS[1][:4], 1, -1)[open_squares != 0]).all()


def test_what_is_no_panel_or_not_in_the_picture_says_nothing() -> None:
    assert not seen(picture(np.zeros_like(CELLS))).any()
    assert not seen(picture(CELLS), moved_px=-2000).any()
    told = seen(picture(CELLS), moved_px=-PX * (MAT.panels[0].x_mm + 10))
    assert not told[0][:, :2].any() and told[0][:, 4:].any()
