"""A lens measured by a board: black and white squares, in each white one a marker that says which square it is.

The same description is printed and looked for. The lens does not depend on the size of the squares, so any sheet will
do; nothing is learnt here about the table. Camera and board may be held by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadInput
from calibration.lens import Lens, usual_lens
from calibration.mat import Paper, PointMm, Rect
from calibration.picture import Picture, grey_of
from calibration.plane import Floats

#: An odd number of rows: boards of all versions of OpenCV are then alike.
COLUMNS, ROWS = 10, 7
#: Other markers than the mat's, so that neither is taken for the other; so many cells wide with their black rim.
DICTIONARY, CELLS = cv2.aruco.DICT_5X5_50, 7
#: The side of a marker, in squares.
MARKER = 0.7
#: Free at the sides of the sheet, for the ruler, and above and below.
SIDE_MM, HEAD_MM = 14.0, 9.0
#: A picture counts from so many corners on, and a lens needs so many pictures.
FEWEST_CORNERS, FEWEST_VIEWS = 15, 4
#: More pictures say little more.
MOST_VIEWS = 25
#: A board that is bent, or a picture that is blurred, misses by more than this.
MOST_RMS_PX = 1.0
#: No printer, paper and lens are as plain as the model of them: corners are believed no better than this.
MODEL_PX = 0.15
#: The focal length must be known to this share: three deviations are then one and a half in a hundred.
FOCAL_SURE = 0.005


@dataclass(frozen=True, slots=True)
class LensBoard:
    """The squares on a landscape sheet; the top left one is black."""

    paper: Paper
    square_mm: int
    left_mm: float
    top_mm: float

    @property
    def black(self) -> Iterator[Rect]:
        """The black squares."""
        return (
            self._spot(column, row, 1.0) for row in range(ROWS) for column in range(COLUMNS) if not (column + row) % 2
        )

    @property
    def markers(self) -> Iterator[tuple[int, Rect]]:
        """Ids and black squares of the markers, row by row."""
        white = ((column, row) for row in range(ROWS) for column in range(COLUMNS) if (column + row) % 2)
        return ((number, self._spot(column, row, MARKER)) for number, (column, row) in enumerate(white))

    @property
    def corners_mm(self) -> tuple[PointMm, ...]:
        """Where four squares meet, row by row."""
        return tuple(
            (self.left_mm + column * self.square_mm, self.top_mm + row * self.square_mm)
            for row in range(1, ROWS)
            for column in range(1, COLUMNS)
        )

    def _spot(self, column: int, row: int, share: float) -> Rect:
        rim, side = self.square_mm * (1 - share) / 2, self.square_mm * share
        x, y = self.left_mm + column * self.square_mm, self.top_mm + row * self.square_mm
        return Rect(x + rim, y + rim, side, side)


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens, how many pixels its pictures' corners are off, and how sure its focal length is (one deviation)."""

    lens: Lens
    rms_px: float
    focal_sure: float
    views: int


@dataclass(frozen=True, slots=True)
class View:
    """The corners seen in one picture: their numbers on the board, and where they are, in pixels."""

    size: tuple[int, int]
    numbers: tuple[int, ...]
    corners_px: Floats


def lens_board(paper: Paper) -> LensBoard:
    """The board as large as the sheet takes it, in whole millimetres."""
    wide, high = paper.width_mm - 2 * SIDE_MM, paper.height_mm - 2 * HEAD_MM
    square = int(min(wide / COLUMNS, high / ROWS))
    return LensBoard(paper, square, (paper.width_mm - COLUMNS * square) / 2, (paper.height_mm - ROWS * square) / 2)


def marker_cells(number: int) -> tuple[tuple[bool, ...], ...]:
    """A marker as rows of cells, from the top left; True is black. Its outer ring is black."""
    picture = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(number, CELLS)
    return tuple(tuple(bool(level == 0) for level in row) for row in np.asarray(picture))


def view_of(picture: Picture) -> View | None:
    """The corners of the board in a picture; None where too few are to be seen."""
    board = cv2.aruco.CharucoBoard((COLUMNS, ROWS), 1.0, MARKER, cv2.aruco.getPredefinedDictionary(DICTIONARY))
    grey = grey_of(picture)
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if corners is None or numbers is None or len(corners) < FEWEST_CORNERS:
        return None
    # OpenCV 4.12 and 4.14 are half a pixel apart; looked at again, both say where the corners are.
    fine = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    corners = cv2.cornerSubPix(grey, np.array(corners, np.float32).reshape(-1, 1, 2), (4, 4), (-1, -1), fine)
    seen = np.asarray(corners, np.float64).reshape(-1, 2)
    return View((picture.shape[1], picture.shape[0]), tuple(map(int, np.ravel(numbers))), seen)


def fit_lens(views: Sequence[View]) -> LensFit:
    """The lens that explains all pictures of the board. It says what is missing where it would not be sure."""
    if len(views) < FEWEST_VIEWS:
        raise BadInput(
            f"the board is seen well in {len(views)} pictures, {FEWEST_VIEWS} are needed",
            do="show the whole board large, sharp and evenly lit, held differently in every picture",
        )
    size = views[0].size
    if any(view.size != size for view in views):
        raise BadInput("the pictures are of different sizes", do="take all of them with one camera and one resolution")
    chosen = [views[k] for k in np.unique(np.linspace(0, len(views) - 1, MOST_VIEWS).round().astype(int))]
    fit = _fitted(chosen, usual_lens(size))
    if fit.rms_px > MOST_RMS_PX:
        raise BadInput(
            f"the pictures contradict each other by {fit.rms_px:.1f} pixels",
            do="glue the board onto something flat, hold still, and switch stabilisation and zoom off",
        )
    if fit.focal_sure > FOCAL_SURE:
        raise BadInput(
            f"the focal length is only known to {100 * fit.focal_sure:.1f} %",
            do="tilt the board more, each time to another side, and bring it into the corners too",
        )
    return fit


def _fitted(views: Sequence[View], guess: Lens) -> LensFit:
    """OpenCV's least squares with our lens: square pixels, k1 and k2 alone."""
    camera = np.array([[guess.focal_px, 0, guess.middle[0]], [0, guess.focal_px, guess.middle[1]], [0, 0, 1]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    found = cv2.calibrateCameraExtended(
        [_board_points(view) for view in views],
        [view.corners_px.astype(np.float32).reshape(-1, 1, 2) for view in views],
        guess.size,
        camera,
        np.zeros(5),
        flags=flags,
    )
    rms, matrix, bending, deviations = found[0], found[1], np.ravel(found[2]), np.ravel(found[5])
    focal = float(matrix[0, 0])
    # OpenCV counts distances from the middle in focal lengths, a lens here in half diagonals.
    unit = (guess.reach_px / focal) ** 2
    off = ((np.asarray(matrix)[:2, 2] - guess.middle) / guess.reach_px).tolist()
    lens = Lens(guess.size, focal, float(bending[0]) * unit, float(bending[1]) * unit**2, (off[0], off[1]))
    # Of the two focal lengths, which are one, only one has a deviation.
    doubt = max(1.0, MODEL_PX / float(rms))
    return LensFit(lens, float(rms), doubt * float(deviations[:2].max()) / focal, len(views))


def _board_points(view: View) -> NDArray[np.float32]:
    """In squares, with the board's plane as z = 0."""
    numbers = np.array(view.numbers)
    points = np.column_stack((numbers % (COLUMNS - 1), numbers // (COLUMNS - 1), np.zeros(len(numbers))))
    return np.asarray(points, np.float32).reshape(-1, 1, 3)
