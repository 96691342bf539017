"""Where proofs keep what they fetch: one cache folder, so that a second run costs little.

It decides the exact versions that are proven against, and changes nothing else here. What cannot be fetched is
`NotShown`, never a success.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.proofs.proof import NotShown

BUILDOZER, P4A, PYJNIUS = "buildozer==1.6.0", "python-for-android==2026.5.9", "pyjnius==1.9.0"


def cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tapis" / "prove"


def packer() -> Path:
    """The Python of an environment that holds buildozer and python-for-android, and nothing of ours."""
    folder = cache() / "packer"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "ready"
    wanted = f"{BUILDOZER} {P4A}"
    if not (stamp.is_file() and stamp.read_text("utf-8") == wanted):
        run([sys.executable, "-m", "venv", "--clear", str(folder)])
        # buildozer asks for setuptools' old parts, which a fresh environment may lack.
        run([str(python), "-m", "pip", "install", "--quiet", BUILDOZER, P4A, "setuptools<81"])
        stamp.write_text(wanted, "utf-8")
    return python


def pyjnius() -> Path:
    """A folder with pyjnius for this Python, to be put on the path."""
    folder = cache() / f"pyjnius-{sys.version_info[0]}.{sys.version_info[1]}"
    if not (folder / "jnius").is_dir():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        run([*pip, PYJNIUS])
    return folder


def run(command: Sequence[str], **options: object) -> str:
    """Run to the end and hear what it says; `NotShown` with its last word if it fails."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    except OSError as wrong:
        raise NotShown(f"{command[0]} cannot be started: {wrong.strerror}") from None
    if ended.returncode:
        said = (ended.stderr or ended.stdout).strip().splitlines() or ["it says nothing"]
        raise NotShown(f"{' '.join(command[:4])} failed: {said[-1]:.200}")
    return str(ended.stdout)
