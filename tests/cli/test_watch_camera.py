"""tapis watch before a live camera: the bundled game sent over the network, and a camera that is not there."""

import itertools
import json
import time
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import watch
from companion.referee.demo import demo_folder
from tests.vision.sources.rig import network_camera, part
from vision.frame import Frame, Gap
from vision.sources.scripted import Scripted
from vision.sources.video_file import VideoFile

PARTS = {"deck": "deck", "table": "table.json"}
ASKED = [word for name, path in PARTS.items() for word in (f"--{name}", str(demo_folder() / path))]


def test_a_camera_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--camera", "webcam:none@0"], ["http://127.0.0.1:1/video"], ["--camera", "1", "clip.avi"], []):
        assert main(["watch", *ASKED, *words]) == 2
        assert "Traceback" not in capsys.readouterr().err


def test_the_game_is_seen_through_the_network(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first seconds of the game as a network camera sends them, then Ctrl-C."""
    video = VideoFile(demo_folder() / "recording.avi")
    pictures = [seen.image for seen in itertools.islice(iter(video.read, None), 45) if isinstance(seen, Frame)]
    sent: list[int] = []

    def parts() -> Iterator[bytes]:
        for number, image in enumerate(itertools.chain([pictures[0]] * 6, pictures, itertools.repeat(pictures[-1]))):
            noisy = cv2.add(image, np.random.default_rng(number).integers(0, 2, image.shape).astype(np.uint8))
            yield part(noisy)
            sent.append(number)
            time.sleep(0.03)

    def until_the_card(row: dict[str, object]) -> str:
        if row["kind"] == "place":
            raise KeyboardInterrupt
        return json.dumps(row)

    monkeypatch.setattr(watch, "_words", until_the_card)
    with network_camera(parts) as url:
        assert main(["watch", *ASKED, "--camera", url]) == 130
    assert len(sent) < 600
    assert "stopped" in capsys.readouterr().err


def test_a_gap_that_lasts_is_told_once() -> None:
    class Idle:
        disturbed_since_ns = None

        def watch(self, frame: Frame) -> tuple[()]:
            return ()

    frame = Frame(0, 0, np.zeros((4, 4, 3), np.uint8), "t")
    gap = Gap(5_000_000, "camera_lost")
    rows = list(watch.told(Scripted([frame, gap, gap, gap, frame, Gap(9_000_000, "camera_dark")], (4, 4)), Idle()))  # type: ignore[arg-type]
    assert [row["kind"] for row in rows] == ["gap", "gap", "end"]
    assert [row.get("reason") for row in rows] == ["camera_lost", "camera_dark", None]
