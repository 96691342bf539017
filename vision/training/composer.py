"""Composes a scene: cards of random decks on a random table under a random light, and the truth about each of them.

`compose(rng, decks)` is the whole of it. The same `rng` state and decks give the same scene. Scenes are for learning
and for tests; figures that are reported come from pictures made elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.crop import smaller
from vision.training.art import WIDTH, Deck
from vision.training.clutter import OVER, UNDER, hand
from vision.training.layout import Place, random_groups
from vision.training.light import lit, photographed
from vision.training.paint import Canvas, Skin
from vision.training.strokes import Points, Rng
from vision.training.tables import Surface, random_surface
from vision.training.view import View, random_view

BACK = -1


@dataclass(frozen=True, slots=True)
class SceneCard:
    """One card of a scene. `face` counts within `decks[deck].faces`, or is BACK when the card lies face down.

    `quad` (4 x 2, pixels) holds the sharp corners top left, top right, bottom right, bottom left as printed, and may
    leave the picture. `visible` is the fraction of the card that is neither hidden nor outside, `in_frame` the fraction
    inside the picture.
    """

    deck: int
    face: int
    quad: FloatArray
    visible: float
    in_frame: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its truth. `owner` says for each pixel which of `cards` is on top, or is negative."""

    image: Image
    cards: tuple[SceneCard, ...]
    owner: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a scene may be: `short_px` bounds a card's width in mid-picture, `harsh` the cruelty of light and lens;
    so many of the scenes have `columns` of cards that overlap. Who draws the decks sets half of them in type where that
    is asked for; it needs the typefaces of the extra `train`."""

    size: tuple[int, int] = (640, 360)
    short_px: tuple[float, float] = (24, 80)
    steepest: float = 50.0
    harsh: tuple[float, float] = (0.0, 1.0)
    cards: bool = True
    hands: float = 0.3
    clutter: float = 4.0
    columns: float = 0.0
    typed: bool = False


def compose(rng: Rng, decks: Sequence[Deck], recipe: Recipe | None = None) -> Scene:
    """One scene. One or two of the decks lie on the table; everything else is drawn by chance within the recipe."""
    recipe = recipe or Recipe()
    harshness = float(rng.uniform(*recipe.harsh))
    chosen = [
        int(k) for k in rng.choice(len(decks), size=min(len(decks), 1 if rng.random() < 0.8 else 2), replace=False)
    ]
    main = decks[chosen[0]]
    short = np.exp(rng.uniform(*np.log(recipe.short_px)))
    view = random_view(rng, recipe.size, short / main.width_mm, recipe.steepest)
    canvas = _table(rng, view)
    for _ in range(rng.poisson(0.25 * recipe.clutter)):
        UNDER[rng.integers(len(UNDER))](canvas, view, rng)
    laid = _cards(rng, canvas, view, decks, chosen, recipe) if recipe.cards else []
    for _ in range(rng.poisson(0.75 * recipe.clutter) if rng.random() < 0.7 else 0):
        OVER[rng.integers(len(OVER))](canvas, view, rng)
    if rng.random() < recipe.hands:
        for _ in range(int(rng.integers(1, 3))):
            target = rng.uniform(0.1, 0.9, 2) * recipe.size
            if laid and rng.random() < 0.6:
                target = laid[rng.integers(len(laid))][2].mean(0) + rng.normal(0, 15, 2)
            hand(canvas, view, rng, target)
    image = photographed(rng, lit(rng, canvas.picture, canvas.gloss, harshness), harshness)
    return Scene(image, tuple(_truth(canvas, *card, k) for k, card in enumerate(laid)), canvas.owner)


def _table(rng: Rng, view: View) -> Canvas:
    canvas = Canvas(view.size)
    canvas.lay_table(_surface(rng), view, rng.uniform(-np.pi, np.pi))
    if rng.random() < 0.12:  # the table ends within the picture, the room goes on
        beyond = Canvas(view.size)
        beyond.lay_table(_surface(rng), view, rng.uniform(-np.pi, np.pi))
        far = rng.uniform(0.5, 0.95) * np.hypot(*view.size) / 2
        angle = rng.uniform(-np.pi, np.pi)
        y, x = np.mgrid[0 : view.size[1], 0 : view.size[0]]
        outside = (x - view.size[0] / 2) * np.cos(angle) + (y - view.size[1] / 2) * np.sin(angle) > far
        canvas.picture[outside] = beyond.picture[outside] * rng.uniform(0.3, 1)
        canvas.gloss[outside] = 0
    return canvas


_SHELF: dict[int, Surface] = {}


def _surface(rng: Rng) -> Surface:
    """A table from the shelf: drawing one takes as long as a scene, so 400 are drawn, each when first used."""
    number = int(rng.integers(400))
    if number not in _SHELF:
        _SHELF[number] = random_surface(np.random.default_rng((400, number)))
    return _SHELF[number]


Laid = tuple[int, int, Points]  # deck, face, corners in the picture


def _cards(
    rng: Rng, canvas: Canvas, view: View, decks: Sequence[Deck], chosen: list[int], recipe: Recipe
) -> list[Laid]:
    main = decks[chosen[0]]
    spots = view.on_table(rng.uniform(-0.05, 1.05, (int(rng.integers(1, 28)), 2)) * view.size)
    columns = bool(recipe.columns and rng.random() < recipe.columns)
    if columns:
        spots[0] = view.on_table(rng.uniform(0.3, 0.7, (1, 2)) * view.size)[0]
    groups = random_groups(rng, (main.width_mm, main.height_mm), spots, rng.choice([1.0, 1.0, 0.5]), columns=columns)
    gloss = float(rng.choice([0, rng.uniform(0, 0.3), rng.uniform(0.3, 1)]))
    light = rng.normal(0, 1, 2)
    crooked = float(rng.choice([0, 0.3, 2.5], p=[0.4, 0.35, 0.25]))  # millimetres the corners lift and the sides bow
    skins = {deck: _Skins(rng, decks[deck], view.pixels_per_mm(), crooked) for deck in chosen}
    laid: list[Laid] = []
    for group in groups:
        deck = chosen[int(rng.integers(len(chosen)))]
        for place in group:
            face = int(rng.integers(len(decks[deck].faces))) if place.up else BACK
            quad = view.project(_corners(rng, place, decks[deck], crooked))
            if not _outside(quad, view.size):
                _shadow(rng, canvas, quad, view, light, place)
                canvas.lay_card(skins[deck].skin(rng, face), quad, len(laid), gloss * rng.uniform(0.3, 1))
                laid.append((deck, face, quad))
    return laid


def _corners(rng: Rng, place: Place, deck: Deck, crooked: float) -> Points:
    corners = place.corners(deck.width_mm, deck.height_mm)
    corners[:, 2] += np.abs(rng.normal(0, 1.2 * crooked, 4)) if crooked else 0
    return corners


def _outside(quad: Points, size: tuple[int, int]) -> bool:
    return bool((quad.max(0) < 1).any() or (quad.min(0) > np.array(size) - 2).any())


def _shadow(rng: Rng, canvas: Canvas, quad: Points, view: View, light: Points, place: Place) -> None:
    unit = view.pixels_per_mm()
    lift = unit * (0.6 + 0.5 * place.z_mm)
    canvas.shadow(quad + light * lift, rng.uniform(0.1, 0.45), max(1.0, 0.8 * lift))


class _Skins:
    """A deck's textures with round corners, some bowed; made as they are asked for, no larger than the view needs."""

    def __init__(self, rng: Rng, deck: Deck, pixels_per_mm: float, crooked_mm: float) -> None:
        self.deck = deck
        self.halvings = int(np.clip(np.log2(WIDTH / (1.6 * deck.width_mm * pixels_per_mm)), 0, 3))
        share = min(crooked_mm / 60, 0.05)
        self.bows = (
            [(float(rng.normal(0, share)), float(rng.normal(0, share))) for _ in range(3)] if share else [(0.0, 0.0)]
        )
        self.edge = float(rng.choice([0, rng.uniform(-0.5, 0.9)]))
        self.ready: dict[tuple[int, int], Skin] = {}

    def skin(self, rng: Rng, face: int) -> Skin:
        bow = int(rng.integers(len(self.bows)))
        if (face, bow) not in self.ready:
            self.ready[face, bow] = self._make(
                self.deck.back if face == BACK else self.deck.faces[face], self.bows[bow]
            )
        return self.ready[face, bow]

    def _make(self, picture: Image, bow: tuple[float, float]) -> Skin:
        size = (picture.shape[1] >> self.halvings, picture.shape[0] >> self.halvings)
        print_ = smaller(picture, *size)
        mask = _rounded(size, self.deck.corner_mm / self.deck.width_mm * size[0])
        rim = mask - cv2.erode(mask, np.ones((3, 3), np.uint8), borderValue=0)
        tone = 255.0 if self.edge > 0 else 0.0  # the cut edge: white core paper, or dark where it is dirty
        print_ = print_ + (abs(self.edge) / 255 * rim[..., None]) * (tone - print_)
        texture = np.dstack([print_.astype(np.uint8), mask])
        margin = 0
        if any(bow):
            margin = size[0] // 8
            texture = _bowed(texture, bow, margin)
        levels = [texture]
        while levels[-1].shape[1] > 24:
            half = (levels[-1].shape[1] // 2, levels[-1].shape[0] // 2)
            alpha = cv2.resize(levels[-1][..., 3], half, interpolation=cv2.INTER_AREA)
            levels.append(np.dstack([smaller(levels[-1][..., :3], *half), alpha]).astype(np.uint8))
        return Skin(tuple(levels), margin / texture.shape[1], margin / texture.shape[0])


def _rounded(size: tuple[int, int], radius: float) -> NDArray[np.uint8]:
    width, height = size
    mask = np.zeros((height, width), np.uint8)
    r = max(1, round(radius))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _bowed(texture: NDArray[np.uint8], bow: tuple[float, float], margin: int) -> NDArray[np.uint8]:
    """A bent card seen at an angle: opposite sides curve the same way, the corners stay where they are."""
    height, width = texture.shape[:2]
    y = np.arange(-margin, height + margin, dtype=np.float32)[:, None]
    x = np.arange(-margin, width + margin, dtype=np.float32)[None, :]
    from_x = x + bow[0] * width * (1 - np.clip(2 * y / height - 1, -1, 1) ** 2)
    from_y = y + bow[1] * height * (1 - np.clip(2 * x / width - 1, -1, 1) ** 2)
    return np.asarray(cv2.remap(texture, from_x, from_y, cv2.INTER_LINEAR), np.uint8)


def _truth(canvas: Canvas, deck: int, face: int, quad: Points, index: int) -> SceneCard:
    whole = abs(float(cv2.contourArea(quad.astype(np.float32)))) + 1e-6
    height, width = canvas.owner.shape
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inside, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    low = np.maximum(np.floor(quad.min(0)).astype(int), 0)
    high = np.maximum(np.ceil(quad.max(0)).astype(int) + 1, low)
    seen = int(np.count_nonzero(canvas.owner[low[1] : high[1], low[0] : high[0]] == index))
    return SceneCard(deck, face, quad.astype(np.float32), min(1.0, seen / whole), min(1.0, inside / whole))
