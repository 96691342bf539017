"""Who speaks: a port, and the programs of a desktop that can do it offline. Where there is none, nobody speaks.

Words wait for each other. When more comes than can be said, the oldest that wait are left out: what is on the table
now matters more than what was.
"""

import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

#: More sentences than this never wait.
MOST_WAITING = 4


class Speaker(Protocol):
    """Says words in a language, one after the other, without making anybody wait."""

    def say(self, words: str, language: str) -> None: ...

    def step(self) -> None:
        """Called now and then: begins the next sentence when the last one has ended."""

    def stop(self) -> None:
        """Silence, at once."""


class Process(Protocol):
    """A program that is speaking."""

    def poll(self) -> int | None: ...

    def terminate(self) -> None: ...


def command_for(program: str, words: str, language: str) -> list[str]:
    """How a program is told to say something. The words come last and are never part of an option or a script."""
    if program == "spd-say":
        return [program, "--wait", "--language", language, "--", words]
    if program in ("espeak-ng", "espeak"):
        return [program, "-v", language, "--", words]
    if program == "say":
        return [program, "-v", {"en": "Samantha", "fr": "Thomas", "de": "Anna"}[language], "--", words]
    script = (
        "Add-Type -AssemblyName System.Speech; (New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($args[0])"
    )
    return [program, "-NoProfile", "-Command", f"& {{ {script} }}", words]


def programs(platform: str = sys.platform) -> tuple[str, ...]:
    """What could speak on such a machine."""
    if platform == "darwin":
        return ("say",)
    if platform == "win32":
        return ("powershell",)
    return ("spd-say", "espeak-ng", "espeak")


def find_program(which: Callable[[str], str | None] = shutil.which) -> str:
    return next((program for program in programs() if which(program)), "")


def _start(command: Sequence[str]) -> Process:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


class DesktopSpeaker:
    """Speaks by a program of the desktop."""

    def __init__(self, program: str, start: Callable[[Sequence[str]], Process] = _start) -> None:
        self._program, self._start = program, start
        self._waiting: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self._speaking: Process | None = None

    def say(self, words: str, language: str) -> None:
        self._waiting.append((words, language))
        self.step()

    def step(self) -> None:
        if self._speaking is not None and self._speaking.poll() is None:
            return
        self._speaking = None
        if self._waiting:
            words, language = self._waiting.popleft()
            try:
                self._speaking = self._start(command_for(self._program, words, language))
            except OSError:
                # The program has gone since it was found: the screen still shows everything.
                self._waiting.clear()

    def stop(self) -> None:
        self._waiting.clear()
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.terminate()
        self._speaking = None


class Silence:
    """Where nothing can speak."""

    def say(self, words: str, language: str) -> None:
        pass

    def step(self) -> None:
        pass

    def stop(self) -> None:
        pass


def find_speaker() -> Speaker:
    """The speech of this machine, or silence."""
    program = find_program()
    return DesktopSpeaker(program) if program else Silence()
