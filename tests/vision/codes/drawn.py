"""A code as a camera sees it: on a table, turned and tilted, small, in poor light, with noise."""

import cv2
import numpy as np

from vision.codes.draw import modules
from vision.image import Image

WIDE, HIGH = 640, 480
FINE = 3  # drawn so many times finer, then made smaller: modules keep soft edges as a lens makes them


def table(rng: np.random.Generator) -> Image:
    grain = cv2.GaussianBlur(rng.normal(0, 1, (HIGH, WIDE)).astype(np.float32), (0, 0), 3) * 60 + 120
    return np.asarray(np.clip(cv2.cvtColor(grain, cv2.COLOR_GRAY2BGR), 0, 255), np.uint8)


def lay(
    image: Image, text: str, at: tuple[float, float], module_px: float = 4, turn: float = 0, tilt: float = 0
) -> Image:
    """The picture with a printed code on it; `module_px` is a module's size where the paper is not tilted."""
    drawn = cv2.resize(modules(text), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    high, wide = drawn.shape
    half = wide / 8 * module_px / 2
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    a, b = np.radians(turn), np.radians(tilt)
    about = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    over = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    seen = corners @ (over @ about).T
    far = 6 * half + 800
    px = seen[:, :2] * far / (far + seen[:, 2:]) + np.array(at)
    paper = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(paper, ((px + 0.5) * FINE - 0.5).astype(np.float32))
    size = (image.shape[1] * FINE, image.shape[0] * FINE)
    ink = cv2.warpPerspective(drawn.astype(np.float32), warp, size)
    cover = cv2.warpPerspective(np.ones_like(drawn, np.float32), warp, size)
    small = (image.shape[1], image.shape[0])
    ink, cover = (cv2.resize(part, small, interpolation=cv2.INTER_AREA)[..., None] for part in (ink, cover))
    return np.asarray(image * (1 - cover) + 0.8 * ink + 20 * cover, np.uint8)


def photographed(image: Image, rng: np.random.Generator, light: float = 1.0, noise: float = 4.0) -> Image:
    soft = cv2.GaussianBlur(image.astype(np.float32), (0, 0), 0.7) * light
    return np.asarray(np.clip(soft + rng.normal(0, noise, image.shape), 0, 255), np.uint8)
