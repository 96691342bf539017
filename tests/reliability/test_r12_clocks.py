"""R12: whatever happens to the wall clock during a match, order and durations stay; wall time is only shown."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.core.codec import kinds_of
from companion.games._template import GAME
from companion.recorder import begin_recording
from companion.store.sqlite import MatchFile
from tests.reliability.scripted import script
from tests.vision.recording.made import MS, SIZE, picture, played, told
from vision.frame import Frame, Gap
from vision.recording.reader import Recording
from vision.recording.record import Record
from vision.recording.walk import contents_of, walk
from vision.sources.scripted import Scripted

NOON = datetime(2026, 10, 25, 0, 59, tzinfo=UTC)
DAY = timedelta(days=1)
KINDS = kinds_of(GAME.events)


def clocks() -> dict[str, Callable[[], datetime]]:
    """Wall clocks that jump between two looks at them."""
    summer, winter = timezone(timedelta(hours=2)), timezone(timedelta(hours=1))

    def looks(*times: datetime) -> Callable[[], datetime]:
        rest = iter(times)
        last = [times[-1]]
        return lambda: next(rest, last[0])

    return {
        "a day forward": looks(NOON, NOON + DAY),
        "a day back": looks(NOON, NOON - DAY),
        "summer time ends": looks(NOON.astimezone(summer), (NOON + timedelta(minutes=2)).astimezone(winter)),
    }


@pytest.mark.parametrize("jump", sorted(clocks()))
def test_a_recording_knows_no_wall_clock_but_for_its_name(tmp_path: Path, jump: str) -> None:
    seen = list(played())
    for name, wall in (("steady", lambda: NOON), ("jumping", clocks()[jump])):
        wall()
        recorder = begin_recording(tmp_path / name, Scripted((), SIZE), free=lambda folder: 10**12, wall=wall)
        for each in seen:
            recorder.frame(each)
        recorder.end_film()
    assert told(tmp_path / "steady") == told(tmp_path / "jumping")
    began = {name: Recording(tmp_path / name).manifest.began for name in ("steady", "jumping")}
    assert began["steady"] != began["jumping"]


def test_an_hour_of_sleep_is_an_hour(tmp_path: Path) -> None:
    """A tablet that slept: the camera's clock went on, or stood still. Either way nothing else is moved."""
    hour = 3_600_000 * MS

    def slept(pause: int) -> Iterator[Frame | Gap]:
        for index in range(12):
            t_ns = index * 500 * MS + (pause if index >= 6 else 0)
            if index == 6:
                yield Gap(5 * 500 * MS, "camera_stalled")
            yield Frame(index, t_ns, picture(index), "camera")

    for pause in (0, hour):
        folder = tmp_path / str(pause)
        recorder = begin_recording(folder, Scripted((), SIZE), free=lambda folder: 10**12)
        for seen in slept(pause):
            recorder.frame(seen)
        recorder.end_film()
        records = [item for item in walk(contents_of(folder)) if isinstance(item, Record) and item.index >= 0]
        assert [item.index for item in records] == list(range(12))
        assert records[-1].t_ns - records[6].t_ns == 2_500 * MS
        assert records[6].t_ns - records[5].t_ns == 500 * MS + pause


@pytest.mark.parametrize("jump_s", [-86_400, 3_600, 86_400])
def test_a_match_keeps_its_order_when_the_wall_clock_jumps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: int
) -> None:
    real = time.time_ns
    file = MatchFile(tmp_path / "m.tapis")
    log = file.begin(KINDS)
    events = script()[:20]
    for n, event in enumerate(events):
        if n == 10:
            monkeypatch.setattr(time, "time_ns", lambda: real() + jump_s * 10**9)
            monkeypatch.setenv("TZ", "Pacific/Auckland")
            time.tzset()
        log.append(event, lo_ns=n * MS, hi_ns=n * MS + 5)
    second = file.begin(KINDS)
    second.append(events[0])
    file.close()
    monkeypatch.undo()
    time.tzset()
    again = MatchFile(tmp_path / "m.tapis")
    entries = again.resume(1, KINDS).entries()
    assert [entry.event for entry in entries] == events
    assert [entry.hi_ns - entry.lo_ns for entry in entries] == [5] * 20
    assert [entry.lo_ns for entry in entries] == [n * MS for n in range(20)]
    assert list(again.matches()) == [1, 2]
    again.close()
