"""Arms that were there when the table's picture was taken: they are gone when nothing moves and none is seen."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.track.change import Mask
from vision.track.leftover import Leftover

SHAPE = (60, 90)
EVERYWHERE: NDArray[np.bool_] = np.ones(SHAPE, bool)
NOWHERE = ~EVERYWHERE


def columns(left: int, right: int) -> NDArray[np.bool_]:
    """An arm from the southern side."""
    arm = NOWHERE.copy()
    arm[20:, left:right] = True
    return arm


ARM, SHADOW = columns(20, 32), columns(50, 60)


@pytest.fixture
def leftover() -> Leftover:
    leftover = Leftover()
    leftover.learn(EVERYWHERE, ARM)
    return leftover


def foreground(*parts: NDArray[np.bool_]) -> Mask:
    return np.where(np.logical_or.reduce(parts), 255, 0).astype(np.uint8)


def test_where_an_arm_was_is_table_once_it_has_gone_and_so_is_where_its_shadow_fell(leftover: Leftover) -> None:
    gone = leftover.gone(foreground(ARM, SHADOW), EVERYWHERE, lambda: NOWHERE)
    assert (gone == (ARM | SHADOW)).all()
    later = leftover.gone(foreground(SHADOW), EVERYWHERE, lambda: NOWHERE)
    assert not later.any()  # what stands out now has come


def test_what_moves_or_is_under_another_arm_waits(leftover: Leftover) -> None:
    moving = columns(56, 60)
    gone = leftover.gone(foreground(ARM, SHADOW), ~moving, lambda: columns(20, 24))
    assert gone[40, 29] and gone[40, 52] and not gone[40, 20:27].any() and not gone[40, 56:].any()
    assert leftover.gone(foreground(ARM, SHADOW), ~columns(20, 28), lambda: NOWHERE)[40, 57]


def test_the_same_picture_is_asked_about_once(leftover: Leftover) -> None:
    asked = []

    def seen() -> NDArray[np.bool_]:
        asked.append(1)
        return ARM

    for _ in range(5):
        assert not leftover.gone(foreground(ARM), EVERYWHERE, seen).any()
    assert len(asked) == 1
    leftover.gone(foreground(ARM), ~ARM, seen)
    assert leftover.gone(foreground(ARM), EVERYWHERE, lambda: NOWHERE)[40, 25]


def test_where_no_arm_was_nobody_asks() -> None:
    leftover = Leftover()
    leftover.learn(EVERYWHERE, NOWHERE)

    def seen() -> NDArray[np.bool_]:
        raise AssertionError("asked")

    assert not leftover.gone(foreground(SHADOW), EVERYWHERE, seen).any()
