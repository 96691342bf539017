"""The texts of the codes in a picture. Every patch is warped upright first: that is worth more than any decoder.

pyzbar reads best and is asked first; where its library is missing OpenCV reads alone, a little worse. Neither is
believed further than its text: what it says is checked where it is used.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np

from vision.codes.find import Region, find_patches
from vision.image import FloatArray, Image

#: Longer texts than any QR code that a camera can read are not passed on.
LONGEST_TEXT = 4_300
#: Around a patch so much of its side is added: a code needs white around it, and corners are found roughly.
MARGIN = 0.18
#: An upright patch is so many times the size it has in the picture, between these sides.
ENLARGED, LEAST_SIDE, MOST_SIDE = 3.0, 160, 480
#: In poor light noise hides the modules: smoothing by so much of the side brings them back.
SMOOTH = (0.0035, 0.007)

Decoder: TypeAlias = Callable[[Image], list[str]]


@dataclass(frozen=True, slots=True)
class CodeSeen:
    """A text, and the outline of the patch it was read in (4 x 2 pixels)."""

    text: str
    outline: tuple[tuple[float, float], ...]


def read_codes(image: Image, within: Region | None = None, decode: Decoder | None = None) -> tuple[CodeSeen, ...]:
    """Every code that can be read in a picture, or in a region of it."""
    return read_patches(image, find_patches(image, within), decode)


def read_patches(image: Image, outlines: Iterable[FloatArray], decode: Decoder | None = None) -> tuple[CodeSeen, ...]:
    """The codes in these patches: for a code whose place is known, such as the mat's, its four corners are enough."""
    decode = decode or zbar() or opencv
    found: dict[str, CodeSeen] = {}
    for outline in outlines:
        for text in _read(image, outline, decode):
            if 0 < len(text) <= LONGEST_TEXT:
                corners = tuple((float(x), float(y)) for x, y in outline)
                found.setdefault(text, CodeSeen(text, corners))
    return tuple(found.values())


@cache
def zbar() -> Decoder | None:
    """pyzbar, if its library is there."""
    try:
        from pyzbar.pyzbar import ZBarSymbol, decode  # type: ignore[import-untyped]
    except (ImportError, OSError):
        return None

    def read(grey: Image) -> list[str]:
        return [found.data.decode("utf-8", "replace") for found in decode(grey, symbols=[ZBarSymbol.QRCODE])]

    return read


def opencv(grey: Image) -> list[str]:
    """What OpenCV itself reads: one code at most."""
    for detector in (_marks(), _plain()):
        try:
            text = detector.detectAndDecode(grey)[0]
        except (cv2.error, UnicodeDecodeError):  # how it fails on patches that only look like codes
            continue
        if text:
            return [text]
    return []


def _read(image: Image, outline: FloatArray, decode: Decoder) -> list[str]:
    """Upright by its outline; if that was too rough, by the marks of the code itself; then without the noise.

    At last as it lies there: an outline around a code and the words beside it is askew.
    """
    grey = _upright(image, outline)
    texts = decode(grey) or _by_marks(grey, decode) or _smoothed(grey, decode)
    return texts or decode(_upright(image, _box(outline)))


def _box(outline: FloatArray) -> FloatArray:
    """The same patch with upright sides."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def _by_marks(grey: Image, decode: Decoder) -> list[str]:
    try:
        found, corners = _marks().detect(grey)
    except cv2.error:  # as above
        return []
    if not found or corners is None:
        return []
    corners = np.asarray(corners, np.float32).reshape(-1, 4, 2)[0]
    return decode(_upright(grey, corners)) if cv2.contourArea(corners) > LEAST_SIDE else []


def _smoothed(grey: Image, decode: Decoder) -> list[str]:
    for share in SMOOTH:
        texts = decode(np.asarray(cv2.GaussianBlur(grey, (0, 0), share * len(grey)), np.uint8))
        if texts:
            return texts
    return []


def _upright(image: Image, outline: FloatArray) -> Image:
    """The patch as a square, in grey."""
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    side = int(np.clip(ENLARGED * sides.max(), LEAST_SIDE, MOST_SIDE))
    edge = MARGIN * side
    square = np.array([[edge, edge], [side - edge, edge], [side - edge, side - edge], [edge, side - edge]], np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(outline, np.float32), square)
    flat = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    if flat.ndim == 3:
        flat = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.normalize(flat, None, 0, 255, cv2.NORM_MINMAX), np.uint8)  # type: ignore[call-overload]


@cache
def _marks() -> cv2.QRCodeDetectorAruco:
    return cv2.QRCodeDetectorAruco()


@cache
def _plain() -> cv2.QRCodeDetector:
    return cv2.QRCodeDetector()
