"""Watch a recording and tell what happened on the table: which card was laid where, when, and from which side.

CLIP is a video file, a folder of pictures or a live camera (an address, or a name that `tapis cameras` lists; with
--camera also its number), which is watched until Ctrl-C. TABLE says where the piles are and how large a card is in the
picture. With --json every line is one object, in order of time:

    place   a card came to lie on a pile: seat, card (null where it could not be read), and when it lay still
    take    the top card of a pile was taken back
    slap    a hand hit a pile: seat, the moment it touched, its layer (0 is the lowest hand), and how certain the order
            of hands is: certain, likely or too_close
    gap     from here on there was nothing to see
    end     the last line: how many frames, and what one costs (without decoding the file)

[t_lo_ms, t_hi_ms] encloses the moment: a hand hides the card just when it comes to rest.

    tapis watch --deck ~/decks/frankfurt --table table.json --json game.avi
A film's sound tells the moment of a blow best: give it with --sound, as a WAV file that began with the film
(`ffmpeg -i game.mp4 game.wav`). It is put right by the zero test of the TABLE (see `tapis clap`), if that has one.

    tapis watch --deck ~/decks/frankfurt --table table.json --sound game.wav game.mp4
    tapis watch --deck ~/decks/frankfurt --table table.json --camera http://192.168.1.20:8080/video
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput

if TYPE_CHECKING:
    from calibration.clock import ZeroTest
    from vision.sources.source import Source
    from vision.track.shake import Moment
    from vision.watcher import Watcher

HELP = "tell what happens in a recording of a table"
#: Seconds by which picture and sound of one film may be apart as long as nobody has clapped.
UNMEASURED_S = 0.02


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", required=True, type=Path, metavar="DECK", help="an enrolled deck")
    parser.add_argument("--table", required=True, type=Path, metavar="TABLE", help="the TABLE file of the camera")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--sound", type=Path, metavar="WAV", help="the sound of CLIP, to time slaps by what is heard")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("clip", nargs="?", metavar="CLIP", help="a video file, a folder of pictures or a camera")
    what.add_argument("--camera", metavar="CAMERA", help="a live camera: its name, number or address")


def run(args: argparse.Namespace) -> int:
    from calibration.calibration import load_calibration
    from vision.reader import Reader
    from vision.recognise.deck import load_deck
    from vision.watcher import Watcher

    known = load_calibration(args.table)
    table, row_us = known.table, (known.clock.row_us if known.clock else None) or 0.0
    heard = _heard(args.sound, known.zero) if args.sound else ()
    watcher = Watcher(Reader(load_deck(args.deck)), table, heard=heard, row_us=row_us)
    source = _opened(args.clip, args.camera)
    if source.size != table.size:
        source.close()
        made_for = "x".join(map(str, table.size))
        raise BadInput(f"the pictures are not {made_for} as in the TABLE", source.name, "calibrate this camera")
    try:
        for row in told(source, watcher):
            print(json.dumps(row) if args.json else _words(row), flush=True)
    finally:
        source.close()
    return 0


def _opened(clip: str | None, camera: str | None) -> "Source":
    """The recording, or the camera with the settings that are remembered for it."""
    from companion.store.place import data_folder
    from vision.sources.open import is_camera, open_camera, open_source
    from vision.sources.settings import USUAL, load_settings

    what = camera or clip or ""
    if not camera and not is_camera(what):
        return open_source(what)
    return open_camera(what, load_settings(data_folder() / "cameras.json").get(what, USUAL))


def _heard(sound: Path, zero: "ZeroTest | None") -> "tuple[Moment, ...]":
    """The knocks of a sound on the clock of its film."""
    from calibration.clock import claps_heard
    from companion.commands._wave import read_wave
    from vision.track.shake import Moment

    late_s, spread_s = (zero.offset_ms / 1e3, zero.spread_ms / 1e3) if zero else (0.0, UNMEASURED_S)
    return tuple(Moment(t_ns / 1e9 - late_s, spread_s / 2) for t_ns in claps_heard(*read_wave(sound), 0))


def told(source: "Source", watcher: "Watcher") -> Iterator[dict[str, Any]]:
    """The lines of the whole recording, in order of time."""
    from companion.referee.rows import gap_row, seen_row
    from vision.frame import Gap

    waiting: list[dict[str, Any]] = []
    last_gap: Gap | None = None
    costs: list[float] = []
    while (seen := source.read()) is not None:
        if isinstance(seen, Gap):
            # A live camera says so again and again while it is away.
            waiting += [gap_row(seen)] if seen != last_gap else []
            last_gap = seen
        else:
            begun = perf_counter()
            observations = watcher.watch(seen)
            costs.append(1000 * (perf_counter() - begun))
            waiting += map(seen_row, observations)
            _progress(len(costs))
        waiting.sort(key=lambda row: row["t_ms"])
        # A pile that is still disturbed may yet tell of something earlier.
        until = watcher.disturbed_since_ns
        while waiting and (until is None or waiting[0]["t_ms"] * 1e6 < until):
            yield waiting.pop(0)
    yield from sorted(waiting, key=lambda row: float(row["t_ms"]))
    yield {"kind": "end", "frames": len(costs), "ms_per_frame": {"p50": _share(costs, 0.5), "p95": _share(costs, 0.95)}}


def _share(costs: list[float], share: float) -> float | None:
    ordered = sorted(costs)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else None


def _words(row: dict[str, Any]) -> str:
    if row["kind"] == "end":
        cost = row["ms_per_frame"]
        return f"{row['frames']} frames, {cost['p50']} ms each (95 of 100 within {cost['p95']} ms)"
    when = f"{row['t_ms'] / 1000:8.3f} s  "
    if row["kind"] == "gap":
        return f"{when}nothing to see: {row['reason']}"
    if row["kind"] == "slap":
        layer = "" if row["layer"] is None else f", hand {row['layer'] + 1} from below"
        return f"{when}{row['seat']}: slaps {row['pile']}{layer} ({row['certainty'].replace('_', ' ')})"
    verb = "laid on" if row["kind"] == "place" else "taken from"
    return f"{when}{row['seat'] or '?'}: {row['card'] or 'a card nobody could read'} {verb} {row['pile']}"


def _progress(frames: int) -> None:
    """A sign of life on a terminal, for recordings of hours."""
    if frames % 300 == 0 and sys.stderr.isatty():
        print(f"\r{frames} frames", end="\r", file=sys.stderr, flush=True)
