"""A recording as a `Source`: the same frames and gaps, at the same times, as when it was made. Damage is a gap.

It never skips, waits or guesses, and it can begin at any time. What is wrong with a recording, the doctor tells.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Frame, Gap
from vision.recording.record import Kind, Record
from vision.recording.walk import Contents, Finding, contents_of, walk
from vision.sources.image_folder import UNREADABLE
from vision.sources.video_file import ENDS_EARLY

DAMAGED = "recording_damaged"
LONGEST_REASON = 60


class Recording:
    """A `Source`. `BadInput` if the folder holds nothing that can be read."""

    def __init__(self, folder: Path) -> None:
        self.contents: Contents = contents_of(folder)
        self.manifest = self.contents.manifest
        self.name = folder.name
        self.size = self.manifest.size
        self._items = items(self.contents)

    def read(self) -> Frame | Gap | None:
        item = next(self._items, None)
        return self._seen(item) if item is not None else None

    def seek(self, t_ns: int) -> None:
        """Go on with the first frame or gap at or after a time."""
        begins = [segment.t_ns for segment in self.contents.segments]
        begin = max((place for place, at in enumerate(begins) if at <= t_ns), default=0)
        self._items = (item for item in items(self.contents, begin) if item.t_ns >= t_ns)

    def close(self) -> None:
        self._items = iter(())

    def _seen(self, item: Record) -> Frame | Gap:
        if item.kind is Kind.GAP:
            return Gap(item.t_ns, item.payload.decode("utf-8", "replace")[:LONGEST_REASON])
        if jpeg_size(item.payload) != self.size:
            return Gap(item.t_ns, UNREADABLE)
        image = cv2.imdecode(np.frombuffer(item.payload, np.uint8), cv2.IMREAD_COLOR)
        if image is None or (image.shape[1], image.shape[0]) != self.size:
            return Gap(item.t_ns, UNREADABLE)
        return Frame(item.index, item.t_ns, np.asarray(image, np.uint8), self.name)


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as a JPEG's frame header tells them: a few bytes must not unfold into gigabytes of picture."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def items(contents: Contents, begin: int = 0) -> Iterator[Record]:
    """Frames and gaps still encoded. Where records are lost stands a gap; it begins with the last frame before."""
    last_ns = contents.segments[begin].t_ns if contents.segments else 0
    for item in walk(contents, begin):
        if isinstance(item, Record):
            last_ns = item.t_ns
            yield item
        elif item.lost != 0:
            yield gap_for(item, last_ns)


def gap_for(finding: Finding, since_ns: int) -> Record:
    reason = ENDS_EARLY if finding.lost is None else DAMAGED
    return Record(Kind.GAP, -1, -1, since_ns, reason.encode())
