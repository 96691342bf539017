"""Takes a picture of every screen, in every size, theme and language.

    tapis screenshots --out pictures
    tapis screenshots --out pictures --size phone --lang de --theme light

The watched table is the bundled game at its first decisive ruling. A name says what is on the picture, for example
`table-tablet-dark-en.png`. `--small` makes them two or three times smaller, for a document. Nothing is written over
without `--force`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput
from companion.commands._scenes import SCENES, prepare, scenes_of
from companion.core.words import LANGUAGES

if TYPE_CHECKING:
    from companion.app import TapisApp
    from companion.core.words import Catalogue
    from companion.referee.session import Update
    from companion.watching import Opener

HELP = "a picture of every screen, size, theme and language"

#: Name -> pixels across, pixels up, pixels a density-independent point.
SIZES = {"tablet": (1280, 800, 1.0), "tablet-tall": (800, 1280, 1.0), "phone": (1080, 2340, 2.75)}
THEMES = ("dark", "light")
#: So many frames until a layout has settled.
SETTLING = 4
#: So many times smaller in a document.
SMALLER = {"tablet": 2, "tablet-tall": 2, "phone": 3}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder for the pictures")
    parser.add_argument("--size", choices=SIZES, help="this size alone")
    parser.add_argument("--theme", choices=(*THEMES, "contrast"), help="this theme alone (contrast only so)")
    parser.add_argument("--lang", choices=LANGUAGES, help="this language alone")
    parser.add_argument("--small", action="store_true", help="two or three times smaller")
    parser.add_argument("--force", action="store_true", help="write over pictures that are there")
    parser.add_argument("--json", action="store_true", help="one line a picture on standard output")


def run(args: argparse.Namespace) -> int:
    themes = (args.theme,) if args.theme else THEMES
    languages = (args.lang,) if args.lang else LANGUAGES
    sizes = [args.size] if args.size else list(SIZES)
    paths = [path for size in sizes for path in plan(args.out, size, themes, languages).values()]
    if not args.force and (there := [path for path in paths if path.exists()]):
        raise BadInput("this picture is there already", str(there[0]), "name another folder, or use --force")
    args.out.mkdir(parents=True, exist_ok=True)
    if args.size:
        take(args.out, args.size, themes, languages, args.small)
    else:
        for size in sizes:
            take_apart(args, size)
    for path in paths:
        print(json.dumps({"picture": str(path)}) if args.json else path)
    return 0


def take_apart(args: argparse.Namespace, size: str) -> None:
    """One size in a process of its own: the density of the pixels is fixed when Kivy starts."""
    command = [sys.executable, "-m", "companion", "screenshots", "--out", str(args.out), "--size", size, "--force"]
    for option, value in (("--theme", args.theme), ("--lang", args.lang)):
        command += [option, value] if value else []
    command += ["--small"] if args.small else []
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
        raise BadInput(f"the pictures of size {size!r} could not be taken", do="see the message above")


Look = tuple[str, str, str]


def plan(
    folder: Path, size: str, themes: tuple[str, ...] = THEMES, languages: tuple[str, ...] = LANGUAGES
) -> dict[Look, Path]:
    """Scene, theme and language -> the file of its picture."""
    return {
        (scene, theme, language): folder / f"{scene}-{size}-{theme}-{language}.png"
        for scene in SCENES
        for theme in themes
        for language in languages
    }


def take(folder: Path, size: str, themes: tuple[str, ...], languages: tuple[str, ...], small: bool = False) -> None:
    """Watch up to the first decisive ruling, hold it there, and walk through the scenes."""
    from companion.ui.window import open_window

    width, height, density = SIZES[size]
    if not open_window((width, height), density):
        raise BadInput("no window can be opened here", do="OpenGL is needed: `python3 run.py` names what is missing")
    from companion.referee.demo import open_demo

    paths = plan(folder, size, themes, languages)
    with tempfile.TemporaryDirectory(prefix="tapis-") as desk:
        prepare(Path(desk))
        walk_through(open_demo, Path(desk), paths)
    for path in paths.values() if small else ():
        shrink(path, SMALLER[size])


def walk_through(opener: "Opener", desk: Path, paths: dict[Look, Path]) -> None:
    """The app, walking through every scene by itself and taking its pictures."""
    from companion.app import TapisApp
    from companion.ui.present import is_decisive

    walking: list[Iterator[None]] = []

    def follow(update: "Update", _words: "Catalogue") -> bool:
        decisive = any(map(is_decisive, update.judged))
        if decisive and not walking:
            walking.append(walk(app, paths, lambda: next(walking[0], None)))
            next(walking[0])
        return decisive

    app = TapisApp(first=opener, paced=False, on_update=follow, folder=desk)
    app.run()


def walk(app: "TapisApp", paths: dict[Look, Path], go_on: Callable[[], None]) -> Iterator[None]:
    """Set up one scene after the other, in every theme and language; each picture ends one step."""
    from companion.ui.theme import THEMES as PALETTES

    for scene in scenes_of(app):
        for (name, theme, language), path in paths.items():
            if name == scene:
                app.palette, app.language = PALETTES[theme], language
                shoot_settled(path, go_on, app.screens.current_screen)
                yield
    app.stop()
    yield


def shoot_settled(path: Path, then: Callable[[], None], screen: object, frames: int = SETTLING) -> None:
    """A picture, a few frames from now; first of all a screen shows what it is busy with."""
    from kivy.clock import Clock

    from companion.ui.shots import shoot

    if getattr(screen, "busy", False) or getattr(screen, "drawing", False):
        frames = SETTLING + 1
    if frames:
        Clock.schedule_once(lambda _seconds: shoot_settled(path, then, screen, frames - 1), 0)
    else:
        shoot(path, then)


def shrink(path: Path, times: int) -> None:
    import cv2

    image = cv2.imread(str(path))
    if image is not None:
        size = (image.shape[1] // times, image.shape[0] // times)
        cv2.imwrite(str(path), cv2.resize(image, size, interpolation=cv2.INTER_AREA))
