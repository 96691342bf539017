"""The plane that the cards of a picture lie on, told by those that were recognised, and where a card may lie on it.

All cards of a deck are of one size, so exact outlines, be it one, tell how the table stands to the camera. An outline
that is longer or shorter than a card would be there is one of two cards, or of a part of one: then one of its corners
is mostly right, and a card laid into each corner is worth a look. It decides nothing about names.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens import usual_lens
from calibration.plane import Floats, Plane, plane_of
from vision.image import FloatArray
from vision.recognise.crop import turned

#: One recognised card tells the plane well enough to look beside it; more than the largest few add little but time.
MOST = 10
#: How far the logarithm of the focal length may be from a usual lens's, how far off an outline's sides are, in shares.
_FOCAL_SPREAD, _SIDE_SPREAD = 0.15, 0.03
#: Steps from every tilt that is begun from, and from the best one.
_FIRST_STEPS, _STEPS = 4, 8
_NUDGE = 1e-4  # by which the numbers are moved to see what depends on them
#: Tilts to begin from: seen from above, and leaning away, towards and to either side.
_STARTS = ((0.0, 0.0), (0.0, -0.6), (0.0, 0.6), (-0.6, 0.0), (0.6, 0.0))
_PAIRS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class Flat:
    """Where cards lie flat, and their width and height there, in the plane's own unit."""

    plane: Plane
    card: tuple[float, float]

    def laid_in_corners(self, quad: FloatArray) -> list[FloatArray]:
        """Cards that share a corner and the direction of a side with an outline, both ways round; short edge first."""
        corners = self.plane.to_mm(quad)
        laid = []
        for corner, after in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            along = (after - corner) / (np.linalg.norm(after - corner) + 1e-9)
            inward = np.array([-along[1], along[0]])
            inward *= np.sign(float(inward @ (corners.mean(axis=0) - corner))) or 1.0
            for wide, high in (self.card, self.card[::-1]):
                placed = corner + np.array([0 * along, wide * along, wide * along + high * inward, high * inward])
                outline = self.plane.to_px(placed).astype(np.float32)
                laid.append(outline if wide < high else turned(outline, 1))
        return laid


def flat_under(quads: Sequence[FloatArray], card: tuple[float, float], size: tuple[int, int]) -> Flat | None:
    """Where cards of one size lie (short edge first) in a picture of `size`; None if there are none."""
    if not quads:
        return None
    lens = usual_lens(size)
    middle = np.array(size) / 2 - 0.5
    largest = sorted(quads, key=lambda quad: -abs(float(cv2.contourArea(quad))))[:MOST]
    rays = (np.stack(largest).astype(np.float64) - middle) / lens.focal_px
    wanted = np.log([*card, *card, np.hypot(*card), np.hypot(*card)])
    begun = _fitted(rays, wanted, _starts(rays, wanted), _FIRST_STEPS)
    numbers = _fitted(rays, wanted, begun[:1], _STEPS)[0]
    return Flat(_plane(numbers, lens.focal_px * np.exp(numbers[3]), middle), card)


def _starts(rays: Floats, wanted: Floats) -> Floats:
    """Every tilt to begin from, at the distance that suits it."""
    numbers = np.array([(*tilt, 0.0, 0.0) for tilt in _STARTS])
    numbers[:, 2] = -np.median(_missed(rays, wanted, numbers), axis=(1, 2))
    return numbers


def _fitted(rays: Floats, wanted: Floats, numbers: Floats, steps: int) -> Floats:
    """Gauss-Newton from several sets of numbers at once: tilt (2), the logarithms of distance and focal length.

    Sides that do not fit lose their say. The sets come back in the order of how well they fit, best first.
    """
    nudges = np.concatenate([np.zeros((1, 4)), np.eye(4) * _NUDGE])
    for _ in range(steps):
        around = _missed(rays, wanted, numbers[:, None] + nudges).reshape(len(numbers), 5, -1)
        missed, slopes = around[:, 0], (around[:, 1:] - around[:, :1]) / _NUDGE
        weighted = slopes * ((1 + (missed / (3 * _SIDE_SPREAD)) ** 2) ** -2 / _SIDE_SPREAD**2)[:, None]
        known = weighted @ slopes.swapaxes(1, 2) + np.diag([1e-3, 1e-3, 1e-6, _FOCAL_SPREAD**-2])
        pull = (weighted @ missed[..., None])[..., 0]
        pull[:, 3] += numbers[:, 3] / _FOCAL_SPREAD**2
        numbers = numbers - np.clip(np.linalg.solve(known, pull[..., None])[..., 0], -0.4, 0.4)
    apart = (_missed(rays, wanted, numbers) / (3 * _SIDE_SPREAD)) ** 2
    costs = (apart / (1 + apart)).sum(axis=(1, 2)) + (numbers[:, 3] / _FOCAL_SPREAD) ** 2
    return np.asarray(numbers[np.argsort(costs)])


def _missed(rays: Floats, wanted: Floats, numbers: Floats) -> Floats:
    """By how much the logarithms of sides and diagonals are missed, for each set of `numbers` (their last axis)."""
    each = numbers[..., None, None, :]
    aside = rays / np.exp(each[..., 3:])
    along = np.concatenate([aside, np.ones_like(aside[..., :1])], axis=-1)
    there = along / np.maximum((along * _normal(each)).sum(axis=-1), 0.05)[..., None]
    one, other = np.array(_PAIRS).T
    lengths = np.linalg.norm(there[..., one, :] - there[..., other, :], axis=-1)
    return np.asarray(np.log(lengths + 1e-9) + each[..., 0, 2:3] - wanted)


def _normal(numbers: Floats) -> Floats:
    normal = np.concatenate([numbers[..., :2], np.ones_like(numbers[..., :1])], axis=-1)
    return np.asarray(normal / np.linalg.norm(normal, axis=-1, keepdims=True), np.float64)


def _plane(numbers: Floats, focal: float, middle: Floats) -> Plane:
    normal = _normal(numbers)
    right = np.cross((0.0, 1.0, 0.0), normal)
    right /= np.linalg.norm(right)
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    unit = np.exp(-numbers[2])  # of a card, as long as the plane is away
    return plane_of(camera @ np.stack([right * unit, np.cross(normal, right) * unit, normal], axis=1))
