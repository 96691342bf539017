"""Looks at each proposed outline again, straightened and close up: moves its corners, judges it, drops what is no card.

The finder sees the whole picture coarsely; this sees one card at a time in the picture's full sharpness. It decides the
final outline, score and visible fraction of a proposal, never its identity.
"""

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.detect.proposal import Proposal
from vision.image import FloatArray, Image

MODEL = Path(__file__).parent.parent / "models" / "outline.onnx"
WIDTH, HEIGHT = 72, 104  # pixels of a straightened view
MARGIN_X, MARGIN_Y = 12, 16  # of the view, around the proposed card
UNIT = 48.0  # pixels of the view that the network calls one
BATCHES = (8, 2)  # views judged in one go: many at once, and the few that are left
CELL = 8  # pixels of the view between the network's answers
CELLS = (HEIGHT // CELL, WIDTH // CELL)
# Of every cell: how sure it is of each corner, where each lies from it, logit of being a card, visible fraction, logit
# of lying across.
MAPS = 4 + 8 + 3
OUTPUTS = 11  # eight corner offsets and the last three
BOX = np.array(
    [
        (MARGIN_X, MARGIN_Y),
        (WIDTH - MARGIN_X, MARGIN_Y),
        (WIDTH - MARGIN_X, HEIGHT - MARGIN_Y),
        (MARGIN_X, HEIGHT - MARGIN_Y),
    ],
    np.float32,
) - np.float32(0.5)


#: Of the middle of every cell x and y, in the network's unit, as it lists them.
PLACES = np.array([(x, y) for y in range(CELLS[0]) for x in range(CELLS[1])], np.float32)
PLACES = (((PLACES + 0.5) * CELL - 0.5) / UNIT).astype(np.float32)


class Refiner:
    """The second look, by a small network run by OpenCV."""

    def __init__(self, model: Path = MODEL) -> None:
        # One network a batch: OpenCV lays out its memory anew whenever the size of the input changes.
        self._nets = {batch: cv2.dnn.readNetFromONNX(str(model)) for batch in BATCHES}

    def refined(self, image: Image, proposals: list[Proposal]) -> list[Proposal]:
        """The same proposals with better outlines; `score` becomes the second look's opinion."""
        if not proposals:
            return []
        sharper = Sharpness(image)
        views, homes = zip(*(straightened(sharper, p.quad) for p in proposals), strict=True)
        answers = self._answers(np.stack(views))
        return [_moved(home, answer) for home, answer in zip(homes, answers, strict=True)]

    def _answers(self, views: Image) -> FloatArray:
        """One row of OUTPUTS a view."""
        rows, many, few = [], max(BATCHES), min(BATCHES)
        at = 0
        while at < len(views):
            batch = many if len(views) - at > many - few else few
            part, net = views[at : at + batch], self._nets[batch]
            full = np.concatenate([part, np.zeros((batch - len(part), *part.shape[1:]), np.uint8)])
            net.setInput(cv2.dnn.blobFromImages(list(full), 1 / 255))
            rows.append(heard(np.asarray(net.forward(), np.float32)[: len(part)]))
            at += batch
        return np.concatenate(rows)


def heard(maps: Any, xp: Any = np) -> Any:
    """What the cells of every view say together, OUTPUTS numbers a view: each corner is where those say that are sure
    of it, for a corner that is covered may be told by an edge far away; the rest is the mean.

    Written with what numpy and torch both know (`xp` is one of them): the training differentiates through it.
    """
    flat = maps.reshape(len(maps), MAPS, -1)
    weights = xp.exp(flat[:, :4] - xp.amax(flat[:, :4], axis=2, keepdims=True))
    weights = weights / weights.sum(axis=2, keepdims=True)
    corners = flat[:, 4:12].reshape(len(flat), 4, 2, -1) + xp.asarray(PLACES.T)
    told = (weights[:, :, None] * corners).sum(axis=3) - xp.asarray(BOX / UNIT)
    return xp.concatenate([told.reshape(len(flat), 8), flat[:, 12:].mean(axis=2)], axis=1)


class Sharpness:
    """A picture and its halves, so that a large card is straightened without grain."""

    def __init__(self, image: Image) -> None:
        self._halves = [image]

    def near(self, width: float) -> tuple[Image, float]:
        """The picture in which a card `width` pixels wide becomes at least as wide as a view's, and its scale."""
        level = 0
        while width > 2 * 1.2 * UNIT:
            width, level = width / 2, level + 1
        while len(self._halves) <= level:
            last = self._halves[-1]
            half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._halves.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        image = self._halves[level]
        return image, image.shape[1] / self._halves[0].shape[1]


def straightened(sharpness: Sharpness, quad: FloatArray) -> tuple[Image, FloatArray]:
    """The view of a proposed outline, and the matrix from the view back to the picture."""
    width = min(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[3])))
    image, scale = sharpness.near(width)
    local = ((quad + 0.5) * scale - 0.5).astype(np.float32)
    view = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(local, BOX),
        (WIDTH, HEIGHT),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return np.asarray(view, np.uint8), np.asarray(cv2.getPerspectiveTransform(BOX, quad), np.float32)


def _moved(home: FloatArray, answer: FloatArray) -> Proposal:
    corners = BOX + answer[:8].reshape(4, 2) * UNIT
    quad = cv2.perspectiveTransform(corners[None], home.astype(np.float64))[0].astype(np.float32)
    if answer[10] > 0:  # what looked like a short side is a long one
        quad = np.roll(quad, 1, 0)
    score = float(1 / (1 + np.exp(-answer[8])))
    return Proposal(quad, score, float(np.clip(answer[9], 0, 1)))
