"""R10, a little of it: the soak's own code for half a minute, and its judgement of what grows."""

import json
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.flatness import Sample, _alive, enough, judge

PROJECT = Path(__file__).parents[2]
#: OpenCV and the count are left to each other for at most so long.
LONG_S = 20


def samples(grow: float = 0.0, noise: float = 0.0, waited: float = 0.0, **grown: float) -> list[Sample]:
    """Half an hour in 120 samples; what is named grows by so much from one to the next."""
    flat = {"threads": 9, "files": 40, "textures": 300, "widgets": 900}
    return [
        Sample(
            15 * n,
            400 + grow * n + noise * (n * n % 7 - 2),
            **{name: round(value + grown.get(name, 0) * n) for name, value in flat.items()},
            seen=2,
            late_ms=(20.0 + grown.get("late", 0) * n,),
            ran_s=10.0 * n,
            waited_s=waited * n,
        )
        for n in range(120)
    ]


def test_what_is_flat_is_well():
    row = judge(samples())
    assert row["ok"] and row["faults"] == []


@pytest.mark.parametrize("name", ["threads", "files", "textures", "widgets"])
def test_what_grows_is_named(name):
    assert judge(samples(**{name: 10}))["faults"] == [name]


def test_memory_that_grows_is_named():
    assert judge(samples(grow=2))["faults"] == ["rss", "rss_slope"]


def test_a_slope_of_two_megabytes_an_hour_is_named_and_noise_is_not():
    assert judge(samples(grow=2 / 240))["faults"] == ["rss_slope"]
    noisy = judge(samples(noise=20))
    assert noisy["faults"] == [] and noisy["give_or_take"] > 0


def test_what_grows_only_while_warming_up_is_no_fault():
    warm = [replace(each, rss_mb=min(600, each.rss_mb)) for each in samples(grow=4)]
    assert judge(warm)["faults"] == []


def test_latency_that_drifts_counts_where_a_processor_was_free():
    assert judge(samples(late=1))["faults"] == ["late_drift"]
    busy = judge(samples(late=1, waited=10.0))
    assert busy["faults"] == [] and busy["waiting"] == 0.5 and "late_drift" not in busy


def test_a_moment_is_too_short_to_tell():
    assert not judge(samples()[:5])["ok"]
    assert not enough(samples()[:5]) and enough(samples())


def test_opencv_goes_on_while_everything_is_counted():
    """OpenCV lets other threads run while it fills a tuple, and gives up if somebody holds that tuple meanwhile."""
    dots = np.kron(np.indices((20, 20)).sum(axis=0) % 2, np.full((10, 10), 255)).astype(np.uint8)
    much = [[number] for number in range(300_000)]
    counting = threading.Event()
    counting.set()

    def count() -> None:
        while counting.is_set():
            _alive()

    counter = threading.Thread(target=count)
    counter.start()
    # In a process that holds much every call waits for a count to end.
    until, calls = time.monotonic() + LONG_S, 0
    try:
        while calls < 4000 and (time.monotonic() < until or not calls):
            assert cv2.findContours(dots, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            calls += 1
    finally:
        counting.clear()
        counter.join()
    assert much


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
