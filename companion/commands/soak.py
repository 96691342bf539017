"""Run the real app for a long time and look whether anything grows: memory, threads, open files, textures, widgets.

The bundled recording is looped as a camera that is lost every now and then; somebody writes points, corrects, takes
back, turns the screen, goes to another app and comes back, begins new matches, and never stops. A quarter of an hour
is for warming up, or half of a shorter run; of what is left the last quarter is compared with the first.

    tapis soak R10                 half an hour
    tapis soak R10 --hours 3 --json
    tapis soak all --short         half a minute, to see that it runs

It draws into memory where there is no screen, each picture at once: else a driver that draws in threads of its own puts
off as many pictures as there is memory for, and grows while nothing of the app does. On a machine
that does much else a short run goes on until there is enough to judge by. The slope of the memory is told with its
error, twice the standard one: half an hour cannot tell a megabyte an hour, three hours nearly can. The drift of the
latency counts only if the app seldom had to wait for a processor (`waiting`). Exit status 1 if something grew.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from calibration.errors import BadInput

HELP = "the real app for half an hour or three: does anything grow?"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "promise", nargs="?", choices=("R10", "all"), default="R10", help="which promise (there is one)"
    )
    parser.add_argument("--short", action="store_true", help="half a minute")
    parser.add_argument("--minutes", type=float, default=30.0, metavar="M", help="how long (default 30)")
    parser.add_argument("--hours", type=float, default=0.0, metavar="H", help="the same in hours")
    parser.add_argument("--losses", type=int, default=30, metavar="N", help="how often the camera is lost (default 30)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="who presses what (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    from companion.ui.window import has_screen, open_window

    seconds = 30 if args.short else 60 * (args.minutes if not args.hours else 60 * args.hours)
    if not 5 <= seconds <= 86_400:
        raise BadInput("this cannot be soaked so long", do="some minutes, or up to 24 hours")
    if not Path("/proc/self/statm").exists():
        raise BadInput("what grows is only known on Linux", do="run it there")
    if not has_screen():
        os.environ["LP_NUM_THREADS"] = "0"
    if not open_window():
        raise BadInput("no window can be opened here", do="`python3 run.py` names the libraries it needs")
    with tempfile.TemporaryDirectory(prefix="tapis-soak-") as folder:
        row = soak(seconds, args.losses, args.seed, Path(folder))
    if args.json:
        print(json.dumps(row))
    else:
        print("  ".join(f"{key}={value}" for key, value in row.items()))
    if not row["ok"]:
        print("tapis soak: not flat: " + ", ".join(row.get("faults", [])), file=sys.stderr)
    return 0 if row["ok"] else 1


def soak(seconds: float, losses: int, seed: int, folder: Path) -> dict[str, Any]:
    from companion.app import TapisApp
    from companion.flatness import judge
    from companion.soaking import Soak

    def updated(update: Any, _words: Any) -> bool:
        running.updated(update)
        return False

    app = TapisApp(folder=folder / "desk", paced=False, on_update=updated, language="en")
    running = Soak(app, seconds, losses, seed)
    app.bind(on_start=lambda _app: running.begin())
    app.run()
    lasted_s = running.samples[-1].at_s if running.samples else 0.0
    row = {"minutes": round(lasted_s / 60, 1), "seed": seed} | running.counts | judge(running.samples)
    figure = f"{row['minutes']} minutes: " + (", ".join(row.get("faults", [])) or row.get("why", "flat"))
    return {"promise": "R10", "figure": figure} | row
