"""Colour: what the light and the camera do to known colours, undone. From the mat's patches, or from a white card.

Works on linear light: pictures are stored with a curve, and lamps multiply light, not stored levels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from calibration.errors import BadInput
from calibration.mat import Mat, Rect
from calibration.picture import Picture, sampled
from calibration.plane import Floats

GAMMA = 2.2
#: A patch must tell the same colour all over; covered or half shaded ones differ by more levels.
EVEN_LEVELS = 14.0
#: The mixing of colours is believed only as far as the patches insist on it.
RIDGE = 0.02
FEWEST = 5

Row: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Colour:
    """`mix` takes linear blue, green, red as seen to as they are. The errors are mean levels of 255, on the patches."""

    mix: tuple[Row, Row, Row]
    error_before: float
    error_after: float

    def corrected(self, picture: Picture) -> Picture:
        linear = _LINEAR[picture] @ np.array(self.mix, np.float32).T
        return np.asarray(255 * np.clip(linear, 0, 1) ** np.float32(1 / GAMMA), np.uint8)


_LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)


def colour_from_patches(picture: Picture, mat: Mat, to_px: Callable[[ArrayLike], Floats]) -> Colour:
    """The best 3 x 3 mixing for the patches that can be seen."""
    pairs = [(level, patch.bgr) for patch in mat.patches if (level := _patch(picture, patch.spot, to_px)) is not None]
    if len(pairs) < FEWEST:
        raise BadInput("too few colour patches of the mat are to be seen", do="uncover the middle of the mat")
    seen, true = (_linear(np.array(side, np.float64)) for side in zip(*pairs, strict=True))
    gains = (seen * true).sum(axis=0) / (seen * seen).sum(axis=0)
    steady = RIDGE * len(pairs)
    mix = np.linalg.solve(seen.T @ seen + steady * np.eye(3), seen.T @ true + steady * np.diag(gains)).T
    return _colour(np.asarray(mix, np.float64), seen, true)


def colour_from_white(picture: Picture, outline_px: ArrayLike) -> Colour:
    """One gain a channel, from a card or sheet that is white."""
    corners = np.asarray(outline_px, np.float64)
    middle = corners.mean(axis=0)
    shares = np.linspace(-0.6, 0.6, 9)
    across, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    spots = [[middle + a * across + d * down for a in shares] for d in shares]
    level = np.median(sampled(picture, spots).reshape(-1, 3), axis=0)
    if level.min() < 20 or level.max() > 252:
        raise BadInput("the white card is too dark or too bright to tell its colour", do="change the light a little")
    seen, true = _linear(level[None]), _linear(np.array([(240.0, 240.0, 240.0)]))
    return _colour(np.diag((true / seen)[0]), seen, true)


def _colour(mix: Floats, seen: Floats, true: Floats) -> Colour:
    first, second, third = ((float(a), float(b), float(c)) for a, b, c in mix)
    return Colour((first, second, third), _error(seen, true), _error(np.clip(seen @ mix.T, 0, 1), true))


def _error(one: Floats, other: Floats) -> float:
    return float(255 * np.abs(one ** (1 / GAMMA) - other ** (1 / GAMMA)).mean())


def _linear(levels: Floats) -> Floats:
    linear: Floats = (levels / 255) ** GAMMA
    return linear


def _patch(picture: Picture, spot: Rect, to_px: Callable[[ArrayLike], Floats]) -> Floats | None:
    """The colour of a patch's inner part; None where it is not evenly coloured or not in the picture."""
    shares = np.linspace(0.25, 0.75, 7)
    spots = [[(spot.x_mm + x * spot.width_mm, spot.y_mm + y * spot.height_mm) for x in shares] for y in shares]
    places = to_px(np.array(spots).reshape(-1, 2))
    high, wide = picture.shape[:2]
    if (places < 0).any() or (places > (wide - 1, high - 1)).any():
        return None
    levels = sampled(picture, places.reshape(7, 7, 2)).reshape(-1, 3).astype(np.float64)
    if levels.std(axis=0).max() > EVEN_LEVELS:
        return None
    return np.asarray(np.median(levels, axis=0), np.float64)
