"""What the closer looks learn from: cards cut out of composed scenes, and the faces their decks were enrolled with.

A sitting is one random deck, enrolled from scans or photos, and every card of a few scenes of it that can be told at
all, by an outline as inexact as `align` leaves it; strangers from another deck and places without a card are among
them. It decides what a pair may look like; which pairs are shown is up to the training.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise import crop
from vision.recognise.crop import Pyramid, canvas_corners, sides
from vision.recognise.describe import describe
from vision.recognise.same import HEIGHT, WIDTH
from vision.training import art
from vision.training.composer import BACK, Recipe, Scene, SceneCard, compose
from vision.training.examples import cut, names_of
from vision.training.photo import HARSH, photo
from vision.training.strokes import Rng

#: Crops are cut a little finer than they are kept.
_FINER = 1.25
#: A card that is hidden more is not asked for, nor a quarter of one.
LEAST_VISIBLE = 0.3
#: An outline is off by these shares of the card's long side: mostly laid exactly, at times as the detector told it.
_OFF, _HOW_OFTEN = (0.003, 0.012, 0.03), (0.6, 0.25, 0.15)


@dataclass(frozen=True, slots=True)
class Taste:
    """Which decks come to a sitting, how many are enrolled from photos, how harsh the light of such photos may be."""

    decks: Callable[[Rng, int], art.Deck]
    photos: float
    harsh: float


PLAIN = Taste(art.random_deck, 0.45, HARSH)
VARIED = Taste(art.varied_deck, 0.6, 0.7)
TWINS = Taste(art.twin_deck, 0.7, 1.0)


@dataclass(frozen=True, slots=True)
class Distance:
    """How far the camera is: bounds of a card's width in pixels, from which width on one is asked for, how many scenes
    it takes for enough of them, how many places without a card are cut out of each, and how many times WIDTH x HEIGHT
    all is kept.
    """

    short_px: tuple[float, float]
    least_px: float
    scenes: int
    empty: int
    size: int


FAR = Distance((50, 160), 40.0, 4, 2, 1)
NEAR = Distance((130, 320), 120.0, 8, 1, 2)


@dataclass(frozen=True, slots=True)
class Sitting:
    """`views` are the enrolled faces, the back last; `crops` stand as their card is printed; `faces` says which view
    each shows (-1: none); `visible` is the share of each quarter of the crop that shows it (n x 2 x 2).
    """

    views: Image
    crops: Image
    faces: NDArray[np.int64]
    visible: FloatArray


def sitting(seed: int, number: int, taste: Taste, distance: Distance = FAR) -> Sitting:
    """Sitting `number` of a seed: always the same."""
    rng = np.random.default_rng((seed, number))
    printed, other = taste.decks(rng, int(rng.choice([24, 36, 48]))), taste.decks(rng, 8)
    names = names_of(printed.faces)
    kept = [k for k, name in enumerate(names) if names.index(name) == k]
    face_of = {k: kept.index(names.index(name)) for k, name in enumerate(names)} | {BACK: len(kept)}
    size = (distance.size * WIDTH, distance.size * HEIGHT)
    views = _enrolled(rng, printed, [*kept, BACK], taste, size)
    crops, faces, visible = [], [], []
    for _ in range(distance.scenes):
        harsh = (0.0, 1.0 if rng.random() < 0.6 else 0.5)
        recipe = Recipe((1280, 720), distance.short_px, harsh=harsh, hands=0.4)
        scene = compose(rng, [printed] if rng.random() < 0.75 else [printed, other], recipe)
        picture = Pyramid(scene.image)
        for k, card in enumerate(scene.cards):
            if worth_asking(rng, card, distance):
                quad = _inexact(rng, card.quad)
                crops.append(_cut(picture, quad, size))
                faces.append(face_of[card.face] if card.deck == 0 else -1)
                visible.append(_visible(scene, k, quad))
        for _ in range(distance.empty):
            crops.append(_cut(picture, _anywhere(rng, distance), size))
            faces.append(-1)
            visible.append(np.zeros((2, 2), np.float32))
    return Sitting(views, np.stack(crops), np.array(faces), np.stack(visible))


@dataclass(frozen=True, slots=True)
class Shown:
    """A sitting made ready. Rows of views are the `upright` ones, then the same `turned` upside down; `rivals` are, for
    every crop, the rows of those most like it that are not its own face, hardest first.
    """

    upright: Image
    turned: Image
    crops: Image
    faces: NDArray[np.int64]
    visible: FloatArray
    rivals: NDArray[np.int64]

    def view(self, row: int) -> Image:
        count = len(self.upright)
        return np.asarray(self.upright[row] if row < count else self.turned[row - count], np.uint8)


def shown(one: Sitting, rivals: int) -> Shown:
    """Whole cards."""
    visible = one.visible.mean(axis=(1, 2))
    return Shown(one.views, _turned(one.views), one.crops, one.faces, visible, _rivals(one, rivals))


def quartered(one: Sitting, rivals: int) -> tuple[Shown, ...]:
    """The four quarters of large cards, each a sitting of its own; a quarter that is hidden is not shown."""
    parts = zip(_quarters(one.views), _quarters(_turned(one.views)), _quarters(one.crops), strict=True)
    visible, hardest = one.visible.reshape(-1, 4).T, _rivals(one, rivals)
    ready = []
    for (upright, turned, crops), share in zip(parts, visible, strict=True):
        seen = (one.faces < 0) | (share >= LEAST_VISIBLE)
        ready.append(Shown(upright, turned, crops[seen], one.faces[seen], share[seen], hardest[seen]))
    return tuple(ready)


def _quarters(pictures: Image) -> list[Image]:
    """Top left, top right, bottom left, bottom right of pictures 2 HEIGHT x 2 WIDTH."""
    rows, columns = (slice(0, HEIGHT), slice(HEIGHT, None)), (slice(0, WIDTH), slice(WIDTH, None))
    return [pictures[:, down, across] for down in rows for across in columns]


def _turned(views: Image) -> Image:
    return views[:, ::-1, ::-1]


def _rivals(one: Sitting, most: int) -> NDArray[np.int64]:
    views, crops, count = small(one.views), small(one.crops), len(one.views)
    known, seen = describe([*views, *_turned(views)]), describe(list(crops))
    weighted = (seen.cells * seen.trust[:, :, None]).reshape(len(crops), -1)
    alike = (weighted @ known.cells.reshape(2 * count, -1).T).reshape(len(crops), 2, count)
    best = alike.max(axis=1)
    best[np.arange(len(crops)), np.maximum(one.faces, 0)] -= 1e9 * (one.faces >= 0)
    near = np.argsort(-best, axis=1)[:, : min(most, count - 1)]
    upside_down = np.take_along_axis(alike.argmax(axis=1), near, 1)
    return np.asarray(near + count * upside_down, np.int64)


def small(pictures: Image) -> Image:
    """The same pictures at the size at which they are described."""
    return np.stack([crop.smaller(one, crop.WIDTH, crop.HEIGHT) for one in pictures])


def worth_asking(rng: Rng, card: SceneCard, distance: Distance) -> bool:
    """A card that can be told; of those face down, which all look the same, fewer."""
    if card.visible < LEAST_VISIBLE or min(sides(card.quad)) < distance.least_px:
        return False
    return not (card.face == BACK and card.deck == 0 and rng.random() < 0.6)


def _enrolled(rng: Rng, printed: art.Deck, faces: list[int], taste: Taste, kept: tuple[int, int]) -> Image:
    size = (240, round(240 * printed.height_mm / printed.width_mm))
    photos, harshness = rng.random() < taste.photos, float(rng.uniform(0, taste.harsh))

    def view(face: int) -> Image:
        if photos:
            return cut(rng, *photo(rng, printed, face, harshness), size)
        return printed.back if face == BACK else printed.faces[face]

    return np.stack([crop.smaller(view(face), *kept) for face in faces])


def _inexact(rng: Rng, quad: FloatArray) -> FloatArray:
    spread = 0.7 * max(sides(quad)) * rng.choice(_OFF, p=_HOW_OFTEN)
    return np.asarray(quad + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread, 2), np.float32)


def _cut(picture: Pyramid, quad: FloatArray, size: tuple[int, int]) -> Image:
    return crop.smaller(picture.crop(quad, round(_FINER * size[0]), round(_FINER * size[1])), *size)


def _visible(scene: Scene, number: int, quad: FloatArray) -> FloatArray:
    to_crop = cv2.getPerspectiveTransform(quad, canvas_corners(WIDTH, HEIGHT))
    seen = cv2.warpPerspective((scene.owner == number).astype(np.float32), to_crop, (WIDTH, HEIGHT))
    return np.asarray(seen.reshape(2, HEIGHT // 2, 2, WIDTH // 2).mean(axis=(1, 3)), np.float32)


def _anywhere(rng: Rng, distance: Distance) -> FloatArray:
    half = np.exp(rng.uniform(*np.log(distance.short_px))) / 2
    turn = rng.uniform(-np.pi, np.pi)
    corners = np.array([(-1, -1.45), (1, -1.45), (1, 1.45), (-1, 1.45)]) * half
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(corners @ spin.T + rng.uniform(0.1, 0.9, 2) * (1280, 720), np.float32)
