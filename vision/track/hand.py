"""Parts of labelled arms: the hand at the end of one, what of it is clear of others, where it must lie under them.

It decides by the labels of one picture alone; how an arm moved is not its business.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.detect.colours import Labels
from vision.detect.sides import label_of

Mask = NDArray[np.bool_]

#: An arm ends under others where they begin within so many pixels of its tip, on so much of the tip's width.
BENEATH_PX, BENEATH = 8, 0.5
#: A piece of no more than this share of an arm is a mistake; one of more is most of it.
SPECK, MOST = 0.05, 0.5
#: Quarter turns of a picture in which an arm comes from below.
UPRIGHT = {Seat.SOUTH: 0, Seat.EAST: 3, Seat.NORTH: 2, Seat.WEST: 1}


def near_others(labels: Labels, label: int) -> Mask:
    other = ((labels != label) & (labels > 0)).astype(np.uint8)
    return np.asarray(cv2.dilate(other, np.ones((7, 7), np.uint8)) > 0)


def clear(labels: Labels, seat: Seat) -> Mask:
    """Where an arm is and no other is near."""
    label = label_of(seat)
    return np.asarray((labels == label) & ~near_others(labels, label))


def end_of(arm: Mask, seat: Seat, long_px: float) -> Mask:
    """The end of an arm that comes from that side; specks of its colours elsewhere are none of it."""
    ys, xs = np.nonzero(_large(arm, SPECK))
    along = {Seat.SOUTH: ys, Seat.NORTH: -ys, Seat.EAST: xs, Seat.WEST: -xs}[seat]
    hand = np.zeros_like(arm)
    if len(ys):
        end = along < float(np.quantile(along, 0.01)) + long_px
        hand[ys[end], xs[end]] = True
    return hand


def with_covered(labels: Labels, seat: Seat) -> Mask:
    """An arm, and what others cover of it where it is seen on both sides of them: finger tips beyond, say. What hangs
    together with none of that is another's shadow."""
    upright = np.rot90(labels, UPRIGHT[seat])
    mine = _large(upright == label_of(seat), SPECK)
    between = np.logical_or.accumulate(mine, axis=0) & np.logical_or.accumulate(mine[::-1], axis=0)[::-1]
    whole = _large(mine | (between & (upright > 0)), MOST)
    return np.asarray(np.rot90(whole, -UPRIGHT[seat]))


def _large(arm: Mask, share: float) -> Mask:
    """The pieces of more than such a share of it."""
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(arm.astype(np.uint8))
    sizes[0, cv2.CC_STAT_AREA] = 0
    return np.asarray((sizes[:, cv2.CC_STAT_AREA] > share * sizes[:, cv2.CC_STAT_AREA].sum())[parts])


def as_before(now: Mask, before: Mask) -> bool:
    """Does an arm lie as it did? Others may have covered parts of it since."""
    return bool(np.count_nonzero(now & before) > 0.75 * int(np.count_nonzero(now)))


def hidden_hand(now: Labels, seat: Seat, long_px: int) -> Mask:
    """Where the hand of an arm must lie whose visible part ends under other arms: as much of those as it is long."""
    upright = np.rot90(now, UPRIGHT[seat])
    mine, others = upright == label_of(seat), (upright > 0) & (upright != label_of(seat))
    hidden = np.zeros(upright.shape, bool)
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(mine.astype(np.uint8))
    if len(sizes) > 1:
        arm = parts == 1 + int(np.argmax(sizes[1:, cv2.CC_STAT_AREA]))
        columns = np.flatnonzero(arm.any(axis=0))
        tops = arm.argmax(axis=0)[columns]
        # Finger tips may peep out on the far side.
        top = int(np.quantile(np.nonzero(arm)[0], 0.02))
        columns, tops = columns[tops <= top + BENEATH_PX], tops[tops <= top + BENEATH_PX]
        beyond = [others[max(0, end - BENEATH_PX) : end, at].any() for at, end in zip(columns, tops, strict=True)]
        ends = np.array(beyond, bool)
        if ends.mean() > BENEATH:
            under = columns[ends]
            strip = (slice(max(0, top - long_px), top + long_px // 3), slice(under.min(), under.max() + 1))
            hidden[strip] = others[strip]
    return np.asarray(np.rot90(hidden, -UPRIGHT[seat]))
