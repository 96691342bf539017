"""Since when an arm lies as it does now, by its outline alone: shadows that pass over it change its looks, not that.

Others come to lie on it meanwhile. What they cover is left out, and what they covered later but not yet then is learnt
on the way back. Where arms are is told by others; how one came to rest is not its business.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

#: An outline of fewer pixels tells nothing.
LONG_PX = 12
#: The outline of an arm that lies still is taken to be elsewhere by so many pixels at most, on average, but for
#: so many pictures in which another's shadow falls on it.
APART_PX, FLICKERS = 0.8, 2


def lies_since(seen: Callable[[int], tuple[Mask, Mask]], last: int, back: int, at_least: int) -> int:
    """The first picture from `back` on since which an arm lies as in the last one; it does from `at_least` on.

    `seen` tells of a picture where the arm is, and where others are, or so near that it is not known whose a pixel is.
    """
    lying, first = _Lying(*seen(last)), at_least
    for position in range(last - 1, back - 1, -1):
        arm, covered = seen(position)
        apart = lying.apart(arm, covered)
        if apart <= APART_PX or position >= at_least:
            lying.add(arm, covered)
            first = min(first, position)
        elif position < first - FLICKERS:
            break
    return first


class _Lying:
    """Where an arm lies, as far as it has been seen."""

    def __init__(self, arm: Mask, covered: Mask) -> None:
        self._arm, self._unknown = arm & ~covered, covered.copy()

    def apart(self, arm: Mask, covered: Mask) -> float:
        """By how many pixels its outline is elsewhere in another picture; infinitely many if none of it is in view."""
        known = ~(covered | self._unknown)
        lies, square = self._arm.astype(np.uint8), np.ones((3, 3), np.uint8)
        rim = np.count_nonzero((cv2.dilate(lies, square) > cv2.erode(lies, square)) & known) / 2
        return np.count_nonzero((arm ^ self._arm) & known) / rim if rim >= LONG_PX else float(np.inf)

    def add(self, arm: Mask, covered: Mask) -> None:
        self._arm |= arm & ~covered
        self._unknown &= covered
