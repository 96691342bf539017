"""Look at a recording: is it whole, and if not, what is wrong, where, and what is lost?

FOLDER is a recording (`tapis record` makes them). Every record of it is read and checked. Nothing in it is changed;
--salvage writes everything good into a new recording, in which gaps stand where something is missing.

With --json one object for each finding, then one more:

    {"kind": "finding", "place": "000001.segment", "byte": 18231, "cause": "...", "lost": 1}
    {"kind": "end", "frames": 4501, "gaps": 0, "seconds": 150.0, "whole": false, "lost": 1, "saved": null}

`lost` is how many pictures and gaps are missing; null where nobody can know, as after the last record of a recording
that was cut off. Exit status 1 if anything is lost.

    tapis doctor ~/recordings/friday
    tapis doctor ~/recordings/friday --salvage ~/recordings/friday-saved
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.recording.doctor import Diagnosis
    from vision.recording.walk import Finding

HELP = "tell whether a recording is whole, and save what can be saved"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the recording")
    parser.add_argument("--salvage", type=Path, metavar="OUT", help="write what is good into this new folder")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    from vision.recording.doctor import examine

    found = examine(args.folder, args.salvage)
    rows = [*map(_finding, found.findings), _end(found, args.salvage)]
    for row in rows:
        print(json.dumps(row) if args.json else _words(row))
    return 0 if found.whole else 1


def _finding(found: "Finding") -> dict[str, Any]:
    return {"kind": "finding", "place": found.place, "byte": found.at, "cause": found.cause, "lost": found.lost}


def _end(found: "Diagnosis", saved: Path | None) -> dict[str, Any]:
    losses = [finding.lost for finding in found.findings]
    return {
        "kind": "end",
        "frames": found.frames,
        "gaps": found.gaps,
        "seconds": round(found.seconds, 3),
        "whole": found.whole,
        "lost": None if None in losses else sum(loss or 0 for loss in losses),
        "saved": str(saved) if saved else None,
    }


def _words(row: dict[str, Any]) -> str:
    if row["kind"] == "finding":
        where = row["place"] if row["byte"] is None else f"{row['place']}, byte {row['byte']}"
        cost = {None: "nobody knows what is lost", 0: "nothing is lost"}.get(row["lost"], f"{row['lost']} records lost")
        return f"{where}: {row['cause']} ({cost})"
    state = "whole" if row["whole"] else "not whole"
    saved = f"; saved in {row['saved']}" if row["saved"] else ""
    return f"{row['frames']} pictures and {row['gaps']} gaps in {row['seconds']} s: {state}{saved}"
