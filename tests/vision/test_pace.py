"""The pace: less is done as soon as a machine falls behind, more only when that would surely hold; nothing flutters."""

import numpy as np
import pytest

from calibration.table_file import table_of
from vision.frame import Frame, Gap
from vision.pace import LEVELS, Pace, at_scale
from vision.sources.paced import Paced

MS = 1_000_000
FRAME = 33 * MS


def run(pace, cost_ms, seconds, start_ns=0):
    """Steps that cost so much, for so long, by the level the pace has; the levels it went through."""
    now, seen = start_ns, [pace.number]
    while now < start_ns + seconds * 1000 * MS:
        pace.took(now, round(cost_ms * MS))
        now += max(round(cost_ms * MS), FRAME * pace.level.every)
        if pace.number != seen[-1]:
            seen.append(pace.number)
    return seen, now


def test_a_fast_machine_does_everything():
    assert run(Pace(), 8, 60)[0] == [0]


@pytest.mark.parametrize(("cost", "level"), [(8, 0), (24, 0), (32, 1), (60, 2), (90, 3), (140, 4), (400, 4)])
def test_a_slow_machine_settles_where_it_holds_its_budget(cost, level):
    seen, _ = run(Pace(), cost, 30)
    assert seen[-1] == level
    assert seen == list(range(level + 1)), "straight there, and never back and forth"


def test_a_short_effort_changes_nothing():
    pace = Pace()
    _, now = run(pace, 8, 5)
    pace.took(now, 200 * MS)
    assert run(pace, 8, 5, now + 200 * MS)[0] == [0]


def test_when_it_gets_easier_more_is_done_again_but_not_at_once():
    pace = Pace()
    _, now = run(pace, 60, 30)
    assert pace.number == 2
    assert run(pace, 10, 4, now)[0] == [2]
    assert run(pace, 10, 40, now)[0][-1] == 0


def test_each_level_does_less():
    loads = [level.looks * level.scale / level.every for level in LEVELS]
    assert loads == sorted(loads, reverse=True)
    assert len(set(loads)) == len(loads)


class Camera:
    """Thirty pictures a second on the test's own clock; a step costs `cost_ns`."""

    name, size = "camera", (64, 48)

    def __init__(self):
        self.now_ns, self.number, self.gap_at = 0, 0, None

    def read(self):
        self.number += 1
        self.now_ns = max(self.now_ns, self.number * FRAME)
        if self.number == self.gap_at:
            return Gap(self.now_ns, "camera_lost")
        return Frame(self.number, self.now_ns, np.full((48, 64, 3), self.number % 200, np.uint8), "camera")

    def close(self):
        self.number = -1


def step(source, camera, cost_ms):
    seen = source.read()
    camera.now_ns += round(cost_ms * MS)
    return seen


def test_a_slow_step_makes_the_source_pass_over_pictures():
    camera = Camera()
    source = Paced(camera, Pace(), lambda: camera.now_ns)
    numbers = [step(source, camera, 31).index for _ in range(200)]
    assert source.level == LEVELS[1]
    assert {late - soon for soon, late in zip(numbers[-20:], numbers[-19:], strict=False)} == {2}


def test_a_gap_passes_at_once():
    camera = Camera()
    source = Paced(camera, Pace(4), lambda: camera.now_ns)
    camera.gap_at = 2
    assert isinstance(source.read(), Gap)


def test_the_scale_is_the_one_at_the_opening_and_pictures_have_its_size():
    camera = Camera()
    source = Paced(camera, Pace(4), lambda: camera.now_ns)
    assert source.size == (32, 24)
    assert source.read().image.shape == (24, 32, 3)
    for _ in range(900):
        step(source, camera, 1)
    assert source.level.scale == 1.0
    assert source.read().image.shape == (24, 32, 3)


def test_a_table_at_another_scale_is_the_same_table():
    pile = {"pile": "a", "polygon": [[100, 100], [200, 100], [200, 250], [100, 250]]}
    plane = [[1.5, 0, 10], [0, 1.5, 20], [0, 0, 1]]
    data = {"size": [800, 600], "mm_to_px": plane, "card_mm": [58, 87], "seats": ["S", "N"], "piles": [pile]}
    table = table_of(data, "test")
    half = at_scale(table, 0.5)
    assert half.size == (400, 300)
    assert half.piles[0].polygon[2] == (100, 125)
    assert half.card_px(half.piles[0]) == pytest.approx([side / 2 for side in table.card_px(table.piles[0])])
    assert at_scale(table, 1.0) is table
