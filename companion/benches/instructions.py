"""What seeing costs on a tablet's processor, from its instructions: counted on an emulated Cortex-A76, not timed.

The counts are exact and the same however busy this machine is; the milliseconds are arithmetic. Such a core begins at
most 4 instructions a cycle, of these 2 for its vector units and 2 loads or stores. No program needs fewer cycles than
the worst of the three, and at 2 GHz that is `floor_ms`. `tablet_ms` believes in half of it, as caches miss and
instructions wait for each other. Nothing was measured on a tablet.

It fetches a Debian for arm64 and an emulator once, needs a C compiler, and takes several minutes, since every
instruction is translated: `--only detector` counts one.

    calm       a picture in which nothing happens, watched: the middle of several
    laid       the picture in which a laid card is read: the dearest of those from the arm until it is told
    detector   the network that finds cards, its three looks, with what is before and after it
    still      a picture read with nothing known
    identity   one card named in an outline that is known
    bridge     Python's half of the way of a 720p picture from the camera; Java's half cannot be counted this way

    tapis bench instructions --only bridge
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput
from companion.benches import Row

if TYPE_CHECKING:
    from companion.proofs.counter import Count

HELP = "what seeing costs an emulated Cortex-A76, in instructions"

#: A Cortex-A76: instructions a cycle, those for its vector units, loads and stores; and its cycles a millisecond.
WIDTH, VECTORS, MEMORIES, CYCLES_MS = 4, 2, 2, 2_000_000
#: The share of what the core could do that is believed.
BELIEVED = 0.5
MILLION = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--project", type=Path, default=Path(), metavar="DIR", help="the project's folder (here)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="count only this")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    from companion.benches._counted import COUNTED
    from companion.proofs.counter import PLUGIN, counted
    from companion.proofs.proof import Broken, NotShown

    project = args.project.resolve()
    if not (project / PLUGIN).is_file():
        raise BadInput("this needs the project's folder", str(project), "name it: --project")
    for name in args.only:
        if name not in COUNTED:
            raise BadInput(f"nothing is called {name!r:.60}", do="one of: " + ", ".join(COUNTED))
    for name in COUNTED:
        if not args.only or name in args.only:
            try:
                yield row_of(name, counted(project, name))
            except (Broken, NotShown) as why:
                raise BadInput(str(why), do="docs/tablet.md says what the proofs need") from None


def row_of(name: str, counts: "tuple[Count, ...]") -> Row:
    """The middle one of the repetitions; of the pictures around a laid card the dearest."""
    ordered = sorted(counts, key=floor_cycles)
    count = ordered[-1] if name == "laid" else ordered[len(ordered) // 2]
    floor = floor_cycles(count) / CYCLES_MS
    return {
        "instructions": name,
        "million": round(count.all / MILLION, 1),
        "vector": round(count.vector / MILLION, 1),
        "memory": round(count.memory / MILLION, 1),
        "of": len(counts),
        "floor_ms": round(floor, 1),
        "tablet_ms": round(floor / BELIEVED, 1),
    }


def floor_cycles(count: "Count") -> float:
    """The least number of cycles in which the core could do it, if nothing ever waited."""
    return max(count.all / WIDTH, count.vector / VECTORS, count.memory / MEMORIES)
