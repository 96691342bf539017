"""The recordings of this device: what each says of itself, its first picture, and taking one away. It plays none."""

import shutil
from collections.abc import Generator
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import BadInput
from companion.desk import Desk
from companion.ui.library_view import Recorded
from companion.ui.table_model import TableModel
from vision.frame import Frame
from vision.image import Image
from vision.recording.manifest import NAME, SEGMENT, Manifest
from vision.recording.reader import Recording

RECORDINGS = "recordings"
#: The first picture is shown so many pixels wide.
WIDE_PX = 320
#: So many gaps at the beginning are passed over to find it.
LOOKED_AT = 30


class Library:
    """Recordings lie in a folder of their own; those that lie elsewhere are opened by walking there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def folder(self) -> Path:
        return self._desk.folder / RECORDINGS

    def hear(self, model: TableModel | None) -> None:
        pass

    def close(self) -> None:
        pass

    def recorded(self) -> Generator[Recorded, None, None]:
        """One after the other, the newest first; one that cannot be read says why."""
        try:
            folders = sorted((path for path in self.folder.iterdir() if is_recording(path)), reverse=True)
        except OSError:
            folders = []
        for path in folders:
            try:
                manifest, first = _looked_into(path)
            except BadInput as wrong:
                yield Recorded(path, path.name, "", "", (), _size(path), None, str(wrong))
                continue
            seats = manifest.match.get("seats")
            players = tuple(map(str, seats.values())) if isinstance(seats, dict) else ()
            game = str(manifest.match.get("game", ""))
            yield Recorded(path, path.name, game, manifest.began, players, _size(path), first)

    def forget(self, path: Path) -> bool:
        """Take a recording away for good. Only what is one, and lies here, can be."""
        ours = path.parent == self.folder and is_recording(path)
        if ours:
            shutil.rmtree(path, ignore_errors=True)
        return ours and not path.exists()


def is_recording(path: Path) -> bool:
    return path.is_dir() and ((path / NAME).is_file() or any(path.glob(f"*{SEGMENT}")))


def _looked_into(path: Path) -> tuple[Manifest, Image | None]:
    recording = Recording(path)
    try:
        for _ in range(LOOKED_AT):
            seen = recording.read()
            if seen is None:
                break
            if isinstance(seen, Frame):
                return recording.manifest, _small(seen.image)
    finally:
        recording.close()
    return recording.manifest, None


def _small(image: Image) -> Image:
    high = round(WIDE_PX * image.shape[0] / image.shape[1])
    return np.asarray(cv2.resize(image, (WIDE_PX, high), interpolation=cv2.INTER_AREA), np.uint8)


def _size(path: Path) -> int:
    return sum(each.stat().st_size for each in path.iterdir() if each.is_file())
