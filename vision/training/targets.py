"""What the detector should answer for a composed scene, cell by cell. Decides which cards a cell is asked about.

A cell answers for the card on top of it: how deep inside the visible part it lies, the whole outline, how much is seen.
Cards too small or too hidden to be worth an answer are neither demanded nor forbidden.
"""

import cv2
import numpy as np

from vision.detect.grid import CELL, UNIT
from vision.detect.shape import encoded
from vision.image import FloatArray
from vision.training.composer import Scene

CHANNELS = 11  # depth, weight of depth, eight numbers of the outline, visible fraction
SMALLEST, LARGEST, FORBIDDEN = 15.0, 110.0, 150.0  # width of a card in pixels: asked for, not beyond, never beyond
LEAST_VISIBLE = 0.25
TYPICAL = 24.0  # cells of a card that weighs one; the cells of a smaller card weigh more, so that it counts too


def targets(scene: Scene) -> FloatArray:
    """A CHANNELS x rows x columns array of what each cell should say."""
    rows, columns = scene.owner.shape[0] // CELL, scene.owner.shape[1] // CELL
    answer = np.zeros((CHANNELS, rows, columns), np.float32)
    answer[1] = 1
    if not scene.cards:
        return answer
    outlines = encoded(np.stack([card.quad for card in scene.cards]))
    deepest = np.zeros((rows, columns), np.float32)
    teller = np.full((rows, columns), -1)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * CELL - 0.5, (np.arange(rows) + 0.5) * CELL - 0.5)
    for k, card in enumerate(scene.cards):
        depth = _depth(scene.owner == k, card.quad, rows, columns)
        here = depth > deepest
        if not here.any():
            continue
        deepest[here] = depth[here]
        teller[here] = k
        size = _width(card.quad)
        answer[1][here] = 1.0
        if size > FORBIDDEN:
            answer[0][here] = 0.0
        elif card.visible < LEAST_VISIBLE or not SMALLEST < size < LARGEST:
            answer[1][here] = 0.0
            answer[0][here] = 0.0
        else:
            answer[0][here] = np.clip((depth[here] - 0.3) / 0.4, 0, 1)
            numbers = np.repeat(outlines[k][:, None], int(here.sum()), 1)
            numbers[0] -= x[here]
            numbers[1] -= y[here]
            answer[2:10, here] = numbers / UNIT
            answer[10][here] = card.visible
    cells = np.bincount(teller[teller >= 0], minlength=1)
    answer[1][teller >= 0] *= np.clip(np.sqrt(TYPICAL / cells[teller[teller >= 0]]), 0.5, 2)
    return answer


def _depth(mine: np.typing.NDArray[np.bool_], quad: FloatArray, rows: int, columns: int) -> FloatArray:
    """How deep each cell's deepest pixel lies in the visible part of a card: 0 outside, 1 at the deepest of all."""
    depth = np.zeros((rows, columns), np.float32)
    low = np.maximum(np.floor(quad.min(0) / CELL).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(0) / CELL).astype(int) + 2, (columns, rows))
    if (high <= low).any():
        return depth
    part = mine[low[1] * CELL : high[1] * CELL, low[0] * CELL : high[0] * CELL].astype(np.uint8)
    distance = cv2.distanceTransform(cv2.copyMakeBorder(part, 1, 1, 1, 1, cv2.BORDER_REPLICATE), cv2.DIST_L2, 3)[
        1:-1, 1:-1
    ]
    if distance.max() < 1.5:
        return depth
    cells = distance.reshape(high[1] - low[1], CELL, high[0] - low[0], CELL).max((1, 3))
    depth[low[1] : high[1], low[0] : high[0]] = cells / cells.max()
    return depth


def _width(quad: FloatArray) -> float:
    """About how wide a card is in pixels, whatever its tilt: from its area, taking it for 2 : 3."""
    return float(np.sqrt(abs(cv2.contourArea(quad)) / 1.5))
