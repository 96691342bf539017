"""Capital letters as strokes, so that sheets and cards need no font: all text is set in capitals, with its accents.

A letter lives in a box one high; accents stand above it and need a third more. The digits are those of the cards.
"""

import unicodedata
from collections.abc import Iterator
from typing import Literal

from vision.art.drawing import Colour, Point, Shape, Stroke, arc
from vision.art.numerals import DIGITS
from vision.art.numerals import WIDE as DIGIT_WIDE

Line = tuple[Point, ...]
#: Width between centre lines, and the strokes.
Glyph = tuple[float, tuple[Line, ...]]

SPACE = 0.36
#: Between the centre lines of two letters.
GAP = 0.26
#: A pen this wide, in heights of a letter, suits running text.
PEN = 0.14


def _dot(x: float, y: float) -> Line:
    return ((x, y), (x + 0.02, y))


_ROUND: Line = arc((0.36, 0.5), 0.36, 0.5, 0.0, 1.0)
_BOWL: Line = ((0.0, 0.0), (0.27, 0.0), *arc((0.27, 0.26), 0.24, 0.26, 0.75, 1.25), (0.0, 0.52))

GLYPHS: dict[str, Glyph] = {
    "A": (0.70, (((0.0, 1.0), (0.35, 0.0), (0.70, 1.0)), ((0.13, 0.66), (0.57, 0.66)))),
    "B": (0.56, (_BOWL, ((0.0, 0.0), (0.0, 1.0), (0.3, 1.0), *arc((0.3, 0.76), 0.26, 0.24, 0.25, -0.25), (0.0, 0.52)))),
    "C": (0.64, (arc((0.36, 0.5), 0.36, 0.5, 0.13, 0.87),)),
    "D": (0.64, (((0.0, 0.0), (0.24, 0.0), *arc((0.24, 0.5), 0.4, 0.5, 0.75, 1.25), (0.0, 1.0), (0.0, 0.0)),)),
    "E": (0.52, (((0.52, 0.0), (0.0, 0.0), (0.0, 1.0), (0.52, 1.0)), ((0.0, 0.49), (0.44, 0.49)))),
    "F": (0.50, (((0.50, 0.0), (0.0, 0.0), (0.0, 1.0)), ((0.0, 0.5), (0.42, 0.5)))),
    "G": (0.68, ((*arc((0.36, 0.5), 0.36, 0.5, 0.87, 0.05), (0.68, 0.56), (0.40, 0.56)),)),
    "H": (0.62, (((0.0, 0.0), (0.0, 1.0)), ((0.62, 0.0), (0.62, 1.0)), ((0.0, 0.5), (0.62, 0.5)))),
    "I": (0.0, (((0.0, 0.0), (0.0, 1.0)),)),
    "J": (0.42, (((0.42, 0.0), *arc((0.14, 0.72), 0.28, 0.28, 0.0, 0.36)),)),
    "K": (0.58, (((0.0, 0.0), (0.0, 1.0)), ((0.56, 0.0), (0.0, 0.60)), ((0.20, 0.40), (0.58, 1.0)))),
    "L": (0.48, (((0.0, 0.0), (0.0, 1.0), (0.48, 1.0)),)),
    "M": (0.76, (((0.0, 1.0), (0.05, 0.0), (0.38, 0.66), (0.71, 0.0), (0.76, 1.0)),)),
    "N": (0.62, (((0.0, 1.0), (0.0, 0.0), (0.62, 1.0), (0.62, 0.0)),)),
    "O": (0.72, (_ROUND,)),
    "P": (0.52, (_BOWL, ((0.0, 0.0), (0.0, 1.0)))),
    "Q": (0.72, (_ROUND, ((0.44, 0.74), (0.72, 1.04)))),
    "R": (0.56, (_BOWL, ((0.0, 0.0), (0.0, 1.0)), ((0.26, 0.52), (0.56, 1.0)))),
    "S": (0.54, ((*arc((0.27, 0.25), 0.26, 0.25, 0.96, 0.25), *arc((0.27, 0.75), 0.27, 0.25, 0.75, 1.46)),)),
    "T": (0.60, (((0.0, 0.0), (0.60, 0.0)), ((0.30, 0.0), (0.30, 1.0)))),
    "U": (0.62, (((0.0, 0.0), *arc((0.31, 0.69), 0.31, 0.31, 0.5, 0.0), (0.62, 0.0)),)),
    "V": (0.68, (((0.0, 0.0), (0.34, 1.0), (0.68, 0.0)),)),
    "W": (0.96, (((0.0, 0.0), (0.24, 1.0), (0.48, 0.22), (0.72, 1.0), (0.96, 0.0)),)),
    "X": (0.62, (((0.0, 0.0), (0.62, 1.0)), ((0.62, 0.0), (0.0, 1.0)))),
    "Y": (0.64, (((0.0, 0.0), (0.32, 0.5), (0.64, 0.0)), ((0.32, 0.5), (0.32, 1.0)))),
    "Z": (0.58, (((0.0, 0.0), (0.58, 0.0), (0.0, 1.0), (0.58, 1.0)),)),
    ".": (0.0, (_dot(0.0, 0.98),)),
    ",": (0.06, (((0.06, 0.96), (0.0, 1.16)),)),
    ":": (0.0, (_dot(0.0, 0.36), _dot(0.0, 0.94))),
    ";": (0.06, (_dot(0.06, 0.36), ((0.06, 0.94), (0.0, 1.14)))),
    "!": (0.0, (((0.0, 0.0), (0.0, 0.64)), _dot(0.0, 0.98))),
    "?": (0.46, ((*arc((0.23, 0.24), 0.23, 0.24, 0.5, 1.16), (0.23, 0.52), (0.23, 0.66)), _dot(0.23, 0.98))),
    "'": (0.04, (((0.04, 0.0), (0.0, 0.22)),)),
    "-": (0.30, (((0.0, 0.54), (0.30, 0.54)),)),
    "–": (0.50, (((0.0, 0.54), (0.50, 0.54)),)),
    "+": (0.46, (((0.0, 0.54), (0.46, 0.54)), ((0.23, 0.31), (0.23, 0.77)))),
    "=": (0.46, (((0.0, 0.40), (0.46, 0.40)), ((0.0, 0.68), (0.46, 0.68)))),
    "/": (0.44, (((0.0, 1.08), (0.44, -0.08)),)),
    "(": (0.18, (arc((0.40, 0.5), 0.40, 0.66, 0.36, 0.64),)),
    ")": (0.18, (arc((-0.22, 0.5), 0.40, 0.66, -0.14, 0.14),)),
    "%": (0.72, (arc((0.14, 0.2), 0.14, 0.18, 0, 1), arc((0.58, 0.8), 0.14, 0.18, 0, 1), ((0.62, 0.0), (0.10, 1.0)))),
    "×": (0.42, (((0.0, 0.33), (0.42, 0.75)), ((0.42, 0.33), (0.0, 0.75)))),
    "·": (0.0, (_dot(0.0, 0.54),)),
    "°": (0.26, (arc((0.13, 0.13), 0.13, 0.13, 0, 1),)),
    **{digit: (DIGIT_WIDE, lines) for digit, lines in DIGITS.items()},
}
#: Strokes about the middle of a letter; the cedilla hangs below, the others stand above.
ACCENTS: dict[str, tuple[Line, ...]] = {
    "\u0300": (((-0.12, -0.34), (0.06, -0.20)),),
    "\u0301": (((0.12, -0.34), (-0.06, -0.20)),),
    "\u0302": (((-0.16, -0.20), (0.0, -0.36), (0.16, -0.20)),),
    "\u0303": (((-0.18, -0.22), (-0.06, -0.32), (0.06, -0.22), (0.18, -0.32)),),
    "\u0308": (_dot(-0.16, -0.26), _dot(0.16, -0.26)),
    "\u030a": (arc((0.0, -0.28), 0.11, 0.11, 0, 1),),
    "\u0327": (((0.02, 1.0), (0.06, 1.18), (-0.10, 1.26)),),
}
#: What is written with other signs.
_SPELT = {"œ": "oe", "æ": "ae", "ß": "ss", "’": "'", "‘": "'", "“": "'", "”": "'", "«": "'", "»": "'", "\u00a0": " "}
_SPELT |= {"−": "–", "—": "–", "…": "...", "&": "+", "ø": "o", "ł": "l"}


def spelt(text: str) -> str:
    """The text in the signs there are, accents apart; what cannot be written becomes a middle dot."""
    plain = "".join(_SPELT.get(sign, sign) for sign in text.lower()).upper()
    signs = unicodedata.normalize("NFD", plain)
    return "".join(sign if sign in GLYPHS or sign in ACCENTS or sign == " " else "·" for sign in signs)


def width_of(text: str, height: float) -> float:
    """Between the centre lines of the first and the last letter."""
    advances = [SPACE if sign == " " else GLYPHS[sign][0] + GAP for sign in spelt(text) if sign not in ACCENTS]
    return height * max(0.0, sum(advances) - GAP)


def lettering(
    text: str,
    at: Point,
    height: float,
    colour: Colour,
    anchor: Literal["left", "middle", "right"] = "middle",
    weight: float | None = None,
    room: float | None = None,
) -> Iterator[Shape]:
    """One line of text; `at` is on its middle height. It is set smaller where it would be wider than `room`."""
    if room is not None and (wide := width_of(text, height)) > room:
        height *= room / wide
        weight = weight and weight * room / wide
    pen = weight or PEN * height
    left = at[0] - {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * width_of(text, height)
    top, last = at[1] - height / 2, 0.0
    for sign in spelt(text):
        if sign in ACCENTS:
            middle = left - (GAP + last / 2) * height
            lines, origin = ACCENTS[sign], (middle, top)
        elif sign == " ":
            left += SPACE * height
            continue
        else:
            last, lines = GLYPHS[sign]
            origin = (left, top)
            left += (last + GAP) * height
        for line in lines:
            yield Stroke(tuple((origin[0] + x * height, origin[1] + y * height) for x, y in line), pen, colour)
