"""R4 for video: a disk that fills up ends the film in time, says so, and play goes on; nothing is raised."""

import errno
from pathlib import Path

from companion.core.events import Entry, ManualScore
from companion.core.ids import PlayerId
from companion.recorder import Recorded, begin_recording
from tests.vision.recording.made import MS, SIZE, picture, played, told
from vision.frame import Frame
from vision.recording.room import Room
from vision.recording.writer import MATCH
from vision.sources.scripted import Scripted

POINTS = Entry(1, ManualScore(PlayerId("Ann"), 5))


def test_video_ends_while_there_is_room_for_the_log(tmp_path: Path) -> None:
    free = iter([10**12, 10**12, 400_000_000, 299_000_000])
    recorder = begin_recording(tmp_path / "r", Scripted((), SIZE), free=lambda folder: next(free, 0))
    rooms = []
    for index in range(10):
        recorder.frame(Frame(index, index * 3_000 * MS, picture(index), "camera"))
        rooms.append(recorder.room)
    assert rooms[0] is Room.PLENTY and Room.LITTLE in rooms and rooms[-1] is Room.NONE
    assert not recorder.filming
    recorder.entered(POINTS)
    assert '"points": 5' in (tmp_path / "r" / MATCH).read_text("utf-8")
    frames = told(tmp_path / "r")
    assert 0 < len(frames) < 10 and all(item[0] == "frame" for item in frames)


def test_a_disk_that_refuses_stops_the_film_and_not_the_play(tmp_path: Path) -> None:
    source = Scripted(played(), SIZE)
    recorder = begin_recording(tmp_path / "r", source, free=lambda folder: 10**12)
    recorded = Recorded(source, recorder)
    real = recorder.writer.put

    def put(seen: object) -> None:
        if recorder.writer.frames == 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(seen)  # type: ignore[arg-type]

    recorder.writer.put = put  # type: ignore[method-assign,assignment]
    assert len(list(iter(recorded.read, None))) == 25
    assert not recorder.filming and recorder.room is Room.NONE and "No space" in recorder.trouble
    assert [item[1] for item in told(tmp_path / "r") if item[0] == "frame"] == list(range(5))
