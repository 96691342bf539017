"""A folder of pictures as a recording: in order of their names, at a constant rate. A damaged picture is a gap."""

from pathlib import Path

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.frame import Frame, Gap

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
UNREADABLE = "unreadable_picture"


class ImageFolder:
    def __init__(self, folder: Path, fps: float = 30.0) -> None:
        if not folder.is_dir():
            raise BadInput("there is no such folder", str(folder), "check the name")
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
        if not self._paths:
            raise BadInput("this folder holds no pictures", str(folder), "give a folder of JPEG or PNG files")
        self.name = folder.name
        self.fps = fps
        self.frames = len(self._paths)
        self._next = 0
        first = cv2.imread(str(self._paths[0]))
        self.size = (first.shape[1], first.shape[0]) if first is not None else (0, 0)

    def read(self) -> Frame | Gap | None:
        if self._next == self.frames:
            return None
        index, path = self._next, self._paths[self._next]
        self._next += 1
        t_ns = round(index * 1e9 / self.fps)
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            return Gap(t_ns, UNREADABLE)
        return Frame(index, t_ns, np.asarray(image, np.uint8), path.name)

    def close(self) -> None:
        self._next = self.frames
