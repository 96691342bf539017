"""What watching costs: a frame of a still table, of hands that move over cards, and every frame of a recorded game.

Without DIR the game that comes with Tapis is watched; DIR is any folder with recording.avi, table.json and deck/.
Times are of the whole vision step (change, arms, reading), without decoding the file:

    still      a 1280x720 table where nothing happens; its p50 must stay within 1.5 ms
    hands      1280x720, 20 cards, two hands that never rest, thirty pictures a second as from a camera; then as fast as
               a file is read, when nothing is done between two pictures, and other numbers of cards, hands and pixels
    talk       a table for every minute at which nothing is played: people point, rest their hands, reach across, switch
               lamps and bump against it. Cards are read as always; its `events` must stay 0
    slaps      composed hands that slap, hover, pass and wipe: how many slaps are told, and how well
    recording  the frames of the game; most find little to do, the slowest are those in which a card is read
    ruling     the game at its own pace: milliseconds from the first picture in which a pile lies still to its ruling,
               of which `waited` for more pictures; `late` pictures had to wait for the one before

In `slaps`, `recall` is the share told with the right side and pile, `false` counts all others told, `cover` is how
often the told interval holds the truth, and `ms_slap` what the frame costs that looks back. `--arms FILE` measures
another network, `--scenes` takes more or fewer. One minute of talk is the default; ten are promised:

    tapis bench watch --only talk --minutes 10
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING

from companion.benches import Row

if TYPE_CHECKING:
    from companion.benches._answer import Answers
    from vision.frame import Frame
    from vision.watcher import Watcher

HELP = "what a frame costs: of a still table, of moving hands, and of a recorded game"

CEILING_STILL_MS = 1.5
STILL_FRAMES = 300
CEILING_HANDS_MS = {"p50": 8.0, "p95": 16.0}
HANDS_FRAMES = 240
CEILING_RULING_MS = 150.0
#: Composed scenes from here on were not looked at when thresholds were chosen.
FIRST_SCENE = 1000
#: A slap is told if it is told within this of the truth.
MATCHES_MS = 120.0
#: Size, cards and hands: the first is the promise, the others vary one of them each.
VARIED = (
    ((1280, 720), 20, 2),
    ((1280, 720), 5, 2),
    ((1280, 720), 40, 2),
    ((1280, 720), 20, 1),
    ((1280, 720), 20, 4),
    ((640, 360), 20, 2),
    ((1920, 1080), 20, 2),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="a folder with a recorded game")
    parser.add_argument("--only", choices=tuple(MEASURED), metavar="ROW", help=f"one of {', '.join(MEASURED)}")
    parser.add_argument("--minutes", type=float, default=1.0, metavar="M", help="of talk (default 1)")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the first of the tables of talk")
    parser.add_argument("--scenes", type=int, default=10, metavar="N", help="so many composed scenes of hands")
    parser.add_argument("--arms", type=Path, metavar="FILE", help="another network that sees arms")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    for name, measure in MEASURED.items():
        if args.only in (None, name):
            yield from measure(args)


def _still(args: argparse.Namespace) -> Iterator[Row]:
    still = _costs(*_still_table())
    yield {"watch": "still", **still, "ok": float(str(still["p50"])) <= CEILING_STILL_MS}


def _hands(args: argparse.Namespace) -> Iterator[Row]:
    from companion.benches._table_scene import TableScene
    from vision.watcher import Watcher

    for size, cards, hands in VARIED:
        scene = TableScene(size, cards, hands)
        shown: Row = {"size": f"{size[0]}x{size[1]}", "cards": cards, "hands": hands}
        if (size, cards, hands) == VARIED[0]:
            live = _costs(Watcher(_Blind(), scene.table), scene.frames(HANDS_FRAMES), skip=70, paced=True)
            ok = all(float(str(live[name])) <= limit for name, limit in CEILING_HANDS_MS.items())
            yield {"watch": "hands", **shown, "from": "camera", **live, "ok": ok}
        costs = _costs(Watcher(_Blind(), scene.table), scene.frames(HANDS_FRAMES), skip=70)
        yield {"watch": "hands", **shown, "from": "file", **costs}


def _talk(args: argparse.Namespace) -> Iterator[Row]:
    from companion.benches._talk import talked

    total: dict[str, float] = {"minutes": 0.0, "frames": 0, "gaps": 0, "events": 0}
    for number in range(args.first, args.first + max(1, round(args.minutes))):
        row = talked(number, min(60.0, 60.0 * args.minutes))
        total = {name: round(value + float(str(row[name])), 2) for name, value in total.items()}
        yield {"watch": "talk", "table": number, **row}
    yield {"watch": "talk", "table": "all", **total, "ok": not total["events"]}


def _ruling(args: argparse.Namespace) -> Iterator[Row]:
    from companion.benches._answer import answers
    from companion.referee.demo import demo_folder

    folder = args.folder or demo_folder()
    yield {"watch": "ruling", "by": "processor", **(told := _told(answers(folder))), "ok": _soon(told)}
    yield {"watch": "ruling", "by": "wall", **_told(answers(folder, by_processor=False))}


def _told(found: "Answers") -> Row:
    return {
        "rulings": len(found.after),
        **{f"p{share}": _part(found.after, share) for share in (50, 95)},
        **{f"waited_p{share}": _part(found.waited, share) for share in (50, 95)},
        **{f"ms_frame_p{share}": _part(found.costs, share) for share in (50, 95)},
        "frames": len(found.costs),
        "late": found.late,
    }


def _soon(told: Row) -> bool:
    return bool(told["rulings"]) and float(str(told["p95"])) <= CEILING_RULING_MS


def _slaps(args: argparse.Namespace) -> Iterator[Row]:
    """A slap counts if side and pile are right; `false` are the others that were told."""
    from vision.detect.sides import Sides
    from vision.observe import Slap
    from vision.training.slaps import Does, SlapScene
    from vision.watcher import Watcher

    real, right, false, covered, errors, costs = 0, 0, 0, 0, [], []
    for number in range(FIRST_SCENE, FIRST_SCENE + args.scenes):
        scene = SlapScene(number)
        watcher = Watcher(_Blind(), scene.table, Sides(args.arms) if args.arms else None)
        told: list[Slap] = []
        for frame in scene.frames():
            begun = perf_counter()
            new = [seen for seen in watcher.watch(frame) if isinstance(seen, Slap)]
            costs += [1000 * (perf_counter() - begun)] if new else []
            told += new
        truth = {hand.seat: hand.stop_s for hand in scene.hands if hand.does is Does.SLAP}
        real += len(truth)
        for slap in told:
            touched_ns = 1e9 * truth.pop(slap.seat, float("inf"))
            apart_ms = abs(slap.t_ns - touched_ns) / 1e6
            if slap.pile != "main" or apart_ms > MATCHES_MS:
                false += 1
                continue
            right += 1
            errors.append(apart_ms)
            covered += slap.lo_ns <= touched_ns <= slap.hi_ns
    yield {
        "watch": "slaps",
        "scenes": args.scenes,
        "slaps": real,
        "recall": round(right / max(1, real), 3),
        "false": false,
        "cover": round(covered / max(1, right), 3),
        **{f"error_ms_p{share}": _part(errors, share) for share in (50, 95)},
        **{f"ms_slap_p{share}": _part(costs, share) for share in (50, 95)},
    }


def _part(values: list[float], share: int) -> float | None:
    ordered = sorted(values)
    return round(ordered[len(ordered) * share // 100], 2) if ordered else None


class _Blind:
    """Reads nothing: here only looking for change and for hands is measured."""

    def read(self, image: object, within: object = None, widths: object = None) -> tuple[()]:
        return ()

    def name(self, image: object, outlines: object) -> tuple[()]:
        return ()


def _still_table() -> "tuple[Watcher, Iterator[Frame]]":
    import numpy as np

    from calibration.table_file import table_of
    from vision.frame import Frame
    from vision.watcher import Watcher

    outlines = [[[x, 250], [x + 150, 250], [x + 150, 450], [x, 450]] for x in (150, 450, 750, 1050)]
    piles = [{"pile": str(number), "polygon": outline} for number, outline in enumerate(outlines)]
    plane = [[1.5, 0, 0], [0, 1.5, 0], [0, 0, 1]]
    table = {"size": [1280, 720], "mm_to_px": plane, "card_mm": [58, 87], "seats": ["S", "N"], "piles": piles}
    rng = np.random.default_rng(1)
    wood = rng.integers(60, 160, (720, 1280, 3))
    noisy = [np.clip(wood + rng.normal(0, 2, wood.shape), 0, 255).astype(np.uint8) for _ in range(5)]
    frames = (Frame(index, index * 33_333_333, noisy[index % 5], "still") for index in range(STILL_FRAMES))
    return Watcher(_Blind(), table_of(table, "bench")), frames


def _recording(args: argparse.Namespace) -> Iterator[Row]:
    yield {"watch": "recording", **_costs(*_recorded(args.folder))}


def _recorded(folder: Path | None) -> "tuple[Watcher, Iterator[Frame]]":
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


def _costs(watcher: "Watcher", frames: "Iterator[Frame]", skip: int = 0, *, paced: bool = False) -> Row:
    """Where they are `paced` every frame is waited for until its time, as a camera's is."""
    costs, start = [], perf_counter()
    for frame in frames:
        if paced:
            sleep(max(0.0, start + frame.t_ns / 1e9 - perf_counter()))
        begun = perf_counter()
        watcher.watch(frame)
        costs.append(1000 * (perf_counter() - begun))
    ordered = sorted(costs[skip:])
    return {
        "frames": len(ordered),
        **{f"p{share}": round(ordered[len(ordered) * share // 100], 2) for share in (50, 95)},
    }


MEASURED: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "still": _still,
    "hands": _hands,
    "talk": _talk,
    "slaps": _slaps,
    "recording": _recording,
    "ruling": _ruling,
}
