"""The same file twice gives the same answers, however busy the machine is: nothing that is told hangs on a clock."""

import time
from collections.abc import Iterator

import pytest

from calibration.table_file import Seat
from tests.vision.track.hits import Arm, SeesColours, frames, seen_table
from vision.observe import Seen
from vision.recognise.reading import Reading
from vision.watcher import Watcher


class _Blind:
    def read(self, image: object, within: object = None) -> tuple[Reading, ...]:
        return ()

    def name(self, image: object, outlines: object) -> tuple[Reading, ...]:
        return ()


def told() -> list[Seen]:
    watcher = Watcher(_Blind(), seen_table(), SeesColours())
    return [
        seen
        for frame in frames([Arm(Seat.NORTH, 0.45, beyond=10), Arm(Seat.SOUTH, 0.55)])
        for seen in watcher.watch(frame)
    ]


def _slow(step_ns: int) -> Iterator[int]:
    now = 0
    while True:
        now += step_ns
        yield now


def test_a_busy_machine_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    calm = told()
    clock = _slow(5_000_000_000)
    for name in ("monotonic_ns", "perf_counter_ns", "time_ns"):
        monkeypatch.setattr(time, name, lambda: next(clock))
    for name in ("monotonic", "perf_counter", "time"):
        monkeypatch.setattr(time, name, lambda: next(clock) / 1e9)
    assert told() == calm
    assert len(calm) == 2
