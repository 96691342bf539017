"""Lays an enrolled face onto the picture: from a rough outline to an exact one, by the print itself.

Gauss-Newton on a homography with a gain, an offset and a slope of light (inverse compositional: the enrolled face's
slopes are computed once). Pixels that do not fit, under a finger or a glare, lose their say. The rough outline counts
as evidence too, so a card with little print stays where the detector saw it. It decides where a card lies, not which.
"""

from collections.abc import Sequence
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


def aligned(
    picture: Pyramid, quads: Sequence[FloatArray], templates: Sequence[Template], steps: int
) -> list[FloatArray]:
    """The outlines near `quads` onto which their templates fall best. The templates are of one size and make."""
    if not quads:
        return []
    height, width = templates[0].shape
    levels = [picture.grey_for(quad, width) for quad in quads]
    scales = np.array([scale for _, scale in levels])[:, None, None]
    corners = (np.stack(quads) * scales).astype(np.float32)
    starts = np.stack([cv2.getPerspectiveTransform(_UNIT_QUAD, quad) for quad in corners])
    to_unit = np.array([[2 / width, 0, 1 / width - 1], [0, 2 / height, 1 / height - 1], [0, 0, 1]])
    moved, slopes = np.tile(np.eye(3), (len(quads), 1, 1)), np.stack([each.slopes for each in templates])
    lights = np.zeros((len(quads), 4), np.float32)
    # Those that still move; all cards take a step at a time, because numbers are crunched faster by the hundred.
    going = np.arange(len(quads))
    for number in range(steps):
        warps = starts[going] @ moved[going] @ to_unit
        seen = [_seen(levels[k][0], warp, templates[k]) for k, warp in zip(going.tolist(), warps, strict=True)]
        if number == 0:
            lights[:] = _first_lights(np.stack(seen), np.stack([each.grey for each in templates]))
        here = slopes if len(going) == len(quads) else slopes[going]
        step, lights[going] = _step(np.stack(seen), here, lights[going], moved[going])
        change = np.concatenate([step, np.zeros((len(going), 1))], axis=1).reshape(-1, 3, 3) + np.eye(3)
        after = moved[going] @ np.linalg.inv(change)
        moved[going] = after / after[:, 2:, 2:]
        going = going[np.abs(step).max(axis=1) >= 3e-4]
        if not len(going):
            break
    laid = [cv2.perspectiveTransform(_UNIT_QUAD[None], warp)[0] for warp in starts @ moved]
    return list((np.stack(laid) / scales).astype(np.float32))


def _seen(grey: Image, warp: np.ndarray, template: Template) -> FloatArray:
    """What the picture shows where a template's pixels would lie."""
    height, width = template.shape
    seen = cv2.warpPerspective(
        grey, warp, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return cv2.GaussianBlur(seen, (0, 0), 0.8).ravel()[template.where].astype(np.float32)


def _first_lights(values: FloatArray, greys: FloatArray) -> FloatArray:
    """A light to begin with for each card: gain, offset, no slope."""
    power = np.square(greys).mean(axis=1)
    gains = np.where(power > 0, (values * greys).mean(axis=1) / np.maximum(power, np.float32(1e-9)), np.float32(1))
    gains = np.clip(gains, np.float32(0.2), np.float32(3))
    offsets = np.median(values - gains[:, None] * greys, axis=1)
    return np.stack([gains, offsets, *np.zeros((2, len(values)), np.float32)], axis=1)


def _step(
    values: FloatArray, slopes: FloatArray, lights: FloatArray, moved: np.ndarray
) -> tuple[np.ndarray, FloatArray]:
    """One Gauss-Newton step for each card: eight numbers of the homography, and the light after it."""
    left = values - (slopes[:, :, 8:] @ lights[:, :, None])[:, :, 0]
    spread = 1.7 * np.abs(left).mean(axis=1, keepdims=True) + np.float32(1.5)
    trust = (1 + (left / (2 * spread)) ** 2) ** -2
    weighted = (slopes * (trust * (np.float32(_WITNESS) / spread**2))[:, :, None]).swapaxes(1, 2)
    known = (weighted @ slopes).astype(np.float64)
    pull = (weighted @ left[:, :, None])[:, :, 0].astype(np.float64)
    # Where the print moves by a pixel, a picture that is lit half as much changes half as much.
    gains = np.ones((len(values), 12))
    gains[:, :8] = lights[:, :1]
    known *= gains[:, :, None] * gains[:, None, :]
    pull *= gains
    known[:, np.arange(12), np.arange(12)] += np.append(_PRIOR**-2, np.full(4, 1e-6))
    pull[:, :8] += (moved / moved[:, 2:, 2:] - np.eye(3)).reshape(-1, 9)[:, :8] / _PRIOR**2
    solved = np.linalg.solve(known, pull[:, :, None])[:, :, 0]
    return solved[:, :8], lights + solved[:, 8:].astype(np.float32)
