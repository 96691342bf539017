"""The colours of arms: skin, sleeve and glove tell arms apart where they cross and the network may mix them up.

What an arm looks like is remembered from the pictures in which it was seen apart from others. It decides which arm a
pixel belongs to that is known to be of one; whether it is of one is the network's business.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image

Labels = NDArray[np.uint8]

#: An arm of fewer pixels lends its colours to nobody; so many steps a colour is counted in; the network may be wrong.
ARM_PX, BINS, DOUBT, TIMES = 150, 32, 0.05, 2
#: An arm that is not seen any more was given another's name if that has more than such a share of where it lay.
TAKEN = 0.5
#: What is remembered counts so many times what is seen now. It is learnt so many pixels away from other arms.
REMEMBERED, APART_PX = 3.0, 8
#: An arm begins within so many pixels of its side: what lay there from the start hides its beginning.
RIM = 5


class Colours:
    """Shown one picture after the other, it remembers the colours of each arm. Begin anew with other arms."""

    def __init__(self) -> None:
        self._known: dict[int, FloatArray] = {}
        self._last: Labels | None = None
        #: By their labels, those that reached in from their sides.
        self._arms = np.zeros(5, np.bool_)

    def labels(self, picture: Image, chances: FloatArray, where: NDArray[np.bool_]) -> Labels:
        """The likeliest arm of every pixel there, by the network's chances and by colour: 0 is none, then as in
        `chances`."""
        numbers = range(1, len(chances) + 1)
        chances = self._not_renamed(chances, where)
        labels = np.where(where, first_of_most(chances) + 1, 0).astype(np.uint8)
        present = [number for number in numbers if np.count_nonzero(labels == number) > ARM_PX]
        bins = (cv2.GaussianBlur(picture, (0, 0), 1.0) // (256 // BINS)).astype(np.int32)
        colours = (bins[..., 0] * BINS + bins[..., 1]) * BINS + bins[..., 2]
        if len(present) > 1:
            at = np.flatnonzero(where)
            here, now = colours.ravel()[at], labels.ravel()[at]
            seen = {number: np.log(chances[number - 1].ravel()[at] + DOUBT) for number in present}
            # Once more with what the first time made of them: then few of one arm's colours are left in another's.
            for _ in range(TIMES):
                score = np.full((len(chances), len(here)), -np.inf, np.float32)
                for number in present:
                    likely = self._likely(number, here[now == number])
                    score[number - 1] = seen[number] + likely[here]
                now = first_of_most(score) + 1
            labels[where] = now
            labels = np.asarray(cv2.medianBlur(labels, 5), np.uint8)
        for number in present:
            self._learn(number, colours[_apart(labels, number)])
        # What never reached in is no arm, and not remembered as one, or later ones would be taken for it.
        reaching = _reaching_in(labels)
        self._arms |= reaching
        self._last = np.where(self._arms[labels], labels, 0).astype(np.uint8)
        return np.where(reaching[labels], labels, 0).astype(np.uint8)

    def _not_renamed(self, chances: FloatArray, where: NDArray[np.bool_]) -> FloatArray:
        """The chances with those of two arms exchanged where one of them, seen in the picture before, is now taken for
        the other: one that comes in over a corner of the picture, say. Each keeps what lay nearer to it."""
        if self._last is None:
            return chances
        now = np.where(where, first_of_most(chances) + 1, 0)
        for gone in range(1, len(chances) + 1):
            was = self._last == gone
            taken = np.bincount(now[was], minlength=len(chances) + 1)
            taken[0] = 0
            heir = int(taken.argmax())
            if was.sum() <= ARM_PX or np.count_nonzero(now == gone) > ARM_PX or taken[heir] <= TAKEN * was.sum():
                continue
            nearer = _distance(was) < _distance(self._last == heir)
            mine = (now == heir) & nearer
            chances = chances.copy()
            chances[gone - 1][mine], chances[heir - 1][mine] = chances[heir - 1][mine], chances[gone - 1][mine]
        return chances

    def _likely(self, number: int, seen: NDArray[np.int32]) -> FloatArray:
        """How likely every colour is on that arm, of which those are seen now: logarithms."""
        counts = _counted(seen)
        if number in self._known:
            known = self._known[number]
            counts += known * (REMEMBERED * max(1.0, float(len(seen))) / float(known.sum()))
        smooth = _with_neighbours(counts.reshape((BINS,) * 3)).ravel() + 1.0
        return np.asarray(np.log(smooth / smooth.sum()), np.float32)

    def _learn(self, number: int, seen: NDArray[np.int32]) -> None:
        if len(seen) > ARM_PX:
            self._known[number] = self._known.get(number, np.zeros(BINS**3, np.float32)) + _counted(seen)


def _reaching_in(labels: Labels) -> NDArray[np.bool_]:
    """By their labels, the arms that are seen to reach in from the side they are said to come from; another may lie
    across one."""
    rims = (labels[-RIM:], labels[:RIM], labels[:, :RIM], labels[:, -RIM:])
    return np.array([False, *(bool((rim == side).any()) for side, rim in enumerate(rims, 1))])


def _distance(there: NDArray[np.bool_]) -> FloatArray:
    """Pixels from there."""
    if not there.any():
        return np.full(there.shape, np.inf, np.float32)
    return np.asarray(cv2.distanceTransform((~there).astype(np.uint8), cv2.DIST_L2, 3), np.float32)


def _counted(colours: NDArray[np.int32]) -> FloatArray:
    return np.bincount(colours, minlength=BINS**3).astype(np.float32)


def _with_neighbours(cube: FloatArray) -> FloatArray:
    """Of every colour the sum with those beside it, once for each axis; around the corner without making copies."""
    sums = np.zeros_like(cube)
    for axis in range(3):
        each, total = np.moveaxis(cube, axis, 0), np.moveaxis(sums, axis, 0)
        total[:-1] += each[1:]
        total[-1] += each[0]
        total += each
        total[1:] += each[:-1]
        total[0] += each[-1]
    return sums


def _apart(labels: Labels, number: int) -> NDArray[np.bool_]:
    """Where that arm is, and no other is near."""
    others = ((labels > 0) & (labels != number)).astype(np.uint8)
    near = cv2.dilate(others, np.ones((2 * APART_PX + 1,) * 2, np.uint8)) > 0
    return np.asarray((labels == number) & ~near)


def first_of_most(rows: FloatArray) -> Labels:
    """What argmax along the first axis says, several times faster: there are few rows, and many in each."""
    most, which = rows[0].copy(), np.zeros(rows.shape[1:], np.uint8)
    for number, row in enumerate(rows[1:], 1):
        more = row > most
        which[more] = number
        np.maximum(most, row, out=most)
    return which
