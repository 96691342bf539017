"""Holes: where the table's picture still shows something that has gone, a hand that was there when the camera began.

A thing has an edge and another colour than what is around it. Whichever of the two pictures shows that, now or the
table's, has the thing. It decides by the pictures alone; what to do about a hole is not its business.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray
from vision.track.change import Mask, Small

#: The edge and the difference from what is around it are stronger in the picture with the thing, each so many times at
#: least, and both together so many times.
EACH, BOTH = 1.2, 4.0
#: What is smaller is no arm, and what covers so much of the picture is another light.
SMALLEST_PX, LARGEST = 100, 0.5
#: Levels by which its edge is steeper: a soft shadow has none that could be trusted.
SHARPER = 30.0
#: So much of a piece may have moved of late, and of so much the table may be known: what is plain where the table has a
#: pattern is no hole for that.
RESTLESS, KNOWN = 0.05, 0.5
_NEAR = np.ones((3, 3), np.uint8)
_AROUND = np.ones((7, 7), np.uint8)


def find_holes(
    foreground: Mask, still: NDArray[np.bool_], known: NDArray[np.bool_], now: Small, table: Small
) -> NDArray[np.bool_]:
    """The pieces of foreground that are nothing but what has gone, of those that are `still`; where the table is
    `known`, it is what stands out of it that has come."""
    found = np.zeros(foreground.shape, bool)
    closed = cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, _NEAR)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    for label in range(1, count):
        if not SMALLEST_PX <= stats[label, cv2.CC_STAT_AREA] < LARGEST * foreground.size:
            continue
        piece = labels == label
        if still[piece].mean() < 1 - RESTLESS or known[piece].mean() > KNOWN:
            continue
        if _is_hole(piece, foreground, now, table):
            found |= piece
    return found


def _is_hole(piece: NDArray[np.bool_], foreground: Mask, now: Small, table: Small) -> bool:
    mask = piece.astype(np.uint8)
    edge = (cv2.dilate(mask, _NEAR) > 0) & (cv2.erode(mask, _NEAR) == 0)
    around = (cv2.dilate(mask, _AROUND) > 0) & (foreground == 0)
    if not (edge.any() and around.any()):
        return False
    level = _mean(now, around)
    steep_was, steep_now = (float(_steepness(picture)[edge].mean()) for picture in (table, now))
    off_was, off_now = (float(np.abs(_mean(picture, piece) - level).sum()) for picture in (table, now))
    steeper, further = _ratio(steep_was, steep_now), _ratio(off_was, off_now)
    return min(steeper, further) > EACH and steeper * further > BOTH and steep_was - steep_now > SHARPER


def _ratio(was: float, is_now: float) -> float:
    return (was + 1) / (is_now + 1)


def _mean(picture: Small, where: NDArray[np.bool_]) -> FloatArray:
    return np.asarray(picture[where].mean(axis=0), np.float32)


def _steepness(picture: Small) -> NDArray[np.uint8]:
    return np.asarray(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, _NEAR).max(axis=-1), np.uint8)
