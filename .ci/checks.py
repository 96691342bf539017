#!/usr/bin/env python3
"""Everything a change must pass: the tests, lint, format, types, README's commands, and the tests on the oldest OpenCV.

    bash .ci/run       needs a fresh clone, Python 3.11 and the network; asks nothing; exits 0 when all is green

It goes on after a failure, so that one run shows everything that is wrong. The house rules are tests (tests/house).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / ("Scripts" if os.name == "nt" else "bin")
OLDEST = ROOT / "build" / "oldest-opencv"
TESTS = "python3 run.py test"
#: What never calls OpenCV is not run a second time.
NO_PIXELS = [f"--ignore=tests/{room}" for room in ("core", "games", "conformance", "house", "store", "ui")]


@dataclass(frozen=True)
class Outcome:
    name: str
    green: bool
    seconds: float
    last_line: str


def main() -> int:
    os.chdir(ROOT)
    started = time.monotonic()
    outcomes = [check(name, command) for name, command in steps()]
    print("\n--- .ci/run", flush=True)
    for outcome in outcomes:
        print(f"{'ok ' if outcome.green else 'RED'} {outcome.seconds:6.0f} s  {outcome.name:44}  {outcome.last_line}")
    green = all(outcome.green for outcome in outcomes)
    print(f"{'green' if green else 'RED'} after {(time.monotonic() - started) / 60:.1f} minutes")
    # The closing line is the tests' own: how many passed, on the newest OpenCV.
    print(outcomes[0].last_line, flush=True)
    return 0 if green else 1


def steps() -> list[tuple[str, list[str]]]:
    python = str(OLDEST / BIN.name / "python")
    pinned = ["opencv-python==4.12.0.88", "numpy==2.2.6"]
    return [
        (TESTS, words_of(TESTS)),
        ("ruff check", [str(BIN / "ruff"), "check"]),
        ("ruff format --check", [str(BIN / "ruff"), "format", "--check"]),
        ("mypy --strict", [str(BIN / "mypy"), "--strict", "calibration", "companion", "vision", "run.py", "main.py"]),
        *((f"README: {command}", words_of(command)) for command in readme_commands() if command != TESTS),
        ("a second .venv", [sys.executable, "-m", "venv", "--clear", str(OLDEST)]),
        ("OpenCV 4.12 in it", [python, "-m", "pip", "install", "--quiet", "--editable", ".[test]", *pinned]),
        ("the tests on OpenCV 4.12", [python, "-m", "pytest", "-n", "2", "-m", "not slow", *NO_PIXELS]),
    ]


def readme_commands() -> list[str]:
    """Every line of README's `sh` blocks: what README says works is run, as it stands there."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    commands = [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]
    if TESTS not in commands:
        sys.exit(f".ci/run: README.md does not tell `{TESTS}`")
    return [command for command in commands if command]


def words_of(command: str) -> list[str]:
    return [sys.executable if word == "python3" else word for word in shlex.split(command)]


def check(name: str, command: list[str]) -> Outcome:
    """Run one step, show what it says as it says it, and remember how it ended."""
    print(f"\n--- {name}", flush=True)
    started = time.monotonic()
    last_line = ""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        return Outcome(name, False, 0, str(error))
    assert process.stdout is not None
    for line in process.stdout:
        print(line, end="", flush=True)
        last_line = line.strip() or last_line
    return Outcome(name, process.wait() == 0, time.monotonic() - started, last_line)


if __name__ == "__main__":
    sys.exit(main())
