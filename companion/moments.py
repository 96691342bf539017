"""The last seconds of a watched table, kept in memory so that anybody can look again. They are never written to a disk.

The worker adds pictures, the screen reads them; a new row takes the place of the old one, so neither waits.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.referee.session import Update

#: About twenty seconds at thirty pictures a second.
KEPT = 600
QUALITY = 85


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture with what was seen in it. The picture is compressed: twenty seconds of plain ones fill a tablet."""

    index: int
    t_ns: int
    jpeg: bytes
    readings: tuple[Any, ...]

    def image(self) -> Any:
        return cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)


class Moments:
    """The last pictures, oldest first."""

    def __init__(self) -> None:
        self._row: tuple[Moment, ...] = ()

    def add(self, update: Update) -> None:
        if update.note or (self._row and self._row[-1].index == update.index):
            return
        done, data = cv2.imencode(".jpg", update.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if done:
            moment = Moment(update.index, update.t_ns, data.tobytes(), update.readings)
            self._row = (*self._row[1 - KEPT :], moment)

    @property
    def row(self) -> tuple[Moment, ...]:
        return self._row


def nearest(row: tuple[Moment, ...], t_ns: int) -> int:
    """The place of the picture that is nearest to a time."""
    return min(range(len(row)), key=lambda place: abs(row[place].t_ns - t_ns), default=0)
