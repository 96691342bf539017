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
#: Slopes of a noisy, finely printed picture come out too small, and shifts too large, by about this.
TOO_LARGE = 1.55
#: No shift is larger, in small pixels.
LARGEST = 1.2


class StillTable:
    """What the table looks like at rest, prepared for measuring shifts against it."""

    def __init__(self, table: Image) -> None:
        self._still = _outlines(table)
        slope_x = cv2.Sobel(self._still, -1, 1, 0, ksize=1, scale=0.5)
        slope_y = cv2.Sobel(self._still, -1, 0, 1, ksize=1, scale=0.5)
        power = slope_x**2 + slope_y**2
        power[:3], power[-3:], power[:, :3], power[:, -3:] = 0, 0, 0, 0
        count = min(STEEPEST, power.size)
        self._ys, self._xs = np.unravel_index(np.argpartition(power.ravel(), -count)[-count:], power.shape)
        self._slopes = np.column_stack([slope_x[self._ys, self._xs], slope_y[self._ys, self._xs]]).astype(np.float64)
        self._steepness = np.linalg.norm(self._slopes, axis=1)
        self._levels = self._still[self._ys, self._xs]

    @staticmethod
    def free(foreground: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Where the table is in view. A shaken picture differs along all thin lines too: those are free."""
        covered = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.dilate(covered, np.ones((7, 7), np.uint8)) == 0)

    def shift(self, picture: Image, free: NDArray[np.bool_]) -> tuple[float, float]:
        """Pixels right and down by which `picture` is shifted; only where `free` is set is the table in view."""
        apart = self._levels - _outlines(picture)[self._ys, self._xs]
        # What differs by more than a large shift would make it differ is covered by something.
        seen = free[self._ys, self._xs] & (np.abs(apart) < LARGEST * self._steepness + 4)
        if np.count_nonzero(seen) < LEAST:
            return 0.0, 0.0
        slopes, apart = self._slopes[seen], apart[seen].astype(np.float64)
        shift, weight = np.zeros(2), np.ones(len(apart))
        for _ in range(6):
            weighted = slopes * weight[:, None]
            shift = np.linalg.solve(weighted.T @ slopes + 1e-3 * np.eye(2), weighted.T @ apart)
            left = np.abs(apart - slopes @ shift)
            weight = 1 / (1 + (left / (1.5 * np.median(left) + 1)) ** 2) ** 2
        return float(shift[0]) / TOO_LARGE, float(shift[1]) / TOO_LARGE


def moved_back(picture: Image, shift: tuple[float, float]) -> Image:
    """The picture as it would be without the shift."""
    if max(abs(shift[0]), abs(shift[1])) < 0.03:
        return picture
    height, width = picture.shape[:2]
    back = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    moved = cv2.warpAffine(picture, back, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _outlines(picture: Image) -> FloatArray:
    """Without the slow changes of light: only what is sharp says where the table is."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(grey - cv2.boxFilter(grey, -1, (9, 9)), np.float32)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in seconds and its standard deviation."""

    t_s: float
    sigma_s: float
