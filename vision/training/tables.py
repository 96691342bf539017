"""What cards lie on: wood, felt, cloth, gloss, stone, paper, carpet and printed mats, drawn by program.

A surface is a square tile of the table seen from above. Decides its look; the composer lays it under the camera.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Image
from vision.training.strokes import (
    BLACK,
    WHITE,
    Colour,
    Rng,
    colour,
    gradient,
    hsv,
    mixed,
    noise,
    pattern,
    plain,
    scatter,
    shaded,
    write,
)

SIDE = 512
SHAPE = (SIDE, SIDE)


@dataclass(frozen=True, slots=True)
class Surface:
    """One table: its tile, how many millimetres a tile spans, and how strongly it mirrors lamps (0 to 1)."""

    tile: Image
    span_mm: float
    gloss: float


def random_surface(rng: Rng) -> Surface:
    kinds = list(SURFACES)
    kind = kinds[int(rng.choice(len(kinds), p=np.array(list(SURFACES.values())) / sum(SURFACES.values())))]
    gloss = float(rng.choice([0, rng.uniform(0, 0.3), rng.uniform(0.3, 1)]))
    return Surface(kind(rng), float(np.exp(rng.uniform(np.log(250), np.log(1200)))), gloss)


def _wood(rng: Rng) -> Image:
    hue, dark = rng.uniform(6, 22), rng.uniform(0.12, 0.9)
    base = hsv(hue, rng.uniform(0.15, 0.75), dark)
    along, across = int(rng.integers(2, 8)), int(rng.integers(30, 200))
    grain = noise(rng, SHAPE, (across, along)) + 0.6 * noise(rng, SHAPE, (across * 2, along * 2))
    waves = np.sin(noise(rng, SHAPE, (6, 3)) * rng.uniform(2, 12) + np.arange(SIDE)[:, None] * rng.uniform(0.05, 0.6))
    picture = shaded(
        plain(SHAPE, base), (rng.uniform(0.03, 0.2) * grain + rng.uniform(0, 0.15) * waves).astype(np.float32)
    )
    if rng.random() < 0.6:
        plank = int(rng.integers(60, 260))
        for y in range(int(rng.integers(plank)), SIDE, plank):
            picture[y:] = shaded(picture[y:], np.full((SIDE - y, SIDE), rng.uniform(-0.12, 0.12), np.float32))
            cv2.line(picture, (0, y), (SIDE, y), mixed(base, BLACK, rng.uniform(0.3, 0.9)), int(rng.integers(1, 4)))
    return picture


def _grainy(rng: Rng, base: Colour, strength: float) -> Image:
    speckle = rng.normal(0, strength, SHAPE).astype(np.float32)
    coarse = 0.1 * rng.random() * noise(rng, SHAPE, (8, 8))
    return shaded(plain(SHAPE, base), (speckle + coarse).astype(np.float32))


def _felt(rng: Rng) -> Image:
    return _grainy(rng, colour(rng, (0.3, 1), (0.15, 0.7)), rng.uniform(0.01, 0.08))


def _carpet(rng: Rng) -> Image:
    blurred = cv2.GaussianBlur(_grainy(rng, colour(rng, (0, 0.5), (0.15, 0.8)), rng.uniform(0.15, 0.6)), (0, 0), 1.2)
    return np.asarray(blurred, np.uint8)


def _plain(rng: Rng) -> Image:
    """White paper, a grey desk, black gloss."""
    grey = float(rng.choice([rng.uniform(0.85, 1), rng.uniform(0.02, 0.15), rng.uniform(0, 1)]))
    return _grainy(rng, hsv(rng.uniform(0, 180), rng.uniform(0, 0.12), grey), rng.uniform(0, 0.03))


def _cloth(rng: Rng) -> Image:
    """Gingham, dots, stripes: patterned table cloths."""
    light = mixed(WHITE, colour(rng), rng.uniform(0, 0.4))
    picture = pattern(rng, SHAPE, light, colour(rng, (0.2, 1), (0.2, 0.9)))
    if rng.random() < 0.4:
        other = pattern(rng, SHAPE, light, colour(rng, (0.2, 1), (0.2, 0.9)))
        picture = np.asarray(cv2.addWeighted(picture, 0.5, other, 0.5, 0), np.uint8)
    return shaded(picture, rng.normal(0, 0.03, SHAPE).astype(np.float32))


def _flowers(rng: Rng) -> Image:
    picture = plain(SHAPE, colour(rng, (0, 0.6), (0.3, 1)))
    scatter(rng, picture, [colour(rng) for _ in range(4)], int(rng.integers(20, 150)), (5, 40))
    return picture


def _marble(rng: Rng) -> Image:
    base = hsv(rng.uniform(0, 180), rng.uniform(0, 0.25), rng.uniform(0.1, 1))
    veins = np.abs(sum(noise(rng, SHAPE, (n, n)) / k for k, n in ((1, 4), (2, 9), (4, 20))))
    return shaded(plain(SHAPE, base), (rng.uniform(-0.4, 0.4) * np.exp(-6 * veins)).astype(np.float32))


def _bricks(rng: Rng) -> Image:
    """Tiles or flagstones with joints between."""
    picture = _grainy(rng, colour(rng, (0, 0.4), (0.2, 0.9)), 0.04)
    step = int(rng.integers(50, 200))
    joint = mixed(colour(rng, (0, 0.2)), BLACK, 0.3)
    for at in range(int(rng.integers(step)), SIDE, step):
        cv2.line(picture, (0, at), (SIDE, at), joint, int(rng.integers(1, 7)))
        cv2.line(picture, (at, 0), (at, SIDE), joint, int(rng.integers(1, 7)))
    return picture


def _printed(rng: Rng) -> Image:
    """A playing mat, a game board or a newspaper: printed fields, places for cards, lines of text."""
    picture = gradient(rng, SHAPE, colour(rng), colour(rng))
    if rng.random() < 0.4:
        picture = pattern(rng, SHAPE, colour(rng), colour(rng))
    if rng.random() < 0.4:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 8), np.uint8)
    ink = colour(rng)
    for _ in range(int(rng.integers(3, 25))):
        x, y = (int(v) for v in rng.integers(0, SIDE, 2))
        w = int(rng.integers(20, 90))
        h = int(w * rng.choice([1, 1.45, 0.7, rng.uniform(0.3, 3)]))
        kind = rng.random()
        if kind < 0.55:
            cv2.rectangle(picture, (x, y), (x + w, y + h), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif kind < 0.7:
            cv2.circle(picture, (x, y), w // 2, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif kind < 0.85:
            write(picture, str(rng.integers(0, 1000)), (x, y), w / 3, ink)
        else:
            for k in range(8):
                cv2.line(picture, (x, y + 6 * k), (x + w, y + 6 * k), ink, 1, cv2.LINE_AA)
    return picture


SURFACES: dict[Callable[[Rng], Image], float] = {
    _wood: 0.34,
    _felt: 0.15,
    _plain: 0.15,
    _cloth: 0.1,
    _carpet: 0.05,
    _flowers: 0.04,
    _marble: 0.06,
    _bricks: 0.04,
    _printed: 0.07,
}
