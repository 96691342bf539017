"""R6: whatever a camera does, it is told within two seconds, nothing false is seen, and it comes back by itself."""

from itertools import pairwise

import pytest

from tests.vision.sources.rig import rehearse
from vision.frame import Frame, Gap
from vision.image import Image
from vision.sources import camera

FAULT_MS, WELL_MS, END_MS = 2_000, 6_000, 9_000
FAULTS = {
    "gone": camera.LOST,
    "blocked": camera.STALLED,
    "frozen": camera.FROZEN,
    "black": camera.DARK,
    "half": camera.HALF,
    "turned": camera.CHANGED,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_trouble_is_told_soon_and_ends_by_itself(fault: str) -> None:
    told, _ = rehearse([(0, "well"), (FAULT_MS, fault), (WELL_MS, "well")], END_MS)
    gaps = [(when, item) for when, item in told if isinstance(item, Gap)]
    frames = [(when, item) for when, item in told if isinstance(item, Frame)]
    first, _ = gaps[0]
    assert FAULTS[fault] in {gap.reason for _, gap in gaps}
    assert gaps[0][1].reason == FAULTS[fault]
    assert first - FAULT_MS <= (1_000 if fault == "frozen" else 2_000)
    assert not [when for when, _ in frames if FAULT_MS + 34 < when < WELL_MS], "nothing is delivered in between"
    back = min(when for when, _ in frames if when >= WELL_MS)
    assert back - WELL_MS <= 2_000
    assert max(when for when, _ in gaps) <= back, "and nothing is told any more once it is well"
    pauses = [late - soon for (soon, _), (late, _) in pairwise(gaps)]
    assert max(pauses) <= 1_200, "whoever steps the source keeps control"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_gap_begins_where_the_last_good_picture_was(fault: str) -> None:
    told, _ = rehearse([(0, "well"), (FAULT_MS, fault)], 5_000)
    items = [item for _, item in told]
    last = [item for item in items if isinstance(item, Frame)][-1]
    assert {item.since_ns for item in items if isinstance(item, Gap)} == {last.t_ns}


@pytest.mark.parametrize("fault", ["zero", "backwards", "jumping"])
def test_a_clock_that_cannot_be_believed_is_not(fault: str) -> None:
    told, _ = rehearse([(0, "well"), (FAULT_MS, fault), (WELL_MS, "well")], END_MS)
    frames = [(when, item) for when, item in told if isinstance(item, Frame)]
    assert len(frames) == len(told), "the pictures are well: nothing is lost"
    times = [frame.t_ns / 1e6 for _, frame in frames]
    assert all(late > soon for soon, late in pairwise(times))
    assert all(abs(frame.t_ns / 1e6 - when) <= 250 for when, frame in frames)


def test_a_camera_that_becomes_slow_is_told_and_goes_on() -> None:
    told, _ = rehearse([(0, "well"), (4_000, "slow")], 10_000)
    ((when, gap),) = [(when, item) for when, item in told if isinstance(item, Gap)]
    assert gap.reason == camera.SLOW
    assert when - 4_000 <= 2_000
    assert sum(isinstance(item, Frame) for at, item in told if at > when) > 20


def test_a_single_bad_picture_is_dropped_without_a_word() -> None:
    told, device = rehearse([(0, "well"), (2_000, "black"), (2_070, "well"), (3_000, "frozen"), (3_100, "well")], 4_000)
    assert all(isinstance(item, Frame) for _, item in told)
    assert device.starts == [0]


def test_a_camera_that_does_not_come_back_is_tried_less_and_less_often() -> None:
    _, device = rehearse([(0, "well"), (1_000, "blocked")], 40_000)
    waits = [late - soon for soon, late in zip(device.starts[1:], device.starts[2:], strict=False)]
    # Each attempt waits five seconds for a picture, then half a second, one, two, five, five ...
    assert [round(wait / 1000, 1) - 5 for wait in waits][:4] == pytest.approx([1, 2, 5, 5], abs=0.4)


def test_a_camera_that_first_repeats_itself_when_it_is_opened_comes_back() -> None:
    told, _ = rehearse([(0, "well"), (FAULT_MS, "gone"), (WELL_MS, "stale")], END_MS)
    back = min(when for when, item in told if isinstance(item, Frame) and when > FAULT_MS + 34)
    assert WELL_MS < back <= WELL_MS + 2_000


def test_nothing_is_tried_while_the_plug_is_out_and_at_once_when_it_is_in() -> None:
    _, device = rehearse([(0, "well"), (1_000, "gone"), (60_400, "well")], 62_000)
    assert len(device.starts) == 2
    assert 0 <= device.starts[1] - 60_400 <= 700


def test_no_picture_passes_until_the_table_is_recognised_again() -> None:
    asked: list[Image] = []

    def well_again(image: Image) -> bool:
        asked.append(image)
        return len(asked) > 30

    told, _ = rehearse([(0, "well"), (2_000, "gone"), (4_000, "well")], 8_000, well_again)
    back = min(when for when, item in told if isinstance(item, Frame) and when > 2_100)
    assert len(asked) == 31
    assert 4_900 <= back <= 6_000
    assert {item.reason for _, item in told if isinstance(item, Gap)} == {camera.LOST, camera.MOVED}
