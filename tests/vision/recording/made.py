"""Small recordings for tests: pictures of a few pixels, at times that are not regular, with a gap in the middle."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.frame import Frame, Gap
from vision.recording.manifest import Manifest
from vision.recording.reader import Recording
from vision.recording.writer import Writer

SIZE = (24, 16)
MS = 1_000_000
MANIFEST = Manifest(id="small", source="test", size=SIZE, match={"game": "none"})


def picture(index: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((SIZE[1], SIZE[0], 3), 40 + 5 * (index % 40), np.uint8)


def played(count: int = 24, every_ms: int = 1_300) -> Iterator[Frame | Gap]:
    """As a live source: three segments of some ten seconds."""
    for index in range(count):
        t_ns = (index * every_ms + index % 3) * MS + 17
        yield Frame(index, t_ns, picture(index), "test")
        if index == count // 2:
            yield Gap(t_ns, "camera_lost")


def record(folder: Path, seen: Iterator[Frame | Gap] | None = None, manifest: Manifest = MANIFEST) -> Path:
    writer = Writer(folder, manifest)
    for each in seen if seen is not None else played():
        writer.put(each)
    writer.close()
    return folder


def told(folder: Path) -> list[tuple[object, ...]]:
    """Everything a recording gives, as values that can be compared."""
    return list(map(value, iter(Recording(folder).read, None)))


def value(seen: Frame | Gap) -> tuple[object, ...]:
    if isinstance(seen, Gap):
        return "gap", seen.since_ns, seen.reason
    return "frame", seen.index, seen.t_ns, seen.image.tobytes()
