"""Which pile is meant: the one that all hands have in common, and none where two may be meant."""

from collections.abc import Sequence

import numpy as np
import pytest

from calibration.lens import usual_lens
from calibration.table_file import Pile, Seat, Table, table_of
from vision.track.meant import BESIDE, lies_on, may_mean, meant_by, most
from vision.track.zone import Zone, under_camera, zone_of

SIZE = (200, 160)
CARD = 20


FROM_ABOVE = [[CARD / 58, 0, 0], [0, CARD / 58, 0], [0, 0, 1]]


def table(plane: Sequence[Sequence[float]]) -> Table:
    """Two piles, one further to the north."""
    piles = [
        {"pile": name, "polygon": [[90, top], [110, top], [110, top + 30], [90, top + 30]]}
        for name, top in (("near", 90), ("far", 30))
    ]
    return table_of({"size": [*SIZE], "mm_to_px": plane, "card_mm": [58, 87], "seats": ["S"], "piles": piles}, "test")


def zones(plane: Sequence[Sequence[float]] = FROM_ABOVE) -> list[Zone]:
    known = table(plane)
    return [zone_of(pile, known, 1, SIZE) for pile in known.piles if isinstance(pile, Pile)]


def hand(tip: int, aside: int = 0) -> np.ndarray:
    mask = np.zeros(SIZE[::-1], bool)
    mask[tip : tip + 60, 80 + aside : 120 + aside] = True
    return mask


def test_a_hand_that_is_seen_to_its_finger_tips_means_the_pile_under_its_middle() -> None:
    on = lies_on(hand(70), Seat.SOUTH, zones(), ends=True)
    assert on[0] > 0.8 and on.get(1, 0.0) < 0.1


def test_a_hand_of_which_others_hide_the_end_reaches_further_than_is_seen() -> None:
    short = hand(115)
    hidden, whole = (lies_on(short, Seat.SOUTH, zones(), ends)[0] for ends in (False, True))
    assert hidden > 0.4 > whole


def test_a_hand_aside_of_a_pile_lies_beside_it() -> None:
    assert lies_on(hand(70, aside=26), Seat.SOUTH, zones(), ends=True)[0] < BESIDE


def leaning(up: float) -> list[list[float]]:
    """The plane of a camera that looks from the south, half-way down; its millimetres count upwards, or downwards."""
    lens = usual_lens(SIZE)
    camera = np.array([[lens.focal_px, 0, lens.middle[0]], [0, lens.focal_px, lens.middle[1]], [0, 0, 1]])
    half = np.sqrt(0.5)
    turned = np.array([[1, 0, 0], [0, -up * half, -half], [0, up * half, -half]])
    table_mm = camera @ np.column_stack([turned[:, 0], turned[:, 1], (0, 0, 450)])
    return [[float(value) for value in row] for row in table_mm]


@pytest.mark.parametrize("up", [1.0, -1.0])
def test_a_leaning_camera_sees_a_hand_further_off_the_higher_it_lies(up: float) -> None:
    near, _ = zones(leaning(up))
    assert near.up[0] < -0.1 and abs(near.up[1]) < 0.05
    on_the_table, on_another = (lies_on(hand(60), Seat.NORTH, [near], True, beneath)[0] for beneath in (0, 1))
    assert on_another > on_the_table


@pytest.mark.parametrize("up", [1.0, -1.0])
def test_what_comes_nearer_goes_away_from_the_point_under_the_camera(up: float) -> None:
    """A camera half-way down has that as far below the middle of its picture as it is from it."""
    right, down = under_camera(table(leaning(up)), 2)
    lens = usual_lens(SIZE)
    assert abs(right - lens.middle[0] / 2) < 1 and abs(down - (lens.middle[1] + lens.focal_px) / 2) < 1
    right, down = under_camera(table(FROM_ABOVE), 1)
    assert abs(right - lens.middle[0]) < 10 and abs(down - lens.middle[1]) < 10


def test_seen_from_straight_above_it_hardly_matters_how_high_a_hand_lies() -> None:
    assert np.abs([zone.up for zone in zones()]).max() < 0.1


def test_hands_that_came_together_mean_the_pile_they_have_in_common() -> None:
    one, other = {0: 0.5, 1: 0.6}, {0: 0.8}
    assert meant_by([one], [one]) is None
    assert meant_by([one, other], [one, other]) == 0


def test_where_two_piles_may_be_meant_none_is() -> None:
    one, other = {0: 0.9}, {1: 0.9}
    assert meant_by([one, other], [one, other]) is None


@pytest.mark.parametrize(("near", "told"), [(0.36, None), (0.1, 1)])
def test_a_pile_is_not_told_that_is_hardly_likelier_than_another(near: float, told: int | None) -> None:
    """One hit it, one missed it and lies on a neighbour, and a third lies on both."""
    hands = [{0: 0.77}, {1: 0.89}, {0: near, 1: 0.71}]
    assert meant_by(hands, hands) == told


def test_a_pile_that_no_hand_lies_well_on_is_not_meant_whatever_lies_near_it() -> None:
    assert meant_by([{0: 0.05, 1: 0.9}], [{0: 0.05, 1: 0.9}, {0: 0.9}, {0: 0.9}]) == 1


@pytest.mark.parametrize(("lies", "told"), [({0: 0.5, 1: 0.05}, [0]), ({0: 0.5, 1: 0.3}, [0, 1]), ({}, [])])
def test_a_hand_may_mean_what_it_is_on_nearly_as_much_as_what_it_is_most_on(
    lies: dict[int, float], told: list[int]
) -> None:
    assert may_mean(lies) == told


def test_of_several_pictures_the_best_of_each_pile_counts() -> None:
    assert most({0: 0.2}, {0: 0.4, 1: 0.1}) == {0: 0.4, 1: 0.1}
