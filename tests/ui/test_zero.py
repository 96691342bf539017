"""The clap test on the screen: drawn claps with a drawn sound, whose distance in time is known; and what is refused."""

import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from calibration.calibration import load_calibration, save_calibration
from calibration.clock import ZeroTest
from calibration.errors import BadInput
from companion.ear import RATE_HZ, DesktopEar, Heard, TabletEar, open_ear
from companion.zero import SECONDS, Clapping, clap_test
from tests.calibration.test_calibration import EXAMPLE
from vision.frame import Frame
from vision.sources.android.microphone import Sound
from vision.sources.scripted import Scripted

from .conftest import until
from .test_live import Still, with_camera

FPS, CLAPS = 30, (1.0, 2.0, 3.0, 4.0, 5.0)


class Hour:
    """The ear's clock: it has been going for long when the first picture comes."""

    first_ns = now_ns = 40_000 * 10**9


def camera() -> Scripted:
    """Two bars that meet at every clap, rest on each other and part slowly."""

    def picture(t: float):
        to_next = min((at - t for at in CLAPS if at >= t), default=1.0)
        since = min((t - at for at in CLAPS if at < t), default=1.0)
        apart = int(min(400 * to_next, 60 * max(0.0, since - 0.2), 16))
        image = np.full((180, 320, 3), 60, np.uint8)
        image[40:140, 150 - apart : 158 - apart] = 220
        image[40:140, 162 + apart : 170 + apart] = 220
        return image

    def frames():
        for k in range(FPS * SECONDS):
            t_ns = round(k / FPS * 1e9)
            # Every other picture is seen late.
            Hour.now_ns = Hour.first_ns + t_ns + k % 2 * 60_000_000
            yield Frame(k, t_ns, picture(k / FPS), "claps")

    Hour.now_ns = Hour.first_ns
    return Scripted(frames(), (320, 180), "claps")


class Ear:
    """Hears every clap late by so many seconds, each by a little more."""

    def __init__(self, late_s: float, more_s: float = 0.0):
        noise = np.random.default_rng(5)
        samples = noise.normal(0, 0.002, RATE_HZ * SECONDS)
        for number, at in enumerate(CLAPS):
            start = round((at + late_s + number * more_s) * RATE_HZ)
            if start + 800 > len(samples):
                break
            samples[start : start + 800] += noise.normal(0, 0.5, 800) * np.exp(-np.arange(800) / 160)
        self.samples, self.closed = samples, False

    def now(self) -> int:
        return Hour.now_ns

    def listen(self) -> None:
        pass

    def heard(self) -> Heard:
        return Heard(self.samples, Hour.first_ns)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def table(tmp_path):
    save_calibration(replace(EXAMPLE, zero=None), tmp_path / "table.json")
    return tmp_path / "table.json"


def test_claps_are_measured_and_kept_with_the_table(table):
    ear = Ear(0.12)
    *going_on, test = clap_test(table, camera, lambda: ear)
    assert all(isinstance(each, Clapping) for each in going_on) and going_on[0].left_s == SECONDS
    assert isinstance(test, ZeroTest) and test.claps >= 3
    assert test.offset_ms == pytest.approx(120, abs=20)
    assert load_calibration(table).zero == test
    assert ear.closed


@pytest.mark.parametrize("ear", [Ear(0.05, 0.03), Ear(9.0)])
def test_clocks_that_cannot_be_compared_are_refused_and_not_kept(table, ear):
    with pytest.raises(BadInput):
        list(clap_test(table, camera, lambda: ear))
    assert load_calibration(table).zero is None
    assert ear.closed


def test_a_silent_microphone_is_told(table):
    ear = Ear(0.1)
    ear.samples = np.zeros(0)
    with pytest.raises(BadInput, match="heard nothing"):
        list(clap_test(table, camera, lambda: ear))


def test_a_computer_without_a_recorder_says_what_to_do(monkeypatch):
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    with pytest.raises(BadInput, match="no program that records"):
        open_ear(lambda name: None)


def test_samples_of_a_program_have_the_time_at_which_they_were_heard():
    script = "import sys, time; sys.stdout.buffer.write(bytes(32000)); sys.stdout.flush(); time.sleep(60)"
    before = time.monotonic_ns()
    ear = DesktopEar((sys.executable, "-c", script))
    end = time.monotonic() + 60
    while len(ear.heard().samples) < RATE_HZ and time.monotonic() < end:
        time.sleep(0.01)
    heard = ear.heard()
    ear.close()
    assert len(heard.samples) == RATE_HZ
    assert before - 1_000_000_000 <= heard.start_ns <= time.monotonic_ns() - 1_000_000_000


class Microphone:
    """A tablet's, with these blocks of sound waiting."""

    def __init__(self, *blocks: Sound | None, trouble: str = ""):
        self.blocks, self.trouble = list(blocks), trouble

    def take(self, _wait_ns):
        return self.blocks.pop(0) if self.blocks else None


def test_a_tablets_blocks_carry_their_own_time():
    """The first blocks are gone when it is listened to for the first time, and others later."""
    samples = np.ones(4, np.float32)
    heard = TabletEar(Microphone(Sound(RATE_HZ, 5_000_000_000, samples), Sound(RATE_HZ + 6, 0, samples), None)).heard()
    assert heard.start_ns == 5_000_000_000
    assert list(heard.samples) == [1, 1, 1, 1, 0, 0, 1, 1, 1, 1]


def test_a_tablets_microphone_that_is_taken_says_so():
    with pytest.raises(BadInput, match="microphone_taken"):
        TabletEar(Microphone(trouble="microphone_taken")).heard()


def test_the_button_is_there_once_a_table_is_kept(launch, table):
    app = launch()
    with_camera(app, Still())
    app.workshop.eyes.open = camera
    app.workshop.open_ear = lambda: Ear(0.1)
    app.go("calibrate")
    screen = app.screens.get_screen("calibrate")
    screen._kept(str(table))
    screen.clap()
    until(lambda: "claps:" in screen.told)
    assert load_calibration(table).zero is not None
    screen.clap()
    app.workshop.open_ear = lambda: Ear(9.0)
    screen.clap()
    until(lambda: screen.trouble != "")
    assert not screen.busy
