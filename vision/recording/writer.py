"""Writes a recording: pictures as JPEG in segments of at most ten seconds, each complete in itself, the oldest removed.

Every record goes to the system at once, so a kill loses nothing that was put. It decides when a segment ends and which
one makes room; it raises `OSError` as the disk does. What that means for a match is decided by who writes.
"""

import json
import os
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadInput
from vision.frame import Frame, Gap
from vision.image import Image
from vision.recording.manifest import NAME, SEGMENT, Manifest, to_json
from vision.recording.record import Kind, Record, pack

SEGMENT_NS = 10_000_000_000
QUALITY = 90
#: The logs beside the pictures: what the vision believed, and what counted.
SEEN, MATCH = "seen.jsonl", "match.jsonl"


class Writer:
    """A new recording in a new folder. `most_bytes` limits all segments together; 0 is no limit."""

    def __init__(self, folder: Path, manifest: Manifest, most_bytes: int = 0, quality: int = QUALITY) -> None:
        make_new(folder)
        self.folder, self.manifest = folder, replace(manifest, rotates=manifest.rotates or most_bytes > 0)
        self.bytes, self.frames = 0, 0
        self.first_ns: int | None = None
        self.last_ns = 0
        self._most, self._quality = most_bytes, quality
        self._mask: NDArray[np.uint8] | None = None
        self._number, self._segments = 0, 0
        self._open: FileIO | None = None
        self._path = folder
        self._open_bytes, self._open_ns = 0, 0
        self._closed: deque[tuple[Path, int]] = deque()
        _write_new(folder / NAME, to_json(self.manifest, indent=1))

    @property
    def seconds(self) -> float:
        return 0.0 if self.first_ns is None else (self.last_ns - self.first_ns) / 1e9

    def put(self, seen: Frame | Gap) -> None:
        if isinstance(seen, Gap):
            self.put_raw(Kind.GAP, -1, seen.since_ns, seen.reason.encode())
        else:
            self.put_raw(Kind.FRAME, seen.index, seen.t_ns, self._jpeg(seen.image))

    def put_raw(self, kind: Kind, index: int, t_ns: int, payload: bytes) -> None:
        """A frame or gap that is encoded already."""
        if self._open is None or t_ns - self._open_ns >= SEGMENT_NS:
            self._turn(t_ns)
        self._append(kind, index, t_ns, payload)
        self._number += 1
        if kind is Kind.FRAME:
            self.frames += 1
            self.first_ns = t_ns if self.first_ns is None else self.first_ns
            self.last_ns = t_ns

    def note(self, log: str, row: Mapping[str, Any]) -> None:
        """One line more in a log beside the pictures."""
        line = json.dumps(row, ensure_ascii=False) + "\n"
        with (self.folder / log).open("ab", buffering=0) as stream:
            stream.write(line.encode())

    def close(self) -> None:
        if self._open is None and not self._segments:
            self._turn(0)
        self._end(Kind.END)

    def _turn(self, t_ns: int) -> None:
        """The next segment. It carries the manifest, so that it can be read alone."""
        self._end(Kind.TURN)
        self._path = self.folder / f"{self._segments:06d}{SEGMENT}"
        self._open = FileIO(self._path, "xb")
        self._segments += 1
        self._open_bytes, self._open_ns = 0, t_ns
        self._append(Kind.HEAD, -1, t_ns, to_json(self.manifest))

    def _end(self, kind: Kind) -> None:
        if self._open is None:
            return
        self._append(kind, -1, self.last_ns, b"")
        os.fsync(self._open.fileno())
        self._open.close()
        self._open = None
        self._closed.append((self._path, self._open_bytes))
        self._make_room()

    def _make_room(self) -> None:
        while self._most and len(self._closed) > 1 and sum(size for _, size in self._closed) > self._most:
            oldest, _ = self._closed.popleft()
            oldest.unlink(missing_ok=True)

    def _append(self, kind: Kind, index: int, t_ns: int, payload: bytes) -> None:
        assert self._open is not None
        data = memoryview(pack(Record(kind, self._number, index, t_ns, payload)))
        self.bytes += len(data)
        self._open_bytes += len(data)
        while data:
            data = data[self._open.write(data) :]

    def _jpeg(self, image: Image) -> bytes:
        if self.manifest.outline:
            if self._mask is None:
                self._mask = mask_of(self.manifest)
            image = np.asarray(cv2.bitwise_and(image, image, mask=self._mask), np.uint8)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        assert done, "OpenCV cannot encode a JPEG"
        return data.tobytes()


def mask_of(manifest: Manifest) -> NDArray[np.uint8]:
    """What is kept of every picture: what lies in the outline."""
    mask = np.zeros((manifest.size[1], manifest.size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(manifest.outline)).astype(np.int32)], 255)
    return mask


def make_new(folder: Path) -> None:
    """A folder for one recording; nothing that is there already is touched."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput("there is something of this name already", str(folder), "name a new or an empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise BadInput(f"this folder cannot be made ({wrong.strerror})", str(folder), "give another path") from None


def _write_new(path: Path, data: bytes) -> None:
    with path.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
