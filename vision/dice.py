"""Dice with pips: squares of a die's size whose dots stand as on a die. What is not surely a face of one is not told.

A face is told as a reading named `die/1` to `die/6`, so that whatever reads cards lying still can read dice, too. A die
seen from the side, with figures in place of pips or with twenty faces is left to the people.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Table
from vision.image import FloatArray, Image
from vision.recognise.reading import Quad, Reading

#: The edge of usual dice, millimetres.
EDGE_MM = (11.0, 22.0)
#: A face is laid out so large to count its dots, and this much of its rim is left out: round edges, neighbours.
SIDE, RIM = 64, 0.06
#: A die's face fills so much of its square at least (its corners are round), and is at most so much longer than wide.
FILLS, LONGER = 0.78, 1.28
#: Dots are this share of a face each, this round, fill so much of their box, and differ by so many levels ...
DOT, ROUND, FULL, CONTRAST = (0.008, 0.11), 0.62, 0.5, 45
#: ... and by half of what differs most.
HALF = 0.5
#: A dot may lie so far from its place, in sides.
OFF = 0.1
#: Below so many pixels a side dots run into each other.
SMALLEST_PX = 18
#: Two looks at the same face share at least so much of their middles' distance, in sides.
NEAR = 0.5
CERTAIN = 0.99

_LOW, _MID, _HIGH = 0.25, 0.5, 0.75
_CORNERS = ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH))
#: Where dots stand, up to turns by a quarter.
FACES: dict[int, tuple[tuple[tuple[float, float], ...], ...]] = {
    1: (((_MID, _MID),),),
    2: (((_LOW, _LOW), (_HIGH, _HIGH)), ((_HIGH, _LOW), (_LOW, _HIGH))),
    3: (((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)), ((_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH))),
    4: (_CORNERS,),
    5: ((*_CORNERS, (_MID, _MID)),),
    6: ((*_CORNERS, (_LOW, _MID), (_HIGH, _MID)), (*_CORNERS, (_MID, _LOW), (_MID, _HIGH))),
}


@dataclass(frozen=True, slots=True)
class _Square:
    corners: FloatArray
    side: float

    @property
    def middle(self) -> NDArray[np.float64]:
        return np.asarray(self.corners.mean(axis=0), np.float64)


class DiceReader:
    """Reads the dice in a picture of one table."""

    def __init__(self, table: Table) -> None:
        self._plane = table.plane

    def read(
        self, image: Image, within: tuple[int, int, int, int] | None = None, widths: object = None
    ) -> tuple[Reading, ...]:
        """Every die whose upper face is sure, from left to right; how wide cards are is nothing to it."""
        left, top, width, height = within or (0, 0, image.shape[1], image.shape[0])
        part = np.ascontiguousarray(image[top : top + height, left : left + width])
        scale = self._plane.px_per_mm((left + width / 2, top + height / 2))
        squares = list(_squares(part, (EDGE_MM[0] * scale, EDGE_MM[1] * scale)))
        found: list[tuple[_Square, int]] = []
        # The largest square around the same dots is the face; smaller ones are what lies between its dots.
        for square in sorted(squares, key=lambda each: -each.side):
            if any(np.linalg.norm(square.middle - other.middle) < NEAR * other.side for other, _ in found):
                continue
            value = face_value(straightened(part, square.corners))
            if value is not None:
                found.append((square, value))
        corner = np.array([left, top], np.float32)
        readings = (Reading(f"die/{value}", "up", CERTAIN, _quad(square.corners + corner)) for square, value in found)
        return tuple(sorted(readings, key=lambda reading: reading.quad))


def _squares(part: Image, sides: tuple[float, float]) -> Iterator[_Square]:
    """What stands out of its surroundings, in any colour, as a filled square of a die's size."""
    if sides[1] < SMALLEST_PX:
        return
    planes = [*cv2.split(part), cv2.cvtColor(part, cv2.COLOR_BGR2HSV)[..., 1]]
    for plane in planes:
        soft = cv2.GaussianBlur(plane, (3, 3), 0)
        for level in range(30, 250, 20):
            mask = cv2.threshold(soft, level, 255, cv2.THRESH_BINARY)[1]
            for side_of in (mask, cv2.bitwise_not(mask)):
                contours, _ = cv2.findContours(side_of, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
                yield from (square for each in contours if (square := _square(each, sides)) is not None)


def _square(contour: cv2.typing.MatLike, sides: tuple[float, float]) -> _Square | None:
    area = cv2.contourArea(contour)
    if not max(SMALLEST_PX, sides[0]) ** 2 * FILLS <= area <= sides[1] ** 2:
        return None
    box = cv2.minAreaRect(contour)
    short, long = sorted(box[1])
    if long > LONGER * short or area < FILLS * short * long:
        return None
    return _Square(np.asarray(cv2.boxPoints(box), np.float32), float((short * long) ** 0.5))


def straightened(image: Image, corners: FloatArray) -> Image:
    onto = np.array([(0, SIDE), (0, 0), (SIDE, 0), (SIDE, SIDE)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), onto)
    return np.asarray(cv2.warpPerspective(image, matrix, (SIDE, SIDE)), np.uint8)


def face_value(face: Image) -> int | None:
    """What a straightened face shows, if its dots stand as on a die."""
    rim = round(RIM * SIDE)
    inner = face[rim:-rim, rim:-rim]
    ground = np.median(inner.reshape(-1, 3), axis=0)
    apart = np.abs(inner.astype(np.float32) - ground).max(axis=-1)
    # Dots are far darker (or brighter) than the shade along a round edge.
    level = max(CONTRAST, HALF * float(apart.max()))
    dots = _dots((apart > level).astype(np.uint8), inner.shape[0])
    if dots is None or not 1 <= len(dots) <= 6:
        return None
    places = (np.array(dots) + rim) / SIDE
    return len(dots) if any(_stand(places, np.array(face)) for face in FACES[len(dots)]) else None


def _dots(mask: NDArray[np.uint8], side: int) -> list[tuple[float, float]] | None:
    """The middles of the dots; None if something else stands out too."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask)
    dots = []
    for number in range(1, count):
        left, top, wide, high, area = (int(value) for value in stats[number])
        share = area / side**2
        if share < DOT[0] / 4:
            continue  # noise
        at_rim = left == 0 or top == 0 or left + wide == side or top + high == side
        if at_rim and share < DOT[1]:
            continue  # the die's own round edge
        if not DOT[0] <= share <= DOT[1] or min(wide, high) < ROUND * max(wide, high) or area < FULL * wide * high:
            return None
        dots.append((float(middles[number][0]), float(middles[number][1])))
    return dots


def _stand(places: NDArray[np.float64], face: NDArray[np.float64]) -> bool:
    """Has every place of the face a dot of its own near it?"""
    apart = np.linalg.norm(places[:, None] - face[None], axis=-1)
    return bool((apart.min(axis=0) < OFF).all() and (apart.min(axis=1) < OFF).all())


def _quad(corners: FloatArray) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth
