"""Hands over a pile: a hit is told with its moment and layer, a hand that stops above is not."""

from collections.abc import Sequence

import numpy as np
import pytest

from calibration.table_file import Seat
from tests.vision.track.hits import Arm, SeesColours, frames, seen_table
from vision.detect.ahead import Ahead
from vision.hands import Hands
from vision.observe import Certainty, Slap
from vision.track.change import ChangeDetector
from vision.track.knocks import Guess, Knock
from vision.track.shake import Moment
from vision.track.shots import Shots
from vision.training.slaps import SlapScene
from vision.watcher import Watcher


class ReadsNothing:
    """Only hands are looked for."""

    def read(self, image: object, within: object = None, widths: object = None) -> tuple[()]:
        return ()

    def name(self, image: object, outlines: object) -> tuple[()]:
        return ()


def told(
    arms: Sequence[Arm],
    count: int = 40,
    heard: Sequence[Moment] = (),
    row_us: float = 0.0,
    noise: float = 1.5,
    gap_s: tuple[float, float] = (9.0, 9.0),
) -> list[Slap]:
    table = seen_table()
    detector = ChangeDetector(table.size, 58.0)
    hands, slaps = Hands(Ahead(SeesColours()), table, detector.factor, heard, row_us), []
    for frame in frames(arms, count, noise):
        if gap_s[0] < frame.t_ns / 1e9 < gap_s[1]:
            continue
        change = detector.see(frame.image, frame.t_ns)
        slaps += hands.see(frame.index, frame.t_ns, change, detector.table())
    return slaps


@pytest.mark.parametrize("stop_s", [0.50, 0.51, 0.525])
def test_a_hit_is_told_once_with_its_moment_its_side_and_its_pile(stop_s: float) -> None:
    (slap,) = told([Arm(Seat.SOUTH, stop_s)])
    assert (slap.seat, slap.pile, slap.layer, slap.certainty) == (Seat.SOUTH, "left", 0, Certainty.CERTAIN)
    assert abs(slap.t_ns / 1e9 - stop_s) < 0.006
    assert slap.lo_ns <= stop_s * 1e9 <= slap.hi_ns
    before, after, proof = slap.frames
    assert before < after <= proof


def test_a_hit_is_not_certain_while_another_hand_may_lie_there_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.hands._is_buried", lambda *_: True)
    (slap,) = told([Arm(Seat.SOUTH, 0.5, falls=True)])
    assert (slap.seat, slap.certainty) == (Seat.SOUTH, Certainty.LIKELY)


def test_a_hand_that_brakes_above_the_pile_and_waits_is_no_slap() -> None:
    assert told([Arm(Seat.SOUTH, 0.5, hits=False)]) == []


def test_a_hand_that_only_passes_is_no_slap() -> None:
    assert told([Arm(Seat.SOUTH, 0.5, hits=False, leave_s=0.5)]) == []


def test_two_hands_three_frames_apart_are_told_in_order_the_upper_one_on_top() -> None:
    low, high = told([Arm(Seat.NORTH, 0.45, beyond=10), Arm(Seat.SOUTH, 0.55)])
    assert (low.seat, low.layer) == (Seat.NORTH, 0)
    assert (high.seat, high.layer) == (Seat.SOUTH, 1)
    assert {low.certainty, high.certainty} == {Certainty.CERTAIN}
    assert abs(low.t_ns / 1e9 - 0.45) < 0.01 and abs(high.t_ns / 1e9 - 0.55) < 0.01


def test_a_hand_above_that_does_not_touch_is_no_slap_though_the_one_below_is() -> None:
    (slap,) = told([Arm(Seat.NORTH, 0.45, beyond=10, falls=True), Arm(Seat.SOUTH, 0.52, hits=False)])
    assert slap.seat is Seat.NORTH


def test_the_same_frames_tell_the_same() -> None:
    arms = [Arm(Seat.NORTH, 0.45, beyond=10), Arm(Seat.SOUTH, 0.55)]
    assert told(arms) == told(arms)


def test_a_knock_that_is_heard_sharpens_the_moment_and_narrows_it() -> None:
    arms = [Arm(Seat.SOUTH, 0.51)]
    (seen,), (also_heard,) = told(arms), told(arms, heard=[Moment(0.510, 0.001)])
    assert abs(also_heard.t_ns / 1e9 - 0.510) <= abs(seen.t_ns / 1e9 - 0.510) + 1e-9
    assert also_heard.hi_ns - also_heard.lo_ns <= seen.hi_ns - seen.lo_ns


def test_rows_that_are_taken_later_tell_a_later_moment() -> None:
    arms = [Arm(Seat.SOUTH, 0.51)]
    (first,), (second,) = told(arms), told(arms, row_us=40.0)
    assert 0 < second.t_ns - first.t_ns < 320 * 40_000


def test_a_table_that_does_not_shake_needs_no_knock() -> None:
    """A hand that comes down at full speed is seen to hit, also where the camera feels nothing of it."""
    assert [slap.seat for slap in told([Arm(Seat.SOUTH, 0.5, falls=True, shakes=False)])] == [Seat.SOUTH]


@pytest.mark.parametrize("ends_s", [0.8, 1.2])
def test_what_is_seen_after_a_gap_does_not_go_on_from_before_it(ends_s: float) -> None:
    """A camera that was bumped is found again only after a while; a short gap is none."""
    slaps = told([Arm(Seat.SOUTH, 0.5)], count=50, gap_s=(0.55, ends_s))
    assert len(slaps) == (1 if ends_s < 1 else 0)


def test_the_noise_of_a_dim_picture_is_no_movement() -> None:
    (slap,) = told([Arm(Seat.SOUTH, 0.5)], noise=17.0)
    assert slap.seat is Seat.SOUTH and abs(slap.t_ns / 1e9 - 0.5) < 0.01


def test_a_hand_that_is_gone_after_three_pictures_has_hit_all_the_same() -> None:
    (slap,) = told([Arm(Seat.SOUTH, 0.5, leave_s=0.57)])
    assert slap.seat is Seat.SOUTH and abs(slap.t_ns / 1e9 - 0.5) < 0.01


def test_a_hand_hits_no_pile_that_only_others_reach_over() -> None:
    """In this scene a hand from the east lies on the middle and the right pile, one still coming is over the left."""
    scene = SlapScene(1009)
    watcher = Watcher(ReadsNothing(), scene.table)
    slaps = [seen for frame in scene.frames() for seen in watcher.watch(frame) if isinstance(seen, Slap)]
    assert slaps
    assert all(slap.pile != "left" for slap in slaps)


@pytest.mark.parametrize(("together_s", "seats"), [(1.0, [Seat.SOUTH]), (0.5, [Seat.SOUTH, Seat.NORTH])])
def test_a_hand_that_hits_another_pile_just_after_one_was_hit_missed_that(
    monkeypatch: pytest.MonkeyPatch, together_s: float, seats: Sequence[Seat]
) -> None:
    on = {Seat.SOUTH: {0: 0.9}, Seat.NORTH: {1: 0.9}}
    monkeypatch.setattr("vision.track.landings.lies_on", lambda hand, seat, *_: on[seat] if hand.any() else {})
    monkeypatch.setattr("vision.track.verdict.TOGETHER_S", together_s)
    arms = [Arm(Seat.SOUTH, 0.5, beyond=-20.0), Arm(Seat.NORTH, 1.3, beyond=-20.0)]
    assert [slap.seat for slap in told(arms, 60)] == seats


@pytest.mark.parametrize(("margin", "certainty"), [(-9.0, Certainty.CERTAIN), (0.0, Certainty.LIKELY)])
def test_a_hit_is_not_certain_while_it_is_open_whether_another_hand_on_the_pile_hit(
    monkeypatch: pytest.MonkeyPatch, margin: float, certainty: Certainty
) -> None:
    def knocks(times: object, shifts: object, guesses: Sequence[Guess], *_: object) -> tuple[Knock, ...]:
        first = min(guess.moment.t_s for guess in guesses)
        margins = [9.0 if guess.moment.t_s == first else margin for guess in guesses]
        return tuple(Knock(guess.moment, each, each) for guess, each in zip(guesses, margins, strict=True))

    monkeypatch.setattr("vision.track.verdict.fit_knocks", knocks)
    (slap,) = told([Arm(Seat.SOUTH, 0.5), Arm(Seat.NORTH, 0.62, beyond=-20.0)])
    assert (slap.seat, slap.certainty) == (Seat.SOUTH, certainty)


@pytest.mark.parametrize(("alone", "strong"), [(True, (11, 16)), (False, (5, 9))])
def test_where_arms_meet_the_pattern_of_the_table_is_faded(
    monkeypatch: pytest.MonkeyPatch, alone: bool, strong: tuple[int, int]
) -> None:
    """It stays where it is, and would hold a hand there that moves over it."""
    seen: list[np.ndarray] = []
    monkeypatch.setattr("vision.track.landings.stop_of", lambda pictures, *_: seen.extend(pictures))
    monkeypatch.setattr(Shots, "alone", lambda _: alone)
    assert told([Arm(Seat.SOUTH, 0.5)]) == []
    # The lower left corner, where no arm is.
    assert seen and all(strong[0] < picture[-20:, :20].std() < strong[1] for picture in seen)
