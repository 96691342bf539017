"""Whole examples to fit and choose what comes after the net: a random deck, enrolled, and a composed scene of it.

Example k of a seed is always the same. Faces that look the same from a table's distance share a name, as they would if
somebody enrolled them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.crop import Pyramid, sides
from vision.recognise.deck import SHORT_SIDE, Deck, Face
from vision.training import art
from vision.training.composer import BACK, Recipe, compose
from vision.training.photo import HARSH, photo
from vision.training.strokes import Rng

#: How the random deck of an example is drawn, with about so many faces.
Draw = Callable[[Rng, int], art.Deck]
#: A random deck, enrolled once, is played with in so many scenes; enrolling is what takes the time.
SCENES_A_DECK = 2


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


#: Bounds of a card's width in pixels, for a camera over the table and for one held nearer.
FAR_PX, NEAR_PX = (55.0, 150.0), (130.0, 320.0)


def example(seed: int, number: int, short_px: tuple[float, float] = FAR_PX, draw: Draw | None = None) -> Example:
    """Half of the decks are enrolled from flat scans, half from photos; unless it is said how to `draw` them, half of
    either are lettered with a pen only; every other scene is a kind one.
    """
    printed, names, deck = _enrolled(seed, number // SCENES_A_DECK, draw)
    rng = np.random.default_rng((seed, number, 0))
    recipe = Recipe(size=(1280, 720), short_px=short_px, harsh=(0.0, 1.0 if number % 2 else 0.5))
    scene = compose(rng, [printed], recipe)
    cards = tuple(
        Lying(None if card.face == BACK else names[card.face], card.quad, card.visible, card.in_frame)
        for card in scene.cards
    )
    return Example(scene.image, cards, deck, printed.style)


@lru_cache(maxsize=1)
def _enrolled(seed: int, number: int, draw: Draw | None) -> tuple[art.Deck, list[str], Deck]:
    """A deck as printed, what its faces are called, and as somebody enrolled it: from scans or from photos."""
    rng = np.random.default_rng((seed, 1, number))
    photos = number % 2 == 1
    draw = draw or (art.random_deck if number % 4 < 2 else art.varied_deck)
    printed = draw(rng, int(rng.choice([24, 36] if photos else [24, 48, 64])))
    names = names_of(printed.faces)
    size = (SHORT_SIDE, round(SHORT_SIDE * printed.height_mm / printed.width_mm))
    harshness = float(rng.uniform(0, HARSH))

    def view(face: int) -> Image:
        if photos:
            return cut(rng, *photo(rng, printed, face, harshness), size)
        picture = printed.back if face == BACK else printed.faces[face]
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    faces = tuple(Face(name, (view(k),)) for k, name in enumerate(names) if names.index(name) == k)
    return printed, names, Deck("any", faces, (Face("back", (view(BACK),)),))


def cut(rng: Rng, picture: Image, quad: FloatArray, size: tuple[int, int]) -> Image:
    """The card out of its photo, by an outline as inexact as enrolment finds it: now and then a side is off."""
    long = max(sides(quad))
    off = rng.normal(0, 0.004 * long, (4, 2))
    if rng.random() < 0.2:
        k = int(rng.integers(4))
        away = quad[[k, (k + 1) % 4]].mean(axis=0) - quad.mean(axis=0)
        off[[k, (k + 1) % 4]] += rng.normal(0, 0.05) * away
    return Pyramid(picture).crop((quad + off).astype(np.float32), *size)


def without(deck: Deck, share: float, rng: Rng) -> Deck:
    """The deck with a share of its faces not enrolled."""
    count = max(1, round(len(deck.faces) * (1 - share)))
    kept = sorted(rng.choice(len(deck.faces), count, replace=False))
    return Deck(deck.game, tuple(deck.faces[k] for k in kept), deck.backs)


def names_of(faces: tuple[Image, ...]) -> list[str]:
    small = [cv2.resize(face, (32, 48), interpolation=cv2.INTER_AREA).astype(np.float32) for face in faces]
    names: list[str] = []
    for k, face in enumerate(small):
        # The dozen pixels that differ most decide: a digit is enough to be another card.
        same = [j for j in range(k) if np.sort(np.abs(face - small[j]).mean(axis=2).ravel())[-12:].mean() <= 14]
        names.append(names[same[0]] if same else f"card/{k}")
    return names
