"""Colours of arms: where two cross, what was seen of them apart tells which is which."""

import numpy as np

from vision.detect.colours import Colours

#: Labels of arms from the sides of which there are chances.
SOUTH, EAST = 1, 4
BROWN, BLUE = (40, 80, 140), (200, 90, 40)
HIGH, WIDE = 80, 120


def picture(*arms: tuple[np.ndarray, tuple[int, int, int]]) -> np.ndarray:
    shown = np.full((HIGH, WIDE, 3), 220, np.uint8)
    for where, colour in arms:
        shown[where] = colour
    return shown


def area(top: int, bottom: int, left: int, right: int) -> np.ndarray:
    mask = np.zeros((HIGH, WIDE), bool)
    mask[top:bottom, left:right] = True
    return mask


def chances(first: np.ndarray, second: np.ndarray, sure: float) -> np.ndarray:
    """Of the first to be an arm from south, and of the second to be one from east."""
    nowhere = np.zeros_like(first)
    return np.stack([np.where(each, sure, 1 - sure) for each in (first, nowhere, nowhere, second)]).astype(np.float32)


def crossing(colours: Colours) -> np.ndarray:
    """The blue hand of a brown sleeve lies on the brown arm; the network takes it for that arm's."""
    arm, sleeve, hand = area(0, 80, 40, 70), area(30, 50, 80, 120), area(30, 50, 40, 80)
    shown = picture((arm, BROWN), (sleeve, (20, 160, 20)), (hand, BLUE))
    return colours.labels(shown, chances(arm | hand, sleeve, 0.7), arm | sleeve | hand)


def test_a_hand_is_known_by_the_colour_it_had_before_it_met_the_other() -> None:
    colours = Colours()
    for left in (100, 90):
        arm, hand = area(0, 80, 10, 40), area(30, 50, left, 120)
        seen = colours.labels(picture((arm, BROWN), (hand, BLUE)), chances(arm, hand, 0.95), arm | hand)
        assert (seen[hand] == EAST).mean() > 0.9
    assert (crossing(colours)[area(32, 48, 44, 68)] == EAST).all()
    assert (crossing(Colours())[area(32, 48, 44, 68)] == SOUTH).all()


def test_nothing_is_an_arm_where_none_is() -> None:
    arm = area(0, 80, 10, 40)
    seen = Colours().labels(picture((arm, BROWN)), chances(arm, ~arm, 0.9), arm)
    assert (seen[arm] == SOUTH).all() and not seen[~arm].any()


def test_an_arm_keeps_its_name_though_the_network_takes_it_for_another_of_a_sudden() -> None:
    """It comes in over a corner of the picture, and now more of it lies at the other side's rim."""
    colours, arm, other = Colours(), area(50, 80, 0, 60), area(50, 80, 80, 120)
    shown = picture((arm, BROWN), (other, BROWN))
    colours.labels(shown, chances(arm, other, 0.95), arm | other)
    moved = area(50, 80, 0, 70)
    shown = picture((moved, BROWN), (other, BROWN))
    seen = colours.labels(shown, chances(np.zeros_like(arm), moved | other, 0.95), moved | other)
    assert (seen[moved] == SOUTH).mean() > 0.95 and (seen[other] == EAST).mean() > 0.95


def test_an_arm_of_which_the_beginning_is_not_seen_for_a_picture_is_no_arm_there_but_keeps_its_name() -> None:
    colours, arm, hand, other = Colours(), area(50, 80, 0, 60), area(50, 74, 0, 60), area(50, 80, 80, 120)
    shown = picture((arm, BROWN), (other, BROWN))
    colours.labels(shown, chances(arm, other, 0.95), arm | other)
    assert not (colours.labels(shown, chances(hand, other, 0.95), hand | other) == SOUTH).any()
    seen = colours.labels(shown, chances(np.zeros_like(arm), arm | other, 0.95), arm | other)
    assert (seen[arm] == SOUTH).mean() > 0.95 and (seen[other] == EAST).mean() > 0.95


def test_what_reaches_in_from_nowhere_is_no_arm_and_no_later_one_is_taken_for_it() -> None:
    """Finger tips that come in from south, taken for another's in the first picture."""
    colours, tips, hand = Colours(), area(70, 80, 20, 60), area(50, 80, 20, 60)
    north = np.roll(chances(tips, tips, 0.9)[:2], 1, axis=0)
    assert not colours.labels(picture((tips, BROWN)), north, tips).any()
    seen = colours.labels(picture((hand, BROWN)), chances(hand, ~hand, 0.9), hand)
    assert (seen[hand] == SOUTH).all()


def test_an_arm_that_is_gone_leaves_its_name_to_nobody() -> None:
    colours, arm, other = Colours(), area(50, 80, 0, 60), area(50, 80, 80, 120)
    colours.labels(picture((arm, BROWN), (other, BROWN)), chances(arm, other, 0.95), arm | other)
    seen = colours.labels(picture((other, BROWN)), chances(np.zeros_like(arm), other, 0.95), other)
    assert (seen[other] == EAST).all() and not (seen == SOUTH).any()
