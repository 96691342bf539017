"""Printers' typefaces for random decks: OpenCV's own letters are drawn with a pen, real cards are set in type.

The typefaces come with the `train` extra. It decides which there are and what a text looks like in one of them.
"""

from functools import cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

#: Packages of typefaces. None of them is one that the rendered tables used for reporting are set in.
PACKAGES = (
    "font_amatic_sc", "font_caladea", "font_fredoka_one", "font_intuitive", "font_manrope", "font_roboto",
    "font_source_sans_pro", "font_source_serif_pro",
)  # fmt: skip
#: Strokes as thin as these vanish at a card's size.
_TOO_THIN = ("Thin", "ExtraLight", "VariableFont")
#: Points high that a text is set; it is scaled from there.
_SIZE = 80


@cache
def typefaces() -> tuple[str, ...]:
    """The files of all typefaces, in a fixed order."""
    found: list[str] = []
    for package in PACKAGES:
        folder = Path(str(resources.files(package))) / "files"
        found += sorted(str(file) for file in folder.glob("*.ttf") if not any(t in file.name for t in _TOO_THIN))
    return tuple(found)


def set_in_type(text: str, typeface: str, stroke: int) -> NDArray[np.uint8]:
    """The text as a mask that fits it closely, its letters `stroke` pixels fatter all around."""
    from PIL import Image as Picture
    from PIL import ImageDraw, ImageFont

    font = ImageFont.truetype(typeface, _SIZE)
    left, top, right, bottom = (int(v) for v in font.getbbox(text, stroke_width=stroke))
    canvas = Picture.new("L", (max(1, right - left) + 4, max(1, bottom - top) + 4))
    ImageDraw.Draw(canvas).text((2 - left, 2 - top), text, 255, font, stroke_width=stroke)
    mask = np.asarray(canvas, np.uint8)
    x, y, w, h = cv2.boundingRect(mask)
    return mask[y : y + max(h, 1), x : x + max(w, 1)]
