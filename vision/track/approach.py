"""How a hand came to rest: how far it was from its resting place in the pictures before, and so when it stopped.

The distances are measured by laying the resting hand's picture onto the earlier ones; a hand that hits something stops
short, so its way so far tells the moment between two frames. What lies under the hand is not its business.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: So many of the steepest pixels of a hand and its rim are laid onto the earlier pictures.
POINTS, FEWEST = 700, 30
#: From rough to fine: the blur of both pictures in pixels.
BLURS = (3.0, 1.5, 0.7)
STEPS = 6
#: A distance below this is rest (pixels of the small picture, of which a card's short side has twenty).
REST_PX = 0.5
#: Standard deviation of a stop, in frames.
SIGMA = 0.25
#: Pictures looked back from the rest, and pictures with motion that are enough.
LOOK_BACK, ENOUGH = 13, 3


@dataclass(frozen=True, slots=True)
class Stop:
    """`t_s` is when the hand stopped, give or take `sigma_s`; `rest` is the first picture at rest in the row given."""

    t_s: float
    sigma_s: float
    rest: int


def distances(pictures: Sequence[FloatArray], hand: Mask, others: Callable[[int], Mask]) -> Floats:
    """How far the hand is from its place in the last picture, root mean square over the hand, for each picture.

    `hand` says where it is in the last picture, `others` where any other hand is in that position. What was not looked
    at, because the hand was far away already, is NaN.
    """
    points = _steepest(pictures[-1], hand, others(len(pictures) - 1))
    away = np.full(len(pictures), np.nan)
    away[-1] = 0.0
    if len(points[0]) < FEWEST:
        return away
    blurred = [np.asarray(cv2.GaussianBlur(pictures[-1], (0, 0), blur), np.float32) for blur in BLURS]
    place, step, moving = np.zeros(4), np.zeros(4), 0
    for position in range(len(pictures) - 2, max(-1, len(pictures) - 2 - LOOK_BACK), -1):
        earlier = _lay(blurred, pictures[position], others(position), points, place + step)
        away[position] = _length(earlier, points)
        step, place = earlier - place, earlier
        moving += away[position] > REST_PX
        if moving >= ENOUGH:
            break
    return away


def stop_of(away: Floats, times: Floats) -> Stop | None:
    """The stop that explains the distances; None when there was no motion before."""
    moving = np.flatnonzero(np.nan_to_num(away) > REST_PX)
    if not len(moving) or moving[-1] + 2 >= len(away):
        return None
    last = int(moving[-1])
    before = [float(away[k]) for k in range(last, max(-1, last - 3), -1) if not np.isnan(away[k])]
    frame = float(times[last + 1] - times[last])
    share = min(max(_since_last(before), 0.0), 1.0) if len(before) > 1 else 0.5
    return Stop(float(times[last]) + share * frame, SIGMA * frame, last + 1)


def _since_last(before: Sequence[float]) -> float:
    """How much of a frame after its last moving picture the hand stopped, if it went on slowing down as before.

    `before` are the distances, the last moving picture first.
    """
    near, next_, *far = before
    speed = max(next_ - near, 1e-3)
    bend = min(max(far[0] - 2 * next_ + near, 0.0), speed) if far else 0.0
    # near = slope * share - bend / 2 * share ** 2
    slope = speed - bend / 2
    inside = slope * slope - 2 * bend * near
    if bend < 1e-6 or inside < 0:
        return near / slope
    return float((slope - np.sqrt(inside)) / bend)


def _steepest(rest: FloatArray, hand: Mask, others: Mask) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    slope = np.hypot(cv2.Sobel(rest, -1, 1, 0, scale=1 / 8), cv2.Sobel(rest, -1, 0, 1, scale=1 / 8))
    # Where another hand ends on this one is an edge that goes with the other.
    theirs = cv2.dilate(others.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    near = (cv2.dilate(hand.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0) & ~theirs
    slope = np.where(near, slope, -1.0)
    count = min(POINTS, int(np.count_nonzero(near)))
    chosen = np.argpartition(slope.ravel(), slope.size - count)[slope.size - count :] if count else np.zeros(0, int)
    ys, xs = np.unravel_index(np.sort(chosen), slope.shape)
    return ys, xs


def _length(place: Floats, points: tuple[NDArray[np.intp], NDArray[np.intp]]) -> float:
    ys, xs = points
    x, y = xs - xs.mean(), ys - ys.mean()
    across, down = place[0] + place[2] * x - place[3] * y, place[1] + place[3] * x + place[2] * y
    return float(np.sqrt((across**2 + down**2).mean()))


def _lay(
    rests: Sequence[FloatArray],
    picture: FloatArray,
    others: Mask,
    points: tuple[NDArray[np.intp], NDArray[np.intp]],
    place: Floats,
) -> Floats:
    """Shift, growth and turn (x, y, a, b) that lay the resting hand onto a picture. Robust: others may cover parts."""
    ys, xs = points
    x, y = (xs - xs.mean()).astype(np.float32), (ys - ys.mean()).astype(np.float32)
    height, width = picture.shape
    free = 1.0 - others.astype(np.float32)
    for rest, blur in zip(rests, BLURS, strict=True):
        seen = cv2.GaussianBlur(picture, (0, 0), blur)
        slopes = [cv2.Sobel(seen, -1, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1))]
        level = rest[ys, xs]
        for _ in range(STEPS):
            at_x = (xs + place[0] + place[2] * x - place[3] * y).astype(np.float32)
            at_y = (ys + place[1] + place[3] * x + place[2] * y).astype(np.float32)
            found, across, down = (cv2.remap(p, at_x[None], at_y[None], cv2.INTER_LINEAR)[0] for p in (seen, *slopes))
            inside = (at_x > 0) & (at_x < width - 1) & (at_y > 0) & (at_y < height - 1)
            inside = inside * cv2.remap(free, at_x[None], at_y[None], cv2.INTER_NEAREST)[0]
            left = level - found
            scale = 2 * (1.5 * float(np.median(np.abs(left[inside > 0]))) + 1) if inside.any() else 1.0
            weight = inside / (1 + (left / scale) ** 2) ** 2
            slope = np.column_stack([across, down, across * x + down * y, down * x - across * y])
            normal = (slope * weight[:, None]).T @ slope
            normal[np.diag_indices(4)] *= 1.001
            normal[np.diag_indices(4)] += 1e-6
            move = np.linalg.solve(normal.astype(np.float64), (slope * weight[:, None]).T @ left)
            place = place + move
            if np.abs(move[:2]).max() < 0.01 and np.abs(move[2:]).max() < 1e-4:
                break
    return place
