"""Instructions that a 64-bit Arm would execute, counted by qemu with a small plugin of ours.

The emulated processor is a Cortex-A76 with the tablet's versions of Python, numpy and OpenCV: what OpenCV chooses for
that core is what is counted. The same work gives the same counts within a thousandth, however busy this machine is. It
says nothing about time; what is made of the counts is not its business.
"""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from companion.proofs.debian import Debian
from companion.proofs.places import cache, run
from companion.proofs.proof import Broken, NotShown
from companion.proofs.suite import PYTHON, RELEASE, SEEING, TABLET

MODULE, PLUGIN = "companion.benches._counted", "companion/proofs/count.c"
PROCESSOR = "cortex-a76"
#: The release whose qemu can be extended; later ones are linked statically and cannot.
EMULATOR = "bookworm"


@dataclass(frozen=True, slots=True)
class Count:
    """Instructions executed: all of them, those of the vector units, and loads and stores."""

    all: int
    vector: int
    memory: int

    def less(self, other: "Count") -> "Count":
        return Count(self.all - other.all, self.vector - other.vector, self.memory - other.memory)


def counted(project: Path, name: str) -> tuple[Count, ...]:
    """What each repetition of one computation takes; the first one, which prepares, is left out."""
    debian = Debian(cache() / f"{RELEASE}-arm64", RELEASE, "arm64")
    debian.unpack(SEEING)
    wheels = debian.add_wheels(PYTHON, "aarch64", TABLET)
    around = {**os.environ, "PYTHONPATH": f"{project}{os.pathsep}{wheels}", "PYTHONHASHSEED": "0"}
    around |= {"OMP_NUM_THREADS": "1", "PYTHONPYCACHEPREFIX": str(cache() / "pyc")}
    with tempfile.TemporaryDirectory(prefix="tapis-count-") as folder:
        out = Path(folder) / "counts"
        words = [*_emulator(), "-cpu", PROCESSOR, "-L", str(debian.root)]
        words += ["-plugin", f"file={_plugin(project, Path(folder))},out={out}"]
        words += [str(debian.root / "usr/bin/python3"), "-m", MODULE, name]
        ended = subprocess.run(words, cwd=project, env=around, capture_output=True, text=True, check=False)
        if ended.returncode:
            said = (ended.stderr or ended.stdout).strip().splitlines() or [f"it ended with {ended.returncode}"]
            raise Broken(said[-1][:300])
        return between_marks(out.read_text("utf-8"))


def between_marks(text: str) -> tuple[Count, ...]:
    """The plugin's lines, one a mark, as what was executed from each mark to the next."""
    marks = [Count(*map(int, line.split())) for line in text.splitlines()]
    return tuple(later.less(earlier) for earlier, later in pairwise(marks))


def _plugin(project: Path, folder: Path) -> Path:
    if shutil.which("cc") is None:
        raise NotShown("there is no C compiler here for the counter")
    made = folder / "count.so"
    run(["cc", "-shared", "-fPIC", "-O2", "-fvisibility=hidden", "-o", str(made), str(project / PLUGIN)])
    return made


def _emulator() -> list[str]:
    """Debian's qemu, unpacked and started by its own loader."""
    if os.name != "posix" or os.uname().machine != "x86_64":
        raise NotShown("the emulator that counts is fetched for Linux on x86_64")
    debian = Debian(cache() / "counter", EMULATOR, "amd64")
    debian.unpack(("qemu-user",))
    usr = debian.root / "usr"
    libraries = usr / "lib/x86_64-linux-gnu"
    return [str(libraries / "ld-linux-x86-64.so.2"), "--library-path", str(libraries), str(usr / "bin/qemu-aarch64")]
