"""The last seconds of a watched table, and of every ruling before them the pictures that decide it: kept in memory so
that anybody can look again. They are never written to a disk.

The worker adds pictures, the screen reads them; a new row takes the place of the old one, so neither waits.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.core.events import Entry
from companion.referee.session import Update

#: About twenty seconds at thirty pictures a second.
KEPT = 600
#: And so many where memory is short: enough for a ruling that was just made.
SPARED = 90
QUALITY = 85
#: So many bytes of deciding pictures are kept, which is a long match; and so many where memory is short.
ROOM_BYTES, SPARED_BYTES = 64_000_000, 16_000_000
#: A JPEG smears colours over blocks of so many pixels: what lies so near the edge is not told from beyond it.
BLOCK = 16


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture with what was seen in it. The picture is compressed: twenty seconds of plain ones fill a tablet."""

    index: int
    t_ns: int
    jpeg: bytes
    readings: tuple[Any, ...]
    #: What of it may leave this device: all of it where none is given.
    mask: Any = None

    def image(self) -> Any:
        whole: Any = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        return whole if self.mask is None else np.where(self.mask[:, :, None] > 0, whole, np.uint8(0))


def frames_in(proof: str) -> tuple[int, ...]:
    """The frames that an entry's proof names: `game.avi#75-84-90`."""
    parts = proof.rpartition("#")[2].split("-")
    return tuple(int(part) for part in parts) if "#" in proof and all(part.isdecimal() for part in parts) else ()


class Moments:
    """The last pictures, oldest first. What was kept `before`, of the same match, is kept on."""

    def __init__(self, before: "Moments | None" = None) -> None:
        self._row: tuple[Moment, ...] = ()
        self._most, self._room = KEPT, ROOM_BYTES
        self._kept: dict[int, tuple[Moment, ...]] = dict(before._kept) if before else {}

    def add(self, update: Update) -> None:
        if update.note or (self._row and self._row[-1].index == update.index):
            return
        done, data = cv2.imencode(".jpg", update.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if done:
            moment = Moment(update.index, update.t_ns, data.tobytes(), update.readings)
            self._row = (*self._row[1 - self._most :], moment)

    def spare(self) -> None:
        """From now on keep fewer."""
        self._most, self._room = SPARED, SPARED_BYTES

    def keep(self, entry: Entry) -> None:
        """What an entry's proof names stays; for one that people wrote, the picture of that moment."""
        wanted = frames_in(entry.proof)
        self._kept[entry.n] = tuple(each for each in self._row if each.index in wanted) or self._row[-1:]
        while len(self._kept) > 1 and sum(len(each.jpeg) for kept in self._kept.values() for each in kept) > self._room:
            del self._kept[min(self._kept)]

    def of(self, entry: Entry) -> tuple[tuple[Moment, ...], int]:
        """Where to look at an entry again, and at which picture: the last seconds, or what was kept of it."""
        kept, row = self._kept.get(entry.n, ()), self._row
        if kept and not any(each is kept[-1] for each in row):
            row = kept
        t_ns = entry.hi_ns or (kept[-1].t_ns if kept else 0)
        return row, nearest(row, t_ns)

    @property
    def row(self) -> tuple[Moment, ...]:
        return self._row


def covered(row: tuple[Moment, ...], outline: Any, size: tuple[int, int]) -> tuple[Moment, ...]:
    """The same pictures without what is not table: people's faces and rooms stay where they are."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.asarray(outline, np.float64).round().astype(np.int32)], 255)
    mask = np.asarray(cv2.erode(mask, np.ones((2 * BLOCK + 1, 2 * BLOCK + 1), np.uint8)), np.uint8)
    return tuple(replace(moment, mask=mask) for moment in row)


def nearest(row: tuple[Moment, ...], t_ns: int) -> int:
    """The place of the picture that is nearest to a time."""
    return min(range(len(row)), key=lambda place: abs(row[place].t_ns - t_ns), default=0)
