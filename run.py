#!/usr/bin/env python3
"""One command for a newcomer: prepares what the project needs, then runs it.

    python3 run.py                  watch a recorded game being seen, judged and scored
    python3 run.py test [...]       pass the tests (what follows goes to pytest)
    python3 run.py COMMAND [...]    the same as `tapis COMMAND [...]`

Everything is installed into the folder .venv beside this file; only missing system libraries go elsewhere. It decides
nothing about the app and imports the standard library only. Older Pythons must be able to read it, to be turned away
politely.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NoReturn
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "prepared.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST, TOO_NEW = (3, 11), (3, 14)
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
LINUX = sys.platform.startswith("linux")
SCREEN = not LINUX or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

#: Library -> Debian's package. Without these no window opens and the usual OpenCV does not load.
WINDOW_LIBRARIES = {"libGL.so.1": "libgl1", "libxcb.so.1": "libxcb1", "libgthread-2.0.so.0": "libglib2.0-0"}
#: What drawing without a screen needs besides.
OFFSCREEN_LIBRARIES = {"libEGL.so.1": "libegl1"}
#: Without these the app runs, but it reads no QR codes and grumbles about touch devices.
USEFUL_LIBRARIES = {"libzbar.so.0": "libzbar0", "libmtdev.so.1": "libmtdev1"}

PIP_PAGE = "https://pypi.org/pypi/pip/json"


def main(words: list[str]) -> NoReturn:
    use_a_right_python()
    testing = words[:1] == ["test"]
    prepare(testing)
    if testing:
        os.chdir(ROOT)
        become([str(PYTHON), "-m", "pytest", *test_words(words[1:])])
    become([str(PYTHON), "-m", "companion", *(words or ["app", "--demo"])])


def test_words(words: list[str]) -> list[str]:
    """Arguments for pytest: on all cores, unless the caller says otherwise."""
    chosen = any(word.startswith(("-n", "--numprocesses")) for word in words)
    return words if chosen else ["-n", str(min(os.cpu_count() or 1, 8)), *words]


# --- Python ----------------------------------------------------------------------------------------------------------


def use_a_right_python() -> None:
    """Go on with this Python, or start again with a suitable one, or say in one sentence what is needed."""
    if OLDEST <= sys.version_info[:2] < TOO_NEW:
        return
    for minor in range(TOO_NEW[1] - 1, OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        # A name on the path may be a shim that leads nowhere, so it is tried before it is trusted.
        if other and succeeds([other, "-c", ""]):
            become([other, str(Path(__file__).resolve()), *sys.argv[1:]])
    stop(
        f"Tapis needs Python 3.11, 3.12 or 3.13 and this is {VERSION}",
        "install one of them (python.org/downloads, or your system's packages) and start again",
    )


# --- the system ------------------------------------------------------------------------------------------------------


def missing_packages() -> list[str]:
    """Debian's names for the libraries that do not load here."""
    if not LINUX:
        return []
    wanted = {**WINDOW_LIBRARIES, **USEFUL_LIBRARIES, **({} if SCREEN else OFFSCREEN_LIBRARIES)}
    missing = [package for library, package in wanted.items() if not loads(library)]
    if importlib.util.find_spec("ensurepip") is None and not PYTHON.exists():
        missing.append(f"python{VERSION}-venv")
    return missing


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def add_packages(missing: list[str]) -> None:
    """Install system packages where that needs no password; otherwise show the one line that does it."""
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if shutil.which("apt-get") is None:
        say(f"Missing here, by their names in Debian: {' '.join(missing)}. Your system's packages have them too.")
        return
    if not root and not (shutil.which("sudo") and succeeds(["sudo", "-n", "true"])):
        say("Some system libraries are missing. This line adds them; then start again:\n    sudo " + " ".join(install))
        return
    before = [] if root else ["sudo", "-n"]
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    update = long_step("Asking for the list of system packages", [*before, "apt-get", "update"])
    if not update or not long_step("Adding system libraries: " + " ".join(missing), [*before, *install]):
        say("The system libraries could not be added. To see why: sudo " + " ".join(install))


# --- .venv -----------------------------------------------------------------------------------------------------------


def prepare(testing: bool) -> None:
    """Make .venv what it should be. Costs next to nothing when it already is."""
    missing = missing_packages()
    if is_prepared(state(missing, testing)):
        return
    say("Preparing Tapis. This happens once and takes about a minute.")
    if missing:
        add_packages(missing)
        missing = missing_packages()
    wanted, saved = state(missing, testing), saved_state()
    if not wanted["window"]:
        say("Without OpenGL there is no window here: using OpenCV's headless edition and playing without one.")
    make_venv(fresh=any(name in saved and saved[name] != wanted[name] for name in ("window", "python")))
    install_project(testing, bool(wanted["window"]))
    STAMP.write_text(json.dumps(state(missing_packages(), testing), indent=1), "utf-8")


def state(missing: list[str], testing: bool) -> dict[str, object]:
    """All that decides what .venv must hold. Two equal states need the same .venv."""
    needed = {**WINDOW_LIBRARIES, **({} if SCREEN else OFFSCREEN_LIBRARIES)}
    return {
        "project": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "folder": str(ROOT),
        "python": VERSION,
        "window": not set(missing) & set(needed.values()),
        "missing": missing,
        "testing": testing,
    }


def saved_state() -> dict[str, object]:
    try:
        saved = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return saved if isinstance(saved, dict) else {}


def is_prepared(wanted: dict[str, object]) -> bool:
    saved = saved_state()
    # What tests need besides does no harm when nobody tests.
    return PYTHON.exists() and saved in (wanted, {**wanted, "testing": True})


def make_venv(fresh: bool) -> None:
    """A .venv with pip in it. One that was left half made is made again."""
    if PYTHON.exists() and not fresh and succeeds([str(PYTHON), "-m", "pip", "--version"]):
        return
    with_pip = importlib.util.find_spec("ensurepip") is not None
    options = [] if with_pip else ["--without-pip"]
    if not long_step("Making .venv", [sys.executable, "-m", "venv", "--clear", *options, str(VENV)]):
        stop(f"Python could not make the folder {VENV}", f"on Debian and Ubuntu install python{VERSION}-venv first")
    if not with_pip:
        add_pip()


def add_pip() -> None:
    """Debian leaves out what puts pip into a .venv; pip's own package can run without being installed."""
    try:
        with urllib.request.urlopen(PIP_PAGE, timeout=30) as answer:
            wheel = next(file for file in json.load(answer)["urls"] if file["packagetype"] == "bdist_wheel")
        with urllib.request.urlopen(urljoin(PIP_PAGE, wheel["url"]), timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        stop(f"pip could not be fetched ({error})", f"check the network, or install python{VERSION}-venv first")
    if hashlib.sha256(content).hexdigest() != wheel["digests"]["sha256"]:
        stop("what came as pip is not what pypi.org promised", "try another network")
    package = VENV / wheel["filename"]
    package.write_bytes(content)
    if not long_step("Adding pip", [str(PYTHON), str(package / "pip"), "install", str(package)]):
        stop("pip could not be installed", f"install python{VERSION}-venv first")


def succeeds(command: list[str]) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def install_project(testing: bool, window: bool) -> None:
    pip = [str(PYTHON), "-m", "pip", "--no-input", "--disable-pip-version-check"]
    project = str(ROOT) + ("[test]" if testing else "")
    done = long_step("Installing Tapis and what it builds on", [*pip, "install", "--editable", project])
    if done and not window:
        headless = opencv_requirement().replace("opencv-python", "opencv-python-headless")
        done = long_step("Taking out the OpenCV that needs a screen", [*pip, "uninstall", "-y", "opencv-python"])
        # Both editions fill the same folder, so this one is laid down again after the other was taken out.
        lay_down = [*pip, "install", "--force-reinstall", "--no-deps", headless]
        done = done and long_step("Installing the OpenCV that needs none", lay_down)
    if not done:
        stop("the packages could not be installed", "check the network (or pip's settings) and start again")


def opencv_requirement() -> str:
    """What pyproject.toml asks for, so that the range is written once."""
    found = re.search(r'"(opencv-python[^"]*)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert found, "pyproject.toml names no opencv-python"
    return found.group(1)


# --- talking and running ---------------------------------------------------------------------------------------------


def long_step(what: str, command: list[str]) -> bool:
    """Run something slow and show that it lives; when it fails, show its last lines."""
    say(what + " ...")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as sink:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT)
        try:
            while process.poll() is None:
                time.sleep(0.1)
                show_progress(time.monotonic() - started, last_lines(log, 1))
        finally:
            process.wait()
            show_progress(0, "")
        if process.returncode != 0:
            say("This failed:\n" + last_lines(log, 15))
            return False
    say(f"    done in {time.monotonic() - started:.0f} s")
    return True


def show_progress(seconds: float, line: str) -> None:
    """One line that changes in place, where there is somebody to look at it; an empty one takes it away."""
    if not sys.stderr.isatty():
        return
    width = max(20, shutil.get_terminal_size().columns - 12)
    shown = f"  {seconds:4.0f} s  {line.strip()[:width]}" if line else ""
    sys.stderr.write("\r\033[K" + shown)
    sys.stderr.flush()


def last_lines(log: Path, count: int) -> str:
    return "\n".join(log.read_text("utf-8", errors="replace").splitlines()[-count:])


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def stop(what: str, do: str) -> NoReturn:
    say(f"run.py: {what}; {do}.")
    sys.exit(2)


def become(command: list[str]) -> NoReturn:
    """Hand over to another program: same terminal, same Ctrl-C, its exit status."""
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    sys.exit(subprocess.call(command))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        say("\nrun.py: stopped. Start again to go on.")
        sys.exit(130)
