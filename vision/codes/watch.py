"""Looks for codes in a live picture without costing much: only where something changed, and only now and then.

It decides when to look, never what a code means. A code is told once, and again only after it has been away.
"""

from collections.abc import Callable
from time import perf_counter
from typing import TypeAlias

import cv2
import numpy as np

from vision.codes.find import Region, find_patches
from vision.codes.read import CodeSeen, read_patches
from vision.frame import Frame
from vision.image import Image

Point: TypeAlias = tuple[float, float]

#: Between two looks at least so long; and of every second no more than this share is spent on codes.
PAUSE_NS = 250_000_000
SHARE = 0.06
#: A changed place is looked at so many times: a card may still be moving, a hand may cover it.
LOOKS = 4
#: A code that was away for so long is news again.
AWAY_NS = 2_000_000_000
#: Changes are compared in cells of this many pixels, by this many grey levels.
CELL, CHANGED = 16, 12


class CodeWatch:
    """Feed it the frames of one source. `clock` tells seconds; `read` is replaced in tests."""

    def __init__(
        self,
        clock: Callable[[], float] = perf_counter,
        read: Callable[[Image, Region], tuple[CodeSeen, ...]] = lambda image, region: read_patches(
            image, find_patches(image, region)
        ),
    ) -> None:
        self._clock, self._read = clock, read
        self._before: Image | None = None
        self._looks: np.ndarray[tuple[int, ...], np.dtype[np.int8]] | None = None
        self._next_ns = 0
        #: Every code on the table: its middle, and since when it is not found there any more.
        self._known: dict[str, tuple[Point, int | None]] = {}

    def see(self, frame: Frame) -> tuple[CodeSeen, ...]:
        """Codes that are new in this frame: mostly none, at no cost."""
        if frame.t_ns < self._next_ns:
            return ()
        begun = self._clock()
        region = self._changed(frame.image)
        seen = () if region is None else self._read(frame.image, region)
        spent_ns = round(1e9 * (self._clock() - begun))
        self._next_ns = frame.t_ns + max(PAUSE_NS, round(spent_ns / SHARE))
        if region is not None:
            self._miss(region, frame.t_ns)
        news = tuple(code for code in seen if code.text not in self._known)
        self._known.update((code.text, (_middle(code), None)) for code in seen)
        return news

    def _changed(self, image: Image) -> Region | None:
        """The region that holds every cell which still deserves a look."""
        small = cv2.resize(image, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
        if self._before is None or self._looks is None or self._before.shape != small.shape:
            self._looks = np.full(small.shape[:2], LOOKS, np.int8)
        else:
            self._looks[cv2.absdiff(small, self._before).max(axis=2) > CHANGED] = LOOKS
        self._before = np.asarray(small, np.uint8)
        rows, columns = np.nonzero(self._looks)
        if not len(rows):
            return None
        self._looks[rows, columns] -= 1
        # A code next to a change may have been half covered: one cell more on every side.
        top, bottom = max(0, int(rows.min()) - 1) * CELL, (int(rows.max()) + 2) * CELL
        left, right = max(0, int(columns.min()) - 1) * CELL, (int(columns.max()) + 2) * CELL
        high, wide = image.shape[:2]
        return left, top, min(right, wide) - left, min(bottom, high) - top

    def _miss(self, region: Region, t_ns: int) -> None:
        """Until they are read again, the codes that lay in this region are missed; in the end forgotten."""
        left, top, wide, high = region
        for text, ((x, y), since) in tuple(self._known.items()):
            if since is not None and t_ns - since >= AWAY_NS:
                del self._known[text]
            elif since is None and 0 <= x - left < wide and 0 <= y - top < high:
                self._known[text] = (x, y), t_ns


def _middle(code: CodeSeen) -> Point:
    xs, ys = zip(*code.outline, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
