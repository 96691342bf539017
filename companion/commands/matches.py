"""Look into a match file: its history and statistics, take a match out, bring one in, save what a damaged file holds.

    tapis matches table.tapis
    tapis matches table.tapis --statistics
    tapis matches table.tapis --match 3 --export thursday.csv
    tapis matches table.tapis --import thursday.jsonl
    tapis matches damaged.tapis --recover saved.tapis

Exports are .jsonl (a log for `tapis score`), .json or .csv. Nothing is ever written over without --force, and a damaged
file is only read: what can be saved of it goes into a new one.
"""

import argparse
import json
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from calibration.clock import NOTE, ZeroTest, zero_noted
from calibration.errors import BadInput
from companion.commands.score import read_log
from companion.core.codec import kinds_of
from companion.core.fold import fold
from companion.games import load_game
from companion.store.exchange import export
from companion.store.lines import named_game, read_lines
from companion.store.recovery import lines_of_file, recover
from companion.store.sqlite import MatchFile, MatchLine, PlayerLine

HELP = "history and statistics of a match file; export, import, recover"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the match file")
    parser.add_argument("--match", type=int, metavar="N", help="which match to export (default: the last)")
    parser.add_argument("--force", action="store_true", help="let an export take the place of a file")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--statistics", action="store_true", help="everybody's finished matches, game by game")
    what.add_argument("--export", metavar="OUT", type=Path, help="write a match to OUT (.jsonl, .json or .csv)")
    what.add_argument("--import", metavar="LOG", dest="bring", help="add the match in LOG to the file")
    what.add_argument("--recover", metavar="NEW", type=Path, help="save what can be saved into a new file")


def run(args: argparse.Namespace) -> int:
    if args.recover:
        return _recover(args.file, args.recover)
    if args.export:
        return _export(args.file, args.match, args.export, args.force)
    if not args.bring and not args.file.exists():
        raise BadInput("there is no such file", str(args.file), "give the path of a match file")
    with closing(MatchFile(args.file)) as file:
        if args.bring:
            return _bring(file, args.bring)
        _sum_up(file)
        rows = file.statistics() if args.statistics else file.history()
        zeros = {} if args.statistics else {row.match: _zero(file, row.match) for row in file.history()}
    for row in rows:
        zero = zeros.get(row.match) if isinstance(row, MatchLine) else None
        if args.json:
            print(json.dumps(asdict(row) | ({"zero": asdict(zero)} if zero else {}), ensure_ascii=False))
        else:
            print(_words(row) + (f"; {_zero_words(zero)}" if zero else ""))
    return 0


def _zero(file: MatchFile, match: int) -> ZeroTest | None:
    """The zero test a match was refereed with last: an entry names it, the first or the first that a camera saw."""
    lines = file.lines(match)
    if not any(NOTE.encode() in line for line in lines.lines):
        return None
    entries = read_lines(lines, kinds_of(load_game(named_game(lines)).events)).entries
    return next((test for each in reversed(entries) if (test := zero_noted(each.proof)) is not None), None)


def _zero_words(zero: ZeroTest) -> str:
    return f"sound {zero.offset_ms:.0f} ms after the picture, give or take {zero.spread_ms:.0f} ms"


def _words(row: MatchLine | PlayerLine) -> str:
    if isinstance(row, PlayerLine):
        totals = f"total {row.lowest} to {row.highest}, {row.average:.1f} on average"
        return f"{row.game:15} {row.player:12} {row.won} of {row.matches} won, {totals}"
    started = datetime.fromtimestamp(row.started_ns / 1e9).strftime("%Y-%m-%d %H:%M")
    totals = ", ".join(f"{player} {total}" for player, total in zip(row.players, row.totals, strict=True))
    end = f"won by {', '.join(row.winners)}" if row.winners else "over" if row.over else "not over"
    return f"{row.match:>4}  {started}  {row.game:15} {row.entries:>5} entries  {totals}; {end}"


def _sum_up(file: MatchFile) -> None:
    """Fold the matches whose scores the file does not know yet."""
    for match in file.unsummed():
        try:
            lines = file.lines(match)
            game = load_game(named_game(lines))
        except BadInput as wrong:
            print(f"tapis matches: match {match} is left out: {wrong}", file=sys.stderr)
            continue
        reading = read_lines(lines, kinds_of(game.events))
        scores = fold(game, reading.entries).scores
        if reading.damage is None and scores is not None:
            file.remember(match, game.info.id, len(reading.entries), scores)


def _recover(source: Path, target: Path) -> int:
    found = recover(source, target)
    for match in found:
        ending = f", then {match.damage}" if match.damage else ""
        print(f"match {match.match}: {match.entries} entries saved{ending}")
    return 1 if any(match.damage for match in found) else 0


def _export(source: Path, match: int | None, target: Path, force: bool) -> int:
    log = lines_of_file(source, match)
    reading = read_lines(log, kinds_of(load_game(named_game(log)).events))
    export(reading.entries, target, force)
    if reading.damage is not None:
        print(f"tapis matches: {reading.damage}; what came before it is in {target}", file=sys.stderr)
    return 1 if reading.damage else 0


def _bring(file: MatchFile, source: str) -> int:
    """A match comes in whole or not at all."""
    lines = read_log(source)
    game = load_game(named_game(lines))
    reading = read_lines(lines, kinds_of(game.events))
    if reading.damage is not None:
        raise BadInput(f"the log is damaged ({reading.damage})", source, "mend it first; nothing was imported")
    log = file.begin(kinds_of(game.events))
    log.extend(reading.entries)
    _sum_up(file)
    print(f"match {log.match}: {len(reading.entries)} entries imported")
    return 0
