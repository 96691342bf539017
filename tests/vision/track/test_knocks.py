"""The table swings when it is hit: which hands did it and when, and which did not."""

import numpy as np
import pytest

from vision.track.knocks import BELIEVED, Guess, fit_knocks
from vision.track.shake import Moment

RNG = np.random.default_rng(5)
TIMES = np.arange(20) / 30


def swing(knocks: list[tuple[float, float, float]], pitch: float = 10.0) -> np.ndarray:
    shifts = RNG.normal(0, 0.003, (len(TIMES), 2))
    for moment, right, down in knocks:
        since = np.maximum(TIMES - moment, 0)
        shifts += (np.exp(-9 * since) * np.sin(2 * np.pi * pitch * since))[:, None] * np.array([right, down])
    return shifts


def guess(t_s: float, sigma_s: float = 0.009, manner: float = 0.0) -> Guess:
    return Guess(Moment(t_s, sigma_s), manner)


@pytest.mark.parametrize("late_ms", [-9, 0, 9])
def test_one_knock_is_timed_far_better_than_a_frame(late_ms: float) -> None:
    (knock,) = fit_knocks(TIMES, swing([(0.2087, 0.2, -0.1)]), [guess(0.2087 + late_ms / 1000)])
    assert knock.believed and abs(knock.moment.t_s - 0.2087) < 0.002 and knock.moment.sigma_s < 0.005


def test_two_knocks_two_frames_apart_are_told_apart() -> None:
    knocks = fit_knocks(TIMES, swing([(0.2, 0.15, 0.1), (0.27, -0.1, 0.2)]), [guess(0.206), guess(0.262)])
    assert [knock.believed for knock in knocks] == [True, True]
    assert all(abs(knock.moment.t_s - t_s) < 0.006 for knock, t_s in zip(knocks, (0.2, 0.27), strict=True))


def test_a_hand_that_stops_without_a_knock_gets_none_of_anothers() -> None:
    hit, hovers = fit_knocks(TIMES, swing([(0.2, 0.15, 0.1)]), [guess(0.203), guess(0.3)])
    assert hit.believed and not hovers.believed
    assert hovers.moment == Moment(0.3, 0.009)


def test_a_knock_that_came_long_before_a_hand_was_nobodys() -> None:
    (late,) = fit_knocks(TIMES, swing([(0.2, 0.15, 0.1)]), [guess(0.25)])
    assert not late.believed


def test_two_hands_that_may_both_have_made_one_knock_are_not_believed_alike_unless_one_braked() -> None:
    shifts = swing([(0.2, 0.2, 0.1)])
    one, other = fit_knocks(TIMES, shifts, [guess(0.19, 0.015, manner=2.0), guess(0.205, 0.015, manner=-2.0)])
    assert one.believed and not other.believed


def test_what_still_swings_from_an_earlier_knock_is_no_new_one() -> None:
    shifts = swing([(0.1, 0.2, 0.1)])
    (late,) = fit_knocks(TIMES, shifts, [guess(0.25, 0.02)], [Moment(0.1, 0.002)])
    assert not late.believed


def test_nobody_hits_through_a_hand_that_is_not_on_the_pile() -> None:
    shifts = swing([(0.2, 0.2, 0.1)])
    one, other = Guess(Moment(0.195, 0.015)), Guess(Moment(0.205, 0.015))
    (apart, _), (beneath, _) = (
        fit_knocks(TIMES, shifts, [lower, other]) for lower in (one, Guess(one.moment, 0.0, beneath=(1,)))
    )
    assert beneath.margin > apart.margin + 1


def test_more_is_believed_of_a_hand_that_came_where_another_has_hit_but_it_is_not_sure() -> None:
    both, alone = swing([(0.2, 0.2, 0.1), (0.27, 0.05, -0.05)]), swing([(0.27, 0.05, -0.05)])
    for shifts, first, believed in ((both, [guess(0.203)], True), (alone, [], False)):
        *_, seen = fit_knocks(TIMES, shifts, [*first, guess(0.274)])
        # As doubtful as it can be and still be believed in company: how it came is all that changes.
        manner = (BELIEVED - 0.5 - seen.margin) / 2
        *_, weak = fit_knocks(TIMES, shifts, [*first, guess(0.274, manner=manner)])
        assert (weak.believed, weak.sure) == (believed, False)


def test_where_either_of_two_hands_may_have_knocked_alone_both_are_weighed_and_neither_is_sure() -> None:
    """They came at once: one or the other explains the swing."""
    one, other = fit_knocks(TIMES, swing([(0.2, 0.2, 0.1)]), [guess(0.199), guess(0.201)])
    assert not one.sure and not other.sure
    assert abs(one.margin - other.margin) < 2 and one.together > one.margin


def test_without_any_swing_the_guesses_stay() -> None:
    knocks = fit_knocks(TIMES, RNG.normal(0, 0.002, (20, 2)), [guess(0.1), guess(0.2)])
    assert [(knock.moment, knock.believed) for knock in knocks] == [
        (Moment(0.1, 0.009), False),
        (Moment(0.2, 0.009), False),
    ]


def test_beside_a_hand_whose_end_was_not_seen_less_is_believed() -> None:
    shifts = swing([(0.2, 0.2, 0.1)])
    (alone,) = fit_knocks(TIMES, shifts, [guess(0.21)])
    (beside,) = fit_knocks(TIMES, shifts, [guess(0.21)], strangers=True)
    assert beside.margin < alone.margin - 5


def test_a_picture_that_is_never_still_shows_no_knock() -> None:
    """A dim table seems to be shifted by as much before anybody came."""
    shifts = RNG.normal(0, 0.03, (len(TIMES), 2))
    assert [knock.believed for knock in fit_knocks(TIMES, shifts, [guess(0.45), guess(0.5)])] == [False, False]


def test_a_hand_may_have_come_when_it_was_not_seen_to_so_another_is_not_believed_for_it() -> None:
    """One that was covered seemed to come long before; what is left to the other is far from certain."""
    shifts = swing([(0.2, 0.2, 0.1)])
    alone, *_ = fit_knocks(TIMES, shifts, [guess(0.21)])
    beside, *_ = fit_knocks(TIMES, shifts, [guess(0.21), guess(0.1, 0.02)])
    assert alone.margin > 8 and beside.margin < alone.margin - 4


def test_a_camera_that_was_pushed_and_stays_so_was_shaken_by_no_knock() -> None:
    """Seen fifteen times a second: from one picture to the next all is elsewhere, and settles there."""
    times = np.arange(14) / 15
    right = [0, 0, 0, 0, 0, -0.338, -0.36, -0.352, -0.348, -0.346, -0.346, -0.346, -0.347, -0.347]
    down = [0, 0, 0, 0, 0, 0.012, -0.023, -0.068, -0.088, -0.091, -0.097, -0.096, -0.097, -0.097]
    came = [guess(times[4] - 0.045, 0.065), Guess(Moment(times[4] + 0.037, 0.041), -0.25, (0,))]
    knocks = fit_knocks(times, np.stack([right, down], axis=1).astype(float), came)
    assert not any(knock.believed for knock in knocks)


def test_a_hand_under_another_may_have_come_sooner_than_it_was_seen_to() -> None:
    """The shadows of those that come to lie on it pass over it: the swing tells when it came."""
    shifts = swing([(0.15, 0.3, 0.1), (0.17, -0.1, 0.3), (0.29, 0.2, -0.2)])
    upper = [guess(0.172), guess(0.292)]
    seen = Moment(0.228, 0.014)
    (late, *_), (beneath, *others) = (
        fit_knocks(TIMES, shifts, [each, *upper]) for each in (Guess(seen), Guess(seen, beneath=(1, 2)))
    )
    assert abs(late.moment.t_s - 0.15) > 0.03
    assert beneath.believed and abs(beneath.moment.t_s - 0.15) < 0.006
    assert all(other.believed for other in others)
