"""What is recorded comes back: the same frames and gaps at the same times, only the table, no more than was allowed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.errors import BadInput
from calibration.table_file import load_table
from companion.referee.demo import demo_folder
from tests.vision.recording.made import MANIFEST, MS, SIZE, picture, played, record, told
from vision.frame import Frame, Gap
from vision.recording.outline import table_outline
from vision.recording.reader import Recording
from vision.recording.room import STOP_BYTES, WARN_SECONDS, Room, room_left
from vision.recording.writer import SEGMENT_NS, Writer
from vision.sources.open import open_source


def test_the_same_frames_and_gaps_come_back_at_the_same_times(tmp_path: Path) -> None:
    seen = list(played())
    again = list(iter(open_source(record(tmp_path / "r")).read, None))
    assert len(again) == len(seen)
    for was, now in zip(seen, again, strict=True):
        if isinstance(was, Gap):
            assert now == was
        else:
            assert isinstance(now, Frame) and (now.index, now.t_ns) == (was.index, was.t_ns)
            assert np.abs(now.image.astype(int) - was.image).max() <= 3


def test_a_segment_is_at_most_ten_seconds_and_opens_alone(tmp_path: Path) -> None:
    folder = record(tmp_path / "r")
    segments = sorted(folder.glob("*.segment"))
    assert len(segments) == 3
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "any name.segment").write_bytes(segments[0].read_bytes())
    frames = [item for item in iter(Recording(alone).read, None) if isinstance(item, Frame)]
    assert frames and frames[-1].t_ns - frames[0].t_ns <= SEGMENT_NS
    assert Recording(alone).manifest == MANIFEST


def test_seeking_gives_what_reading_from_the_start_gives(tmp_path: Path) -> None:
    folder = record(tmp_path / "r")
    everything = told(folder)
    for place in (0, 1, 7, 13, 20, 24):
        recording = Recording(folder)
        item = everything[place]
        recording.seek(int(str(item[2] if item[0] == "frame" else item[1])))
        first = recording.read()
        assert first is not None and (first.t_ns if isinstance(first, Frame) else first.since_ns) in item


def test_only_the_table_is_kept(tmp_path: Path) -> None:
    outline = ((0.0, 0.0), (11.0, 0.0), (11.0, 15.0), (0.0, 15.0))
    white = Frame(0, 0, np.full((SIZE[1], SIZE[0], 3), 255, np.uint8), "test")
    record(tmp_path / "r", iter([white]), replace(MANIFEST, outline=outline))
    frame = Recording(tmp_path / "r").read()
    assert isinstance(frame, Frame)
    assert frame.image[:, :8].min() > 240 and frame.image[:, 16:].max() < 10


def test_the_outline_holds_every_pile_and_stays_in_the_picture() -> None:
    import cv2

    table = load_table(demo_folder() / "table.json")
    wide, narrow = table_outline(table), table_outline(table, 20.0)
    for outline in (wide, narrow):
        shape = np.array(outline, np.float32)
        for pile in table.piles:
            assert all(cv2.pointPolygonTest(shape, corner, True) > -2 for corner in pile.polygon)
        assert shape.min() >= 0 and (shape <= np.array(table.size)).all()
    areas = [cv2.contourArea(np.array(outline, np.float32)) for outline in (narrow, wide)]
    assert areas[0] < areas[1] <= table.size[0] * table.size[1]


def test_the_oldest_segments_make_room(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "r", MANIFEST, most_bytes=9_000)
    for index in range(120):
        writer.put(Frame(index, index * 1_000 * MS, picture(index), "test"))
    writer.close()
    left = sum(path.stat().st_size for path in (tmp_path / "r").glob("*.segment"))
    assert left <= 9_000
    seen = told(tmp_path / "r")
    assert seen[-1][1] == 119 and len(seen) < 120 and all(item[0] == "frame" for item in seen)


def test_a_folder_that_holds_anything_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"dear")
    with pytest.raises(BadInput, match="already"):
        Writer(tmp_path, MANIFEST)
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.jpg"]


def test_what_was_put_is_there_without_a_close(tmp_path: Path) -> None:
    """As after a kill: every record went to the system when it was put."""
    writer = Writer(tmp_path / "r", MANIFEST)
    for seen in played(5):
        writer.put(seen)
    assert [item[0] for item in told(tmp_path / "r")] == ["frame"] * 3 + ["gap"] + ["frame"] * 2 + ["gap"]
    assert told(tmp_path / "r")[-1][2] == "recording_ends_early"


def test_a_session_without_a_picture_is_a_recording_too(tmp_path: Path) -> None:
    assert told(record(tmp_path / "r", iter(()))) == []


@pytest.mark.parametrize(
    ("free_mb", "written_mb", "seconds", "most_mb", "room"),
    [
        (299, 100, 100.0, 0, Room.NONE),
        (301, 100, 100.0, 0, Room.LITTLE),
        (300 + WARN_SECONDS - 1, 100, 100.0, 0, Room.LITTLE),
        (300 + WARN_SECONDS + 1, 100, 100.0, 0, Room.PLENTY),
        # A recording that rotates and is full needs nothing more.
        (301, 500, 100.0, 500, Room.PLENTY),
        (301, 100, 100.0, 500, Room.LITTLE),
    ],
)
def test_room_is_told_in_time(free_mb: int, written_mb: int, seconds: float, most_mb: int, room: Room) -> None:
    assert room_left(free_mb * 10**6, written_mb * 10**6, seconds, most_mb * 10**6) is room
    assert STOP_BYTES == 300 * 10**6
