"""The squares of a mat's panels in a picture: how dark each is between paper and ink. What they say, others know."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.mat import PANEL, Mat, Rect
from calibration.picture import Picture, grey_of, sampled
from calibration.plane import Floats

#: The part of a square, from its middle, that is looked at: its rim is blurred into its neighbours.
LOOKED_AT = np.linspace(-0.25, 0.25, 4)
#: Paper and ink are so far apart at least, in grey levels: below that a panel shows nothing.
LEAST_CONTRAST = 12.0
#: Paper and ink are these shares of a panel's squares, from its brightest and its darkest.
SHARE = 15
#: A square and those around it are covered by one thing if they differ by less; ink and paper differ by 2.
BLOCK, ALIKE = np.ones((3, 3), np.uint8), 0.5


def squares_seen(picture: Picture, mat: Mat, to_px: Callable[[ArrayLike], Floats]) -> Floats:
    """For every panel its squares row by row: 1 is surely ink, -1 surely paper, 0 not known."""
    grey = grey_of(picture)
    return np.stack([_panel(grey, spot, to_px) for spot in mat.panels])


def uncovered(squares: Floats) -> Floats:
    """Without squares among others just like them, eight all around: that is a card or a hand, and seldom print."""
    return np.stack([np.where(_plain(panel), 0.0, panel) for panel in squares])


def _plain(panel: Floats) -> NDArray[np.bool_]:
    field = panel.astype(np.float32).reshape(PANEL[::-1])
    alike = np.zeros(field.shape, np.uint8)
    differ = np.asarray(cv2.dilate(field, BLOCK)) - np.asarray(cv2.erode(field, BLOCK))
    alike[1:-1, 1:-1] = differ[1:-1, 1:-1] < ALIKE
    return np.asarray(cv2.dilate(alike, BLOCK), bool).ravel()


def _panel(grey: Picture, spot: Rect, to_px: Callable[[ArrayLike], Floats]) -> Floats:
    wide, high = PANEL
    square = spot.width_mm / wide
    within = np.array([(x, y) for y in LOOKED_AT for x in LOOKED_AT])
    middles = np.array([(x + 0.5, y + 0.5) for y in range(high) for x in range(wide)])
    spots = (middles[:, None] + within) * square + spot.corners_mm[0]
    where = to_px(spots.reshape(-1, 2)).reshape(len(middles), len(within), 2)
    levels = sampled(grey, where).astype(np.float64).mean(axis=1)
    inside = ((where >= 0) & (where <= (grey.shape[1] - 1, grey.shape[0] - 1))).all(axis=(1, 2))
    ink, paper = np.percentile(levels[inside], (SHARE, 100 - SHARE)) if inside.any() else (0.0, 0.0)
    if paper - ink < LEAST_CONTRAST:
        return np.zeros(len(levels))
    sure = np.clip((ink + paper - 2 * levels) / (paper - ink), -1, 1)
    return np.where(inside, sure, 0.0)
