"""What changes over a table and is no arm: cards laid since, a lamp switched on, somebody's shadow, a reflection.

Decides how such a change may look; `meanwhile` puts some on a picture. For learning only.
"""

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.training.strokes import Rng, noise

#: How often something was laid or moved, a shadow fell, something shone, the light changed.
LAID, SHADOWS, SHINES, LIGHT = 0.4, 0.3, 0.2, 0.3


def lay(rng: Rng, picture: Image, source: Image) -> Image:
    """With bits of another picture lying on it, the size of cards: what was played since."""
    if rng.random() > LAID:
        return picture
    laid = picture.copy()
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 6))):
        wide = width * rng.uniform(0.05, 0.16)
        tall = wide * rng.choice([1.5, 1.0, rng.uniform(0.4, 2.0)])
        middle = rng.normal(0.5, 0.2, 2) * (width, height)
        box = (tuple(map(float, middle)), (float(wide), float(tall)), float(rng.uniform(0, 180)))
        corners = cv2.boxPoints(box).astype(np.float32)
        there = rng.uniform(0, 0.7, 2) * (source.shape[1], source.shape[0])
        piece = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32) + there.astype(np.float32)
        warp = cv2.getPerspectiveTransform(piece, corners)
        whole = cv2.warpPerspective(source, warp, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
        if rng.random() < 0.3:
            whole[:] = rng.integers(20, 250, 3)
        shape = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(shape, np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        laid[shape > 0] = whole[shape > 0]
    return laid


def meanwhile(rng: Rng, picture: Image) -> Image:
    """In another light than before, with shadows of nobody seen and reflections."""
    shape = (picture.shape[0], picture.shape[1])
    seen = picture.astype(np.float32)
    if rng.random() < SHADOWS:
        takes = np.clip(rng.uniform(0.1, 0.7) * rng.normal(1, rng.choice([0.03, 0.2]), 3), 0, 0.9)
        seen *= 1 - takes.astype(np.float32) * _blots(rng, shape)[..., None]
    if rng.random() < LIGHT:
        lamp = np.exp(rng.normal(0, 0.25) + rng.uniform(0, 0.2) * noise(rng, shape, (2, 2)))
        seen *= np.asarray(lamp, np.float32)[..., None] * rng.normal(1, 0.06, 3).astype(np.float32)
    if rng.random() < SHINES:
        seen += rng.uniform(20, 160) * _blots(rng, shape)[..., None] * rng.normal(1, 0.1, 3).astype(np.float32)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def _blots(rng: Rng, shape: tuple[int, int]) -> FloatArray:
    """A few long or round forms, soft or hard: the shadow of a person, an arm out of sight, a lamp in the varnish."""
    height, width = shape
    mask = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle = rng.uniform(-0.1, 1.1, 2) * (width, height)
        if rng.random() < 0.4:
            way = rng.normal(0, 1, 2)
            ends = [tuple(np.rint(middle + k * way * width).astype(int).tolist()) for k in (0, 1)]
            cv2.line(mask, ends[0], ends[1], 1.0, max(1, int(width * rng.uniform(0.02, 0.2))), cv2.LINE_AA)
        else:
            axes = tuple(int(v) + 2 for v in rng.uniform(0.03, 0.35, 2) * width)
            centre = (round(middle[0]), round(middle[1]))
            cv2.ellipse(mask, centre, (axes[0], axes[1]), rng.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), width * rng.choice([0.004, 0.02, 0.06])), np.float32)
