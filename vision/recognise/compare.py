"""How well one crop fits one enrolled face, cell by cell: the net's word, and the print itself.

A sum over cells is not enough: a haze on the enrolled photo costs every cell a little, a wrong digit costs few cells
much. So the agreement of cells is counted at several levels, and learnt weights (`vision/training/fit_judge.py`) say
what each level is worth. It ranks; it does not say how sure to be (see `judge`).
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.describe import CELL, CELLS, COLUMNS, ROWS

WEIGHTS = Path(__file__).parents[1] / "models" / "judge.json"
#: Levels of agreement of the net's descriptors that a cell may reach.
_LEVELS = np.array([0.2, 0.4, 0.6, 0.75, 0.87], np.float32)
#: A cell's print is never counted worse than this.
_CAPS = np.array([0.15, 0.4, 1.0], np.float32)


def printed(crop: Image) -> FloatArray:
    """The print of a crop without its light: contrast against the surroundings, CELLS x pixels of a cell."""
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 0.7)
    detail = grey - cv2.GaussianBlur(grey, (0, 0), 6)
    contrast = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), 6) + 64)
    cells = (detail / contrast).reshape(ROWS, CELL, COLUMNS, CELL).transpose(0, 2, 1, 3)
    return np.asarray(cells.reshape(CELLS, CELL * CELL) / CELL, np.float32)


def unlike(prints: FloatArray, other: FloatArray) -> FloatArray:
    """How much each of k prints (k x CELLS x pixels of a cell) differs from the other, cell by cell."""
    return np.asarray(np.square(prints - other).sum(axis=2), np.float32)


def features(cells: FloatArray, trust: FloatArray, faces: FloatArray, apart: FloatArray) -> FloatArray:
    """What speaks for each of k faces (k x CELLS x depth as described); `apart` is how `unlike` the crop they print."""
    agreement = (faces * cells).sum(axis=2)
    levels = 1 / (1 + np.exp(-10 * (agreement[:, :, None] - _LEVELS)))
    capped = np.minimum(apart[:, :, None], _CAPS)
    told = np.concatenate([agreement[:, :, None], levels, -capped], axis=2)
    return np.asarray(trust @ told / CELLS, np.float32)


def ranked(told: FloatArray) -> FloatArray:
    """Log odds of each face, up to what all share, from its features."""
    return np.asarray(told @ weights()["rank"], np.float32)


def together(odds: FloatArray, paired: list[int], looks: Sequence[FloatArray]) -> FloatArray:
    """The same log odds after closer looks at some of the faces; the others are taken for as bad as the worst."""
    by_cells, *by_looks = opinion(len(looks))["together"]
    weighed = by_cells * odds
    for weight, beside in zip(by_looks, looks, strict=True):
        looked = np.full(len(odds), beside.min(), np.float32)
        looked[paired] = beside
        weighed = weighed + weight * looked
    return np.asarray(weighed, np.float32)


def opinion(looks: int) -> dict[str, Any]:
    """What was fitted for weighing and judging after so many closer looks."""
    fitted: dict[str, Any] = weights()["opinions"][looks - 1]
    return fitted


@cache
def weights() -> dict[str, Any]:
    """What was fitted for ranking and for judging."""
    fitted: dict[str, Any] = json.loads(WEIGHTS.read_text(encoding="utf-8"), object_hook=_as_arrays)
    return fitted


def _as_arrays(fitted: dict[str, Any]) -> dict[str, Any]:
    """Lists of numbers made arrays, once and for all."""
    lists = {name: values for name, values in fitted.items() if isinstance(values, list) and name != "opinions"}
    return fitted | {name: np.array(values, np.float32) for name, values in lists.items()}
