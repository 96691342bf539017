"""Was another copy of the top card laid on it, or was the card only moved? Its name is the same either way. And was a
card laid on the top one, or has it come to light because that was taken?

A card that was moved or taken has left its old edge; one that another was laid on still shows it wherever the new one
leaves it free. It looks at edges alone, and says no where nothing of them could be seen.
"""

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.plane import Floats, Plane
from vision.image import FloatArray, Image

#: Samples along the edge, so far apart; on either side of it; and so far from the new card (mm).
EVERY_MM, ASIDE_MM, FREE_MM = 1.0, 1.5, 1.5
#: An edge is seen by so many levels from side to side, and is still there if neither side changed by more than this.
SEEN, STAYED = 25.0, 14.0
#: A card that is read so near the old one (the mean of its corners, mm) is that one: outlines are read no better.
ELSEWHERE_MM = 4.0
#: So many samples of it must be seen, and so many of them must have stayed.
ENOUGH, SHARE = 12, 0.85
#: Beside the old card the new one shows where it was not to be seen before: on so much of its rim at least. One that
#: lay there already changes less of it than this, and of the edge of what was taken no more than so much is left.
CAME, LAY, LEFT = 0.5, 0.4, 0.25


def laid_again(before: Image, after: Image, plane: Plane, old: ArrayLike, new: ArrayLike) -> bool:
    """`old` and `new` are the outlines (px) of the top card before and after; the pictures show the same place."""
    was, lies = plane.to_mm(old), plane.to_mm(new)
    if min(float(np.linalg.norm(np.roll(lies, turn, axis=0) - was, axis=1).mean()) for turn in (0, 2)) < ELSEWHERE_MM:
        return False
    if _changed_beside(before, after, plane, was, lies, 0.0) < CAME:
        return False
    return _edge_left(before, after, plane, was, lies, 0.0) >= SHARE


def lay_below(before: Image, after: Image, plane: Plane, old: ArrayLike, new: ArrayLike) -> bool:
    """Was the new card there already, beside the old one that has gone? Where either cannot be seen it was laid."""
    was, lies = plane.to_mm(old), plane.to_mm(new)
    if _changed_beside(before, after, plane, was, lies, 1.0) > LAY:
        return False
    return _edge_left(before, after, plane, was, lies, 1.0) <= LEFT


def _edge_left(before: Image, after: Image, plane: Plane, was: Floats, lies: Floats, unseen: float) -> float:
    """How much of the old card's edge is still to be seen where the new one leaves it free."""
    inside, outside = _along(was)
    there = lies.astype(np.float32)[:, None]
    free = _apart(there, inside) & _apart(there, outside)
    if np.count_nonzero(free) < ENOUGH:
        return unseen
    sides = [plane.to_px(side[free]).astype(np.float32) for side in (inside, outside)]
    (in_was, in_is), (out_was, out_is) = ([_levels(picture, side) for picture in (before, after)] for side in sides)
    seen = np.abs(in_was - out_was).max(axis=1) > SEEN
    stayed = np.maximum(np.abs(in_was - in_is), np.abs(out_was - out_is)).max(axis=1) < STAYED
    return float(stayed[seen].mean()) if np.count_nonzero(seen) >= ENOUGH else unseen


def _changed_beside(before: Image, after: Image, plane: Plane, was: Floats, lies: Floats, unseen: float) -> float:
    """How much of the rim changed where the new card sticks out: if none did, nothing was laid."""
    rim = _along(lies)[0]
    rim = rim[_apart(was.astype(np.float32)[:, None], rim)]
    points = plane.to_px(rim).astype(np.float32)
    if len(points) < ENOUGH:
        return unseen
    changed = np.abs(_levels(before, points) - _levels(after, points)).max(axis=1) > STAYED
    return float(changed.mean())


def _apart(outline: FloatArray, points: Floats) -> NDArray[np.bool_]:
    return np.array([-cv2.pointPolygonTest(outline, (float(x), float(y)), True) > FREE_MM for x, y in points])


def _along(corners: Floats) -> tuple[Floats, Floats]:
    """Points just inside and just outside of an outline, all around it but for its round corners."""
    middle = corners.mean(axis=0)
    inside, outside = [], []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        points = start + np.linspace(0.1, 0.9, max(2, int(0.8 * length / EVERY_MM)))[:, None] * (end - start)
        out = np.array([end[1] - start[1], start[0] - end[0]]) / max(length, 1e-6)
        out = out if (start - middle) @ out > 0 else -out
        inside.append(points - ASIDE_MM * out)
        outside.append(points + ASIDE_MM * out)
    return np.concatenate(inside), np.concatenate(outside)


def _levels(picture: Image, points: FloatArray) -> NDArray[np.float32]:
    seen = cv2.remap(picture, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(len(points), -1)
