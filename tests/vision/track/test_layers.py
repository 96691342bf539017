"""Which hand lies lower: the one whose outline is broken where two cross; the earlier one where nothing is seen."""

import numpy as np

from calibration.table_file import Seat
from vision.detect.sides import label_of
from vision.track.layers import Hand, in_order, lifted, pile_up, upper
from vision.track.shake import Moment

SOUTH, NORTH, EAST = label_of(Seat.SOUTH), label_of(Seat.NORTH), label_of(Seat.EAST)
NONE: frozenset[Seat] = frozenset()


def area(top: int, bottom: int, left: int = 10, right: int = 40) -> np.ndarray:
    mask = np.zeros((60, 60), bool)
    mask[top:bottom, left:right] = True
    return mask


def shown(*arms: tuple[np.ndarray, int]) -> np.ndarray:
    """The labels where each arm lies over those before it."""
    now = np.zeros((60, 60), np.uint8)
    for mask, label in arms:
        now[mask] = label
    return now


def hand(t_s: float, whole: np.ndarray) -> Hand:
    return Hand(Moment(t_s, 0.005), whole)


def test_the_hand_that_is_seen_where_two_cross_is_the_upper_one_even_if_it_came_first() -> None:
    south, north = area(20, 60), area(0, 40)
    now = np.where(north, NORTH, np.where(south, SOUTH, 0)).astype(np.uint8)
    hands = {Seat.NORTH: hand(0.10, north), Seat.SOUTH: hand(0.11, south)}
    assert pile_up(hands, now) == ([Seat.SOUTH, Seat.NORTH], NONE)


def test_a_rim_that_two_outlines_share_says_nothing() -> None:
    south, north = area(30, 60, 0, 60), area(0, 32, 0, 60)
    now = np.where(north, NORTH, np.where(south, SOUTH, 0)).astype(np.uint8)
    assert upper({Seat.SOUTH: hand(0.1, south), Seat.NORTH: hand(0.1, north)}, Seat.SOUTH, Seat.NORTH, now) is None


def test_an_arm_that_is_seen_on_both_sides_of_another_lies_under_it_whatever_else_is_seen() -> None:
    """A third one that lies across it says nothing about those that only touch it."""
    south, west = area(0, 60, 20, 34), area(20, 40, 0, 40)
    now = np.where(west, EAST, np.where(south, SOUTH, 0)).astype(np.uint8)
    hands = {
        Seat.SOUTH: hand(0.10, south & ~west),
        Seat.EAST: hand(0.10, west),
        Seat.NORTH: hand(0.10, area(0, 20, 34, 60)),
    }
    hands[Seat.SOUTH] = Hand(Moment(0.10, 0.005), south & ~west, coming=area(24, 30, 20, 34))
    now[0:20, 34:60] = NORTH
    assert upper(hands, Seat.SOUTH, Seat.EAST, now) is Seat.EAST
    assert upper(hands, Seat.EAST, Seat.SOUTH, now) is Seat.EAST
    assert upper(hands, Seat.SOUTH, Seat.NORTH, now) is None


def test_three_hands_lie_in_order() -> None:
    south, north, east = area(15, 60), area(0, 45), area(20, 40, 5, 60)
    now = shown((south, SOUTH), (north, NORTH), (east, EAST))
    hands = {Seat.EAST: hand(0.3, east), Seat.SOUTH: hand(0.1, south), Seat.NORTH: hand(0.2, north)}
    assert pile_up(hands, now) == ([Seat.SOUTH, Seat.NORTH, Seat.EAST], NONE)


def test_a_hand_is_lifted_by_all_that_lie_one_on_the_other_beneath_it_not_by_those_beside_each_other() -> None:
    south, north, east = area(0, 24), area(36, 60), area(12, 48)
    now = shown((south, SOUTH), (north, NORTH), (east, EAST))
    hands = {Seat.EAST: hand(0.3, east), Seat.SOUTH: hand(0.1, south), Seat.NORTH: hand(0.2, north)}
    assert lifted(hands, now) == {Seat.SOUTH: 0, Seat.NORTH: 0, Seat.EAST: 1}
    west = area(18, 42)
    now[west] = label_of(Seat.WEST)
    assert lifted({**hands, Seat.WEST: hand(0.4, west)}, now)[Seat.WEST] == 2


def test_where_outlines_hardly_cross_the_earlier_hand_is_the_lower_one_but_that_is_not_sure() -> None:
    hands = {Seat.SOUTH: hand(0.11, area(31, 60)), Seat.NORTH: hand(0.1, area(0, 31))}
    assert pile_up(hands, np.zeros((60, 60), np.uint8)) == ([Seat.NORTH, Seat.SOUTH], {Seat.NORTH, Seat.SOUTH})


def test_a_hand_under_one_that_lies_under_a_third_lies_under_that_too() -> None:
    north, east, south = area(0, 24), area(20, 42), area(36, 60)
    now = shown((north, NORTH), (east, EAST), (south, SOUTH))
    hands = {Seat.NORTH: hand(0.101, north), Seat.EAST: hand(0.1, east), Seat.SOUTH: hand(0.1, south)}
    assert upper(hands, Seat.NORTH, Seat.SOUTH, now) is None
    assert pile_up(hands, now) == ([Seat.NORTH, Seat.EAST, Seat.SOUTH], NONE)


def test_one_hand_alone_is_the_lowest() -> None:
    assert pile_up({Seat.EAST: hand(0.1, area(0, 9))}, np.zeros((60, 60), np.uint8)) == ([Seat.EAST], NONE)


def test_hands_that_came_at_once_are_told_by_where_they_were_seen_while_they_came() -> None:
    south, north = area(40, 60), area(0, 40)
    now = np.where(north, NORTH, np.where(south, SOUTH, 0)).astype(np.uint8)
    hands = {
        Seat.NORTH: hand(0.10, north),
        Seat.SOUTH: Hand(Moment(0.11, 0.005), south, coming=area(20, 60)),
    }
    assert pile_up(hands, now) == ([Seat.SOUTH, Seat.NORTH], NONE)


def test_of_hands_that_came_to_rest_in_one_picture_no_outline_was_ever_covered() -> None:
    """Where both seem to have been seen, one was taken for the other in one of the pictures."""
    south, north = area(28, 60), area(0, 34)
    now = np.where(area(0, 29), NORTH, SOUTH).astype(np.uint8)
    for rests, told in (((20, 21), NONE), ((20, 20), frozenset({Seat.NORTH, Seat.SOUTH}))):
        hands = {
            Seat.NORTH: Hand(Moment(0.10, 0.005), north, rest=rests[0]),
            Seat.SOUTH: Hand(Moment(0.10, 0.005), south, rest=rests[1]),
        }
        assert pile_up(hands, now)[1] == told


def test_a_hand_that_was_never_seen_whole_lies_under_what_is_seen_where_it_must_be() -> None:
    """Its arm ends at the other, as soon as both lie still; what comes to lie there later says nothing."""
    south, north = area(40, 60), area(0, 38)
    now = np.where(north, NORTH, np.where(south, SOUTH, 0)).astype(np.uint8)
    seen, later = np.full(90, NORTH, np.uint8), np.full(90, EAST, np.uint8)
    hands = {
        Seat.NORTH: Hand(Moment(0.10, 0.005), north, over={21: np.full(4, SOUTH, np.uint8), 25: later}),
        Seat.SOUTH: Hand(Moment(0.102, 0.005), south, over={20: later, 21: seen, 25: later}),
    }
    assert pile_up(hands, now) == ([Seat.SOUTH, Seat.NORTH], NONE)


def test_where_nothing_else_shows_it_hands_lie_as_they_were_seen_in_the_air() -> None:
    """In each of the last pictures, and not from opposite sides: such arms seem to end at each other."""
    now, seen, nothing = np.zeros((60, 60), np.uint8), np.full(90, SOUTH, np.uint8), np.zeros(90, np.uint8)
    for seat, aloft, told in (
        (Seat.EAST, {18: nothing, 19: seen, 20: seen}, Seat.SOUTH),
        (Seat.EAST, {19: seen, 20: nothing}, None),
        (Seat.EAST, {20: seen}, None),
        (Seat.NORTH, {19: seen, 20: seen}, None),
    ):
        hands = {
            seat: Hand(Moment(0.10, 0.005), area(0, 38), aloft=aloft),
            Seat.SOUTH: Hand(Moment(0.10, 0.005), area(40, 60), aloft=dict.fromkeys(aloft, nothing)),
        }
        assert upper(hands, seat, Seat.SOUTH, now) is told


def test_of_hands_that_came_at_once_one_was_seen_across_the_other_as_they_fell_before_others_covered_them() -> None:
    south, north = area(0, 60, 20, 34), area(0, 24, 0, 60)
    fell = np.where(north, NORTH, np.where(south, SOUTH, 0)).astype(np.uint8)
    fell[0:4, 20:34], fell[4:10, 20:34] = NORTH, SOUTH
    now = np.where(area(0, 60, 0, 60), EAST, 0).astype(np.uint8)
    hands = {
        Seat.NORTH: Hand(Moment(0.10, 0.005), area(0, 24, 0, 20), rest=20),
        Seat.SOUTH: Hand(Moment(0.10, 0.005), area(24, 60, 20, 34), rest=20),
    }
    assert pile_up(hands, now)[1] == set(hands)
    assert pile_up(hands, now, {18: fell}) == ([Seat.SOUTH, Seat.NORTH], NONE)
    assert pile_up(hands, now, {15: fell})[1] == set(hands)

    # In two pictures that is surer than times that say otherwise, in one it is not.
    hands[Seat.SOUTH] = Hand(Moment(0.12, 0.005), area(24, 60, 20, 34), rest=20)
    assert pile_up(hands, now, {18: fell, 19: fell}) == ([Seat.SOUTH, Seat.NORTH], NONE)
    assert pile_up(hands, now, {18: fell}) == ([Seat.NORTH, Seat.SOUTH], NONE)


def test_the_hand_that_is_seen_where_the_other_was_as_they_first_meet_lies_on_top() -> None:
    """Opposite arms seem to end at each other; later a third takes from both, and gives back to either."""

    def seen(border: int) -> np.ndarray:
        return np.where(area(0, border), NORTH, np.where(area(26, 60), SOUTH, 0)).astype(np.uint8)

    now = np.where(area(0, 60, 0, 60), EAST, 0).astype(np.uint8)
    hands = {
        Seat.NORTH: Hand(Moment(0.10, 0.005), area(0, 30), rest=20),
        Seat.SOUTH: Hand(Moment(0.10, 0.005), area(30, 60), rest=20),
    }
    for borders, told in (((20, 30, 34, 26), NONE), ((20, 20, 27, 27), set(hands)), ((30, 34, 26, 26), set(hands))):
        before = {index: seen(border) for index, border in enumerate(borders, 14)}
        order, unclear = pile_up(hands, now, before)
        assert unclear == told
        assert unclear or order == [Seat.SOUTH, Seat.NORTH]


def test_arms_that_end_at_each_other_are_told_by_where_they_end_unless_the_times_speak_against_it() -> None:
    """Nor where they come from opposite sides: each seems to end at the other."""
    south, east = area(40, 60), area(0, 38)
    now = np.where(east, EAST, np.where(south, SOUTH, 0)).astype(np.uint8)
    unclear = {Seat.EAST, Seat.SOUTH}, {Seat.NORTH, Seat.SOUTH}
    for seat, sooner_s, told in (
        (Seat.EAST, 0.0, NONE),
        (Seat.EAST, 0.01, frozenset(unclear[0])),
        (Seat.NORTH, 0.0, frozenset(unclear[1])),
    ):
        over = {21: np.full(20, SOUTH, np.uint8)}, {21: np.full(90, label_of(seat), np.uint8)}
        hands = {
            seat: Hand(Moment(0.10 - sooner_s, 0.005), east, over=over[0]),
            Seat.SOUTH: Hand(Moment(0.10, 0.005), south, over=over[1]),
        }
        assert pile_up(hands, now)[1] == told


def test_what_one_picture_shows_where_an_arm_ends_counts_with_the_next_one() -> None:
    """One arm was a moment late in the first of them."""
    south, east = area(40, 60), area(0, 38)
    now = np.where(east, EAST, np.where(south, SOUTH, 0)).astype(np.uint8)
    ends_at_south, ends_at_east = (
        {20 + k: np.full(many, label, np.uint8) for k, many in enumerate(counts)}
        for label, counts in ((SOUTH, (40, 2)), (EAST, (90, 110)))
    )
    hands = {
        Seat.EAST: Hand(Moment(0.10, 0.005), east, over=ends_at_south),
        Seat.SOUTH: Hand(Moment(0.10, 0.005), south, over=ends_at_east),
    }
    assert upper(hands, Seat.EAST, Seat.SOUTH, now) is Seat.EAST


def test_where_an_arm_ends_and_where_it_was_seen_to_come_must_not_contradict_each_other() -> None:
    south, east = area(40, 60), area(0, 40)
    now = np.where(east, EAST, np.where(south, SOUTH, 0)).astype(np.uint8)
    over = {21: np.full(90, EAST, np.uint8)}, {21: np.full(2, SOUTH, np.uint8)}
    for coming, told in ((east, Seat.EAST), (area(0, 60), None)):
        hands = {
            Seat.EAST: Hand(Moment(0.10, 0.005), east, coming=coming, over=over[1], rest=21),
            Seat.SOUTH: Hand(Moment(0.10, 0.005), south, over=over[0], rest=21),
        }
        assert upper(hands, Seat.EAST, Seat.SOUTH, now) is told


def test_where_nothing_is_seen_a_hand_that_most_likely_came_first_lies_lower() -> None:
    hands = {Seat.SOUTH: hand(0.118, area(31, 60)), Seat.NORTH: hand(0.1, area(0, 31))}
    assert pile_up(hands, np.zeros((60, 60), np.uint8)) == ([Seat.NORTH, Seat.SOUTH], NONE)


def test_the_lower_hand_came_no_later_whatever_the_times_say() -> None:
    lower, upper, last = Moment(0.52, 0.01), Moment(0.50, 0.005), Moment(0.60, 0.005)
    assert in_order([lower, upper, last]) == [upper, lower, last]


def test_outlines_tell_which_lies_on_top_only_where_the_times_do_not() -> None:
    south, north = area(20, 60), area(0, 40)
    now = np.where(north, NORTH, np.where(south, SOUTH, 0)).astype(np.uint8)
    for later_s, order in ((0.008, [Seat.SOUTH, Seat.NORTH]), (0.012, [Seat.NORTH, Seat.SOUTH])):
        hands = {Seat.NORTH: hand(0.10, north), Seat.SOUTH: hand(0.10 + later_s, south)}
        assert pile_up(hands, now) == (order, NONE)


def test_a_hand_on_two_of_which_the_order_is_unclear_has_its_layer() -> None:
    hands = {
        Seat.SOUTH: hand(0.11, area(31, 60)),
        Seat.NORTH: hand(0.1, area(0, 31)),
        Seat.EAST: hand(0.3, area(20, 40)),
    }
    order, unclear = pile_up(hands, np.full((60, 60), EAST, np.uint8))
    assert order[-1] is Seat.EAST and unclear == {Seat.NORTH, Seat.SOUTH}


def test_a_hand_that_came_clearly_later_lies_on_top_though_they_hardly_cross() -> None:
    hands = {Seat.SOUTH: hand(0.25, area(31, 60)), Seat.NORTH: hand(0.1, area(0, 31))}
    assert pile_up(hands, np.zeros((60, 60), np.uint8)) == ([Seat.NORTH, Seat.SOUTH], NONE)
