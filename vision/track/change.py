"""Change detection on a small copy of each frame: what moved since the last one, what differs from the settled table.

It decides which pixels changed and nothing else. A table where nothing happens costs one shrink and one difference.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image

Mask: TypeAlias = NDArray[np.uint8]  # 0 or 255
Small: TypeAlias = Image  # a shrunken picture

#: Levels of 255 by which a shrunken pixel must change to have moved: six times the noise of a dim tablet camera.
MOVED = 12
#: Strongly compressed films flicker by more where there is print: what so few pixels of a still picture exceed is no
#: movement, up to so many levels. With every such picture the estimate steps up or down: four of five flicker less.
FLICKERS, MOST_FLICKER = 12, 26.0
STEP_UP, STEP_DOWN = 1.0, 0.25
#: ... and the rest hardly more than by this much more.
MORE = 1.25
#: Levels from the settled table, for standing out. A soft shadow stays below it.
STANDS_OUT = 18
#: A shadowed pixel is the table's colour, darker, up to so many levels.
SHADOW = 9.0
#: Light makes things this many times as dark, or as bright, and no more.
DARKER, BRIGHTER = 0.4, 1.7
#: A hand that rests beside the piles for so long is part of the table until it moves again.
ABSORB_NS = 2_000_000_000
#: The short side of a card in the small picture: enough to see a corner peep out from under a hand.
SMALL_CARD_PX = 20


@dataclass(frozen=True, slots=True)
class Change:
    """One frame compared: `moved` against the frame before, `foreground` against the settled table."""

    small: Small
    moved: Mask
    foreground: Mask


class ChangeDetector:
    """Keeps the last small frame and the picture of the settled table."""

    def __init__(self, size: tuple[int, int], card_px: float) -> None:
        self.factor = max(1, round(card_px / SMALL_CARD_PX))
        self._small_size = (max(1, size[0] // self.factor), max(1, size[1] // self.factor))
        self._last: Small | None = None
        self._table: Small = np.zeros((1, 1, 3), np.uint8)
        self._moved_ns: NDArray[np.int64] = np.zeros((1, 1), np.int64)
        #: Where something stood out of the table the last time, and where it has gone again: there the table is known.
        self._covered: Mask = np.zeros((1, 1), np.uint8)
        self._known: NDArray[np.bool_] = np.zeros((1, 1), bool)
        self._flicker = 0.0

    def see(self, image: Image, t_ns: int) -> Change:
        width, height = self._small_size
        # Whole blocks only: averaging them is several times faster than any other ratio.
        blocks = image[: height * self.factor, : width * self.factor]
        small = np.asarray(cv2.resize(blocks, self._small_size, interpolation=cv2.INTER_AREA), np.uint8)
        if self._last is None:
            self._last, self._table = small, small.copy()
            self._moved_ns = np.full(small.shape[:2], t_ns, np.int64)
            self._covered, self._known = np.zeros(small.shape[:2], np.uint8), np.zeros(small.shape[:2], bool)
        apart = most_apart(small, self._last)
        flicker = round(MORE * self._flicker)
        moved = _above(apart, max(MOVED, flicker))
        foreground = differing(small, self._table, max(STANDS_OUT, flicker))
        self._learn(apart, foreground)
        self._known[self._covered > foreground] = True
        self._last, self._covered = small, foreground
        self._moved_ns[moved > 0] = t_ns
        return Change(small, moved, foreground)

    def _learn(self, apart: Mask, foreground: Mask) -> None:
        """How much a picture flickers in which nothing happens."""
        if cv2.countNonZero(foreground) and cv2.countNonZero(cv2.erode(foreground, np.ones((3, 3), np.uint8))):
            return
        counts = cv2.calcHist([apart], [0], None, [256], [0, 256]).ravel()
        exceeded = int(np.flatnonzero(np.cumsum(counts[::-1])[::-1] > FLICKERS)[-1])
        self._flicker += STEP_UP if exceeded > self._flicker else -STEP_DOWN
        self._flicker = min(MOST_FLICKER, self._flicker)

    def solid(self, change: Change) -> Mask:
        """The foreground without shadows: a shadow is the table itself, only darker."""
        seen, table = change.small.astype(np.float32), self._table.astype(np.float32)
        every = np.ones((1, 3), np.float32)
        shade = cv2.transform(seen * table, every) / np.maximum(cv2.transform(table * table, every), 1.0)
        blue, green, red = cv2.split(cv2.absdiff(seen, shade[..., None] * table))
        apart = cv2.max(cv2.max(blue, green), red)
        return np.where((apart > SHADOW) | (shade > 1), change.foreground, 0).astype(np.uint8)

    def settle(self, where: NDArray[np.bool_], small: Small) -> None:
        """From now on the table looks like this there."""
        self._table[where] = small[where]
        self._known[where] = False

    def known(self) -> NDArray[np.bool_]:
        """Where the table was seen to be as its picture shows it when what covered it had gone."""
        return self._known

    def still(self, t_ns: int, for_ns: int) -> NDArray[np.bool_]:
        """Where nothing has moved for so long."""
        return np.asarray(t_ns - self._moved_ns > for_ns)

    def absorb(self, change: Change, outside: NDArray[np.bool_], t_ns: int) -> None:
        """Whatever has long been still outside the watched places belongs to the table now."""
        still = self.still(t_ns, ABSORB_NS) & outside & (change.foreground > 0)
        self.settle(still, change.small)

    def table(self) -> Small:
        """The settled table, as small as the frames."""
        return self._table


def otherwise_lit(before: Small, now: Small) -> NDArray[np.bool_]:
    """Where it may be the same thing in another light: its colour, darker or brighter."""
    was, seen = before.astype(np.float32), now.astype(np.float32)
    every = np.ones((1, 3), np.float32)
    shade = cv2.transform(seen * was, every) / np.maximum(cv2.transform(was * was, every), 1.0)
    apart = np.abs(seen - shade[..., None] * was).max(axis=-1)
    return np.asarray((apart <= SHADOW * np.maximum(shade, 1.0)) & (shade > DARKER) & (shade < BRIGHTER))


def differing(one: Small, other: Small, levels: int) -> Mask:
    """Where any colour differs by more than `levels`."""
    return _above(most_apart(one, other), levels)


def most_apart(one: Small, other: Small) -> Mask:
    """By how many levels the colour differs that differs most."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _above(apart: Mask, levels: int) -> Mask:
    return np.asarray(cv2.threshold(apart, levels, 255, cv2.THRESH_BINARY)[1], np.uint8)
