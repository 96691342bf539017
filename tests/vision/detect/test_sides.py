"""Where the table itself is seen, whatever light falls on it: there is no arm."""

import cv2
import numpy as np
import pytest

from vision.detect.sides import table_seen

HIGH, WIDE = 180, 320


def wood(seed: int = 4) -> np.ndarray:
    """Boards with a fine grain."""
    rng = np.random.default_rng(seed)
    grain = cv2.resize(rng.normal(0, 14, (HIGH // 2, WIDE // 6)).astype(np.float32), (WIDE, HIGH))
    return np.clip(np.array([70, 110, 150]) + grain[..., None], 0, 255)


def taken(levels: np.ndarray, seed: int) -> np.ndarray:
    """As a camera takes it."""
    noise = np.random.default_rng(seed).normal(0, 1.5, levels.shape)
    return np.clip(levels + noise, 0, 255).astype(np.uint8)


def across() -> np.ndarray:
    """Something as wide as an arm, all across the picture."""
    arm = np.zeros((HIGH, WIDE), bool)
    arm[60:110] = True
    return arm


@pytest.mark.parametrize("left", [(0.6, 0.6, 0.6), (0.45, 0.6, 0.75), (0.8, 0.65, 0.5)])
def test_a_shadow_of_any_colour_leaves_the_table_to_be_seen(left: tuple[float, float, float]) -> None:
    fallen = cv2.GaussianBlur(across().astype(np.float32), (0, 0), 6)[..., None]
    shaded = wood() * (1 - fallen * (1 - np.array(left)))
    assert table_seen(taken(shaded, 1), taken(wood(), 2)).mean() > 0.8


def test_an_arm_of_the_colour_of_a_shadow_hides_it() -> None:
    covered = wood()
    covered[across()] = covered[across()].mean(axis=0) * 0.6
    seen = table_seen(taken(covered, 1), taken(wood(), 2))
    assert seen[across()].mean() < 0.15 and seen[~across()].mean() > 0.8


def test_a_table_without_any_pattern_says_nothing() -> None:
    plain = np.full((HIGH, WIDE, 3), 90.0)
    assert not table_seen(taken(plain * 0.6, 1), taken(plain, 2)).any()
