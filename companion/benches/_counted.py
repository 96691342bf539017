"""What the app computes from pictures, one kind at a time, between marks that a counter of instructions sees.

    python -m companion.benches._counted NAME

The first time prepares and is not counted; every time after it lies between two marks. Nothing is random and no clock
is read. What the counts mean is told in `companion/benches/instructions.py`.
"""

import os
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import cv2
import numpy as np

from companion.benches._numbers import FIRST, STILL, _frames, _reader

#: A picture of the size that the camera of a tablet is opened with.
SIZE = (1280, 720)
#: Where a card lies in the picture `STILL`.
OUTLINE = ((203, 233), (209, 158), (321, 162), (317, 237))
#: Pictures at the beginning of the bundled game, before anything happens; the first ones find the table.
CALM = 14


def detector() -> Iterator[None]:
    from vision.detect.find import open_detector

    (frame,) = _frames(STILL, 1)
    finds = open_detector()
    for _ in range(2):
        finds.detect(frame.image)
        yield


def still() -> Iterator[None]:
    """A picture read with nothing known."""
    (frame,) = _frames(STILL, 1)
    reader = _reader()
    for _ in range(2):
        reader.read(frame.image)
        yield


def identity() -> Iterator[None]:
    """One card named in an outline that is known."""
    (frame,) = _frames(STILL, 1)
    reader = _reader()
    for _ in range(2):
        reader.name(frame.image, [np.array(OUTLINE, np.float32)])
        yield


def calm() -> Iterator[None]:
    """Pictures watched in which nothing happens."""
    yield from _watched(0, CALM)


def laid() -> Iterator[None]:
    """Pictures watched while an arm lays a card, and until it is told."""
    yield from _watched(FIRST - 2, 32)


def bridge() -> Iterator[None]:
    """Python's half of the way from the camera: bytes of a picture in, a picture out."""
    from vision.sources.android.camera import AndroidFeed

    width, height = SIZE
    pixels = np.resize(np.arange(256, dtype=np.uint8), width * height * 3 // 2)
    shot = SimpleNamespace(pixels=SimpleNamespace(tostring=pixels.tobytes), width=width, height=height, turn=0)
    feed = AndroidFeed("0", SIZE)
    for _ in range(2):
        feed._picture(shot)
        yield


COUNTED: dict[str, Callable[[], Iterator[None]]] = {
    "calm": calm,
    "laid": laid,
    "detector": detector,
    "still": still,
    "identity": identity,
    "bridge": bridge,
}


def _watched(first: int, count: int) -> Iterator[None]:
    from calibration.table_file import load_table
    from companion.referee.demo import demo_folder
    from vision.watcher import Watcher

    watcher = Watcher(_reader(), load_table(demo_folder() / "table.json"))
    for frame in _frames(first, count):
        watcher.watch(frame)
        yield


def main() -> None:
    cv2.setNumThreads(1)
    (name,) = sys.argv[1:]
    for _ in COUNTED[name]():
        # The mark: a call of the system that nothing else here makes, and that changes nothing.
        os.getsid(0)


if __name__ == "__main__":
    main()
