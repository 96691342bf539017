"""How a hand came to rest, when between two frames it stopped, and how abruptly."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.track.approach import Stop, at_rest_since, goes_on, stop_of

TIMES = np.arange(10) / 30
FREE = np.zeros((120, 160), bool)


def nothing_else(position: int) -> np.ndarray:
    return FREE


def frame(right: float, grown: float = 1.0) -> np.ndarray:
    """A textured hand over a plain table, `right` of its place or larger because it is higher."""
    hand = np.full((120, 160), 90, np.float32)
    for x, y, radius, level in ((80, 60, 24, 190), (72, 50, 6, 120), (92, 66, 7, 230), (80, 76, 5, 60)):
        cv2.circle(hand, (x, y), radius, level, -1, cv2.LINE_AA)
    way = np.array([[grown, 0, 80 - 80 * grown + right], [0, grown, 60 - 60 * grown]], np.float32)
    return cv2.warpAffine(cv2.GaussianBlur(hand, (0, 0), 1.2), way, (160, 120), borderValue=90)


def mask() -> np.ndarray:
    return frame(0) > 100


def stopped(pictures: Sequence[np.ndarray]) -> Stop | None:
    rest = at_rest_since(pictures, mask())
    if rest in (None, 0, len(pictures) - 1):
        return None
    return stop_of(pictures, TIMES, rest, mask(), mask(), nothing_else)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_a_stop_is_timed_within_a_part_of_a_frame(share: float) -> None:
    stop = 5 + share
    found = stopped([frame(max(0.0, 4.0 * (stop - k))) for k in range(10)])
    assert found is not None and abs(found.t_s * 30 - stop) < 0.15
    assert found.rest == 6


def test_a_hand_that_another_s_shadow_moves_for_a_moment_lay_there_before() -> None:
    pictures = [frame(max(0.7 if k == 6 else 0.0, 4.0 * (4.5 - k))) for k in range(10)]
    found = stop_of(pictures, TIMES, 7, mask(), mask(), nothing_else)
    assert found is not None and found.rest == 5 and abs(found.t_s * 30 - 4.5) < 0.15


def test_a_hand_that_seems_to_lie_a_little_elsewhere_for_some_pictures_came_before() -> None:
    pictures = [frame(max(0.8 if k < 8 else 0.0, 4.0 * (4.5 - k))) for k in range(10)]
    found = stop_of(pictures, TIMES, 8, mask(), mask(), nothing_else)
    assert found is not None and found.rest == 5 and abs(found.t_s * 30 - 4.5) < 0.3


def test_a_hand_that_seems_to_have_been_lower_than_it_lies_had_come_already() -> None:
    """As long as another's shadow passes over it: nobody rises to where he hits."""
    pictures = [frame(max(0.0, 4.0 * (4.5 - k)), grown=0.95 if k in (6, 7) else 1.0) for k in range(10)]
    found = stop_of(pictures, TIMES, 8, mask(), mask(), nothing_else)
    assert found is not None and found.rest == 5 and abs(found.t_s * 30 - 4.5) < 0.3


@pytest.mark.parametrize(("steps", "told"), [((6.0, 12.0, 18.0), True), ((6.0, 1.0, 0.0), False)])
def test_a_hand_that_lay_there_by_its_outline_is_only_taken_to_have_come_if_it_is_seen_to(
    steps: Sequence[float], told: bool
) -> None:
    """What another's shadow does to it is no way."""
    pictures = [frame(way) for way in (40.0, 30.0, 25.0, *reversed(steps), 0.0, 0.0, 0.0, 0.0)]
    assert stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else) is not None
    found = stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else, lies_since=3)
    assert (found is not None) == told


def test_a_hand_that_comes_down_from_above_is_timed_by_its_growth() -> None:
    found = stopped([frame(0, 1 + max(0.0, 0.07 * (5.5 - k))) for k in range(10)])
    assert found is not None and abs(found.t_s * 30 - 5.5) < 0.15
    assert abs(found.t_s * 30 - 5.5) < 3 * found.sigma_s * 30


def test_a_hand_that_comes_down_and_hits_is_told_from_one_that_brakes() -> None:
    hits = stopped([frame(0, 1 + max(0.0, 0.08 * (5.5 - k))) for k in range(10)])
    brakes = stopped([frame(0, 1 + 0.012 * max(0.0, 7.0 - k) ** 2) for k in range(10)])
    assert hits is not None and brakes is not None
    assert hits.hit and not brakes.hit


def on_checks(grown: float) -> np.ndarray:
    """A hand like the others, above a cloth with a pattern far stronger than anything on the hand."""
    rows, columns = np.indices((120, 160))
    cloth = np.where((rows // 7 + columns // 7) % 2, 40, 210).astype(np.float32)
    way = np.array([[grown, 0, 80 - 80 * grown], [0, grown, 60 - 60 * grown]], np.float32)
    cover = cv2.warpAffine(mask().astype(np.float32), way, (160, 120))
    return cv2.GaussianBlur(np.where(cover > 0.5, frame(0, grown), cloth).astype(np.float32), (0, 0), 0.7)


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_the_pattern_of_a_cloth_beside_a_hand_is_not_taken_for_a_part_of_it(share: float) -> None:
    pictures = [on_checks(1 + max(0.0, 0.07 * (5 + share - k))) for k in range(10)]
    found = stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else)
    assert found is not None and abs(found.t_s * 30 - 5 - share) < 0.2


def test_a_hand_is_looked_for_where_it_is_known_to_be() -> None:
    """Another one like it is nearer to where it came to rest, and goes meanwhile."""
    ways = [7.0 * max(0.0, 5.5 - k) for k in range(10)]
    pictures = [np.maximum(frame(way), frame(-9.0)) if way else frame(0) for way in ways]
    seen = [frame(way) > 100 for way in ways]
    assert stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else) is None
    found = stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else, lambda position: seen[position])
    assert found is not None and abs(found.t_s * 30 - 5.5) < 0.2


def test_a_hand_that_lay_there_has_no_stop() -> None:
    assert stopped([frame(0)] * 10) is None


def shaded(rows: float) -> np.ndarray:
    """The hand at rest with another's shadow on the outermost rows."""
    depth = np.clip(37 + rows - np.arange(120), 0, 1)[:, None]
    return np.asarray(frame(0) * (1 - 0.4 * depth), np.float32)


def test_a_hand_that_lay_there_has_no_stop_though_a_shadow_falls_on_a_little_of_it() -> None:
    pictures = [shaded(5.0 - 2.0 * max(0.0, 5.5 - k)) for k in range(10)]
    assert stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else) is None


def test_a_hand_that_lay_elsewhere_and_jumped_has_no_stop() -> None:
    """So it looks when the camera is pushed a little."""
    assert stopped([frame(1.6 if k < 6 else 0.0) for k in range(10)]) is None


def test_a_hand_that_still_moves_has_no_stop() -> None:
    assert stopped([frame(3.0 * (9 - k)) for k in range(10)]) is None


def test_too_little_of_a_hand_tells_nothing() -> None:
    speck = np.zeros((120, 160), bool)
    speck[60, 80] = True
    assert at_rest_since([frame(5.0 * (9 - k)) for k in range(10)], speck) is None


def test_a_new_hand_goes_on_until_it_rests() -> None:
    pictures = [frame(max(0.0, 6.0 * (5 - k))) for k in range(10)]
    assert not any(goes_on(pictures, k, mask(), FREE) for k in (5, 6))
    assert goes_on(pictures, 3, frame(12) > 100, FREE)
    assert not goes_on(pictures, 9 - 1, FREE, FREE)


@pytest.mark.parametrize(("grown", "falls"), [((1.1, 1.05, 1.0), True), ((0.9, 0.95, 1.0), False)])
def test_a_hand_that_seems_to_come_nearer_does_not_fall(grown: Sequence[float], falls: bool) -> None:
    pictures = [frame(60), frame(40), *(frame(0, each) for each in grown)]
    assert goes_on(pictures, 3, frame(0, grown[1]) > 100, FREE) == falls


@pytest.mark.parametrize("shrinks", [0.0, 0.12])
def test_a_hand_that_was_elsewhere_twice_came_though_it_is_not_seen_how(shrinks: float) -> None:
    """It lay there by its outline, and seems to come up through the table: it was laid onto something else."""
    ways = [(40.0, 0), (30.0, 0), (25.0, 0), (9.0, 2), (6.0, 1), (3.0, 0), *[(0.0, 0)] * 4]
    pictures = [frame(way, 1 - shrinks * steps) for way, steps in ways]
    found = stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else, lies_since=3)
    assert found is not None and abs(found.t_s * 30 - 5.5) < (0.01 if shrinks else 0.5)


@pytest.mark.parametrize("came", [True, False])
def test_where_others_cover_a_hand_at_once_its_outline_tells_when_it_came(came: bool) -> None:
    noise = np.random.default_rng(3).uniform(0, 255, (120, 160)).astype(np.float32)
    pictures = [frame(6.0 * max(0.0, 5.5 - k)) if k < 7 else noise for k in range(10)]
    most = mask() & (np.arange(120)[:, None] > 52)
    found = stop_of(pictures, TIMES, 6, mask(), mask(), lambda k: most if k > 6 else FREE, lies_since=6, came=came)
    assert (found is not None and abs(found.t_s * 30 - 5.5) < 0.01 and found.unseen) == came


def test_a_hand_that_is_followed_into_its_rest_is_not_unseen() -> None:
    found = stopped([frame(4.0 * max(0.0, 5.5 - k)) for k in range(10)])
    assert found is not None and not found.unseen


def test_a_hand_seen_badly_as_it_came_stopped_no_sooner_than_in_the_last_picture_in_which_it_moved() -> None:
    """Laid onto pictures like these it seems to have been nearly there for long."""
    rng = np.random.default_rng(0)

    def blotted() -> np.ndarray:
        return frame(1.0) + 60 * cv2.GaussianBlur(rng.normal(0, 1, (120, 160)).astype(np.float32), (0, 0), 1.5)

    pictures = [frame(60.0)] * 3 + [blotted() for _ in range(3)] + [frame(0.0)] * 4
    found = stop_of(pictures, TIMES, 6, mask(), mask(), nothing_else)
    assert found is not None and found.unseen
    assert abs(found.t_s * 30 - 5.5) < 0.1 and found.sigma_s * 30 > 0.5


@pytest.mark.parametrize("under", [True, False])
def test_under_another_a_hand_that_seems_to_rise_again_lies_still(under: bool) -> None:
    pictures = [frame(4.0 * max(0.0, 5.5 - k), 1.4 if k > 7 else 1.0) for k in range(10)]
    rim = mask() & (np.arange(120)[:, None] < 44)
    found = stop_of(pictures, TIMES, 6, mask(), mask(), lambda k: rim if under and k > 7 else FREE)
    assert (found is not None and abs(found.t_s * 30 - 5.5) < 0.15) == under


@pytest.mark.parametrize("among", [True, False])
def test_among_others_a_hand_that_seems_to_go_away_for_a_moment_was_seen_badly(among: bool) -> None:
    """One that comes does not go back; when it stopped is told as uncertain as that leaves it."""
    pictures = [frame(way) for way in (-22.0, -18.0, -14.0, -10.0, -6.0, 9.0, 0.0, 0.0, 0.0, 0.0)]
    corner = np.zeros_like(FREE)
    corner[:9, :9] = among
    found = stop_of(pictures, TIMES, 6, mask(), mask(), lambda _: corner)
    assert found is not None
    assert (found.rest, found.sigma_s * 30 > 1) == ((5, True) if among else (6, False))
