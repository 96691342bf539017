"""Where in a picture codes may be: patches where light and dark change often and in every direction.

It only proposes, generously; whether a patch is a code, reading it tells. Cheap enough for a whole picture.
"""

from typing import TypeAlias

import cv2
import numpy as np

from vision.image import FloatArray, Image

#: Left, top, width and height in pixels.
Region: TypeAlias = tuple[int, int, int, int]

#: The smallest code has 21 modules; smaller than this many pixels each nothing can read it.
LEAST_SIDE = 34
#: A tilted code is no narrower than this against its length.
NARROWEST = 0.4
#: A patch fills its own outline.
LEAST_FILLED = 0.7
MOST_PATCHES = 8
#: Light and dark differ by at least so many grey levels, by this share of the strongest edges in the picture, and by
#: so many times the weakest ones, which are noise (but no more than that share: a code may fill the picture).
LEAST_CONTRAST, CONTRAST_SHARE = 10, 0.4
NOISE_TIMES, NOISE_SHARE = 1.6, 0.6
#: Every so many pixels there is an edge; in a picture made smaller by these factors, for codes near the camera.
WINDOW = 11
FACTORS = (1, 2, 4)
#: Two outlines are of the same patch if their middles are so near, in shares of a side, and their areas so alike.
SAME_PLACE, SAME_AREA = 0.15, 1.5


def find_patches(image: Image, within: Region | None = None) -> tuple[FloatArray, ...]:
    """Outlines (4 x 2 pixels, clockwise) of patches that may be codes, the largest first."""
    left, top, width, height = within or (0, 0, image.shape[1], image.shape[0])
    part = image[top : top + height, left : left + width]
    if min(part.shape[:2]) < LEAST_SIDE:
        return ()
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    found: list[FloatArray] = []
    for factor in FACTORS:
        small = cv2.resize(grey, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
        if min(small.shape) < LEAST_SIDE:
            break
        contours, _ = cv2.findContours(_dense(small), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outlines = (outline * factor for contour in contours if (outline := _outline(contour)) is not None)
        found += [outline for outline in outlines if not any(_same(outline, other) for other in found)]
    found.sort(key=lambda outline: -cv2.contourArea(outline))
    return tuple(outline + np.array([left, top], np.float32) for outline in found[:MOST_PATCHES])


def _same(one: FloatArray, other: FloatArray) -> bool:
    areas = sorted((cv2.contourArea(one), cv2.contourArea(other)))
    apart = float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))
    return areas[1] <= SAME_AREA * areas[0] and apart <= SAME_PLACE * areas[0] ** 0.5


def _dense(grey: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """255 where edges stand close to each other in both directions."""
    square = np.ones((3, 3), np.uint8)
    edges = cv2.subtract(cv2.dilate(grey, square), cv2.erode(grey, square))
    noise, strongest = (float(level) for level in np.percentile(edges[::4, ::4], (20, 99.5)))
    above = max(LEAST_CONTRAST, CONTRAST_SHARE * strongest, min(NOISE_TIMES * noise, NOISE_SHARE * strongest))
    across = cv2.boxFilter(edges, -1, (WINDOW, 1))
    down = cv2.boxFilter(edges, -1, (1, WINDOW))
    both = cv2.min(cv2.boxFilter(across, -1, (1, WINDOW)), cv2.boxFilter(down, -1, (WINDOW, 1)))
    _, dense = cv2.threshold(both, above, 255, cv2.THRESH_BINARY)
    dense = cv2.morphologyEx(dense, cv2.MORPH_CLOSE, np.ones((WINDOW, WINDOW), np.uint8))
    return cv2.morphologyEx(dense, cv2.MORPH_OPEN, np.ones((WINDOW, WINDOW), np.uint8))


def _outline(contour: cv2.typing.MatLike) -> FloatArray | None:
    """The four corners of a patch, if it is a patch with four corners."""
    hull = cv2.convexHull(contour)
    area, long = cv2.contourArea(hull), cv2.arcLength(hull, True)
    if area < LEAST_SIDE**2 * NARROWEST or cv2.contourArea(contour) < LEAST_FILLED * area:
        return None
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    sides = sorted((float(np.linalg.norm(box[0] - box[1])), float(np.linalg.norm(box[1] - box[2]))))
    if sides[1] < LEAST_SIDE or sides[0] < NARROWEST * sides[1] or area < LEAST_FILLED * sides[0] * sides[1]:
        return None
    corners = cv2.approxPolyDP(hull, 0.06 * long, True).reshape(-1, 2)
    return np.asarray(corners if len(corners) == 4 else box, np.float32)
