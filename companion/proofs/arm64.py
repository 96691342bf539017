"""What the app computes from pictures on the tablet's processor, emulated by qemu, held against this machine's answers.

The emulated machine has the tablet's versions of Python, numpy and OpenCV, so both differences are in the comparison.
Names must be the same; places, times and chances may differ by a little, never by a pixel's worth of meaning.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.proofs.debian import Debian
from companion.proofs.places import cache
from companion.proofs.proof import Broken, Outcome, Proof
from companion.proofs.suite import PYTHON, RELEASE, SEEING, TABLET, committed

MODULE = "companion.benches._numbers"
#: What is computed, and how far apart two machines may be: mm, mm, px, chance, ms.
LIMITS = {"cards": 0.01, "mat": 0.05, "still": 0.5, "identity": 0.02, "tracker": 40.0}


def prove(project: Path, chosen: Sequence[str]) -> Iterator[Proof]:
    """Every computation here and there, of the last commit."""
    qemu, debian = emulator(), Debian(cache() / f"{RELEASE}-arm64", RELEASE, "arm64")
    debian.unpack(SEEING)
    wheels = debian.add_wheels(PYTHON, "aarch64", TABLET)
    there = [str(qemu), "-L", str(debian.root), str(debian.root / "usr/bin/python3")]
    with tempfile.TemporaryDirectory(prefix="tapis-prove-") as folder:
        copied = committed(project, Path(folder) / "tapis")
        for name in chosen:
            try:
                ours = answer([sys.executable], name, copied, copied)
                theirs = answer(there, name, copied, copied, wheels)
                yield Proof(name, Outcome.SHOWN, compared(ours, theirs, LIMITS[name]))
            except Broken as wrong:
                yield Proof(name, Outcome.BROKEN, str(wrong))


def answer(python: Sequence[str], name: str, here: Path, *paths: Path) -> dict[str, Any]:
    """What a Python computes; `Broken` with its last word if it does not end well."""
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "OMP_NUM_THREADS": "1"}
    around["PYTHONPYCACHEPREFIX"] = str(cache() / "pyc")
    ended = subprocess.run(
        [*python, "-m", MODULE, name], cwd=here, env=around, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        said = (ended.stderr or ended.stdout).strip().splitlines() or [f"it ended with {ended.returncode}"]
        raise Broken(said[-1][:300])
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def compared(ours: dict[str, Any], theirs: dict[str, Any], limit: float) -> str:
    """How near the answers are; `Broken` if a word differs, or a number by more than the limit."""
    if ours["words"] != theirs["words"]:
        raise Broken(f"here {', '.join(ours['words'])}; there {', '.join(theirs['words'])}")
    if len(ours["numbers"]) != len(theirs["numbers"]) or not ours["numbers"]:
        raise Broken(f"{len(ours['numbers'])} numbers here, {len(theirs['numbers'])} there")
    apart = [abs(one - other) for one, other in zip(ours["numbers"], theirs["numbers"], strict=True)]
    if not all(distance <= limit for distance in apart):
        raise Broken(f"{max(apart):.3g} {ours['unit']} apart; {limit} is the most")
    same = f"{len(ours['words'])} words the same, " if ours["words"] else ""
    return f"{same}{len(ours['numbers'])} numbers at most {max(apart):.2g} {ours['unit']} apart"


def emulator() -> Path:
    """qemu for arm64 programs: the machine's own, or Debian's, unpacked."""
    if found := shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64"):
        return Path(found)
    debian = Debian(cache() / "qemu", "bookworm", "amd64")
    debian.unpack(("qemu-user-static",))
    return debian.root / "usr/bin/qemu-aarch64-static"
