"""How long the app takes to be there, and to show a picture.

    start     from starting Python to the first screen drawn: the middle of several fresh starts, at most 3 s; `cpu_s`
              is the processor time of that start
    picture   one 1280x720 picture with eight outlined cards onto the watch screen, drawn: p50 and p95 in ms
    live      the bundled game, forwards and backwards, as a live camera of 1280x720 and thirty pictures a second,
              watched and refereed while somebody touches the screen every 0.4 s:
              pictures a second on the screen, at least 29.5: all but one in sixty
    drawing   processor time of the screen's thread for each picture it showed, in ms; waiting does not count
    seeing    processor time of the thread that watches for each picture it looked at, in ms, without that which labels
              arms beside it
    touch     from the frame before a finger comes down to the frame that shows it, while the camera watches: p95 at
              most 100 ms
    ruling    from the picture that settles it to the ruling on the screen and told: p95 at most 150 ms

Whatever else the machine does counts: `waiting` is the share of its time that the screen's thread stood in the queue
for a processor, `load` how many programs wanted one in the last minute. Where there is no screen it is drawn into
memory by the processor, which is slower than any graphics chip. It takes about two minutes.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from calibration.errors import BadInput
from companion.benches import Row

HELP = "start, pictures on the screen, touches and rulings while a camera watches"

STARTS = 5
CEILING_START_S = 3.0
PICTURES = 120
#: A machine that does much else is given so long before a start counts as hung.
PATIENCE_S = 120.0
#: The camera gives thirty pictures a second, so no more can be shown; one in sixty may be lost.
FLOOR_FPS, CEILING_TOUCH_MS, CEILING_RULING_MS = 29.5, 100.0, 150.0

#: Both run in a process of their own: a window can be opened only once in a process.
START = """
import tempfile
from pathlib import Path
from companion.ui.window import open_window
assert open_window()
from companion.app import TapisApp
from kivy.core.window import Window
app = TapisApp(folder=Path(tempfile.mkdtemp(prefix="tapis-")))
Window.bind(on_flip=lambda *_: app.stop())
app.run()
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="how long to watch live (default 60)")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    _need_window()
    starts = [_start() for _ in range(STARTS)]
    wall_s, cpu_s = (median(each) for each in zip(*starts, strict=True))
    yield {"app": "start", "s": round(wall_s, 2), "cpu_s": round(cpu_s, 2), "ok": wall_s <= CEILING_START_S}
    yield {"app": "picture", **_picture()}
    yield from _live(args.seconds)


def _live(seconds: float) -> Iterator[Row]:
    told = json.loads(_told([sys.executable, "-m", "companion.benches._live_app", str(seconds)], seconds))
    busy = {"waiting": told["waiting"], "load": round(os.getloadavg()[0], 1)}
    yield {"app": "live", "fps": told["fps"], **busy, "ok": told["fps"] >= FLOOR_FPS}
    yield {"app": "drawing", **_shares(told["draws"])}
    yield {"app": "seeing", **_shares(told["steps"])}
    for name, ceiling in (("touch", CEILING_TOUCH_MS), ("ruling", CEILING_RULING_MS)):
        shares = _shares(told["touches" if name == "touch" else "rulings"])
        yield {"app": name, **shares, **busy, "ok": bool(shares["count"]) and shares["p95"] <= ceiling}


def _shares(costs: list[float]) -> Row:
    ordered = sorted(costs) or [0.0]
    p50, p95 = (ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in (50, 95))
    return {"p50": p50, "p95": p95, "count": len(costs)}


def _start() -> tuple[float, float]:
    """Seconds by the clock, and seconds of a processor."""
    begun, used = perf_counter(), _children_s()
    _told([sys.executable, "-c", START])
    return perf_counter() - begun, _children_s() - used


def _children_s() -> float:
    """Processor time of the processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _told(command: list[str], seconds: float = 0.0) -> str:
    """What the app told in a process of its own; if it did not run to its end, the last thing it said instead."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds + PATIENCE_S)
    except subprocess.TimeoutExpired:
        raise BadInput(f"the app did not end within {seconds + PATIENCE_S:.0f} s", do="try again") from None
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or [""]
        raise BadInput(f"the app did not run to its end ({done.returncode}): {said[0][:200]}", do="report it")
    return done.stdout


def _need_window() -> None:
    from companion.ui.window import open_window

    if not open_window():
        raise BadInput("no window can be opened here", do="`python3 run.py` names the libraries it needs")


def _picture() -> Row:
    import numpy as np
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.ui.picture import Picture
    from companion.ui.present import OutlineView
    from companion.ui.theme import DARK

    picture = Picture(size=Window.size)
    Window.add_widget(picture)
    EventLoop.ensure_window()
    EventLoop.start()
    images = np.random.default_rng(1).integers(0, 255, (4, 720, 1280, 3)).astype(np.uint8)
    corners = [((x, 200.0), (x + 100, 200.0), (x + 100, 350.0), (x, 350.0)) for x in range(100, 900, 100)]
    outlines = [OutlineView(quad, f"red {number}", True) for number, quad in enumerate(corners)]
    costs = []
    for number in range(PICTURES):
        begun = perf_counter()
        picture.show(images[number % 4], outlines, DARK)
        Window.dispatch("on_draw")
        Window.flip()
        costs.append(1000 * (perf_counter() - begun))
    return {"p50": round(float(np.percentile(costs, 50)), 1), "p95": round(float(np.percentile(costs, 95)), 1)}
