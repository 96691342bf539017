"""Are these two pictures of one card? Two networks that learnt nothing but to answer this.

The eye turns a picture of a card, half as fine again as what is described elsewhere, into a grid of features; the
comparison takes the grids of a crop and of an enrolled face and gives the odds that both show one card. Nothing in it
was thought out by hand, so it errs elsewhere than `pair` does, and both together are surer than either. Trained by
`vision/training/train_same.py`, run by cv2.dnn. It knows no deck and asks nothing of the other faces.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.batches import in_batches

EYE = Path(__file__).parents[1] / "models" / "eye.onnx"
COMPARISON = EYE.with_name("same.onnx")
#: Pictures are looked at this large.
WIDTH, HEIGHT = 96, 144
#: The eye's grid: features, rows, columns.
GRID = (64, HEIGHT // 8, WIDTH // 8)
#: So many pictures are looked at in one go.
PART = 8


def seen(pictures: list[Image]) -> FloatArray:
    """The grids of all pictures; each is WIDTH x HEIGHT."""
    grids = [_seen(pictures[at : at + PART]) for at in range(0, len(pictures), PART)]
    return np.concatenate(grids) if grids else np.zeros((0, *GRID), np.float32)


def _seen(pictures: list[Image]) -> FloatArray:
    net = _net(EYE)
    net.setInput(np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32) / 255 - np.float32(0.5))
    return np.array(net.forward(), np.float32)


def sameness(crops: FloatArray, faces: Sequence[FloatArray]) -> list[FloatArray]:
    """For each crop's grid, the log odds of each of its faces' grids that it is what the crop shows."""
    if not faces:
        return []
    counts = [len(each) for each in faces]
    return in_batches(_sameness, [np.repeat(crops, counts, axis=0), np.concatenate(faces)], counts)


def _sameness(crops: FloatArray, faces: FloatArray) -> FloatArray:
    net = _net(COMPARISON)
    net.setInput(crops, "crop")
    net.setInput(faces, "face")
    return np.array(net.forward(), np.float32).reshape(-1)


@cache
def _net(model: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(model))
