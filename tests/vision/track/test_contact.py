"""When a hand that came down was stopped, from where it was in its last pictures."""

import numpy as np
import pytest

from vision.track.contact import Floats, moment_of_contact

FRAME_S, RADIUS = 1 / 30, 40.0
EXACT = np.full(3, 0.15)


def ways(left_s: float, braked_s: float = 0.0, across: float = 300.0) -> tuple[Floats, Floats, float]:
    """Times, ways and the first time at rest of a hand that falls for `left_s` more, and brakes sideways sooner."""
    times = -np.arange(3) * FRAME_S
    since = left_s - times
    fall, aside = 2.2 * RADIUS * since, across * np.maximum(since - braked_s, 0.0)
    return times, np.column_stack([aside, 0.4 * aside, fall, 0 * fall]), FRAME_S


@pytest.mark.parametrize("left_s", [0.008, 0.016, 0.026])
def test_a_hand_that_fell_until_then_tells_the_moment(left_s: float) -> None:
    times, seen, still_s = ways(left_s)
    moment_s, sigma_s = moment_of_contact(times, seen, EXACT, still_s, RADIUS)
    assert abs(moment_s - left_s) < 0.006 and abs(moment_s - left_s) < 3 * sigma_s


def test_a_hand_that_braked_sideways_before_hit_no_sooner() -> None:
    times, seen, still_s = ways(0.025, braked_s=0.02)
    moment_s, _ = moment_of_contact(times, seen, EXACT, still_s, RADIUS)
    assert abs(moment_s - 0.025) < 0.006


def test_a_hand_that_is_seen_badly_leaves_the_moment_open() -> None:
    times, seen, still_s = ways(0.016)
    exactly, badly = (moment_of_contact(times, seen, share * EXACT, still_s, RADIUS)[1] for share in (1.0, 15.0))
    assert badly > 1.5 * exactly


@pytest.mark.parametrize("left_s", [0.008, 0.016, 0.026])
def test_where_the_camera_leans_a_fall_is_seen_to_go_down_the_picture(left_s: float) -> None:
    """Taken for a way of its own that is far too quick, it would have begun sooner and ended later."""
    times, seen, still_s = ways(left_s, across=0.0)
    lean = (40.0, -280.0)
    seen[:, :2] = seen[:, 2:3] / RADIUS * lean
    known, unknown = (moment_of_contact(times, seen, EXACT, still_s, RADIUS, each)[0] for each in (lean, (0.0, 0.0)))
    assert abs(known - left_s) < 0.004 and abs(known - left_s) < abs(unknown - left_s)
