"""The shifts of a source's pictures, one after the other: each against the table as it last lay at rest.

A camera that was pushed a little sees everything elsewhere from then on. That is one step of the shifts and no swing:
what the pictures are compared with is taken anew when nothing has moved for a while, be it with arms that lie there.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.track.shake import StillTable

Mask = NDArray[np.uint8]

#: A table that was hit has calmed down after so long.
RESTS_NS = 400_000_000
#: The latest picture's share in the mean of those at rest, which leaves out their noise.
LATEST = 0.25


class Sway:
    """Feed it every picture, with what stands out of the table in it and what moved since the one before."""

    def __init__(self) -> None:
        self.at = (0.0, 0.0)
        self._still: StillTable | None = None
        self._from = self.at
        self._mean: FloatArray | None = None
        self._rests_since = 0

    def see(self, t_ns: int, picture: Image, foreground: Mask, moved: Mask) -> tuple[float, float]:
        """Pixels right and down by which the picture is shifted against the first one."""
        if is_bare(foreground):
            self._still = None
            self._average(picture)
            return self.at
        still = self._still or self._compare(picture)
        right, down = still.shift(picture, StillTable.free(foreground))
        self.at = (self._from[0] + right, self._from[1] + down)
        if not is_bare(moved):
            self._mean, self._rests_since = None, t_ns
        else:
            self._average(picture)
            if t_ns - self._rests_since > RESTS_NS:
                self._compare(picture)
                self._rests_since = t_ns
        return self.at

    def _average(self, picture: Image) -> None:
        if self._mean is None:
            self._mean = picture.astype(np.float32)
        else:
            cv2.accumulateWeighted(picture, self._mean, LATEST)

    def _compare(self, picture: Image) -> StillTable:
        """From now on with the mean of the last pictures at rest."""
        rest = picture if self._mean is None else np.rint(self._mean).astype(np.uint8)
        self._still, self._from = StillTable(rest), self.at
        return self._still


def is_bare(mask: Mask) -> bool:
    """Is there nothing but specks?"""
    return not cv2.countNonZero(mask) or not cv2.countNonZero(cv2.erode(mask, np.ones((3, 3), np.uint8)))
