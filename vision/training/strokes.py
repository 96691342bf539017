"""The pencil box of the composer: colours, fills, lettering and symbols from which art, tables and clutter are drawn.

Everything takes its chance from the `rng` it is given, so the same seed draws the same picture. Knows no cards.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.training.typefaces import set_in_type

Rng = np.random.Generator
Colour = tuple[int, int, int]
Points = NDArray[np.float64]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (15, 15, 15)
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
    cv2.FONT_HERSHEY_SIMPLEX | cv2.FONT_ITALIC,
    cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC,
)


#: One of OpenCV's fonts, or a typeface's file.
Font: TypeAlias = int | str


def colour(rng: Rng, saturation: tuple[float, float] = (0, 1), value: tuple[float, float] = (0, 1)) -> Colour:
    """A random colour of any hue, within the given saturation and value."""
    return hsv(rng.uniform(0, 180), rng.uniform(*saturation), rng.uniform(*value))


def hsv(hue: float, saturation: float, value: float) -> Colour:
    pixel = np.array([[[hue % 180, 255 * saturation, 255 * value]]], np.uint8)
    blue, green, red = (int(v) for v in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def palette(rng: Rng, count: int) -> list[Colour]:
    """Colours a deck tells apart: hues spread around the circle, now and then a black or a grey one."""
    start = rng.uniform(0, 180)
    hues = [start + 180 * (k + rng.uniform(-0.2, 0.2)) / count for k in range(count)]
    strong, bright = rng.uniform(0.55, 1), rng.uniform(0.5, 1)
    colours = [hsv(hue, strong, bright * rng.uniform(0.8, 1)) for hue in hues]
    if rng.random() < 0.25:
        grey = int(rng.choice([25, 60, 150]))
        colours[-1] = (grey, grey, grey)
    return colours


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    b, g, r = (int(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return b, g, r


def plain(shape: tuple[int, int], fill: Colour) -> Image:
    return np.full((*shape, 3), fill, np.uint8)


def gradient(rng: Rng, shape: tuple[int, int], one: Colour, other: Colour) -> Image:
    """A blend of two colours along a random direction, or out from a random point."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if rng.random() < 0.6:
        angle = rng.choice([0, np.pi / 2, np.pi / 4, -np.pi / 4, rng.uniform(0, 6.28)])
        share = x / width * np.cos(angle) + y / height * np.sin(angle)
    else:
        share = np.hypot(x / width - rng.uniform(0.2, 0.8), y / height - rng.uniform(0.2, 0.8))
    share = (share - share.min()) / max(float(np.ptp(share)), 1e-6)
    ends = np.array([one, other], np.float32)
    return np.asarray(ends[0] + share[..., None] * (ends[1] - ends[0]), np.uint8)


def noise(rng: Rng, shape: tuple[int, int], cells: tuple[int, int]) -> FloatArray:
    """Smooth noise from -1 to 1 with about `cells` (down, across) bumps."""
    small = rng.uniform(-1, 1, (max(cells[0], 2), max(cells[1], 2))).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def shaded(picture: Image, share: FloatArray) -> Image:
    """The picture, lighter or darker by `share` (-1 to 1) at each place."""
    return np.asarray(np.clip(picture * (1 + share[..., None]), 0, 255), np.uint8)


def blend(picture: Image, mask: NDArray[np.floating[Any]], fill: Colour) -> None:
    """Lay a colour over the picture where the mask (0 to 1) says, in place."""
    picture[:] = (picture + mask[..., None] * (np.array(fill, np.float32) - picture)).astype(np.uint8)


# --- symbols: closed outlines in a square from -1 to 1 -------------------------------------------------------------


def _polar(radius: Callable[[Points], Points], count: int = 60) -> Points:
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    r = radius(t)
    return np.stack([r * np.sin(t), -r * np.cos(t)], 1)


def _heart() -> Points:
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([np.sin(t) ** 3, -y / 16], 1)


def _capsule() -> Points:
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    return np.stack([0.45 * np.cos(t), 0.45 * np.sin(t) + np.where(np.sin(t) > 0, 0.5, -0.5)], 1)


def _squiggle() -> Points:
    t = np.linspace(-1, 1, 30)
    middle = 0.22 * np.sin(2.6 * t)
    half = 0.42 * np.sqrt(np.clip(1 - t**4, 0, 1))
    return np.concatenate([np.stack([middle + half, t], 1), np.stack([middle - half, t], 1)[::-1]])


def _star(points: int, inner: float) -> Points:
    t = np.arange(2 * points) * np.pi / points
    r = np.where(np.arange(2 * points) % 2, inner, 1.0)
    return np.stack([r * np.sin(t), -r * np.cos(t)], 1)


def _arrow() -> Points:
    return np.array([(0, -1), (0.8, 0), (0.35, 0), (0.35, 1), (-0.35, 1), (-0.35, 0), (-0.8, 0)], np.float64)


def _bolt() -> Points:
    return np.array([(0.2, -1), (-0.6, 0.15), (-0.05, 0.15), (-0.25, 1), (0.6, -0.25), (0.05, -0.25)], np.float64)


def _spade() -> Points:
    leaf = -_heart() * (0.95, 0.75) - (0, 0.2)
    stem = np.array([(-0.1, 0.3), (-0.35, 1.0), (0.35, 1.0), (0.1, 0.3)], np.float64)
    return np.concatenate([leaf[:31], stem[::-1], leaf[31:]])


SYMBOLS: dict[str, Points] = {
    "circle": _polar(lambda t: np.ones_like(t)),
    "heart": _heart(),
    "spade": _spade(),
    "club": _polar(lambda t: 0.62 + 0.38 * np.cos(3 * t)),
    "diamond": np.array([(0, -1), (0.65, 0), (0, 1), (-0.65, 0)], np.float64),
    "capsule": _capsule(),
    "squiggle": _squiggle(),
    "star": _star(5, 0.42),
    "sun": _star(12, 0.7),
    "cross": _star(4, 0.3),
    "triangle": np.array([(0, -1), (0.95, 0.8), (-0.95, 0.8)], np.float64),
    "hexagon": _polar(lambda t: np.ones_like(t), 6),
    "square": np.array([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)], np.float64),
    "arrow": _arrow(),
    "bolt": _bolt(),
    "leaf": _polar(lambda t: np.abs(np.cos(t)) ** 0.5 * 0.7 + 0.3),
    "cog": _polar(lambda t: 0.8 + 0.2 * np.sign(np.cos(8 * t)), 96),
    "flower": _polar(lambda t: 0.7 + 0.3 * np.cos(6 * t)),
}


def symbol_points(
    name: str, centre: tuple[float, float], size: float, turn: float = 0.0, squeeze: float = 1.0
) -> Points:
    """A symbol's outline in pixels: `size` is half its height, `turn` clockwise in radians."""
    c, s = np.cos(turn), np.sin(turn)
    points = SYMBOLS[name] * (size * squeeze, size)
    return np.stack([points[:, 0] * c - points[:, 1] * s, points[:, 0] * s + points[:, 1] * c], 1) + centre


def fill_polygon(picture: Image, points: Points, fill: Colour) -> None:
    cv2.fillPoly(picture, [np.round(points * 8).astype(np.int32)], fill, cv2.LINE_AA, 3)


def line_polygon(picture: Image, points: Points, fill: Colour, thickness: int) -> None:
    cv2.polylines(picture, [np.round(points * 8).astype(np.int32)], True, fill, thickness, cv2.LINE_AA, 3)


def stripes_within(
    picture: Image, points: Points, fill: Colour, pitch: int, turn: float = 0.0, line: int | None = None
) -> None:
    """Fill an outline with thin lines, horizontal ones but for `turn`, as decks do that tell solid from shaded; a
    `line` is a third of the `pitch` wide unless told.
    """
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    down, across = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    along = np.floor(down * np.cos(turn) + across * np.sin(turn))
    rows = (along % pitch < (line or max(1, pitch // 3))).astype(np.float32)
    blend(picture, mask.astype(np.float32) / 255 * rows, fill)


# --- lettering ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _letters(text: str, font: Font, weight: int) -> NDArray[np.uint8]:
    if isinstance(font, str):
        return set_in_type(text, font, weight // 5)
    (width, height), base = cv2.getTextSize(text, font, 2.6, weight)
    margin = weight + 4
    canvas = np.zeros((height + base + 2 * margin, width + 2 * margin), np.uint8)
    cv2.putText(canvas, text, (margin, height + margin), font, 2.6, 255, weight, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(canvas)
    return canvas[y : y + max(h, 1), x : x + max(w, 1)]


def write(
    picture: Image,
    text: str,
    centre: tuple[float, float],
    height: float,
    fill: Colour,
    *,
    font: Font = cv2.FONT_HERSHEY_DUPLEX,
    weight: int = 8,
    widest: float = 1e9,
    stretch: float = 1.0,
    turn: float = 0.0,
) -> None:
    """Letters `height` pixels high about a centre, at most `widest` wide, turned clockwise by `turn` radians."""
    letters = _letters(text, font, weight)
    scale_y = height / letters.shape[0]
    scale_x = min(scale_y * stretch, widest / letters.shape[1])
    if scale_x < scale_y * 0.5:
        scale_y = scale_x * 2
    if max(scale_x, scale_y) < 0.4:
        # A letter drawn far smaller than its stencil would alias: shrink the stencil by area first.
        shrunk = (max(1, round(letters.shape[1] * scale_x * 2)), max(1, round(letters.shape[0] * scale_y * 2)))
        scale_x, scale_y = scale_x * letters.shape[1] / shrunk[0], scale_y * letters.shape[0] / shrunk[1]
        letters = np.asarray(cv2.resize(letters, shrunk, interpolation=cv2.INTER_AREA), np.uint8)
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c * scale_x, -s * scale_y, 0], [s * scale_x, c * scale_y, 0]], np.float64)
    middle = np.array([letters.shape[1] / 2, letters.shape[0] / 2])
    matrix[:, 2] = np.array(centre) - matrix[:, :2] @ middle
    mask = cv2.warpAffine(letters, matrix, (picture.shape[1], picture.shape[0]), flags=cv2.INTER_LINEAR)
    x, y, w, h = cv2.boundingRect(mask)
    if w and h:
        blend(picture[y : y + h, x : x + w], mask[y : y + h, x : x + w].astype(np.float32) / 255, fill)


# --- patterns -----------------------------------------------------------------------------------------------------


def pattern(rng: Rng, shape: tuple[int, int], one: Colour, other: Colour) -> Image:
    """A regular pattern of two colours: stripes, checks, dots, a lattice, rays or rings."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pitch, angle = rng.uniform(6, 0.25 * width), float(rng.choice([0, np.pi / 4, np.pi / 2, rng.uniform(0, 3.1)]))
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    a, b = np.sin(2 * np.pi * u / pitch), np.sin(2 * np.pi * v / pitch)
    kind = rng.integers(0, 7)
    if kind == 0:
        wave = a
    elif kind == 1:
        wave = a * b
    elif kind == 2:
        wave = a + b - rng.uniform(0, 1.4)
    elif kind == 3:
        wave = np.maximum(np.abs(a), np.abs(b)) - 0.92
    elif kind == 4:
        wave = np.sin(rng.integers(4, 20) * np.arctan2(y - height / 2, x - width / 2))
    elif kind == 5:
        wave = np.sin(2 * np.pi * np.hypot(x - width / 2, y - height / 2) / pitch)
    else:
        wave = np.sin(2 * np.pi * u / pitch + 2 * b)
    share = np.clip(wave * rng.choice([1.0, 8.0]) + 0.5, 0, 1)
    ends = np.array([one, other], np.float32)
    return np.asarray(ends[0] + share[..., None] * (ends[1] - ends[0]), np.uint8)


def scatter(rng: Rng, picture: Image, colours: list[Colour], count: int, size: tuple[float, float]) -> None:
    """Strew symbols of one or several kinds over the picture."""
    names = list(rng.choice(list(SYMBOLS), rng.integers(1, 4)))
    for _ in range(count):
        centre = (rng.uniform(0, picture.shape[1]), rng.uniform(0, picture.shape[0]))
        fill = colours[rng.integers(len(colours))]
        points = symbol_points(names[rng.integers(len(names))], centre, rng.uniform(*size), rng.uniform(0, 6.28))
        fill_polygon(picture, points, fill)
