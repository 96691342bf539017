"""What a picture costs on its way from the tablet's camera to the app: our Java and pyjnius, on this machine's Java.

Stand-ins take Android's place, so this is our part of the way only: packing three planes in Java, handing the bytes to
Python, and turning them into a picture, all on one thread. Times are of that thread's processor. It needs
a JDK, and pyjnius, which is fetched into a cache once.

    720p      a picture of 1280x720 whose U and V lie in turn, as most devices have them; p50 at most 4 ms
    planes    the same with planes of their own, which takes a loop
    turned    the same as the first, turned by a quarter, as most sensors need it for a tablet that stands upright
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import thread_time
from typing import Any

from calibration.errors import BadInput
from companion.benches import Row

HELP = "the way of a picture from Android's camera to the app"

CEILING_MS = 4.0
PICTURES = 200
SIZE = (1280, 720)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--project", type=Path, default=Path(), metavar="DIR", help="the project's folder (here)")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as classes:
        _start(args.project, Path(classes))
        yield {"bridge": "720p", **(row := _costs()), "ok": row["p50"] <= CEILING_MS}
        yield {"bridge": "planes", **_costs(apart=True)}
        yield {"bridge": "turned", **_costs(turn=90)}


def _start(project: Path, classes: Path) -> None:
    """Compile our Java with the stand-ins and start a Java machine."""
    from companion.proofs import java, places
    from companion.proofs.proof import NotShown

    if not (project / java.STUBS).is_dir() or not java.has_compiler():
        raise BadInput("this needs the project's folder and a JDK", str(project), "name the folder with --project")
    if wrong := java.compile_java(project, classes):
        raise BadInput(wrong.splitlines()[0], str(project), "mend the Java first")
    try:
        sys.path.append(str(places.pyjnius()))
    except NotShown as why:
        raise BadInput(str(why), do="pyjnius is fetched from PyPI") from None
    import jnius_config

    jnius_config.set_classpath(str(classes))


def _costs(apart: bool = False, turn: int = 0) -> dict[str, Any]:
    import cv2
    import numpy as np

    from vision.sources.android.camera import AndroidFeed
    from vision.sources.android.jvm import activity, java

    reader = java("android.media.ImageReader")
    reader.current = None
    cv2.setNumThreads(1)
    activity().cameras.orientation = turn
    feed = AndroidFeed("1", SIZE)
    feed.start()
    while reader.current is None:
        feed.take(10_000_000)
    packed = cv2.resize(np.random.default_rng(1).integers(0, 255, (90, 80), np.uint8), (SIZE[0], SIZE[1] * 3 // 2))
    shots, takes = [], []
    for number in range(PICTURES):
        # The stand-in makes its planes first; only what our Java does with them is the bridge's.
        reader.current.prepare(packed.tobytes(), *SIZE, number, 0, apart)
        begun = thread_time()
        reader.current.tell()
        shot = thread_time()
        feed.take(1_000_000_000)
        shots.append(1000 * (shot - begun))
        takes.append(1000 * (thread_time() - shot))
    feed.stop()
    whole = sorted(one + other for one, other in zip(shots, takes, strict=True))
    middle = PICTURES // 2
    return {
        "frames": PICTURES,
        "java": round(sorted(shots)[middle], 2),
        "python": round(sorted(takes)[middle], 2),
        "p50": round(whole[middle], 2),
        "p95": round(whole[PICTURES * 95 // 100], 2),
    }
