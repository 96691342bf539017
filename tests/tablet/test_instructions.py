"""What is made of counted instructions, and the counter itself where an emulator can be had."""

import pytest

from calibration.errors import BadInput
from companion.benches import instructions
from companion.benches._counted import COUNTED
from companion.benches.instructions import floor_cycles, row_of
from companion.cli import main
from companion.proofs.counter import Count, between_marks, counted
from companion.proofs.proof import NotShown
from tests.tablet.world import PROJECT


def test_only_what_lies_between_two_marks_counts():
    text = "1000 100 10\n1500 300 20\n2600 300 21\n"
    assert between_marks(text) == (Count(500, 200, 10), Count(1100, 0, 1))


@pytest.mark.parametrize(
    ("count", "cycles"),
    [(Count(800, 100, 100), 200), (Count(800, 600, 100), 300), (Count(800, 100, 700), 350)],
    ids=["as many as begin in a cycle", "the vector units", "loads and stores"],
)
def test_the_scarcest_part_of_the_core_says_how_long_it_takes_at_least(count, cycles):
    assert floor_cycles(count) == cycles


def test_a_calm_picture_is_the_middle_one_and_a_laid_card_the_dearest():
    counts = tuple(Count(million * 4_000_000, 0, 0) for million in (2, 40, 4))
    assert row_of("calm", counts)["floor_ms"] == 2.0
    laid = row_of("laid", counts)
    assert (laid["million"], laid["floor_ms"], laid["tablet_ms"]) == (160.0, 20.0, 40.0)


def test_what_cannot_be_counted_is_refused(capsys, tmp_path):
    assert main(["bench", "instructions", "--project", str(tmp_path)]) == 2
    assert main(["bench", "instructions", "--project", str(PROJECT), "--only", "luck"]) == 2
    assert "one of: " + ", ".join(COUNTED) in capsys.readouterr().err


def test_a_machine_without_the_emulator_says_so(monkeypatch):
    def nothing(project, name):
        raise NotShown("there is no C compiler here for the counter")

    monkeypatch.setattr("companion.proofs.counter.counted", nothing)
    asked = type("Asked", (), {"project": PROJECT, "only": ["bridge"]})
    with pytest.raises(BadInput, match="no C compiler"):
        list(instructions.rows(asked))


@pytest.mark.slow
def test_the_counter_counts():
    try:
        (count,) = counted(PROJECT, "bridge")
    except NotShown as why:
        pytest.skip(str(why))
    # A picture of 1280x720 in three colours has to be written at least once, 16 bytes at a time.
    least = 1280 * 720 * 3 // 16
    assert least < count.memory < count.all < 100 * least
    assert count.memory + count.vector < count.all
