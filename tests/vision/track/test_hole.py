"""Holes in the table's picture: what has gone is told from what is there, on plain and on patterned tables."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.image import Image
from vision.track.change import ChangeDetector, Mask, differing
from vision.track.hole import find_holes

WIDE, HIGH = 120, 80
STILL: NDArray[np.bool_] = np.ones((HIGH, WIDE), bool)
UNKNOWN: NDArray[np.bool_] = np.zeros((HIGH, WIDE), bool)


def table(pattern: float, seed: int) -> Image:
    """Soft blotches of a tablecloth, more or less strong."""
    rng = np.random.default_rng(seed)
    blotches = cv2.GaussianBlur(rng.normal(0, 1, (HIGH, WIDE, 3)), (0, 0), 2)
    return np.clip((70, 100, 120) + pattern * blotches / blotches.std(), 0, 255).astype(np.uint8)


def with_arm(picture: Image) -> Image:
    held = picture.copy()
    cv2.line(held, (50, HIGH), (50, 40), (130, 160, 215), 14)
    return held


def apart(one: Image, other: Image) -> Mask:
    return differing(one, other, 18)


@pytest.mark.parametrize("pattern", [1.0, 10.0, 20.0])
@pytest.mark.parametrize("seed", range(4))
def test_an_arm_that_has_gone_leaves_a_hole_and_one_that_came_is_none(pattern: float, seed: int) -> None:
    bare = table(pattern, seed)
    held = with_arm(bare)
    foreground = apart(bare, held)
    holes = find_holes(foreground, STILL, UNKNOWN, bare, held)
    assert holes[45:75, 46:54].mean() > 0.9
    assert not find_holes(foreground, STILL, UNKNOWN, held, bare).any()


def test_what_still_moves_is_no_hole() -> None:
    bare = table(1.0, 1)
    held = with_arm(bare)
    moving = STILL.copy()
    moving[50:60] = False
    assert not find_holes(apart(bare, held), moving, UNKNOWN, bare, held).any()


def test_an_arm_over_the_hole_of_another_is_not_taken_for_gone() -> None:
    bare = table(1.0, 2)
    held, now = with_arm(bare), bare.copy()
    cv2.line(now, (0, 44), (70, 44), (130, 160, 215), 14)
    assert not find_holes(apart(now, held), STILL, UNKNOWN, now, held).any()


def test_what_looks_like_a_hole_is_none_where_the_table_is_known() -> None:
    """A plain glove over a table with a pattern looks as if the pattern had gone."""
    bare = table(10.0, 1)
    held = with_arm(bare)
    assert not find_holes(apart(bare, held), STILL, ~UNKNOWN, bare, held).any()


def test_a_lamp_that_goes_out_leaves_no_hole_around_a_pile_that_is_looked_at_already() -> None:
    """An arm over the table would become a part of it."""
    lit = table(10.0, 1)
    dim = (0.5 * lit).astype(np.uint8)
    lit[20:40, 20:40] = dim[20:40, 20:40]
    assert not find_holes(apart(dim, lit), STILL, UNKNOWN, dim, lit).any()


def test_a_table_is_known_where_what_covered_it_has_gone_until_something_becomes_part_of_it() -> None:
    bare = table(1.0, 3)
    held = with_arm(bare)
    detector = ChangeDetector((WIDE, HIGH), 20.0)
    for number, picture in enumerate((bare, held, bare)):
        assert not detector.known().any()
        detector.see(picture, number * 33_000_000)
    assert detector.known()[45:75, 46:54].all() and not detector.known()[:, :30].any()
    detector.settle(STILL, held)
    assert not detector.known().any()
