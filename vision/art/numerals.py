"""Numerals as strokes, so that cards need no font. A digit lives in a box one high and `WIDE` wide.

The forms keep apart what cards confuse: 3 has a flat roof (not half an 8), 7 a bar (not a 1), and a numeral that turns
into another one on its head is underlined.
"""

from vision.art.drawing import Colour, Point, Stroke, arc

WIDE = 0.62
#: Between the centre lines of two digits, in widths of the pen.
GAP = 1.45
MISTAKEN_UPSIDE_DOWN = frozenset({"6", "9"})

Line = tuple[Point, ...]

_BOWL_LOW: Line = arc((0.31, 0.69), 0.31, 0.31, 0.0, 1.0)
_NECK: Line = arc((0.62, 0.69), 0.62, 0.72, 0.5, 0.705)
_SIX: tuple[Line, ...] = (_BOWL_LOW, _NECK)

DIGITS: dict[str, tuple[Line, ...]] = {
    "0": ((*arc((0.31, 0.31), 0.31, 0.31, 0.5, 1.0), *arc((0.31, 0.69), 0.31, 0.31, 0.0, 0.5), (0.0, 0.31)),),
    "1": (((0.10, 0.24), (0.36, 0.0), (0.36, 1.0)), ((0.12, 1.0), (0.60, 1.0))),
    "2": ((*arc((0.31, 0.31), 0.30, 0.31, 0.5, 1.07), (0.03, 1.0), (0.62, 1.0)),),
    "3": (((0.03, 0.0), (0.57, 0.0), (0.28, 0.385), *arc((0.295, 0.69), 0.31, 0.31, 0.76, 1.42)),),
    "4": (((0.46, 1.0), (0.46, 0.0), (0.0, 0.70), (0.64, 0.70)),),
    "5": (((0.54, 0.0), (0.10, 0.0), (0.06, 0.47), *arc((0.29, 0.675), 0.32, 0.325, 0.64, 1.42)),),
    "6": _SIX,
    "7": (((0.0, 0.0), (0.60, 0.0), (0.20, 1.0)), ((0.14, 0.54), (0.56, 0.54))),
    "8": (arc((0.31, 0.24), 0.245, 0.24, 0.0, 1.0), arc((0.31, 0.74), 0.31, 0.26, 0.0, 1.0)),
    "9": tuple(tuple((0.62 - x, 1.0 - y) for x, y in line) for line in _SIX),
}


def numeral(text: str, centre: Point, height: float, weight: float, colour: Colour) -> tuple[Stroke, ...]:
    """The strokes of a numeral around `centre`; `height` is between centre lines, `weight` the width of the pen."""
    wide = height * WIDE * len(text) + GAP * weight * (len(text) - 1)
    left, top = centre[0] - wide / 2, centre[1] - height / 2
    strokes = []
    for digit in text:
        for line in DIGITS[digit]:
            points = tuple((left + x * height, top + y * height) for x, y in line)
            strokes.append(Stroke(points, weight, colour))
        left += height * WIDE + GAP * weight
    if text in MISTAKEN_UPSIDE_DOWN:
        low = top + height + weight * 1.55
        half = height * 0.30
        strokes.append(Stroke(((centre[0] - half, low), (centre[0] + half, low)), weight * 0.8, colour))
    return tuple(strokes)
