"""Composed hands over a pile: the truth fits the pictures, and the same number gives the same scene."""

from itertools import islice

import numpy as np

from vision.training.meanwhile import lay, meanwhile
from vision.training.slaps import Does, SlapScene


def test_the_same_number_gives_the_same_scene() -> None:
    one, other = SlapScene(10), SlapScene(10)
    assert one.hands == other.hands and one.table == other.table
    for first, second in zip(islice(one.frames(), 3), islice(other.frames(), 3), strict=True):
        assert (first.image == second.image).all()


def test_a_hand_that_slaps_is_in_full_motion_when_it_touches_and_one_that_hovers_is_not() -> None:
    def last_mm(number: int) -> float:
        """How far the first hand was from its place a hundredth of a second before."""
        (way, *_), (hand, *_) = SlapScene(number)._ways, SlapScene(number).hands
        assert hand.does is (Does.SLAP if number == 0 else Does.HOVER)
        assert way.place(0.0).tolist() == [0, 0, 0]
        return float(way.place(-0.01)[2])

    assert last_mm(0) > 6 > 1 > last_mm(2)


def test_what_happens_meanwhile_changes_the_picture_and_nothing_else() -> None:
    bare = np.full((96, 160, 3), 120, np.uint8)
    other = np.random.default_rng(1).integers(0, 255, bare.shape).astype(np.uint8)
    changed = [meanwhile(np.random.default_rng(k), lay(np.random.default_rng(k), bare, other)) for k in range(12)]
    assert all(each.shape == bare.shape and each.dtype == np.uint8 for each in changed)
    assert sum(bool((each != bare).any()) for each in changed) >= 2
    assert (bare == 120).all()
