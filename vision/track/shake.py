"""How far the whole picture is shifted against the still table: a hand that hits it shakes the camera on it.

The shift is seen to hundredths of a pixel. It decides shifts; what they say of knocks is the business of `knocks`.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image

Floats = NDArray[np.float64]

#: So many of the pixels with the steepest print measure the shift; below the least nothing can be said.
STEEPEST, LEAST = 2500, 150
#: From rough, which finds a large shift, to fine: the blur of both pictures in pixels, and up to how large a shift what
#: differs may still be the table.
LEVELS = ((2.0, 3.0), (0.8, 1.0))
#: Steps on each level at the most, and the one that is the last.
STEPS, LAST_PX = 6, 0.002
#: No shift is larger, in small pixels.
LARGEST = 3.0


class _Steepest:
    """Where a blurred still table is steepest."""

    def __init__(self, still: FloatArray, blur: float, reach: float) -> None:
        self._blur, self._reach = blur, reach
        level = _blurred(still, blur)
        slope_x, slope_y = (cv2.Sobel(level, -1, *way, ksize=1, scale=0.5) for way in ((1, 0), (0, 1)))
        power = slope_x**2 + slope_y**2
        power[:3], power[-3:], power[:, :3], power[:, -3:] = 0, 0, 0, 0
        count = min(STEEPEST, power.size)
        self._ys, self._xs = np.unravel_index(np.argpartition(power.ravel(), -count)[-count:], power.shape)
        self._slopes = np.column_stack([slope_x[self._ys, self._xs], slope_y[self._ys, self._xs]]).astype(np.float64)
        self._near = reach * np.linalg.norm(self._slopes, axis=1) + 4
        self._levels = level[self._ys, self._xs]

    def shift(self, picture: FloatArray, free: NDArray[np.bool_], shift: Floats) -> Floats | None:
        """The shift found from the one given on; None where too little of the table is in view."""
        level, there = _blurred(picture, self._blur), free[self._ys, self._xs]
        for _ in range(STEPS):
            apart = self._levels - self._at(level, shift)
            # What differs by more than a large shift would make it differ is covered by something.
            seen = there & (np.abs(apart) < self._near)
            if np.count_nonzero(seen) < LEAST:
                return None
            move = _explained(self._slopes[seen], apart[seen].astype(np.float64))
            shift = np.clip(shift + move, -LARGEST, LARGEST)
            if np.abs(move).max() < LAST_PX:
                break
        return shift

    def _at(self, level: FloatArray, shift: Floats) -> FloatArray:
        """The levels of the same points in a picture that is shifted."""
        right, down = np.rint(shift).astype(int)
        between = cv2.sepFilter2D(level, -1, _between(shift[0] - right), _between(shift[1] - down))
        ys, xs = np.clip(self._ys + down, 0, len(level) - 1), np.clip(self._xs + right, 0, level.shape[1] - 1)
        return np.asarray(between[ys, xs], np.float32)


class StillTable:
    """What the table looks like at rest, prepared for measuring shifts against it."""

    def __init__(self, table: Image) -> None:
        still = _outlines(table)
        self._levels = [_Steepest(still, blur, reach) for blur, reach in LEVELS]

    @staticmethod
    def free(foreground: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Where the table is in view. A shaken picture differs along all thin lines too: those are free."""
        covered = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.dilate(covered, np.ones((7, 7), np.uint8)) == 0)

    def shift(self, picture: Image, free: NDArray[np.bool_]) -> tuple[float, float]:
        """Pixels right and down by which `picture` is shifted; only where `free` is set is the table in view."""
        outlines, shift = _outlines(picture), np.zeros(2)
        for level in self._levels:
            found = level.shift(outlines, free, shift)
            if found is None:
                return 0.0, 0.0
            shift = found
        return float(shift[0]), float(shift[1])


def moved_back(picture: Image, shift: tuple[float, float]) -> Image:
    """The picture as it would be without the shift."""
    if max(abs(shift[0]), abs(shift[1])) < 0.03:
        return picture
    height, width = picture.shape[:2]
    back = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    moved = cv2.warpAffine(picture, back, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _explained(slopes: Floats, apart: Floats) -> Floats:
    """The move that explains best how far levels are apart; a few may be of something else."""
    left = np.abs(apart)
    weighted = slopes / ((1 + (left / (1.5 * np.median(left) + 1)) ** 2) ** 2)[:, None]
    return np.linalg.solve(weighted.T @ slopes + 1e-3 * np.eye(2), weighted.T @ apart)


def _between(share: float) -> Floats:
    """The kernel that looks at a row by a part of a pixel further on; OpenCV's own warping does so in steps of a
    thirtieth."""
    away = np.abs(np.arange(-2, 3) - share)
    near, far = 1.5 * away**3 - 2.5 * away**2 + 1, -0.5 * away**3 + 2.5 * away**2 - 4 * away + 2
    return np.where(away < 1, near, np.where(away < 2, far, 0.0))


def _outlines(picture: Image) -> FloatArray:
    """Without the slow changes of light: only what is sharp says where the table is."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(grey - cv2.boxFilter(grey, -1, (9, 9)), np.float32)


def _blurred(picture: FloatArray, blur: float) -> FloatArray:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in seconds and its standard deviation."""

    t_s: float
    sigma_s: float
