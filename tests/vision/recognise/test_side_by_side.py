"""The small networks convolve the maps of many pictures side by side; what lies beside a picture must not matter."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect import refine
from vision.recognise import describe, pair


@pytest.mark.parametrize(
    ("model", "shape"),
    [
        (describe.MODEL, (3, describe.HEIGHT, describe.WIDTH)),
        (pair.MODEL, (pair.CHANNELS, describe.ROWS, describe.COLUMNS)),
        (refine.MODEL, (3, refine.HEIGHT, refine.WIDTH)),
    ],
    ids=["identity", "pair", "outline"],
)
def test_a_network_tells_the_same_of_a_picture_whatever_lies_beside_it(model: Path, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(5)
    one = rng.random((1, *shape), np.float32)
    others = rng.random((7, *shape), np.float32)
    told = [_told(model, np.roll(np.concatenate([one, beside]), place, 0))[place] for place, beside in _among(others)]
    assert np.ptp(told[0]) > 0.01 or told[0].size == 1
    for each in told[1:]:
        np.testing.assert_allclose(each, told[0], atol=1e-3)


def _among(others: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Where a picture may lie among how many others: first, last, in the middle, beside black or white."""
    flat = np.concatenate([np.zeros_like(others[:4]), np.ones_like(others[:3])])
    return [(0, others), (7, others), (3, others), (3, flat), (1, others[:3])]


def _told(model: Path, pictures: np.ndarray) -> np.ndarray:
    net = cv2.dnn.readNetFromONNX(str(model))
    net.setInput(pictures)
    return np.array(net.forward()).reshape(len(pictures), -1)
