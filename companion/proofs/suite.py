"""The tests on the tablet's versions and on the tablet's processor, in a Debian that is unpacked into the cache.

`versions` runs them with Python 3.14, Debian's Kivy, OpenCV 4.12 and numpy 2.3, as python-for-android has them. `arm64`
runs those of the seeing rooms on the tablet's processor, emulated by qemu. What runs is the last commit.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.proofs.debian import Debian
from companion.proofs.places import NotShown, cache, run

RELEASE, PYTHON = "forky", "3.14"
TABLET = ("numpy==2.3.5", "opencv-python==4.12.0.88")
TESTING = ("pytest>=9,<10", "pytest-timeout", "pytest-xdist", "execnet", "pluggy", "iniconfig", "packaging", "pygments")
PROPERTIES = ("hypothesis>=6.155,<7", "sortedcontainers")
SEEING = ("python3", "libgl1", "libglib2.0-0t64", "libxcb1")
DRAWING = ("python3-kivy", "libegl1", "libgl1-mesa-dri", "libmtdev1t64", "libzbar0t64")
SYSTEM = ("coreutils", "bash", "git", "libc-bin")
#: What these tests are about is not there: the project's own rules, and the Java compiler.
NOT_HERE = ("--ignore=tests/house", "--ignore=tests/tablet")
#: Numbers, not files or windows: calibration, detecting, naming, tracking.
NUMERIC = ("tests/calibration", "tests/vision")


def versions(project: Path, words: Sequence[str]) -> int:
    """Run the tests on the tablet's versions; pytest's exit status."""
    if shutil.which("unshare") is None:
        raise NotShown("this needs Linux and its program unshare")
    debian = Debian(cache() / f"{RELEASE}-amd64", RELEASE, "amd64")
    debian.unpack((*SEEING, *DRAWING, *SYSTEM))
    wheels = debian.add_wheels(PYTHON, "x86_64", (*TABLET, "pyzbar==0.1.9", *TESTING, *PROPERTIES))
    shutil.copytree(wheels, debian.root / "wheels", dirs_exist_ok=True)
    copied = committed(project, debian.root / "tapis")
    for name in ("dev", "proc", "tmp"):
        (debian.root / name).mkdir(exist_ok=True)
    around = "PATH=/usr/bin HOME=/tmp PYTHONPATH=/tapis:/wheels SDL_VIDEODRIVER=offscreen LANG=C.UTF-8"
    mounts = "mount --rbind /dev dev && mount --rbind /proc proc && chroot . ldconfig"
    inside = f"{mounts} && exec chroot . /usr/bin/env -i -C /tapis {around}"
    alone = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    pytest = ["python3", "-m", "pytest", "-p", "no:cacheprovider", *NOT_HERE, *(words or ["-m", "not slow"])]
    try:
        ended = subprocess.run([*alone, "sh", "-c", f'{inside} "$@"', "sh", *pytest], cwd=debian.root, check=False)
    finally:
        shutil.rmtree(copied)
    return ended.returncode


def arm64(project: Path, words: Sequence[str]) -> int:
    """Run the tests of the seeing rooms on an emulated arm64; pytest's exit status."""
    qemu, debian = emulator(), Debian(cache() / f"{RELEASE}-arm64", RELEASE, "arm64")
    debian.unpack(SEEING)
    wheels = debian.add_wheels(PYTHON, "aarch64", (*TABLET, *TESTING, *PROPERTIES))
    with tempfile.TemporaryDirectory() as folder:
        copied = committed(project, Path(folder) / "tapis")
        path = os.pathsep.join(map(str, (copied, wheels)))
        around = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "PYTHONPYCACHEPREFIX": str(cache() / "pyc")}
        python = [str(qemu), "-L", str(debian.root), str(debian.root / "usr/bin/python3")]
        pytest = ["-m", "pytest", "-p", "no:cacheprovider", "--timeout=3000", *(words or ["-m", "not slow", *NUMERIC])]
        return subprocess.run([*python, *pytest], cwd=copied, env=around, check=False).returncode


def emulator() -> Path:
    """qemu for arm64 programs: the machine's own, or Debian's, unpacked."""
    if found := shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64"):
        return Path(found)
    debian = Debian(cache() / "qemu", "bookworm", "amd64")
    debian.unpack(("qemu-user-static",))
    return debian.root / "usr/bin/qemu-aarch64-static"


def committed(project: Path, place: Path) -> Path:
    """The last commit in a folder: what somebody is just writing does not disturb."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    packed = place.with_suffix(".tar")
    run(["git", "-C", str(project), "archive", "--output", str(packed), "HEAD"])
    run(["tar", "-xf", str(packed), "-C", str(place)])
    packed.unlink()
    return place
