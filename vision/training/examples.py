"""Whole examples to fit and choose what comes after the net: a random deck, enrolled, and a composed scene of it.

Example k of a seed is always the same. Faces that look the same from a table's distance share a name, as they would if
somebody enrolled them.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.deck import SHORT_SIDE, Deck, Face
from vision.training import art
from vision.training.composer import BACK, Recipe, compose
from vision.training.strokes import Rng


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of the scene; `name` is None for one that lies face down."""

    name: str | None
    quad: FloatArray
    visible: float
    in_frame: float


@dataclass(frozen=True, slots=True)
class Example:
    image: Image
    cards: tuple[Lying, ...]
    deck: Deck
    style: str


def example(seed: int, number: int) -> Example:
    """Half of the decks are enrolled from flat scans, half from photos; every other scene is a kind one."""
    rng = np.random.default_rng((seed, number))
    printed = art.random_deck(rng, int(rng.choice([24, 48, 64])))
    names = _names(printed.faces)
    recipe = Recipe(size=(1280, 720), short_px=(55, 150), harsh=(0.0, 1.0 if number % 2 else 0.5))
    scene = compose(rng, [printed], recipe)
    cards = tuple(
        Lying(None if card.face == BACK else names[card.face], card.quad, card.visible, card.in_frame)
        for card in scene.cards
    )
    size = (SHORT_SIDE, round(SHORT_SIDE * printed.height_mm / printed.width_mm))
    photo = number % 4 >= 2
    faces = [
        Face(name, (_enrolled(rng, printed.faces[k], size, photo),))
        for k, name in enumerate(names)
        if names.index(name) == k
    ]
    back = Face("back", (_enrolled(rng, printed.back, size, photo),))
    return Example(scene.image, cards, Deck("any", tuple(faces), (back,)), printed.style)


def without(deck: Deck, share: float, rng: Rng) -> Deck:
    """The deck with a share of its faces not enrolled."""
    count = max(1, round(len(deck.faces) * (1 - share)))
    kept = sorted(rng.choice(len(deck.faces), count, replace=False))
    return Deck(deck.game, tuple(deck.faces[k] for k in kept), deck.backs)


def _names(faces: tuple[Image, ...]) -> list[str]:
    small = [cv2.resize(face, (32, 48), interpolation=cv2.INTER_AREA).astype(np.float32) for face in faces]
    names: list[str] = []
    for k, face in enumerate(small):
        # The dozen pixels that differ most decide: a digit is enough to be another card.
        same = [j for j in range(k) if np.sort(np.abs(face - small[j]).mean(axis=2).ravel())[-12:].mean() <= 14]
        names.append(names[same[0]] if same else f"card/{k}")
    return names


def _enrolled(rng: Rng, face: Image, size: tuple[int, int], photo: bool) -> Image:
    """A scan as it is; a photo in the light of some lamp, often with its haze or glare on the varnish."""
    if not photo:
        return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = face.shape[:2]
    warm, green = rng.normal(0, (0.1, 0.03))
    down, across = np.mgrid[0:height, 0:width] / width - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    slope = 1 + rng.uniform(0, 0.4) * (np.cos(turn) * across + np.sin(turn) * down)
    seen = face * np.exp([-warm, green, warm]) * np.exp(rng.normal(-0.15, 0.2)) * slope[..., None]
    if rng.random() < 0.5:
        x, y = rng.uniform(-0.7, 0.7), rng.uniform(-0.9, 0.9)
        reach = rng.uniform(0.2, 0.8)
        glow = rng.uniform(0, 0.7) * np.exp(-((((across - x) ** 2 + (down - 0.25 - y) ** 2) / reach**2) ** 2))
        seen = seen + 220 * glow[..., None]
    haze = rng.uniform(0, 0.3)
    seen = cv2.GaussianBlur((1 - haze) * seen + 170 * haze, (0, 0), rng.uniform(0.4, 1.2))
    seen = 255 * np.clip((seen + rng.normal(0, 2, seen.shape)) / 255, 0, 1) ** np.exp(rng.normal(0, 0.1))
    return np.asarray(cv2.resize(seen.astype(np.uint8), size, interpolation=cv2.INTER_AREA), np.uint8)
