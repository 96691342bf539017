"""Where arms are in a picture, and from which side of it each comes: a small network looks at one small picture.

It knows hands, sleeves and gloves from `vision/training/arms`, and nothing of tables: a shadow, a card or a light that
is switched on is no arm. It decides a label for every pixel; motion and time are not its business.
"""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.image import Image

Labels = NDArray[np.uint8]

#: What the labels stand for; 0 is no arm.
SEATS = (None, Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
#: The network's picture: small enough to look at every frame of a disturbance.
SIZE = (160, 96)
MODEL = Path(__file__).parent.parent / "models" / "arms.onnx"


def label_of(seat: Seat) -> int:
    return SEATS.index(seat)


class Sides:
    """Labels pictures. Not for use by two threads at once."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def labels(self, picture: Image) -> Labels:
        """For every pixel the number in SEATS of the arm that is seen there."""
        height, width = picture.shape[:2]
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
        self._net.setInput(cv2.dnn.blobFromImage(small, 1 / 255))
        scores = np.asarray(self._net.forward()[0], np.float32)
        large = [cv2.resize(score, (width, height), interpolation=cv2.INTER_LINEAR) for score in scores]
        return np.asarray(np.argmax(np.stack(large), axis=0), np.uint8)


@lru_cache(maxsize=1)
def open_sides() -> Sides | None:
    """The network that comes with the app; None where it is missing."""
    return Sides() if MODEL.is_file() else None
