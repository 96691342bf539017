"""The table top as a plane: millimetres to pixels and back. It knows nothing of what lies on it.

Millimetres on the table have their origin and axes where the calibration put them; only distances matter above here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.errors import BadInput

Floats: TypeAlias = NDArray[np.float64]
Row: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Plane:
    """`mm_to_px` is the homography from table millimetres to pixels, row by row."""

    mm_to_px: tuple[Row, Row, Row]

    def to_px(self, points_mm: ArrayLike) -> Floats:
        """Table points (n x 2, mm) as pixels."""
        return _project(np.array(self.mm_to_px), points_mm)

    def to_mm(self, points_px: ArrayLike) -> Floats:
        """Pixels (n x 2) as points on the table, mm. What stands above the table is not where this says."""
        return _project(np.linalg.inv(np.array(self.mm_to_px)), points_px)

    def moved(self, right_px: float, down_px: float) -> "Plane":
        """The same plane for a picture whose pixels are counted from elsewhere, such as a part of this one."""
        shift = np.array([[1, 0, right_px], [0, 1, down_px], [0, 0, 1]])
        return plane_of(shift @ np.array(self.mm_to_px))

    def px_per_mm(self, at_px: Sequence[float]) -> float:
        """The local scale: pixels a millimetre around a pixel, averaged over the directions."""
        x, y = at_px
        corners = self.to_mm([(x, y), (x + 1, y), (x, y + 1)])
        across, down = corners[1] - corners[0], corners[2] - corners[0]
        return float(1 / np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def plane_of(matrix: ArrayLike) -> Plane:
    """The plane of a 3 x 3 homography, which must be invertible."""
    homography = np.asarray(matrix, np.float64)
    if homography.shape != (3, 3) or not np.isfinite(homography).all() or abs(homography[2, 2]) < 1e-12:
        raise BadInput("mm_to_px is not a 3 x 3 homography", do="calibrate the table again")
    homography = homography / homography[2, 2]
    if abs(np.linalg.det(homography)) < 1e-9:
        raise BadInput("mm_to_px squeezes the table into a line", do="calibrate the table again")
    first, second, third = ((float(a), float(b), float(c)) for a, b, c in homography)
    return Plane((first, second, third))


def fit_plane(points_mm: ArrayLike, points_px: ArrayLike) -> tuple[Plane, float]:
    """The plane that explains at least four point pairs best, and its residual: the r.m.s. error in millimetres."""
    table, picture = np.asarray(points_mm, np.float64), np.asarray(points_px, np.float64)
    if table.shape != picture.shape or len(table) < 4:
        raise BadInput("a plane needs at least four points seen both ways", do="mark more points")
    to_table, to_picture = _normaliser(table), _normaliser(picture)
    plane = plane_of(np.linalg.inv(to_picture) @ _direct(table, picture, to_table, to_picture) @ to_table)
    errors = plane.to_mm(picture) - table
    return plane, float(np.sqrt((errors**2).sum(axis=1).mean()))


def _direct(table: Floats, picture: Floats, to_table: Floats, to_picture: Floats) -> Floats:
    """The direct linear transform in normalised coordinates."""
    rows = []
    for (x, y), (u, v) in zip(_project(to_table, table), _project(to_picture, picture), strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y, -u))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y, -v))
    solution: Floats = np.linalg.svd(np.array(rows))[2][-1]
    return solution.reshape(3, 3)


def _normaliser(points: Floats) -> Floats:
    """Moves points around the origin at distance about one: without it the equations lose digits."""
    middle = points.mean(axis=0)
    spread = float(np.abs(points - middle).mean()) or 1.0
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]])


def _project(homography: Floats, points: ArrayLike) -> Floats:
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    lifted = np.column_stack((flat, np.ones(len(flat)))) @ homography.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)
