"""tapis clap: drawn claps with a drawn sound, whose distance in time is known; and what is no zero test."""

import json
import wave
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibration import load_calibration, save_calibration
from companion.cli import main
from tests.calibration.test_calibration import EXAMPLE

FPS, RATE, CLAPS = 30, 16000, (1.0, 2.0, 3.0, 4.0)


def film(path: Path) -> None:
    """Two bars that meet at every clap, rest on each other and part slowly."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (320, 180))
    for k in range(FPS * 5):
        to_next = min((at - k / FPS for at in CLAPS if at >= k / FPS), default=1.0)
        since = min((k / FPS - at for at in CLAPS if at < k / FPS), default=1.0)
        apart = int(min(400 * to_next, 60 * max(0.0, since - 0.2), 16))
        picture = np.full((180, 320, 3), 60, np.uint8)
        picture[40:140, 150 - apart : 158 - apart] = 220
        picture[40:140, 162 + apart : 170 + apart] = 220
        video.write(picture)
    video.release()


def sound(path: Path, late_s: float) -> None:
    noise = np.random.default_rng(5)
    samples = noise.normal(0, 0.002, RATE * 5)
    for at in CLAPS:
        start = round((at + late_s) * RATE)
        if start + 800 > len(samples):
            continue
        samples[start : start + 800] += noise.normal(0, 0.5, 800) * np.exp(-np.arange(800) / 160)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


@pytest.fixture
def table(tmp_path: Path) -> Path:
    save_calibration(EXAMPLE, tmp_path / "table.json")
    return tmp_path / "table.json"


def test_the_distance_of_sound_and_picture_is_measured_and_kept(tmp_path, table, capsys):
    film(tmp_path / "claps.avi")
    sound(tmp_path / "claps.wav", late_s=0.12)
    assert (
        main(["clap", str(tmp_path / "claps.avi"), str(tmp_path / "claps.wav"), "--table", str(table), "--json"]) == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert told["claps"] >= 3
    assert told["offset_ms"] == pytest.approx(120, abs=20)
    assert told["spread_ms"] < 20
    kept = load_calibration(table).zero
    assert kept is not None and kept.offset_ms == pytest.approx(told["offset_ms"], abs=0.01)


@pytest.mark.parametrize("noise", [b"", b"RIFF not a sound at all", b"\0" * 300], ids=["empty", "no-sound", "zeros"])
def test_what_is_no_sound_changes_nothing(tmp_path, table, capsys, noise):
    film(tmp_path / "claps.avi")
    (tmp_path / "claps.wav").write_bytes(noise)
    before = table.read_bytes()
    assert main(["clap", str(tmp_path / "claps.avi"), str(tmp_path / "claps.wav"), "--table", str(table)]) == 2
    assert "WAV" in capsys.readouterr().err
    assert table.read_bytes() == before


def test_claps_that_were_not_heard_are_no_zero_test(tmp_path, table, capsys):
    film(tmp_path / "claps.avi")
    sound(tmp_path / "claps.wav", late_s=30)
    before = table.read_bytes()
    assert main(["clap", str(tmp_path / "claps.avi"), str(tmp_path / "claps.wav"), "--table", str(table)]) == 2
    assert "clap" in capsys.readouterr().err
    assert table.read_bytes() == before
