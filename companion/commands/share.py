"""Make something of a match to send to others: a picture, a few lines of text, a table, a filled-in score sheet.

    tapis share thursday.jsonl --out thursday.png                 the result as a picture
    tapis share thursday.jsonl --out thursday.txt --lang fr       the result in a few lines
    tapis share matches.tapis --match 3 --out sheet.pdf           the score sheet, filled in
    tapis share matches.tapis --out scores.csv                    the rounds as a table for spreadsheets
    tapis share matches.tapis --out match.json                    the whole match, for `tapis matches --import`

The ending of the file that is named chooses the kind. What is shared is a match log (.jsonl, or .json and .csv as
exported), or a match of a match file: the last one, or the one that --match numbers. Nothing is sent anywhere; a file
is written, and never over another without --force. The kinds are described in docs/sharing.md.
"""

import argparse
import json
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput
from companion.core.words import LANGUAGES

if TYPE_CHECKING:
    from companion.sharing.result import Result

HELP = "make a picture, a text, a table or a score sheet of a match"

_PAPERS = ("A4", "A3", "letter", "tabloid")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a match log or a match file")
    parser.add_argument("--out", required=True, type=Path, metavar="OUT", help="what to write; its ending is the kind")
    parser.add_argument("--match", type=int, metavar="N", help="which match of a match file (default: the last)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the words (en)")
    parser.add_argument("--paper", choices=_PAPERS, default="A4", help="the paper of a score sheet (A4)")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")
    parser.add_argument("--json", action="store_true", help="tell what was written as one JSON object")


def run(args: argparse.Namespace) -> int:
    from calibration.mat import Paper
    from companion.sharing.kinds import Kind, parcel
    from companion.store.whole import write_whole
    from companion.ui.share_view import drawn_marks

    try:
        kind = Kind(args.out.suffix.lower())
    except ValueError:
        what, kinds = args.out.suffix or "no ending", ", ".join(each.value for each in Kind)
        raise BadInput(f"{what} is no kind of sharing", str(args.out), f"use {kinds}") from None
    result = _result(args.file, args.match)
    made = parcel(kind, result, drawn_marks(range(len(result.players))), args.lang, Paper[args.paper.upper()])
    write_whole(args.out, made.data, args.force)
    if args.json:
        row = {"file": str(args.out), "kind": kind.name.lower(), "game": result.game.info.id, "bytes": len(made.data)}
        print(json.dumps(row))
    else:
        print(f"{args.out}: {result.game_name(args.lang)}, {kind.name.lower()}")
    return 0


def _result(path: Path, match: int | None) -> "Result":
    from companion.commands.score import read_log
    from companion.core.codec import kinds_of
    from companion.games import load_game
    from companion.sharing.result import result_of
    from companion.store.lines import named_game, read_lines

    lines = read_log(str(path), match)
    game = load_game(named_game(lines))
    reading = read_lines(lines, kinds_of(game.events))
    if reading.damage is not None:
        raise BadInput(f"the log is damaged ({reading.damage})", str(path), "mend it first; nothing was written")
    return result_of(game, reading.entries, _started(path, match))


def _started(path: Path, match: int | None) -> datetime:
    """When the match began: a match file knows, of a log there is only the day it was written."""
    from companion.store.sqlite import MAGIC, MatchFile

    with path.open("rb") as stream:
        is_match_file = stream.read(len(MAGIC)) == MAGIC
    if not is_match_file:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    with closing(MatchFile(path)) as file:
        return datetime.fromtimestamp(file.started_ns(match or file.matches()[-1]) / 1e9).astimezone()
