"""The tests on the tablet's versions, in a Debian that is unpacked into the cache: Python 3.14, Debian's Kivy, OpenCV
4.12 and numpy 2.3, as python-for-android has them.

They run a folder at a time, and a folder that has passed is remembered for this very commit: a run that was stopped
goes on where it was. What runs is the last commit, so that what somebody is just writing does not disturb.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.proofs.debian import Debian
from companion.proofs.places import cache, run
from companion.proofs.proof import NotShown, Outcome, Proof

RELEASE, PYTHON = "forky", "3.14"
TABLET = ("numpy==2.3.5", "opencv-python==4.12.0.88")
TESTING = ("pytest>=9,<10", "pytest-timeout", "pytest-xdist", "execnet", "pluggy", "iniconfig", "packaging", "pygments")
PROPERTIES = ("hypothesis>=6.155,<7", "sortedcontainers")
SEEING = ("python3", "libgl1", "libglib2.0-0t64", "libxcb1")
DRAWING = ("python3-kivy", "libegl1", "libgl1-mesa-dri", "libmtdev1t64", "libzbar0t64")
SYSTEM = ("coreutils", "bash", "git", "libc-bin")
#: What these tests are about is not there: the project's own rules, and the Java compiler.
NOT_HERE = ("house", "tablet")
FAST, SLOW = "not slow", "slow"
#: How pytest ends when a folder holds nothing that was asked for.
NO_TESTS = 5


def rooms(project: Path) -> list[str]:
    """The rooms of tests that are run, in order."""
    found = (place.name for place in (project / "tests").iterdir() if any(place.rglob("test_*.py")))
    return sorted(room for room in found if room not in NOT_HERE)


def prove(project: Path, chosen: Sequence[str], slow: bool) -> Iterator[Proof]:
    """Run the fast or the slow tests of these rooms, one room after the other."""
    debian, kind = _debian(), SLOW if slow else FAST
    commit = run(["git", "-C", str(project), "rev-parse", "HEAD"]).strip()
    passed = Passed(debian.folder / f"passed {kind}.json", commit)
    for room in chosen:
        if room not in passed.rooms:
            status, told = _pytest(project, commit, debian, room, kind)
            if status not in (0, NO_TESTS):
                yield Proof(room, Outcome.BROKEN, told)
                continue
            passed.keep(room, told)
        yield Proof(room, Outcome.SHOWN, passed.rooms[room])


class Passed:
    """The rooms whose tests have passed, of one commit alone."""

    def __init__(self, file: Path, commit: str) -> None:
        self.file, self.commit = file, commit
        self.rooms = self._kept()

    def keep(self, room: str, told: str) -> None:
        """Another run may have kept something meanwhile."""
        self.rooms = self._kept() | {room: told}
        self.file.write_text(json.dumps({self.commit: self.rooms}), "utf-8")

    def _kept(self) -> dict[str, str]:
        kept: dict[str, dict[str, str]] = json.loads(self.file.read_text("utf-8")) if self.file.is_file() else {}
        return kept.get(self.commit, {})


def _debian() -> Debian:
    if shutil.which("unshare") is None:
        raise NotShown("this needs Linux and its program unshare")
    debian = Debian(cache() / f"{RELEASE}-amd64", RELEASE, "amd64")
    debian.unpack((*SEEING, *DRAWING, *SYSTEM))
    wheels = debian.add_wheels(PYTHON, "x86_64", (*TABLET, "pyzbar==0.1.9", *TESTING, *PROPERTIES))
    inside, stamp = debian.root / "wheels", "wheels"
    # Only when they differ: another run may have them open.
    if not (inside / stamp).is_file() or (inside / stamp).read_bytes() != (wheels / stamp).read_bytes():
        shutil.copytree(wheels, inside, dirs_exist_ok=True)
    for name in ("dev", "proc", "tmp"):
        (debian.root / name).mkdir(exist_ok=True)
    return debian


def _pytest(project: Path, commit: str, debian: Debian, room: str, kind: str) -> tuple[int, str]:
    """How pytest ends in one room, and its last line. What it says of failures is shown as it stands."""
    # A name of its own: another run may be at work beside this one.
    copied = committed(project, debian.root / f"tapis-{os.getpid()}", commit)
    here = f"/{copied.name}"
    around = f"PATH=/usr/bin HOME=/tmp PYTHONPATH={here}:/wheels SDL_VIDEODRIVER=offscreen LANG=C.UTF-8"
    mounts = "mount --rbind /dev dev && mount --rbind /proc proc && chroot . ldconfig"
    inside = f"{mounts} && exec chroot . /usr/bin/env -i -C {here} {around}"
    alone = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    pytest = ["python3", "-m", "pytest", "-p", "no:cacheprovider", f"tests/{room}", "-m", kind]
    try:
        command = [*alone, "sh", "-c", f'{inside} "$@"', "sh", *pytest]
        ended = subprocess.run(command, cwd=debian.root, capture_output=True, text=True, errors="replace", check=False)
    finally:
        shutil.rmtree(copied)
    said = ended.stdout + ended.stderr
    if ended.returncode not in (0, NO_TESTS):
        print(said, flush=True, file=sys.stderr)
    lines = [line for line in said.splitlines() if line.strip()]
    return ended.returncode, lines[-1].strip("= ") if lines else "it ended without a word"


def committed(project: Path, place: Path, commit: str = "HEAD") -> Path:
    """A commit in a folder; the last one where none is named."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    packed = place.with_suffix(".tar")
    run(["git", "-C", str(project), "archive", "--output", str(packed), commit])
    run(["tar", "-xf", str(packed), "-C", str(place)])
    packed.unlink()
    return place
