"""The eight numbers of an outline: exact both ways, the same for a card turned half around, mirrored by sign alone."""

import numpy as np

from vision.detect.shape import decoded, encoded
from vision.image import FloatArray


def _outlines(count: int = 50) -> FloatArray:
    rng = np.random.default_rng(4)
    upright = np.array([(-29, -43), (29, -43), (29, 43), (-29, 43)], np.float32)
    turn = rng.uniform(-np.pi, np.pi, count)
    rotation = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], 1).reshape(-1, 2, 2)
    return (upright @ rotation + rng.normal(0, 3, (count, 4, 2)) + rng.uniform(0, 500, (count, 1, 2))).astype(
        np.float32
    )


def test_decoding_gives_back_the_corners_up_to_half_a_turn() -> None:
    quads = _outlines()
    back = decoded(encoded(quads))
    straight, turned = (np.abs(back - np.roll(quads, k, 1)).max((1, 2)) for k in (0, 2))
    assert np.minimum(straight, turned).max() < 1e-2


def test_half_a_turn_changes_no_number() -> None:
    quads = _outlines()
    assert np.allclose(encoded(quads), encoded(np.roll(quads, 2, 1)), atol=1e-3)


def test_a_mirrored_outline_differs_in_signs_alone() -> None:
    """The training's mirroring of targets relies on these signs."""
    quads = _outlines()
    mirrored = (quads * (-1, 1))[:, [1, 0, 3, 2]].astype(np.float32)
    signs = np.array([-1, 1, 1, -1, 1, -1, 1, -1], np.float32)
    assert np.allclose(encoded(mirrored), encoded(quads) * signs, atol=1e-3)
    mirrored = (quads * (1, -1))[:, [1, 0, 3, 2]].astype(np.float32)
    signs = np.array([1, -1, 1, -1, 1, -1, -1, 1], np.float32)
    assert np.allclose(encoded(mirrored), encoded(quads) * signs, atol=1e-3)
