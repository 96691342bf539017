"""What watching costs: a frame of a still table, and every frame of a recorded game.

Without DIR the game that comes with Tapis is watched; DIR is any folder with recording.avi, table.json and deck/.
Times are of the whole vision step (change, arms, reading), without decoding the file:

    still      a 1280x720 table where nothing happens; its p50 must stay within 1.5 ms
    recording  the frames of the game; most find little to do, the slowest are those in which a card is read
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from companion.benches import Row

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.watcher import Watcher

HELP = "what a frame costs, of a still table and of a recorded game"

CEILING_STILL_MS = 1.5
STILL_FRAMES = 300


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="a folder with a recorded game")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    still = _costs(*_still_table())
    yield {"watch": "still", **still, "ok": float(str(still["p50"])) <= CEILING_STILL_MS}
    yield {"watch": "recording", **_costs(*_recording(args.folder))}


def _still_table() -> "tuple[Watcher, Iterator[Frame]]":
    import numpy as np

    from calibration.table_file import table_of
    from vision.frame import Frame
    from vision.watcher import Watcher

    class Blind:
        """Reads nothing: here only looking for change is measured."""

        def read(self, image: object, within: object = None) -> tuple[()]:
            return ()

        def name(self, image: object, outlines: object) -> tuple[()]:
            return ()

    outlines = [[[x, 250], [x + 150, 250], [x + 150, 450], [x, 450]] for x in (150, 450, 750, 1050)]
    piles = [{"pile": str(number), "polygon": outline} for number, outline in enumerate(outlines)]
    plane = [[1.5, 0, 0], [0, 1.5, 0], [0, 0, 1]]
    table = {"size": [1280, 720], "mm_to_px": plane, "card_mm": [58, 87], "seats": ["S", "N"], "piles": piles}
    rng = np.random.default_rng(1)
    wood = rng.integers(60, 160, (720, 1280, 3))
    noisy = [np.clip(wood + rng.normal(0, 2, wood.shape), 0, 255).astype(np.uint8) for _ in range(5)]
    frames = (Frame(index, index * 33_333_333, noisy[index % 5], "still") for index in range(STILL_FRAMES))
    return Watcher(Blind(), table_of(table, "bench")), frames


def _recording(folder: Path | None) -> "tuple[Watcher, Iterator[Frame]]":
    from calibration.table_file import load_table
    from companion.referee.demo import demo_folder
    from vision.frame import Frame
    from vision.reader import Reader
    from vision.recognise.deck import load_deck
    from vision.sources.open import open_source
    from vision.watcher import Watcher

    place = folder or demo_folder()
    source = open_source(place / "recording.avi")
    frames = (seen for seen in iter(source.read, None) if isinstance(seen, Frame))
    return Watcher(Reader(load_deck(place / "deck")), load_table(place / "table.json")), frames


def _costs(watcher: "Watcher", frames: "Iterator[Frame]") -> Row:
    costs = []
    for frame in frames:
        begun = perf_counter()
        watcher.watch(frame)
        costs.append(1000 * (perf_counter() - begun))
    ordered = sorted(costs)
    return {
        "frames": len(ordered),
        **{f"p{share}": round(ordered[len(ordered) * share // 100], 2) for share in (50, 95)},
    }
