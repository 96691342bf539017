"""The parts of tracking by themselves: what changed, whose arm, and since when a card has lain."""

import numpy as np
import pytest

from calibration.table_file import Seat
from vision.track.arms import find_arms, reach
from vision.track.change import ChangeDetector
from vision.track.rest import Span, came_to_stay, changed_pixels

RNG = np.random.default_rng(3)


def wood(size: tuple[int, int] = (120, 160)) -> np.ndarray:
    return RNG.integers(90, 130, (*size, 3)).astype(np.uint8)


# ---------------------------------------------------------------- change


def test_only_what_changed_stands_out() -> None:
    table = wood()
    detector = ChangeDetector((160, 120), 40)
    assert detector.factor == 2
    assert not detector.see(table, 0).foreground.any()
    changed = table.copy()
    changed[40:60, 60:100] = 250
    change = detector.see(changed, 1)
    assert change.foreground[21:29, 31:49].all() and change.moved[21:29, 31:49].all()
    assert np.count_nonzero(change.foreground) == 10 * 20
    again = detector.see(changed, 2)
    assert again.foreground.any() and not again.moved.any()


def test_a_shadow_stands_out_but_is_not_solid() -> None:
    table = np.full((120, 160, 3), (60, 110, 160), np.uint8)
    detector = ChangeDetector((160, 120), 40)
    detector.see(table, 0)
    changed = table.copy()
    changed[0:60, 0:60] = np.array((60, 110, 160)) * 0.6
    changed[0:60, 100:160] = (150, 160, 200)
    change = detector.see(changed, 1)
    solid = detector.solid(change)
    assert change.foreground[:29, :29].all() and not solid[:29, :29].any()
    assert solid[:29, 51:].all()


def test_what_lies_still_beside_the_piles_becomes_the_table() -> None:
    table = wood()
    detector = ChangeDetector((160, 120), 40)
    detector.see(table, 0)
    changed = table.copy()
    changed[0:40, 0:40] = 250
    outside = np.ones((60, 80), bool)
    outside[:, 10:] = False
    for second in range(1, 5):
        change = detector.see(changed, second * 1_000_000_000)
        detector.absorb(change, outside, second * 1_000_000_000)
    after = detector.see(changed, 5_000_000_000).foreground
    assert not after[:19, :9].any()
    assert after[:19, 11:19].all()


# ---------------------------------------------------------------- arms


def arms_of(mask: np.ndarray) -> list[tuple[Seat, ...]]:
    return [arm.seats for arm in find_arms(mask, mask)]


def test_an_arm_reaches_the_rim_and_a_card_does_not() -> None:
    mask = np.zeros((60, 80), np.uint8)
    mask[20:40, 30:45] = 255
    assert arms_of(mask) == []
    mask[40:60, 34:42] = 255
    assert arms_of(mask) == [(Seat.SOUTH,)]


def test_two_arms_that_touch_are_told_apart_by_their_ways() -> None:
    mask = np.zeros((60, 80), np.uint8)
    mask[25:60, 12:22] = 255
    mask[0:35, 55:65] = 255
    mask[28:32, 12:65] = 255
    (arm,) = find_arms(mask, mask)
    assert set(arm.seats) == {Seat.NORTH, Seat.SOUTH}
    left, right = (8, 22, 28, 38), (50, 22, 70, 38)
    assert reach(arm, left, Seat.SOUTH) > 0.4 and reach(arm, left, Seat.NORTH) == 0
    assert reach(arm, right, Seat.NORTH) > 0.4 and reach(arm, right, Seat.SOUTH) == 0
    assert reach(arm, right, Seat.WEST) == 0


# ---------------------------------------------------------------- rest


def pictures_of(rest: int, cover: tuple[int, int], count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A printed card appears at `rest`; a hand hides all but a corner of it from cover[0] to cover[1]."""
    before, card = wood((30, 30)), RNG.integers(0, 255, (20, 20, 3)).astype(np.uint8)
    row = []
    for index in range(count):
        picture = before.copy()
        if index >= rest:
            picture[5:25, 5:25] = card
        if cover[0] <= index < cover[1]:
            picture[5:25, 5:16] = (140, 160, 210)
            picture[5:16, 5:25] = (140, 160, 210)
            # A hand moves, but for the moment in which it lets go.
            picture[5:20, 5:20] = np.clip(
                picture[5:20, 5:20] + (0 if abs(index - rest) < 2 else 6 + 8 * (index % 3)), 0, 255
            )
        row.append(picture)
    return np.array(row), before, row[-1]


def test_a_card_is_dated_to_when_its_corner_came_to_stay() -> None:
    pictures, before, final = pictures_of(rest=10, cover=(6, 18), count=24)
    span = came_to_stay(pictures, before, final, changed_pixels(before, final))
    assert span.low < 10 <= span.high
    assert abs(span.at - 10) <= 1  # the hand stands still until it lets go, and just after


def test_a_card_that_nothing_hides_is_dated_to_the_frame() -> None:
    pictures, before, final = pictures_of(rest=10, cover=(0, 0), count=20)
    assert came_to_stay(pictures, before, final, changed_pixels(before, final)) == Span(9, 10, 11)


@pytest.mark.parametrize("shade", [0.7, 1.0])
def test_the_shadow_of_the_hand_does_not_hide_a_card(shade: float) -> None:
    pictures, before, final = pictures_of(rest=10, cover=(0, 0), count=20)
    pictures = pictures.copy()
    pictures[10:15] = (pictures[10:15] * shade).astype(np.uint8)
    assert came_to_stay(pictures, before, final, changed_pixels(before, final)).at == 10


def test_what_never_settles_is_dated_to_the_end() -> None:
    pictures = RNG.integers(0, 255, (8, 30, 30, 3)).astype(np.uint8)
    span = came_to_stay(pictures, wood((30, 30)), wood((30, 30)), np.ones((30, 30), bool))
    assert span == Span(0, 7, 7)
