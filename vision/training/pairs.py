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

SCENES = 4
#: Crops are cut a little finer than they are kept.
_CUT = (120, 180)
#: A card that is hidden more, or smaller, is not asked for.
LEAST_VISIBLE, LEAST_PX = 0.3, 40.0
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


@dataclass(frozen=True, slots=True)
class Sitting:
    """`views` are the enrolled faces, the back last; `crops` stand as their card is printed; `faces` says which view
    each shows (-1: none); `visible` is the share of the crop that shows it. Pictures are WIDTH x HEIGHT.
    """

    views: Image
    crops: Image
    faces: NDArray[np.int64]
    visible: FloatArray


def sitting(seed: int, number: int, taste: Taste) -> Sitting:
    """Sitting `number` of a seed: always the same."""
    rng = np.random.default_rng((seed, number))
    printed, other = taste.decks(rng, int(rng.choice([24, 36, 48]))), taste.decks(rng, 8)
    names = names_of(printed.faces)
    kept = [k for k, name in enumerate(names) if names.index(name) == k]
    face_of = {k: kept.index(names.index(name)) for k, name in enumerate(names)} | {BACK: len(kept)}
    views = _enrolled(rng, printed, [*kept, BACK], taste)
    crops, faces, visible = [], [], []
    for _ in range(SCENES):
        recipe = Recipe((1280, 720), (50, 160), harsh=(0.0, 1.0 if rng.random() < 0.6 else 0.5), hands=0.4)
        scene = compose(rng, [printed] if rng.random() < 0.75 else [printed, other], recipe)
        picture = Pyramid(scene.image)
        for k, card in enumerate(scene.cards):
            if worth_asking(rng, card):
                quad = _inexact(rng, card.quad)
                crops.append(_shown(picture.crop(quad, *_CUT)))
                faces.append(face_of[card.face] if card.deck == 0 else -1)
                visible.append(_visible(scene, k, quad))
        for _ in range(2):
            crops.append(_shown(picture.crop(_anywhere(rng), *_CUT)))
            faces.append(-1)
            visible.append(0.0)
    return Sitting(views, np.stack(crops), np.array(faces), np.array(visible, np.float32))


@dataclass(frozen=True, slots=True)
class Shown:
    """A sitting made ready. Views come upright, then upside down; `rivals` are, for every crop, the rows of the views
    most like it that are not its own face, hardest first.
    """

    views: Image
    crops: Image
    faces: NDArray[np.int64]
    visible: FloatArray
    rivals: NDArray[np.int64]


def shown(one: Sitting, rivals: int) -> Shown:
    views = np.concatenate([one.views, one.views[:, ::-1, ::-1]])
    return Shown(views, one.crops, one.faces, one.visible, _rivals(views, one.crops, one.faces, rivals))


def _rivals(views: Image, crops: Image, faces: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    faces_seen, seen, count = describe(list(small(views))), describe(list(small(crops))), len(views) // 2
    weighted = (seen.cells * seen.trust[:, :, None]).reshape(len(crops), -1)
    alike = (weighted @ faces_seen.cells.reshape(len(views), -1).T).reshape(len(crops), 2, count)
    best = alike.max(axis=1)
    best[np.arange(len(crops)), np.maximum(faces, 0)] -= 1e9 * (faces >= 0)
    near = np.argsort(-best, axis=1)[:, : min(most, count - 1)]
    upside_down = np.take_along_axis(alike.argmax(axis=1), near, 1)
    return np.asarray(near + count * upside_down, np.int64)


def small(pictures: Image) -> Image:
    """The same pictures at the size at which they are described."""
    size = (crop.WIDTH, crop.HEIGHT)
    return np.stack([cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in pictures])


def worth_asking(rng: Rng, card: SceneCard) -> bool:
    """A card that can be told; of those face down, which all look the same, fewer."""
    if card.visible < LEAST_VISIBLE or min(sides(card.quad)) < LEAST_PX:
        return False
    return not (card.face == BACK and card.deck == 0 and rng.random() < 0.6)


def _enrolled(rng: Rng, printed: art.Deck, faces: list[int], taste: Taste) -> Image:
    size = (240, round(240 * printed.height_mm / printed.width_mm))
    photos, harshness = rng.random() < taste.photos, float(rng.uniform(0, taste.harsh))

    def view(face: int) -> Image:
        if photos:
            return cut(rng, *photo(rng, printed, face, harshness), size)
        return printed.back if face == BACK else printed.faces[face]

    return np.stack([_shown(view(face)) for face in faces])


def _inexact(rng: Rng, quad: FloatArray) -> FloatArray:
    spread = 0.7 * max(sides(quad)) * rng.choice(_OFF, p=_HOW_OFTEN)
    return np.asarray(quad + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread, 2), np.float32)


def _shown(picture: Image) -> Image:
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _visible(scene: Scene, number: int, quad: FloatArray) -> float:
    to_crop = cv2.getPerspectiveTransform(quad, canvas_corners(WIDTH, HEIGHT))
    return float(cv2.warpPerspective((scene.owner == number).astype(np.float32), to_crop, (WIDTH, HEIGHT)).mean())


def _anywhere(rng: Rng) -> FloatArray:
    half, turn = np.exp(rng.uniform(np.log(25), np.log(80))), rng.uniform(-np.pi, np.pi)
    corners = np.array([(-1, -1.45), (1, -1.45), (1, 1.45), (-1, 1.45)]) * half
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(corners @ spin.T + rng.uniform(0.1, 0.9, 2) * (1280, 720), np.float32)
