"""What seeing would cost on a mid-range tablet: multiplications counted, the rest measured here and made slower.

Nothing of it was measured on a tablet. A network is counted exactly: `mmac`, millions of multiplications and additions
at the size it is used at, and `gmac_s`, how many thousand millions of them this core does a second. For the tablet a
core like the Cortex-A76 at 2 GHz is taken: it can do 2 x 4 a cycle, 16 thousand million a second, and OpenCV is
believed to reach half of that. What is not a network is taken for four times as slow as here. docs/tablet.md has the
arithmetic. Times are processor time of one thread, the middle of several.

    detector ...  the networks; `tablet_ms` is what one run of them would take
    read          a still of the bundled game read with nothing known: detecting counted, naming four times as slow
    card          the same for a pile's surroundings, which is what is read when a card was laid
    calm          a picture in which nothing happens, watched
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING

from companion.benches import Row

if TYPE_CHECKING:
    from vision.detect.proposal import Detector, Proposal
    from vision.image import Image

HELP = "what seeing would probably cost on a mid-range tablet"

#: What half of a Cortex-A76's two 128-bit units does at 2 GHz, in thousand millions of multiplications a second.
TABLET_GMAC_S = 0.5 * 2 * 4 * 2.0
#: How many times slower everything else is taken to be.
SLOWER = 4.0
TIMES = 7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def rows(args: argparse.Namespace) -> Iterator[Row]:
    import cv2

    cv2.setNumThreads(1)
    networks = list(_networks())
    yield from networks
    # So many times slower there than here is what the detector does.
    yield from _seeing(float(str(networks[0]["gmac_s"])) / TABLET_GMAC_S)


def _networks() -> Iterator[Row]:
    import cv2
    import numpy as np

    from vision.detect import find, refine, sides
    from vision.detect.grid import STEP
    from vision.recognise import crop, describe

    high = find.LONG_SIDE * 9 // 16
    looked_at = (1, 3, high + -high % STEP, find.LONG_SIDE)
    used = (
        ("detector", find.MODEL, looked_at),
        ("outline", refine.MODEL, (max(refine.BATCHES), 3, refine.HEIGHT, refine.WIDTH)),
        ("identity", describe.MODEL, (1, 3, crop.HEIGHT, crop.WIDTH)),
        ("arms", sides.MODEL, (1, 6, sides.SIZE[1], sides.SIZE[0])),
    )
    for name, model, shape in used:
        net = cv2.dnn.readNetFromONNX(str(model))
        mmac = net.getFLOPS(shape) / 2e6
        net.setInput(np.zeros(shape, np.float32))
        ms = _ms(net.forward)
        row: Row = {"tablet": name, "input": "x".join(map(str, shape)), "mmac": round(mmac), "ms": round(ms, 1)}
        yield row | {"gmac_s": round(mmac / ms, 1), "tablet_ms": round(mmac / TABLET_GMAC_S, 1)}


def _seeing(detecting: float) -> Iterator[Row]:
    from calibration.table_file import load_table
    from companion.referee.demo import demo_folder
    from vision.detect.find import open_detector
    from vision.frame import Frame
    from vision.reader import Reader
    from vision.recognise.deck import load_deck
    from vision.sources.open import open_source
    from vision.watcher import Watcher

    table = load_table(demo_folder() / "table.json")
    source = open_source(demo_folder() / "recording.avi")
    frames = [frame for _ in range(100) if isinstance(frame := source.read(), Frame)]
    detector = _Timed(open_detector())
    reader, last = Reader(load_deck(demo_folder() / "deck"), detector), frames[-1].image
    xs, ys = zip(*table.piles[0].polygon, strict=True)
    around = max(1, round(table.card_px(table.piles[0])[1] / 2))
    left, top = max(0, int(min(xs)) - around), max(0, int(min(ys)) - around)
    pile = (left, top, int(max(xs)) + around - left, int(max(ys)) + around - top)
    for name, within in (("read", None), ("card", pile)):
        ms = _ms(partial(reader.read, last, within))
        rest = max(0.0, ms - detector.ms)
        there = detector.ms * detecting + rest * SLOWER
        yield {"tablet": name, "ms": round(ms, 1), "detect_ms": round(detector.ms, 1), "tablet_ms": round(there)}
    watcher = Watcher(reader, table)
    times = [_once(partial(watcher.watch, frame)) for frame in frames[:30]]
    ms = median(times[10:])
    yield {"tablet": "calm", "ms": round(ms, 1), "tablet_ms": round(ms * SLOWER, 1)}


class _Timed:
    """A detector that remembers what it took."""

    def __init__(self, detector: "Detector") -> None:
        self._detector, self.ms = detector, 0.0

    def detect(self, image: "Image", widths: tuple[float, float] | None = None) -> "list[Proposal]":
        begun = thread_time()
        found = self._detector.detect(image, widths)
        self.ms = 1000 * (thread_time() - begun)
        return found


def _ms(work: Callable[[], object]) -> float:
    """The middle of several runs; the first one, which lays out the memory, does not count."""
    return median([_once(work) for _ in range(TIMES)][1:])


def _once(work: Callable[[], object]) -> float:
    begun = thread_time()
    work()
    return 1000 * (thread_time() - begun)
