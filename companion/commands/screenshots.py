"""Takes a picture of every screen, in every size, theme and language.

    tapis screenshots --out pictures

The watch screen shows the bundled game at its first decisive ruling. A name says what is on it, for example
`watch-tablet-dark-en.png`. Nothing is written over without `--force`.
"""

import argparse
import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput
from companion.core.words import LANGUAGES

if TYPE_CHECKING:
    from companion.app import TapisApp
    from companion.core.words import Catalogue
    from companion.referee.session import Update

HELP = "a picture of every screen, size, theme and language"

SCREENS = ("start", "open", "about", "watch")
#: Name -> pixels across, pixels up, pixels a density-independent point.
SIZES = {"tablet": (1280, 800, 1.0), "tablet-tall": (800, 1280, 1.0), "phone": (1080, 2340, 2.75)}
THEME = "dark"
#: A screen needs a few frames until its layout has settled.
SETTLING_S = 0.3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder for the pictures")
    parser.add_argument("--size", choices=SIZES, help="this size alone")
    parser.add_argument("--force", action="store_true", help="write over pictures that are there")
    parser.add_argument("--json", action="store_true", help="one line a picture on standard output")


def run(args: argparse.Namespace) -> int:
    sizes = [args.size] if args.size else list(SIZES)
    paths = [path for size in sizes for _, _, path in plan(args.out, size)]
    if not args.force and (there := [path for path in paths if path.exists()]):
        raise BadInput("this picture is there already", str(there[0]), "name another folder, or use --force")
    args.out.mkdir(parents=True, exist_ok=True)
    if args.size:
        take(args.out, args.size)
    else:
        # The density of the pixels is fixed when Kivy starts, so every size is a process of its own.
        for size in sizes:
            command = [
                sys.executable,
                "-m",
                "companion",
                "screenshots",
                "--out",
                str(args.out),
                "--size",
                size,
                "--force",
            ]
            if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
                raise BadInput(f"the pictures of size {size!r} could not be taken", do="see the message above")
    for path in paths:
        print(json.dumps({"picture": str(path)}) if args.json else path)
    return 0


def plan(folder: Path, size: str) -> list[tuple[str, str, Path]]:
    """Screen, language and file of every picture of one size."""
    return [
        (screen, language, folder / f"{screen}-{size}-{THEME}-{language}.png")
        for language in LANGUAGES
        for screen in SCREENS
    ]


def take(folder: Path, size: str) -> None:
    """Play to the first decisive ruling, hold it, and walk through the screens."""
    from companion.ui.window import open_window

    width, height, density = SIZES[size]
    if not open_window((width, height), density):
        raise BadInput("no window can be opened here", do="OpenGL is needed: `python3 run.py` names what is missing")
    from companion.app import TapisApp
    from companion.referee.demo import open_demo
    from companion.ui.present import is_decisive

    def walk() -> None:
        walk_through(app, plan(folder, size))

    def follow(update: "Update", _words: "Catalogue") -> bool:
        decisive = any(map(is_decisive, update.judged))
        if decisive:
            walk()
        return decisive

    app = TapisApp(first=open_demo, paced=False, on_update=follow, on_end=walk)
    app.run()


def walk_through(app: "TapisApp", steps: list[tuple[str, str, Path]]) -> None:
    """Take the first picture, and the others when it is taken."""
    from kivy.clock import Clock

    from companion.ui.shots import shoot

    if not steps:
        app.stop()
        return
    screen, language, path = steps[0]
    app.language = language
    app.go(screen)
    Clock.schedule_once(lambda _seconds: shoot(path, partial(walk_through, app, steps[1:])), SETTLING_S)
