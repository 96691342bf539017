"""A camera over a table: millimetres on (or above) the table to pixels. Decides only where the camera hangs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.strokes import Points, Rng


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera; `matrix` (3 x 4) takes a point (x, y, z, 1) in table millimetres, z up, to the picture."""

    size: tuple[int, int]  # width, height
    matrix: NDArray[np.float64]
    tilt: float  # radians from straight down

    def project(self, points_mm: Points) -> Points:
        """Pixels of points given as n x 2 (on the table) or n x 3."""
        flat = np.zeros((len(points_mm), 4))
        flat[:, : points_mm.shape[1]] = points_mm
        flat[:, 3] = 1
        p = flat @ self.matrix.T
        return np.asarray(p[:, :2] / p[:, 2:])

    def on_table(self, pixels: Points) -> Points:
        """Table millimetres seen at the given pixels."""
        plane = np.linalg.inv(self.matrix[:, [0, 1, 3]])
        p = np.concatenate([pixels, np.ones((len(pixels), 1))], 1) @ plane.T
        return np.asarray(p[:, :2] / p[:, 2:])

    def pixels_per_mm(self) -> float:
        middle = self.on_table(np.array([[self.size[0] / 2, self.size[1] / 2]]))
        ends = self.project(middle + np.array([(0, 0), (1, 0), (0, 1)]))
        return float(np.sqrt(abs(np.linalg.det(ends[1:] - ends[0]))))


def random_view(rng: Rng, size: tuple[int, int], pixels_per_mm: float, steepest: float = 50.0) -> View:
    """A camera that shows about `pixels_per_mm` in mid-picture, tilted 0 to `steepest` degrees, mostly upright."""
    width, height = size
    focal = max(width, height) / (2 * np.tan(np.radians(rng.uniform(45, 78)) / 2))
    tilt = np.radians(steepest * rng.choice([rng.uniform(0, 0.3), rng.uniform(0, 1), rng.uniform(0.5, 1)]))
    roll = rng.normal(0, 0.06) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    # The camera looks along +z of its own frame, its picture's y runs down; tilting leans the view away.
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    down = np.diag([1.0, -1.0, -1.0])
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation = turn @ lean @ down
    if rng.random() < 0.5:
        spin = rng.uniform(-np.pi, np.pi)  # the table's own axes need not follow the picture's
        rotation = rotation @ np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    # Areas shrink by cos(tilt) / distance^2 times focal^2.
    distance = focal * np.sqrt(np.cos(tilt)) / pixels_per_mm
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return View(size, lens @ np.column_stack([rotation, (0, 0, distance)]), float(tilt))
