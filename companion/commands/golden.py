"""Judge golden recordings against their own truth, on four levels, as a table in which nothing may become worse.

FOLDER is a golden recording, or a folder of them: a recording with a `truth.json` beside it, which says what lay where,
what happened and what the rules have to say of it. One row each:

    seen      cards that lie still: `read` of `cards`, `misread`, and how far off corners are (`mm`, 19 of 20)
    events    `found` of `events`, `false` ones; with the right seat (`seats`), card (`named`) and `layers` of hands;
              the interval told holds the moment (`held`), and how far off the moment is (`ms`, 19 of 20)
    rulings   `given` of `rulings`, `more` than there should be; `false_illegal` and `missed_illegal` calls; `asked`:
              questions too many or too few
    scores    1 if everybody's total is right

`passes` names the levels on which all is well. With --table the rows are held against those of a file: the command
fails (exit status 1) if any number is worse. --update writes the rows there; a worse one only with --force.

--show DIR leaves a picture of every moment at which cards are compared: what lies there in green, what was read in red.

    tapis golden tests/recordings/golden --table tests/recordings/golden/table.json
    tapis golden tests/recordings/golden/ff-tie --show ~/pictures
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from calibration.errors import BadInput

HELP = "judge golden recordings against their truth"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="FOLDER", help="a golden recording, or many in one folder"
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help="the rows that may only get better")
    parser.add_argument("--update", action="store_true", help="write the rows into that file")
    parser.add_argument("--force", action="store_true", help="write them even where they are worse")
    parser.add_argument("--show", type=Path, metavar="DIR", help="leave pictures with both answers in a new folder")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    from companion.commands._both_answers import Shown
    from companion.commands._truth import judged, load_truth, worse
    from companion.commands.app import picture_folder

    if args.update and args.table is None:
        raise BadInput("--update needs the --table to write", do="`tapis golden --help` shows how")
    pictures = picture_folder(args.show) if args.show is not None else None
    before = load_rows(args.table) if args.table is not None and args.table.exists() else {}
    rows: dict[str, dict[str, Any]] = {}
    lost: list[str] = []
    for folder in _golden_in(args.folders):
        truth = load_truth(folder)
        shown = Shown(truth.data, truth.name, pictures) if pictures is not None else None
        row = judged(truth, look=shown)
        rows[row["clip"]] = row
        print(json.dumps(row) if args.json else _words(row), flush=True)
        lost += [f"{row['clip']}: {what}" for what in worse(before[row["clip"]], row)] if row["clip"] in before else []
    for line in lost:
        print(f"worse: {line}", file=sys.stderr)
    if args.update and (args.force or not lost):
        save_rows(args.table, before | rows)
    return 1 if lost and not args.force else 0


def _golden_in(folders: list[Path]) -> list[Path]:
    from companion.commands._truth import TRUTH

    found = [each for folder in folders for each in ([folder] if (folder / TRUTH).exists() else _within(folder, TRUTH))]
    if not found:
        raise BadInput("no golden recording with a truth is here", ", ".join(map(str, folders)))
    return found


def _within(folder: Path, name: str) -> list[Path]:
    return sorted(path.parent for path in folder.glob(f"*/{name}"))


def load_rows(path: Path) -> dict[str, dict[str, Any]]:
    try:
        rows = json.loads(path.read_text("utf-8"))
        return {str(row["clip"]): row for row in rows}
    except (OSError, ValueError, TypeError, KeyError) as wrong:
        raise BadInput(f"this is no table of golden recordings ({wrong})", str(path)) from None


def save_rows(path: Path, rows: dict[str, dict[str, Any]]) -> None:
    """One recording a line, so that a change of the table shows what changed."""
    lines = ",\n ".join(json.dumps(rows[name]) for name in sorted(rows))
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(f"[{lines}]\n", "utf-8")
    draft.replace(path)


def _words(row: dict[str, Any]) -> str:
    from companion.commands._truth import LEVELS

    levels = "  ".join(
        f"{level}{'' if level in row['passes'] else '!'}: " + " ".join(f"{name}={row[name]}" for name in names)
        for level, names in LEVELS.items()
    )
    return f"{row['clip']:16} {row['frames']:4} pictures  {levels}"
