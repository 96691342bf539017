"""A drawing becomes pixels, smooth at the edges. It decides nothing about what is drawn."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art.drawing import Colour, Disc, Drawing, Inset, Point, Polygon, Shape
from vision.image import Image

#: Painted this much larger and averaged down: hairlines between shapes that touch stay invisible.
FINER = 3
#: cv2 takes coordinates in sixteenths of a pixel.
SHIFT = 4


def rasterise(drawing: Drawing, width_px: int = 600) -> Image:
    """The drawing as a BGR picture, `width_px` wide."""
    scale = FINER * width_px / drawing.width_mm
    height_px = round(width_px * drawing.height_mm / drawing.width_mm)
    canvas = np.full((height_px * FINER, width_px * FINER, 3), _bgr(drawing.paper), np.uint8)
    _paint_drawing(canvas, drawing, (0.0, 0.0), scale)
    return np.asarray(cv2.resize(canvas, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def _paint_drawing(canvas: Image, drawing: Drawing, origin: Point, scale: float) -> None:
    """Paint on the part of the canvas that is the drawing's own paper; `origin` is its corner in pixels."""
    left, top = (max(0, round(at)) for at in origin)
    right, bottom = round(origin[0] + drawing.width_mm * scale), round(origin[1] + drawing.height_mm * scale)
    # A copy: cv2 paints on a part of a picture only where that lies in one piece.
    paper = np.full_like(canvas[top:bottom, left:right], _bgr(drawing.paper))
    for shape in drawing.shapes:
        _paint(paper, shape, (origin[0] - left, origin[1] - top), scale)
    canvas[top:bottom, left:right] = paper


def _paint(canvas: Image, shape: Shape, origin: Point, scale: float) -> None:
    if isinstance(shape, Inset):
        x, y = shape.left_top
        _paint_drawing(canvas, shape.drawing, (origin[0] + x * scale, origin[1] + y * scale), scale)
    elif isinstance(shape, Polygon):
        cv2.fillPoly(canvas, [_fixed(shape.points, origin, scale)], _bgr(shape.fill), cv2.LINE_AA, SHIFT)
    elif isinstance(shape, Disc):
        (centre,) = _fixed((shape.centre,), origin, scale)
        radius = round(shape.radius_mm * scale * 2**SHIFT)
        cv2.circle(canvas, (int(centre[0]), int(centre[1])), radius, _bgr(shape.fill), -1, cv2.LINE_AA, SHIFT)
    else:
        thick = max(1, round(shape.width_mm * scale))
        points = [_fixed(shape.points, origin, scale)]
        cv2.polylines(canvas, points, shape.closed, _bgr(shape.colour), thick, cv2.LINE_AA, SHIFT)


def _fixed(points: Sequence[Point], origin: Point, scale: float) -> NDArray[np.int32]:
    # A millimetre ends between pixels, and cv2 counts pixel centres: hence the half.
    return np.array(np.rint((np.array(points) * scale + origin - 0.5) * 2**SHIFT), np.int32)


def _bgr(colour: Colour) -> tuple[int, int, int]:
    return colour[::-1]
