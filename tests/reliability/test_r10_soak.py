"""R10, a little of it: the soak's own code for half a minute, and its judgement of what grows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.soaking import Sample, judge

PROJECT = Path(__file__).parents[2]


def samples(grow: float = 0.0, **grown: float) -> list[Sample]:
    """Forty samples; what is named grows by so much from one to the next."""
    flat = {"threads": 9, "files": 40, "textures": 300, "widgets": 900}
    return [
        Sample(
            n,
            400 + grow * n,
            **{name: round(value + grown.get(name, 0) * n) for name, value in flat.items()},
            seen=2,
            late_ms=(20.0 + grown.get("late", 0) * n,),
        )
        for n in range(40)
    ]


def test_what_is_flat_is_well():
    row = judge(samples(), 2000)
    assert row["ok"] and row["faults"] == []


@pytest.mark.parametrize("name", ["threads", "files", "textures", "widgets"])
def test_what_grows_is_named(name):
    assert judge(samples(**{name: 10}), 60)["faults"] == [name]


def test_memory_that_grows_is_named():
    assert "rss" in judge(samples(grow=2), 60)["faults"]


def test_latency_that_drifts_counts_in_a_long_run_only():
    assert "late_drift" in judge(samples(late=1), 2000)["faults"]
    assert judge(samples(late=1), 60)["faults"] == []


def test_a_moment_is_too_short_to_tell():
    assert not judge(samples()[:5], 60)["ok"]


@pytest.mark.slow
def test_half_a_minute_of_everything_ends_by_itself_and_tells(tmp_path):
    command = [sys.executable, "-m", "companion", "soak", "--minutes", "0.4", "--losses", "3", "--json"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=300, check=False)
    if "no window can be opened" in done.stderr:
        pytest.skip("no window can be opened here")
    assert done.returncode in (0, 1), done.stderr
    row = json.loads(done.stdout)
    assert row["presses"] > 5 and row["matches"] > 1 and row["samples"] > 8
    # Half a minute is mostly warming up: what is counted one by one must be flat all the same.
    assert not {"threads", "files"} & set(row["faults"])
