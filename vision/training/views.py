"""Training data for the second look: outlines that are a little, or wholly, wrong, and what should be said of them.

From a composed scene it takes what the finder really proposes, each card several times with its outline disturbed, and
places where no card lies. It decides what counts as a card: the same as the finder's targets.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.detect.overlap import overlap
from vision.detect.refine import BOX, HEIGHT, OUTPUTS, UNIT, WIDTH, Sharpness, straightened
from vision.image import FloatArray, Image
from vision.training.composer import Scene
from vision.training.strokes import Rng
from vision.training.targets import LEAST_VISIBLE

CARD, NO_CARD = 0.55, 0.4  # overlap with the nearest card from which, below which, a proposal is right, is wrong
A_SCENE = 24  # views of one scene beside those of the finder's proposals
Views = tuple[Image, FloatArray]  # n views; n rows of OUTPUTS and a weight each for the corners and the judgement


def views(rng: Rng, scene: Scene, proposed: Sequence[FloatArray] = ()) -> Views:
    """Views of one scene and the answers to them; `proposed` are the outlines that the finder told."""
    sharpness = Sharpness(scene.image)
    worth = [k for k, card in enumerate(scene.cards) if card.visible >= LEAST_VISIBLE]
    pictures, answers = [], []
    for quad in (*proposed, *_made_up(rng, scene, worth)):
        answer = answered(scene, worth, quad)
        if answer is not None:
            picture, _ = straightened(sharpness, quad)
            pictures.append(picture)
            answers.append(answer)
    if not pictures:
        return np.zeros((0, HEIGHT, WIDTH, 3), np.uint8), np.zeros((0, OUTPUTS + 2), np.float32)
    return np.stack(pictures), np.stack(answers)


def _made_up(rng: Rng, scene: Scene, worth: list[int]) -> Iterator[FloatArray]:
    for _ in range(A_SCENE if worth else 4):
        kind = rng.random()
        if worth and kind < 0.75:
            yield disturbed(rng, scene.cards[int(rng.choice(worth))].quad, float(rng.choice([0.015, 0.03, 0.07])))
        elif worth and kind < 0.88:
            yield disturbed(rng, scene.cards[int(rng.choice(worth))].quad, 0.3)
        else:
            yield _anywhere(rng, scene)


def disturbed(rng: Rng, quad: FloatArray, strength: float) -> FloatArray:
    """An outline moved, turned, stretched and bent by about `strength` of the card's size; any side may come first."""
    middle = quad.mean(0)
    size = float(np.sqrt(np.linalg.norm(quad[1] - quad[0]) * np.linalg.norm(quad[2] - quad[1])))
    c, s = np.cos(turn := rng.normal(0, strength)), np.sin(turn)
    moved = (quad - middle) * rng.normal(1, strength, 2) @ np.array([[c, s], [-s, c]]) + middle
    moved = moved + rng.normal(0, 0.6 * strength * size, 2) + rng.normal(0, 0.3 * strength * size, (4, 2))
    first = int(rng.choice(4, p=[0.46, 0.04, 0.46, 0.04]))  # now and then a long side is taken for a short one
    return np.asarray(np.roll(moved, first, 0), np.float32)


def _anywhere(rng: Rng, scene: Scene) -> FloatArray:
    """A card-shaped outline anywhere in the picture, of any size."""
    height, width = scene.owner.shape
    half = np.exp(rng.uniform(np.log(15), np.log(90)))
    angle = rng.uniform(-np.pi, np.pi)
    c, s = np.cos(angle), np.sin(angle)
    corners = np.array([(-1, -1.45), (1, -1.45), (1, 1.45), (-1, 1.45)]) * half
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + rng.uniform(0, 1, 2) * (width, height), np.float32)


def answered(scene: Scene, worth: list[int], quad: FloatArray) -> FloatArray | None:
    """What to say of a proposal: OUTPUTS numbers, the weight of the corners, the weight of the judgement."""
    answer = np.zeros(OUTPUTS + 2, np.float32)
    answer[12] = 1
    shares = [(overlap(quad, scene.cards[k].quad), k) for k in worth]
    share, nearest = max(shares, default=(0.0, -1))
    hidden = max((overlap(quad, card.quad) for card in scene.cards if card.visible < LEAST_VISIBLE), default=0.0)
    if hidden > max(share, NO_CARD):
        return None
    if share < NO_CARD:
        return answer
    true = scene.cards[nearest].quad
    seen = _in_view(quad, true)
    rolls = [np.roll(seen, k, 0) for k in range(4)]
    best = int(np.argmin([float(np.abs(r - BOX).mean()) for r in rolls]))
    answer[:8] = ((rolls[best] - BOX) / UNIT).reshape(-1)
    if np.abs(answer[:8]).max() > 0.8:
        return None
    answer[8], answer[12] = float(share >= CARD), float(share >= CARD)
    answer[9] = scene.cards[nearest].visible
    answer[10] = best % 2
    answer[11] = 1
    return answer


def _in_view(quad: FloatArray, points: FloatArray) -> FloatArray:
    matrix = cv2.getPerspectiveTransform(quad, BOX)
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0], np.float32)
