"""A card's outline as eight numbers that do not care which way up the card is, so that a network can learn them.

Four corners in order jump when a card turns half around and looks the same. The middle, the two half axes with doubled
angle, and the perspective term do not. Decides nothing; both directions are exact for a convex outline.
"""

import numpy as np

from vision.image import FloatArray

NUMBERS = 8  # middle x, y; long half axis (length, doubled angle); short half axis likewise; perspective x, y


def encoded(quads: FloatArray) -> FloatArray:
    """n x 4 x 2 corners (clockwise, a short edge first) to n x 8 numbers, in pixels."""
    p0, p1, p2, p3 = (quads[:, k] for k in range(4))
    middle = quads.mean(1)
    long = (p0 + p1 - p2 - p3) / np.float32(4)
    short = (p1 + p2 - p0 - p3) / np.float32(4)
    perspective = (p0 - p1 + p2 - p3) / 4
    return np.concatenate([middle, _doubled(long), _doubled(short), perspective], 1).astype(np.float32)


def decoded(numbers: FloatArray) -> FloatArray:
    """n x 8 numbers back to n x 4 x 2 corners, clockwise, a short edge first."""
    middle, long, short = numbers[:, 0:2], _halved(numbers[:, 2:4]), _halved(numbers[:, 4:6])
    perspective = numbers[:, 6:8]
    turning = long[:, 0] * short[:, 1] - long[:, 1] * short[:, 0]
    short = np.where(turning[:, None] < 0, -short, short)
    corners = (
        middle + long - short + perspective,
        middle + long + short - perspective,
        middle - long + short + perspective,
        middle - long - short - perspective,
    )
    return np.stack(corners, 1).astype(np.float32)


def _doubled(axis: FloatArray) -> FloatArray:
    """A vector with its angle doubled and its length kept: it and its opposite become the same."""
    length = np.hypot(axis[:, 0], axis[:, 1]) + 1e-9
    x, y = axis[:, 0], axis[:, 1]
    return np.stack([(x * x - y * y) / length, 2 * x * y / length], 1).astype(np.float32)


def _halved(axis: FloatArray) -> FloatArray:
    length = np.hypot(axis[:, 0], axis[:, 1])
    angle = np.arctan2(axis[:, 1], axis[:, 0]) / 2
    return np.stack([length * np.cos(angle), length * np.sin(angle)], 1).astype(np.float32)
