"""Lays an enrolled face onto the picture: from a rough outline to an exact one, by the print itself.

Gauss-Newton on a homography with a gain, an offset and a slope of light (inverse compositional: the enrolled face's
slopes are computed once). Pixels that do not fit, under a finger or a glare, lose their say. The rough outline counts
as evidence too, so a card with little print stays where the detector saw it. It decides where a card lies, not which.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.crop import Pyramid

#: How far a proposal's homography may be off, in half cards: what the detector's outlines are worth.
_PRIOR = np.array([0.04, 0.04, 0.06, 0.04, 0.04, 0.06, 0.03, 0.03], np.float64)
#: Neighbouring pixels tell the same story, so a pixel counts as this much of an independent witness.
_WITNESS = 0.1
_UNIT_QUAD = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Template:
    """An enrolled face made ready: its strongest pixels, and how each changes as the card moves and the light does."""

    shape: tuple[int, int]
    where: np.ndarray[tuple[int], np.dtype[np.int64]]
    grey: FloatArray
    slopes: FloatArray


def template_of(face: Image, width: int, height: int, pixels: int) -> Template:
    """Keep the `pixels` with the steepest print; the outermost rim is left out, there the table shines through."""
    small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 0.8)
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (across + 0.5) * 2 / width - 1, (down + 0.5) * 2 / height - 1
    gu = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=width / 16)
    gv = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=height / 16)
    k = gu * u + gv * v
    moving = np.stack([gu * u, gu * v, gu, gv * u, gv * v, gv, -k * u, -k * v], -1)
    steep = np.hypot(gu / width, gv / height)
    steep[:2] = steep[-2:] = steep[:, :2] = steep[:, -2:] = -1
    # Every third pixel is taken anywhere on the card, for the light; the others where the print is steep.
    even = np.zeros_like(steep)
    even[2:-2:3, 2:-2:3] = steep.max() + 1
    where = np.sort(np.argsort(np.maximum(steep, even), axis=None)[::-1][:pixels])
    light = np.stack([grey - grey.mean(), np.ones_like(grey), u, v], -1)
    columns = np.concatenate([moving, light], -1).reshape(-1, 12)[where]
    return Template((height, width), where, columns[:, 8].copy(), columns.astype(np.float32))


def aligned(picture: Pyramid, quad: FloatArray, template: Template, steps: int) -> FloatArray:
    """The outline near `quad` onto which the template falls best."""
    height, width = template.shape
    grey, scale = picture.grey_for(quad, width)
    start = cv2.getPerspectiveTransform(_UNIT_QUAD, (quad * scale).astype(np.float32))
    to_unit = np.array([[2 / width, 0, 1 / width - 1], [0, 2 / height, 1 / height - 1], [0, 0, 1]])
    moved, light = np.eye(3), None
    for _ in range(steps):
        warp = start @ moved @ to_unit
        seen = cv2.warpPerspective(
            grey, warp, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
        values = cv2.GaussianBlur(seen, (0, 0), 0.8).ravel()[template.where].astype(np.float32)
        if light is None:
            light = _first_light(values, template.grey)
        step, light = _step(values, template, light, moved)
        moved = moved @ np.linalg.inv(np.append(step, 0).reshape(3, 3) + np.eye(3))
        moved /= moved[2, 2]
        if np.abs(step).max() < 3e-4:
            break
    corners = cv2.perspectiveTransform(_UNIT_QUAD[None], start @ moved)[0] / scale
    return np.asarray(corners, np.float32)


def _first_light(values: FloatArray, grey: FloatArray) -> FloatArray:
    gain = float(np.clip((values * grey).mean() / (grey * grey).mean(), 0.2, 3.0)) if grey.any() else 1.0
    return np.array([gain, float(np.median(values - gain * grey)), 0, 0], np.float32)


def _step(
    values: FloatArray, template: Template, light: FloatArray, moved: np.ndarray
) -> tuple[np.ndarray, FloatArray]:
    """One Gauss-Newton step: eight numbers of the homography, and the light after it."""
    left = values - template.slopes[:, 8:] @ light
    spread = 1.7 * float(np.abs(left).mean()) + 1.5
    trust = (1 + (left / (2 * spread)) ** 2) ** -2
    slopes = template.slopes.copy()
    slopes[:, :8] *= light[0]
    weighted = slopes * (trust * np.float32(_WITNESS / spread**2))[:, None]
    known, pull = (weighted.T @ slopes).astype(np.float64), (weighted.T @ left).astype(np.float64)
    known[np.arange(8), np.arange(8)] += _PRIOR**-2
    known[np.arange(8, 12), np.arange(8, 12)] += 1e-6
    pull[:8] += (moved / moved[2, 2] - np.eye(3)).ravel()[:8] / _PRIOR**2
    solved = np.linalg.solve(known, pull)
    return solved[:8], light + solved[8:].astype(np.float32)
