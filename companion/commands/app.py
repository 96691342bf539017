"""Opens the app.

    tapis app                      the first screen
    tapis app --demo               the recorded game that comes with Tapis, at once
    tapis app RECORDING            a recording of yours: what the app or `tapis record` wrote, or a folder with
                                   recording.avi, table.json and deck/

Where there is no screen the app plays the recording from beginning to end all the same: it prints the rulings and the
scoreboard as they happen, and leaves the match and a picture of the final screen and of every decisive moment in a
folder that it names. `--unattended` asks for that on any machine. Where no window can be opened at all, and with
`--headless`, it plays without one, and OpenCV draws the pictures.

Keys: N writes a round, Ctrl+Z takes back, S shows the scores, Space pauses, L changes the language, Esc goes back; `?`
lists them all.
"""

import argparse
import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput
from companion.core.words import LANGUAGES

if TYPE_CHECKING:
    from companion.core.words import Catalogue
    from companion.referee.session import TableSession, Update

#: The match file beside the pictures of a game that nobody sat at.
MATCHES = "matches.tapis"

HELP = "open the app: watch a game being seen, judged and scored"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("recording", nargs="?", type=Path, metavar="RECORDING", help="a folder with a recorded game")
    parser.add_argument("--demo", action="store_true", help="watch the game that comes with Tapis")
    parser.add_argument("--headless", action="store_true", help="open no window: print, and draw pictures with OpenCV")
    parser.add_argument("--unattended", action="store_true", help="play to the end, leave pictures, and end")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where pictures go (a new folder in output/)")
    parser.add_argument("--lang", choices=LANGUAGES, help="language to start with (default: as set in the app)")
    parser.add_argument("--size", default="1280x800", metavar="WxH", help="size of the window in pixels")


def run(args: argparse.Namespace) -> int:
    from companion.ui.window import has_screen, open_window

    size = parse_size(args.size)
    if args.recording is not None and not args.recording.is_dir():
        raise BadInput("there is no such folder", str(args.recording), "a recording is a folder: `tapis app --help`")
    if args.headless:
        return play_headless(args)
    if not open_window(size):
        print("No window can be opened here, so the game plays without one.", file=sys.stderr)
        return play_headless(args)
    if args.unattended or not has_screen():
        return play_unattended(args)
    from companion.app import TapisApp

    app = TapisApp(language=args.lang or "")
    if args.demo or args.recording:
        app.first = chosen(args, app.match_file)
    app.run()
    return 0


def chosen(args: argparse.Namespace, match_file: Path) -> "Callable[[], TableSession]":
    """The session that was asked for; the bundled game where none was. Its match is kept in `match_file`."""
    from companion.live import open_film
    from companion.referee.demo import demo_folder, open_recording
    from vision.recording.walk import is_recording

    if args.recording is not None and is_recording(args.recording):
        return partial(open_film, args.recording, match_file.parent, match_file)
    return partial(open_recording, args.recording or demo_folder(), match_file)


def play_headless(args: argparse.Namespace) -> int:
    from companion.headless import play

    folder = picture_folder(args.out)
    session = chosen(args, folder / MATCHES)()
    try:
        play(session, folder, args.lang or LANGUAGES[0], partial(print, flush=True))
    finally:
        session.close()
    tell_where(folder)
    return 0


def play_unattended(args: argparse.Namespace) -> int:
    """The real app, nobody at it: every decisive moment is held until its picture is taken."""
    from companion.app import TapisApp
    from companion.ui.console import Narrator
    from companion.ui.present import is_decisive
    from companion.ui.shots import shoot

    folder = picture_folder(args.out)
    narrators: list[Narrator] = []

    def follow(update: "Update", words: "Catalogue") -> bool:
        if not narrators:
            narrators.append(Narrator(words, args.lang or LANGUAGES[0]))
        for line in narrators[0].lines(update):
            print(line, flush=True)
        decisive = any(map(is_decisive, update.judged))
        if decisive:
            shoot(folder / f"ruling-{update.index:05d}.png", app.go_on)
        return decisive

    app = TapisApp(
        first=chosen(args, folder / MATCHES),
        paced=False,
        on_update=follow,
        on_end=lambda: shoot(folder / "final.png", app.stop),
        folder=folder,
        language=args.lang or LANGUAGES[0],
    )
    app.run()
    tell_where(folder)
    return 0


def tell_where(folder: Path) -> None:
    print(f"The match: {folder / MATCHES} (`tapis matches` shows it)")
    print(f"Pictures: {folder}")


def picture_folder(wanted: Path | None) -> Path:
    """A folder for this run's pictures; nothing that is there already is written over."""
    folder = wanted or Path("output") / f"{datetime.now():%Y-%m-%d_%H-%M-%S}"
    if folder.exists() and any(folder.iterdir()):
        raise BadInput("there are files in it already", str(folder), "name an empty or a new folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def parse_size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not (
        cross and width.isdigit() and height.isdigit() and 200 <= int(width) <= 8000 and 200 <= int(height) <= 8000
    ):
        raise BadInput(f"{text!r:.40} is no size of a window", do="write it as 1280x800")
    return int(width), int(height)
