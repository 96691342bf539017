"""The names of webcams on Windows and macOS, in the order of OpenCV's numbers: the system is asked, its answer checked.

Whoever asks too long, fails or says nonsense is not believed; cameras then have only their numbers, as before.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

#: Name and what the system knows it by, a pair for each of OpenCV's numbers; None for what is not told.
Names: TypeAlias = tuple[tuple[str | None, str | None], ...]
#: What the system answers, as text; replaced in tests.
Asked: TypeAlias = Callable[[], str]

#: What asks; nothing of it is ever part of this process.
PROGRAM = Path(__file__).with_name("system_cameras.py")
#: Whoever opens the list of cameras waits no longer for their names than this.
PATIENCE_S = 1.5
MOST_CAMERAS, LONGEST = 64, 1000


def ask_system() -> str:
    """A program of its own asks: whatever happens in there, it is over after so long, and this one goes on."""
    program = [sys.executable, "-I", str(PROGRAM)]
    quietly: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": True}
    # On Windows no black window flashes up.
    quietly["creationflags"] = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    told: bytes = subprocess.run(program, stdout=subprocess.PIPE, timeout=PATIENCE_S, **quietly).stdout
    return told.decode("utf-8")


def names_by_number(platform: str = sys.platform, ask: Asked = ask_system) -> Names | None:
    """None where the system cannot be asked."""
    try:
        names = _checked(json.loads(ask()))
    except (OSError, subprocess.SubprocessError, ValueError, TypeError, RecursionError):
        return None
    # OpenCV sorts Apple's devices by their ids, so that they keep their numbers while none comes or goes.
    return tuple(sorted(names, key=lambda pair: pair[1] or "")) if platform == "darwin" else names


def _checked(told: Any) -> Names:
    if not isinstance(told, list) or len(told) > MOST_CAMERAS or not all(isinstance(pair, list) for pair in told):
        raise ValueError("not a list of cameras")
    names = tuple((name, known_by) for name, known_by in told)
    if not all(text is None or (isinstance(text, str) and len(text) <= LONGEST) for pair in names for text in pair):
        raise ValueError("not a camera's name")
    return names
