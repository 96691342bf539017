"""Pictures as the calibration needs them: grey levels, and levels between pixels. Decides nothing."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture: TypeAlias = NDArray[np.uint8]

_NO_SECOND_MAP = np.empty(0, np.float32)


def grey_of(picture: Picture) -> Picture:
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def sampled(picture: Picture, where_px: ArrayLike) -> Picture:
    """The picture at places (rows x columns x 2) between its pixels; beyond its border the border goes on."""
    places = np.asarray(where_px, np.float32)
    seen = cv2.remap(picture, places, _NO_SECOND_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)
