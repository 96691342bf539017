"""Talk over a table: people point, rest their hands, pass; shadows, lamps, bumps. Nothing of it is an event."""

import pytest

from companion.benches._talk import talked
from vision.training.talk import talk_script


def test_a_script_is_the_same_each_time_and_lays_nothing() -> None:
    one, other = (talk_script(3, ["red", "blue"]) for _ in range(2))
    assert one == other != talk_script(4, ["red", "blue"])
    assert {type(act).__name__ for act in one.acts} >= {"Hover", "Shade", "Light"}
    assert not {type(act).__name__ for act in one.acts} & {"Lay", "Take", "Sort", "Slap"}


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 45])
def test_half_a_minute_of_talk_is_no_event(number: int) -> None:
    assert talked(number, 30.0)["events"] == 0
