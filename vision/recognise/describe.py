"""The identity net at work: crops in, for every cell a unit descriptor and how far to trust it out.

Trained by `vision/training/train_identity.py`; run by cv2.dnn. It knows no deck: what it describes is compared with
enrolled faces elsewhere (see `gallery`).
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.crop import HEIGHT, WIDTH

MODEL = Path(__file__).parents[1] / "models" / "identity.onnx"
#: The net's stride: a card is 8 x 12 cells.
CELL = 8
ROWS, COLUMNS = HEIGHT // CELL, WIDTH // CELL
CELLS = ROWS * COLUMNS
#: The net is asked for so many crops at once: what it remembers between its layers still fits a processor's cache.
PART = 16


@dataclass(frozen=True, slots=True)
class Described:
    """What the net says of n crops: `cells` n x CELLS x depth unit vectors, `trust` n x CELLS from 0 to 1."""

    cells: FloatArray
    trust: FloatArray


def describe(crops: list[Image]) -> Described:
    """All crops; each is WIDTH x HEIGHT."""
    if not crops:
        return Described(np.zeros((0, CELLS, depth()), np.float32), np.zeros((0, CELLS), np.float32))
    grids = np.concatenate([_grids(crops[at : at + PART]) for at in range(0, len(crops), PART)])
    cells = grids[:, :, :-1] / (np.linalg.norm(grids[:, :, :-1], axis=2, keepdims=True) + 1e-6)
    trust = np.asarray(1 / (1 + np.exp(-grids[:, :, -1])), np.float32)
    return Described(np.ascontiguousarray(cells, np.float32), trust)


def _grids(crops: list[Image]) -> FloatArray:
    """What the net says of each cell, n x CELLS x (depth and trust)."""
    net = _net()
    net.setInput(np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 255 - np.float32(0.5))
    return np.array(net.forward().reshape(len(crops), -1, CELLS).transpose(0, 2, 1), np.float32)


def depth() -> int:
    return int(fitted()["depth"])


@cache
def fitted() -> dict[str, float]:
    """The few numbers that were learnt beside the net."""
    values: dict[str, float] = json.loads(MODEL.with_suffix(".json").read_text(encoding="utf-8"))
    return values


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(MODEL))
