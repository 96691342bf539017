"""What is wrong with a picture as a picture: black, cut off, of another size, or the very same again.

It never looks at what is on the table, and a fault lasts exactly as long as the pictures have it.
"""

import numpy as np

from vision.image import Image
from vision.sources.camera import CHANGED, DARK, FROZEN, HALF

#: Grey levels: a picture darker and flatter than this shows nothing, whatever lies on the table.
BLACK, FLAT = 10.0, 5.0
#: So much of the height without any picture, more than at the start, is a picture that was cut off.
CUT = 0.1
#: Light that floods the lower edge is no fault.
WHITE = 250
#: One column in so many is looked at.
STEP = 8


class Inspector:
    """Compares each picture with the first good one and with the one before."""

    def __init__(self, size: tuple[int, int] | None = None) -> None:
        self.size = size
        self._bars: int | None = None
        self._before: Image | None = None

    def fault(self, image: Image) -> str:
        """The reason why this picture shows nothing; empty when it is well."""
        if self.size is not None and (image.shape[1], image.shape[0]) != self.size:
            return CHANGED
        columns = image[:, ::STEP]
        coarse = columns[::STEP]
        if coarse.mean() < BLACK and coarse.std() < FLAT:
            return DARK
        if self._repeated(image):
            return FROZEN
        self._before = image
        bars = _bars(columns)
        if self._bars is None:
            self.size, self._bars = (image.shape[1], image.shape[0]), bars
        return HALF if bars - self._bars > CUT * image.shape[0] else ""

    def _repeated(self, image: Image) -> bool:
        """Noise makes any two pictures of a live camera differ; a driver that has lost its camera repeats itself."""
        before = self._before
        if before is None or before.shape != image.shape:
            return False
        if not np.array_equal(before[::STEP, ::STEP], image[::STEP, ::STEP]):
            return False
        return np.array_equal(before, image)


def _bars(columns: Image) -> int:
    """How many rows at the top or at the bottom hold no picture: each equal to its neighbour, and not white."""
    dull = (columns[1:] == columns[:-1]).all(axis=(1, 2)) & (columns[1:].max(axis=(1, 2)) < WHITE)
    return max(_run(dull), _run(dull[::-1]))


def _run(dull: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    return int(np.argmin(dull)) if not dull.all() else len(dull)
