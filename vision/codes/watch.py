"""Looks for codes in a live picture without costing much: only where something changed, and only now and then.

It decides when to look, never what a code means. A code is told once, and again only after it has been away.
"""

from collections.abc import Callable
from time import perf_counter

import cv2
import numpy as np

from vision.codes.find import Region, find_patches
from vision.codes.read import CodeSeen, read_patches
from vision.frame import Frame
from vision.image import Image

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
        self._last_seen: dict[str, int] = {}

    def see(self, frame: Frame) -> tuple[CodeSeen, ...]:
        """Codes that are new in this frame: mostly none, at no cost."""
        if frame.t_ns < self._next_ns:
            return ()
        begun = self._clock()
        region = self._changed(frame.image)
        seen = () if region is None else self._read(frame.image, region)
        spent_ns = round(1e9 * (self._clock() - begun))
        self._next_ns = frame.t_ns + max(PAUSE_NS, round(spent_ns / SHARE))
        news = tuple(code for code in seen if self._is_new(code.text, frame.t_ns))
        self._last_seen.update((code.text, frame.t_ns) for code in seen)
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

    def _is_new(self, text: str, t_ns: int) -> bool:
        return t_ns - self._last_seen.get(text, -AWAY_NS) >= AWAY_NS
