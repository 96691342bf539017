"""Lamps, windows, lenses and sensors: what happens to a scene between the table and the file. Moves no outline."""

from functools import lru_cache

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.training.strokes import Points, Rng, noise


def lit(rng: Rng, picture: FloatArray, gloss: FloatArray, harshness: float) -> FloatArray:
    """The scene under its lamps: uneven light, a cast of colour, hard shadows, reflections on whatever is glossy."""
    shape = (picture.shape[0], picture.shape[1])
    lamp = 1 + rng.uniform(0, 0.5) * harshness * noise(rng, shape, (3, 3))
    if rng.random() < 0.35:
        lamp *= _hard_shadows(rng, shape, harshness)
    seen = picture * lamp[..., None] * _cast(rng, harshness)
    if rng.random() < 0.3:  # two lamps of different colour, each with its side
        side = np.clip(0.5 + 0.6 * noise(rng, shape, (2, 2)), 0, 1)[..., None]
        seen = seen * (1 + side * (_cast(rng, harshness) - 1))
    if rng.random() < 0.25 + 0.4 * harshness:
        seen = seen + (gloss[..., None] * _reflections(rng, shape, harshness))
    if rng.random() < 0.2:
        seen = seen * (1 - 0.4 * harshness) + rng.uniform(10, 80) * harshness  # a veil of stray light
    return np.asarray(seen, np.float32)


def _cast(rng: Rng, harshness: float) -> FloatArray:
    """Gains of blue, green and red: daylight, bulbs, shade, or a camera that guessed wrong."""
    warm = rng.normal(0, 0.22 * (0.3 + harshness))
    tint = rng.normal(0, 0.05)
    if rng.random() < 0.08 * harshness:
        warm = rng.uniform(0.5, 1.1)  # candle light
    gains = np.array([np.exp(-warm), np.exp(tint), np.exp(0.8 * warm)], np.float32)
    return gains / np.float32(gains @ np.array([0.2, 0.5, 0.3]))


def _hard_shadows(rng: Rng, shape: tuple[int, int], harshness: float) -> FloatArray:
    """Straight-edged shade: the tablet's own, a window frame's, a person's."""
    height, width = shape
    mask = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cv2.fillConvexPoly(mask, np.round(_panel(rng, width, height, (0.15, 1.2))).astype(np.int32), 1.0)
    sigma = float(rng.choice([0.8, rng.uniform(1, 6), rng.uniform(6, 40)]))
    soft = _soft(mask, sigma)
    return np.asarray(1 - rng.uniform(0.15, 0.7) * (0.4 + 0.6 * harshness) * soft, np.float32)


def _soft(layer: FloatArray, sigma: float) -> FloatArray:
    """A Gaussian blur; a wide one is done on a smaller copy, which nobody can tell."""
    shrink = int(np.clip(sigma / 1.5, 1, 12))
    height, width = layer.shape[:2]
    small = cv2.resize(layer, (width // shrink, height // shrink), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / shrink)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _panel(rng: Rng, width: int, height: int, size: tuple[float, float]) -> Points:
    centre = rng.uniform(-0.2, 1.2, 2) * (width, height)
    w, h, turn = rng.uniform(*size) * width / 2, rng.uniform(*size) * height / 2, rng.uniform(-np.pi, np.pi)
    corners = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) * rng.uniform(0.8, 1.2, (4, 1))
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + centre)


def _reflections(rng: Rng, shape: tuple[int, int], harshness: float) -> FloatArray:
    """Windows with their bars, lamps, strip lights, mirrored: bright, and added to what lies below."""
    height, width = shape
    mirror = np.zeros((*shape, 3), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        tone = rng.uniform(120, 420) * (1 + 0.15 * rng.normal(0, 1, 3))
        if rng.random() < 0.5:
            panel = _panel(rng, width, height, (0.05, 0.5))
            cv2.fillConvexPoly(mirror, np.round(panel).astype(np.int32), tuple(map(float, tone)))
            for share in np.linspace(0, 1, int(rng.integers(1, 4)) + 1)[1:-1]:
                ends = [panel[0] + share * (panel[1] - panel[0]), panel[3] + share * (panel[2] - panel[3])]
                cv2.line(mirror, ends[0].astype(int), ends[1].astype(int), (0.0, 0.0, 0.0), int(rng.integers(2, 9)))
        else:
            centre = tuple(int(v) for v in rng.uniform(0, 1, 2) * (width, height))
            axes = tuple(int(v) + 2 for v in rng.uniform(0.01, 0.25, 2) * width)
            cv2.ellipse(mirror, centre, axes, rng.uniform(0, 180), 0, 360, tuple(map(float, tone)), -1)
    blurred = _soft(mirror, float(rng.choice([1.5, rng.uniform(2, 12), rng.uniform(12, 50)])))
    return np.asarray(blurred * rng.uniform(0.3, 1) * (0.3 + 0.7 * harshness), np.float32)


def photographed(rng: Rng, seen: FloatArray, harshness: float) -> Image:
    """What the file holds: exposure, vignette, contrast, blur, noise, sharpening and JPEG."""
    height, width = seen.shape[:2]
    level = float(np.percentile(seen[::8, ::8], 90)) + 1e-3
    target = rng.uniform(120, 250) if rng.random() < 0.75 else rng.uniform(50, 330)
    picture = seen * np.float32((target / level) ** rng.uniform(0.3, 1))
    if rng.random() < 0.5:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        picture *= (1 - rng.uniform(0, 0.35) * (x * x + y * y) / 2)[..., None]
    if rng.random() < 0.4:
        picture = 255 * np.clip(picture / 255, 0, 4) ** np.float32(rng.uniform(0.7, 1.5))
    if rng.random() < 0.5:
        grey = picture.mean(2, keepdims=True)
        picture = grey + (picture - grey) * np.float32(rng.uniform(0.5, 1.5))
    picture = _blurred(rng, picture, harshness)
    picture = _noisy(rng, picture, harshness)
    if rng.random() < 0.35:
        picture = picture + rng.uniform(0.2, 1.0) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.8:
        quality = int(rng.integers(35 if harshness > 0.5 else 65, 97))
        _, packed = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
        result = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return result


def _blurred(rng: Rng, picture: FloatArray, harshness: float) -> FloatArray:
    """A lens mixes light, not levels, which are about its square root: hatching that is blurred looks paler."""
    light = _mixed(rng, np.square(np.maximum(picture, 0)), harshness)
    return np.asarray(np.sqrt(np.maximum(light, 0)), np.float32)


def _mixed(rng: Rng, picture: FloatArray, harshness: float) -> FloatArray:
    kind = rng.random()
    scale = max(picture.shape[:2]) / 640
    if kind < 0.5:
        return np.asarray(
            cv2.GaussianBlur(picture, (0, 0), scale * rng.uniform(0.3, 0.8 + 1.2 * harshness)), np.float32
        )
    if kind < 0.5 + 0.25 * harshness:
        length = int(rng.integers(3, 4 + int(8 * harshness * scale)))
        kernel = np.zeros((length, length), np.float32)
        end = rng.uniform(0, 1, 2) * (length - 1)
        cv2.line(kernel, (0, int(end[0])), (length - 1, int(end[1])), 1.0, 1)
        return np.asarray(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-6)), np.float32)
    return picture


@lru_cache(maxsize=1)
def _grain() -> FloatArray:
    """Sensor noise to cut windows from: drawing it anew would take a third of a scene's time."""
    rng = np.random.default_rng(77)
    fine = rng.standard_normal((1200, 1600, 1), np.float32)
    coloured = cv2.resize(rng.standard_normal((600, 800, 3), np.float32), (1600, 1200), interpolation=cv2.INTER_LINEAR)
    return np.asarray(0.7 * fine + 0.7 * coloured, np.float32)


def _noisy(rng: Rng, picture: FloatArray, harshness: float) -> FloatArray:
    strength = rng.uniform(0, 4) + (rng.uniform(0, 14) * harshness if rng.random() < 0.4 else 0)
    height, width = picture.shape[:2]
    y, x = (int(v) for v in rng.integers(0, (1201 - min(height, 1200), 1601 - min(width, 1600))))
    window = _grain()[y : y + height, x : x + width]
    if window.shape[:2] != (height, width):
        window = np.resize(window, picture.shape)
    return np.asarray(picture + np.float32(strength) * window, np.float32)
