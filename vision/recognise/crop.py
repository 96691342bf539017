"""From an outline in a picture to a small upright crop of the card, whatever its size. Pure geometry and resampling.

A crop's canvas spans the whole card: its corners are the corners of the outermost pixels, not their centres.
"""

from math import dist

import cv2
import numpy as np

from vision.image import FloatArray, Image

#: Crops for comparing are this wide and high; a card of 60 pixels' short side loses nothing.
WIDTH, HEIGHT = 64, 96


def canvas_corners(width: int, height: int) -> FloatArray:
    """Where a card's four corners lie on its canvas."""
    right, bottom = width - 0.5, height - 0.5
    return np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]], np.float32)


def sides(quad: FloatArray) -> tuple[float, float]:
    """Mean lengths of the first and third, and of the second and fourth side, in pixels."""
    a, b, c, d = quad.tolist()
    return (dist(a, b) + dist(c, d)) / 2, (dist(b, c) + dist(d, a)) / 2


def turned(quad: FloatArray, quarters: int) -> FloatArray:
    """The same outline with the card turned by so many quarters."""
    return np.roll(quad, -quarters, axis=0)


def top_first(quad: FloatArray) -> FloatArray:
    """The corner first that lies nearest to the picture's top left: the card stands as it is seen."""
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def moved(quad: FloatArray, across: float, down: float, size: float) -> FloatArray:
    """An outline shifted by shares of the card's own width and height, and grown about its middle."""
    u, v = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    middle = quad.mean(axis=0)
    return np.asarray(middle + across * u + down * v + size * (quad - middle), np.float32)


def smaller(picture: Image, width: int, height: int) -> Image:
    """A picture made smaller as a lens would show it from afar: light adds up, and levels are about its square root.

    A mean of the levels themselves shows hatching darker than a camera that does not resolve it.
    """
    light = np.square(picture, dtype=np.float32)
    return _levels(np.asarray(cv2.resize(light, (width, height), interpolation=cv2.INTER_AREA), np.float32))


def _levels(light: FloatArray) -> Image:
    return np.asarray(np.sqrt(light) + np.float32(0.5), np.uint8)


class Pyramid:
    """A picture and its halves, made when first needed: a crop of a big card is taken where it aliases least."""

    def __init__(self, image: Image) -> None:
        self._levels = [image]
        self._greys: dict[int, Image] = {}

    @property
    def size(self) -> tuple[int, int]:
        height, width = self._levels[0].shape[:2]
        return width, height

    def crop(self, quad: FloatArray, width: int = WIDTH, height: int = HEIGHT) -> Image:
        """The card in `quad` on its canvas; what lies outside the picture repeats the picture's rim."""
        level = self._level(min(sides(quad)) / min(width, height))
        # pyrDown keeps every other pixel's centre, so coordinates simply halve.
        corners = (quad * 0.5**level).astype(np.float32)
        to_canvas = cv2.getPerspectiveTransform(corners, canvas_corners(width, height))
        crop = cv2.warpPerspective(
            self._levels[level], to_canvas, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(crop, np.uint8)

    def grey_for(self, quad: FloatArray, width: int) -> tuple[Image, float]:
        """The grey picture at the level where a card in `quad` is about `width` wide, and that level's scale."""
        level = self._level(min(sides(quad)) / width)
        if level not in self._greys:
            self._greys[level] = np.asarray(cv2.cvtColor(self._levels[level], cv2.COLOR_BGR2GRAY), np.uint8)
        return self._greys[level], 0.5**level

    def _level(self, shrink: float) -> int:
        level = max(0, int(np.log2(max(shrink, 1.0)) + 0.3))
        while len(self._levels) <= level:
            light = np.square(self._levels[-1], dtype=np.float32)
            self._levels.append(_levels(np.asarray(cv2.pyrDown(light), np.float32)))
        return level
