"""The outline of a card that was just laid, from nothing but the change it made and its known size on the table.

The camera is fixed and the card's size is known, so what changed must be one card: the rectangle that covers most of
the change and least of what stayed. It works on the table plane in millimetres and does not look at what is printed.
"""

from collections.abc import Iterator
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.plane import Plane
from vision.image import FloatArray, Image

#: Levels of 255 by which a pixel must differ, after a slight blur, to be of the new card.
CHANGED = 22
#: Millimetres a cell, first roughly for all turns, then finely around the best.
ROUGH_MM, FINE_MM = 3.0, 1.0
ROUGH_TURN, FINE_TURN = 6.0, 1.5  # degrees
#: At least so much of the rectangle, less what stayed the same in it, has to have changed.
ENOUGH = 0.35
#: Where a card is larger (pixels, the root of its area), the pictures are made smaller before they are compared.
LARGE_PX = 64.0


def outline_of_change(before: Image, after: Image, plane: Plane, card_mm: tuple[float, float]) -> FloatArray | None:
    """Four corners in pixels, clockwise, a short side first; None when no card explains the change.

    `before` and `after` show the same place; `plane` belongs to their pixels.
    """
    height, width = after.shape[:2]
    corners = plane.to_mm([(0, 0), (width, 0), (width, height), (0, height)])
    origin, extent = corners.min(axis=0), np.ptp(corners, axis=0)
    cells = (int(extent[0] / FINE_MM) + 1, int(extent[1] / FINE_MM) + 1)
    to_px = np.array(plane.mm_to_px) @ np.array([[FINE_MM, 0, origin[0]], [0, FINE_MM, origin[1]], [0, 0, 1]])
    laid_flat = [cv2.warpPerspective(picture, to_px, cells, flags=cv2.WARP_INVERSE_MAP) for picture in (before, after)]
    gain = 2.0 * _change(*(np.asarray(picture, np.uint8) for picture in laid_flat)) - 1.0
    # Outside of the picture nothing is known either way.
    inside = cv2.warpPerspective(np.ones((height, width), np.uint8), to_px, cells, flags=cv2.WARP_INVERSE_MAP)
    found = _best_rectangle(np.where(inside > 0, gain, 0.0).astype(np.float32), card_mm)
    if found is None:
        return None
    x, y, turn = found
    rectangle = _corners(card_mm, turn) + np.array([x, y]) * FINE_MM + origin
    return _clockwise(plane.to_px(rectangle).astype(np.float32))


def changed_share(before: Image, after: Image, card_area_px: float) -> float:
    """How much changed between two pictures of a place, in cards."""
    shrink = min(1.0, LARGE_PX / sqrt(card_area_px))
    if shrink < 1.0:
        before, after = (
            np.asarray(cv2.resize(each, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
            for each in (before, after)
        )
    return float(_change(before, after).sum()) / (card_area_px * shrink**2)


def bare_table(picture: Image) -> Image:
    """A guess at what a place looks like without cards: all of the colour that is commonest around it."""
    rim = max(2, min(picture.shape[:2]) // 12)
    around = [picture[:rim], picture[-rim:], picture[:, :rim], picture[:, -rim:]]
    colour = np.median(np.concatenate([part.reshape(-1, 3) for part in around]), axis=0)
    return np.full_like(picture, np.rint(colour))


def _change(before: Image, after: Image) -> NDArray[np.float64]:
    apart = cv2.absdiff(cv2.GaussianBlur(before, (0, 0), 0.8), cv2.GaussianBlur(after, (0, 0), 0.8))
    mask = (apart.max(axis=2) > CHANGED).astype(np.uint8)
    # Print that looks alike by chance leaves holes in a card.
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.float64)


def _best_rectangle(gain: FloatArray, card_mm: tuple[float, float]) -> tuple[float, float, float] | None:
    """Centre (cells) and turn (degrees) of the card-sized rectangle with the largest sum of gain."""
    shrink = ROUGH_MM / FINE_MM
    small = cv2.resize(gain, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    rough = (
        (*_peak(np.asarray(small, np.float32), card_mm, ROUGH_MM, turn), turn) for turn in _turns(90, 90, ROUGH_TURN)
    )
    _, x, y, turn = max(rough)
    x, y = (x + 0.5) * shrink - 0.5, (y + 0.5) * shrink - 0.5
    reach = int(np.hypot(*card_mm) / FINE_MM / 2) + 8
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    near = gain[top : int(y) + reach, left : int(x) + reach]
    fine = ((*_peak(near, card_mm, FINE_MM, close), close) for close in _turns(turn, ROUGH_TURN, FINE_TURN))
    score, x, y, turn = max(fine)
    return (x + left, y + top, turn) if score >= ENOUGH else None


def _turns(middle: float, reach: float, step: float) -> Iterator[float]:
    yield from np.arange(middle - reach, middle + reach, step)


def _peak(gain: FloatArray, card_mm: tuple[float, float], cell: float, turn: float) -> tuple[float, float, float]:
    """The best place for a card turned like this: mean gain over the card, and its centre in cells."""
    half = int(np.ceil(np.hypot(*card_mm) / cell / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    polygon = np.rint((_corners(card_mm, turn) / cell + half) * 16).astype(np.int32)
    cv2.fillConvexPoly(kernel, polygon, 1.0, cv2.LINE_8, 4)
    kernel /= max(1.0, float(kernel.sum()))
    sums = cv2.filter2D(gain, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    y, x = np.unravel_index(int(np.argmax(sums)), sums.shape)
    return float(sums[y, x]), float(x), float(y)


def _corners(card_mm: tuple[float, float], turn: float) -> NDArray[np.float64]:
    short, long = card_mm
    flat = np.array([(-short, -long), (short, -long), (short, long), (-short, long)]) / 2
    angle = np.deg2rad(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(flat @ rotation.T, np.float64)


def _clockwise(quad: FloatArray) -> FloatArray:
    """As seen in the picture; the first side stays a short one."""
    following = np.roll(quad, -1, axis=0)
    area = float((quad[:, 0] * following[:, 1] - quad[:, 1] * following[:, 0]).sum())
    return quad if area > 0 else quad[[1, 0, 3, 2]]
