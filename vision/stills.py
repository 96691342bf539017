"""Reads one picture from a file, whatever kind it is, as an upright colour image. It decides what a usable file is.

Grey, 16-bit, CMYK and pictures turned by their EXIF mark come out as 8-bit colour, as seen. What cannot be read is one
sentence, never a crash of the batch.
"""

from pathlib import Path

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.image import Image

#: A picture of more pixels than this is refused before it fills the memory; a tablet's camera has a fifth.
MOST_PIXELS = 120_000_000
#: A larger file is no photograph.
_MOST_BYTES = 400_000_000
_LEAST_SIDE = 16
_SILENT = 0  # the level at which OpenCV logs nothing


def load_still(path: Path) -> Image:
    """The picture in `path`; BadInput says what is wrong with it."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadInput("is too large a file for a picture", str(path), "give a photograph")
        data = path.read_bytes()
    except OSError as wrong:
        raise BadInput(f"cannot be read ({wrong.strerror or 'unknown'})", str(path), "check the file") from wrong
    if not data:
        raise BadInput("is an empty file", str(path), "copy the picture again")
    size = _declared_size(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise BadInput(f"has {size[0]} x {size[1]} pixels, too many", str(path), "make it smaller")
    image = _decoded(data)
    if image is None:
        raise BadInput("is not a picture that can be read", str(path), "give a JPEG or PNG file")
    if min(image.shape[:2]) < _LEAST_SIDE:
        raise BadInput(f"is only {image.shape[1]} x {image.shape[0]} pixels", str(path), "give a larger picture")
    return image


def _decoded(data: bytes) -> Image | None:
    # We tell of a damaged file ourselves, once. OpenCV 4.12 keeps its switch for that in another place than 4.14.
    switch = cv2.utils.logging.setLogLevel if hasattr(cv2.utils, "logging") else vars(cv2)["setLogLevel"]
    level = switch(_SILENT)
    try:
        image = None if _cut_short(data) else cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # how OpenCV refuses sizes and formats it cannot hold
        return None
    finally:
        switch(level)
    return None if image is None else np.asarray(image, np.uint8)


def _cut_short(data: bytes) -> bool:
    """Half a file decodes to half a picture and grey; better to say so."""
    if data.startswith(b"\xff\xd8"):
        return data.rfind(b"\xff\xd9") < len(data) // 2
    return data.startswith(b"\x89PNG") and b"IEND" not in data[-4096:]


def _declared_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as a PNG's or JPEG's header tells them, before anything is decoded."""
    if data.startswith(b"\x89PNG") and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if not data.startswith(b"\xff\xd8"):
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + length
    return None
