"""Sources deliver every frame once, in order, with its own time, and say where there is a gap."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import BadInput
from vision.frame import Frame, Gap
from vision.sources.image_folder import UNREADABLE, ImageFolder
from vision.sources.open import open_source
from vision.sources.source import Source
from vision.sources.video_file import ENDS_EARLY


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Twelve frames at 15 a second; the brightness of a frame tells its number."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 15.0, (64, 48))
    for number in range(12):
        writer.write(np.full((48, 64, 3), 20 * number + 10, np.uint8))
    writer.release()
    return path


def read_all(source: Source) -> list[Frame | Gap]:
    seen: list[Frame | Gap] = []
    while (item := source.read()) is not None:
        seen.append(item)
    source.close()
    return seen


def test_a_video_gives_every_frame_with_its_time(clip: Path) -> None:
    source = open_source(clip)
    assert source.size == (64, 48)
    frames = read_all(source)
    assert [frame.index for frame in frames if isinstance(frame, Frame)] == list(range(12))
    for number, frame in enumerate(frames):
        assert isinstance(frame, Frame)
        assert frame.t_ns == pytest.approx(number * 1e9 / 15, abs=1e6)
        assert frame.image.mean() == pytest.approx(20 * number + 10, abs=3)


def test_reading_twice_gives_the_same(clip: Path) -> None:
    first, second = read_all(open_source(clip)), read_all(open_source(clip))
    assert [frame.t_ns for frame in first if isinstance(frame, Frame)] == [
        frame.t_ns for frame in second if isinstance(frame, Frame)
    ]


def test_a_video_cut_short_gives_what_came_before_the_cut(tmp_path: Path) -> None:
    noisy, cut = tmp_path / "noisy.avi", tmp_path / "cut.avi"
    writer = cv2.VideoWriter(str(noisy), cv2.VideoWriter_fourcc(*"MJPG"), 15.0, (160, 120))
    for _ in range(12):
        writer.write(np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8))
    writer.release()
    cut.write_bytes(noisy.read_bytes()[: noisy.stat().st_size * 2 // 3])
    frames = [item for item in read_all(open_source(cut)) if isinstance(item, Frame)]
    gaps = [item for item in read_all(open_source(cut)) if isinstance(item, Gap)]
    assert 0 < len(frames) < 12
    assert all(gap.reason == ENDS_EARLY and gap.since_ns > frames[-1].t_ns for gap in gaps)


@pytest.mark.parametrize("content", [b"", b"no video at all", b"RIFF\x00\x00\x00\x00AVI "])
def test_what_is_no_video_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "clip.avi"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"clip\.avi"):
        open_source(path)


def test_a_missing_recording_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such"):
        open_source(tmp_path / "nothing.avi")


def test_a_folder_of_pictures_is_a_recording_and_a_damaged_one_a_gap(tmp_path: Path) -> None:
    for number in (2, 0, 1):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((48, 64, 3), 50 * number, np.uint8))
    (tmp_path / "1.png").write_bytes(b"damaged")
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_source(tmp_path)
    assert isinstance(source, ImageFolder)
    first, gap, last = read_all(source)
    assert isinstance(first, Frame) and isinstance(last, Frame)
    assert gap == Gap(round(1e9 / 30), UNREADABLE)
    assert last.index == 2 and last.image.mean() == pytest.approx(100, abs=1)


def test_an_empty_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no pictures"):
        open_source(tmp_path)
