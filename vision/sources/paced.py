"""A live camera at the pace that this machine can hold: measures how long each step takes, and passes over pictures.

For live cameras only: a recording is looked at picture by picture, however long it takes. Gaps always pass.
"""

import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import Frame, Gap
from vision.image import Image
from vision.pace import Level, Pace
from vision.sources.source import Source


class Paced:
    """A `Source` around a live one. What is done between two reads is the step that is measured.

    Pictures are made smaller by the pace's scale as it is when this is opened: a table belongs to one size.
    """

    def __init__(self, source: Source, pace: Pace, now: Callable[[], int] = time.monotonic_ns) -> None:
        self.name = source.name
        self.pace = pace
        self.scale = pace.level.scale
        width, height = source.size
        self.size = (round(width * self.scale), round(height * self.scale))
        self._source, self._now = source, now
        self._given_ns: int | None = None

    @property
    def level(self) -> Level:
        return self.pace.level

    def read(self) -> Frame | Gap | None:
        if self._given_ns is not None:
            self.pace.took(self._given_ns, self._now() - self._given_ns)
        for _ in range(self.level.every):
            seen = self._source.read()
            if not isinstance(seen, Frame):
                break
        self._given_ns = self._now()
        return self._smaller(seen) if isinstance(seen, Frame) else seen

    def close(self) -> None:
        self._source.close()

    def _smaller(self, frame: Frame) -> Frame:
        if self.scale == 1.0:
            return frame
        image: Image = np.asarray(cv2.resize(frame.image, self.size, interpolation=cv2.INTER_AREA), np.uint8)
        return Frame(frame.index, frame.t_ns, image, frame.source)
