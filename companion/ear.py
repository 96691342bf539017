"""A desktop's microphone: whatever program this system has for recording writes samples, and they are taken from it.

It decides when the first sample was heard: a block that comes late says nothing, so the promptest one tells.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any, Protocol

import numpy as np

from calibration.errors import BadInput
from calibration.plane import Floats

RATE_HZ = 16_000
#: What writes 16-bit samples of one channel to its output, and how it is asked to.
PROGRAMS = {
    "parec": ("--raw", "--format=s16le", f"--rate={RATE_HZ}", "--channels=1", "--latency-msec=20"),
    "arecord": ("-q", "-t", "raw", "-f", "S16_LE", "-r", str(RATE_HZ), "-c", "1"),
    "rec": ("-q", "-t", "raw", "-b", "16", "-e", "signed", "-r", str(RATE_HZ), "-c", "1", "-"),
}


@dataclass(frozen=True, slots=True)
class Heard:
    """All samples so far, between -1 and 1, and when the first was heard."""

    samples: Floats
    start_ns: int


class Ear(Protocol):
    def now(self) -> int:
        """The time on the clock that `heard` tells of."""

    def listen(self) -> None:
        """Take what has come in; never waits."""

    def heard(self) -> Heard: ...

    def close(self) -> None: ...


class DesktopEar:
    def __init__(self, command: Sequence[str], now: Callable[[], int] = time.monotonic_ns) -> None:
        self.now = now
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        os.set_blocking(self._output.fileno(), False)
        self._data = bytearray()
        self._start_ns: int | None = None

    def listen(self) -> None:
        while block := self._output.read(65_536):
            self._data += block
            start_ns = self.now() - len(self._data) // 2 * 1_000_000_000 // RATE_HZ
            self._start_ns = start_ns if self._start_ns is None else min(self._start_ns, start_ns)

    def heard(self) -> Heard:
        self.listen()
        whole = bytes(self._data[: len(self._data) // 2 * 2])
        return Heard(np.frombuffer(whole, "<i2").astype(np.float64) / 32768.0, self._start_ns or 0)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._output.close()

    @property
    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout


class TabletEar:
    """The tablet's own microphone, which tells the time of every block on the steady clock."""

    def __init__(self, microphone: Any) -> None:
        self._microphone = microphone
        self._blocks: list[Floats] = []
        self._start_ns: int | None = None
        self._next = 0

    def now(self) -> int:
        return time.monotonic_ns()

    def listen(self) -> None:
        while (sound := self._microphone.take(1_000_000)) is not None:
            if self._start_ns is None:
                self._start_ns, self._next = sound.t_ns, sound.first
            # What was not taken in time is gone: silence stands for it.
            self._blocks += [np.zeros(sound.first - self._next), sound.samples.astype(np.float64)]
            self._next = sound.first + len(sound.samples)

    def heard(self) -> Heard:
        self.listen()
        if self._microphone.trouble:
            # Why, in short; there are words for it in each language.
            raise BadInput(self._microphone.trouble)
        return Heard(np.concatenate(self._blocks or [np.zeros(0)]), self._start_ns or 0)

    def close(self) -> None:
        self._microphone.close()


def open_ear(which: Callable[[str], str | None] = shutil.which) -> Ear:
    if "ANDROID_ARGUMENT" in os.environ:
        from vision.sources.android.microphone import AndroidMicrophone

        return TabletEar(AndroidMicrophone())
    for name, arguments in PROGRAMS.items():
        if program := which(name):
            return DesktopEar((program, *arguments))
    raise BadInput(
        "this computer has no program that records sound",
        do=f"install one of {', '.join(PROGRAMS)}; or film a few claps, and `tapis clap` takes the film and its sound",
    )
