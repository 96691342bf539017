"""Arms that are in the table's own picture because they lay there when it was taken: where, and that they have gone.

They are seen in a picture by itself, so cards under them do not matter. What lies there when they have gone is not its
business.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.track.change import Mask

Where = NDArray[np.bool_]

#: An arm is a little larger than it is seen; and what is smaller is none.
WIDER_PX, SMALLEST_PX = 3, 100


class Leftover:
    """Told where arms are in the table's picture, it says where there are none any more."""

    def __init__(self) -> None:
        self._arms: Where = np.zeros((1, 1), bool)
        #: Where the same picture was asked about already.
        self._asked: Where = np.zeros((1, 1), bool)

    def learn(self, where: Where, arms: Where) -> None:
        """The table's picture was taken anew there, with these arms in it."""
        if self._arms.shape != arms.shape:
            self._arms, self._asked = np.zeros(arms.shape, bool), np.zeros(arms.shape, bool)
        self._arms[where] = _wider(arms)[where]

    def gone(self, foreground: Mask, still: Where, seen: Callable[[], Where]) -> Where:
        """Where the table's picture is not right because arms were in it that have gone: nothing moves there now, and
        none is `seen`. Their shadows have gone with them, wherever they fell."""
        self._asked = self._asked & still
        due = self._arms & still & (foreground > 0)
        if np.count_nonzero(due & ~self._asked) < SMALLEST_PX:
            return np.zeros(foreground.shape, bool)
        self._asked = still
        free = ~_wider(seen())
        wrong = (foreground > 0) & free
        # What still moves, an edge of a shadow, is looked at again when it has come to rest.
        self._arms = (self._arms & ~(free & still)) | (wrong & ~still)
        return wrong & still


def _wider(arms: Where) -> Where:
    around = np.ones((2 * WIDER_PX + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(arms.astype(np.uint8), around) > 0)
