"""When a card came to rest, found backwards: since when has each spot looked as it looks now that the hand is gone?

The card lies still before the hand lets go of it, so only the corners that the hand leaves free can tell. A spot is a
small patch with some print on it: plain skin or a shadow passes for plain colour, but not for print. The fit allows for
the hand's shadow. It decides positions in a row of small pictures and knows nothing of cards.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image

#: A pixel changed if any colour did by more than this between before and after.
CHANGED = 24
#: Root mean squares over a patch of 3 x 3 pixels: it has print on it from here on, and looks the same up to there.
PRINT, ALIKE = 15.0, 12.0
#: A shadow of the hand makes a spot this much darker at most; light it keeps off elsewhere makes none much brighter.
DARKEST, BRIGHTEST = 0.6, 1.1
#: Shares of the spots that have come to stay: noise until here, and a corner of the card from there on.
NOISE, CORNER = 0.02, 0.05
#: So many times the least difference between two pictures still counts as standing still.
HARDLY = 1.6
#: With fewer spots with print than this share of the change, plain ones have to do.
ENOUGH_PRINT = 0.05


@dataclass(frozen=True, slots=True)
class Span:
    """Positions in the row: `at` is the first picture of the lasting state, `low` and `high` enclose the moment."""

    low: int
    at: int
    high: int


def changed_pixels(before: Image, after: Image) -> NDArray[np.bool_]:
    apart = np.abs(before.astype(np.int16) - after.astype(np.int16))
    return np.asarray(apart.max(axis=-1) > CHANGED)


def came_to_stay(pictures: NDArray[np.uint8], before: Image, final: Image, where: NDArray[np.bool_]) -> Span:
    """From which of the n pictures on (n x height x width x 3) the spots of `where` stay as they are in `final`.

    As long as one of them is seen as it was `before`, it cannot have happened; in between the hand hides everything.
    """
    last = len(pictures) - 1
    stays = np.logical_and.accumulate(_alike(pictures, final, where)[::-1], axis=0)[::-1].mean(axis=1)
    if stays[-1] < CORNER:
        return Span(0, last, last)
    at = int(np.argmax(stays >= CORNER))
    sooner = _alike(pictures[: at + 1], before, where).mean(axis=1)
    low = int(np.flatnonzero(sooner >= CORNER)[-1]) if (sooner >= CORNER).any() else 0
    # A card a hair above its place looks as if it lay there already.
    return Span(min(low, at), _stillest(pictures, where, min(low, at), at), min(last, at + 1))


def _stillest(pictures: NDArray[np.uint8], where: NDArray[np.bool_], low: int, high: int) -> int:
    """A hand that lets go of a card stands still for a moment: the last picture much like the one before it.

    The last, because a hand may also hesitate on its way.
    """
    if high - low < 2:
        return high
    steps = np.abs(np.diff(pictures[low : high + 1][:, where].astype(np.int16), axis=0)).mean(axis=(1, 2))
    return low + 1 + int(np.flatnonzero(steps <= HARDLY * steps.min())[-1])


def _alike(pictures: NDArray[np.uint8], state: Image, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """pictures x spots: does the spot look as in that state, perhaps in the shade?"""
    final = state.astype(np.float32)
    power = _patch((final * final).sum(axis=-1))
    mean = cv2.boxFilter(final, -1, (3, 3), borderType=cv2.BORDER_REPLICATE)
    printed = where & (power - (mean * mean).sum(axis=-1) > PRINT**2)
    spots = printed if printed.sum() >= ENOUGH_PRINT * where.sum() else where
    rows = []
    for picture in pictures:
        seen = picture.astype(np.float32)
        common = _patch((seen * final).sum(axis=-1))
        shade = np.clip(common / np.maximum(power, 1.0), DARKEST, BRIGHTEST)
        apart = _patch((seen * seen).sum(axis=-1)) - 2 * shade * common + shade * shade * power
        rows.append((apart <= ALIKE**2)[spots])
    return np.array(rows, bool).reshape(len(rows), -1) if spots.any() else np.zeros((len(rows), 1), bool)


def _patch(values: FloatArray) -> FloatArray:
    """The mean over the 3 x 3 neighbourhood."""
    return np.asarray(cv2.boxFilter(values, -1, (3, 3), borderType=cv2.BORDER_REPLICATE), np.float32)
