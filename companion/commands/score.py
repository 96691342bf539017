"""Fold a match log: a ruling for every entry, then the scores.

LOG is JSON Lines (docs/events.md lists the events), or a match file that Tapis wrote; "-" or nothing reads standard
input. The game is the one that the log's first line names; --game says it where the log does not, or must agree.

With --json, one object an entry:

    {"n": 2, "event": "discard", "verdict": "illegal", "code": "…", "text": "…", "rule": "…", "facts": {…},
     "standing": "stands", "more": [further rulings]}

`original` is what the rules said before people voided, corrected or overruled the entry; `"accepted": true` stands
where they agreed with what was ruled. Then, as the last line:

    {"scores": [{"player": "Ann", "total": 12, "rounds": [5, 7]}], "leaders": […], "winners": […], "over": false,
     "limit": null}

A damaged log gives all this for its valid prefix, then {"error": "…", "line": 17} as one more line, and exit status 1.

    tapis score --game frankfurt match.jsonl
    tapis score --game frankfurt --json --lang de - < match.jsonl
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from calibration.errors import BadInput
from companion.core.codec import kinds_of
from companion.core.fold import Match, Standing, fold
from companion.core.rulings import Ruling
from companion.core.scores import Scores
from companion.core.words import LANGUAGES, Catalogue, say
from companion.games import game_ids, load_game
from companion.store.exchange import lines_of_export
from companion.store.lines import Lines, lines_of, named_game, read_lines
from companion.store.recovery import lines_of_file
from companion.store.sqlite import MAGIC

HELP = "fold a match log: a ruling for every entry, then the scores"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", nargs="?", default="-", metavar="LOG", help='the log; "-" or nothing is standard input')
    parser.add_argument("--game", metavar="ID", help="the game: " + ", ".join(game_ids()))
    parser.add_argument("--match", type=int, metavar="N", help="which match of a match file (default: the last)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the texts (default en)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    asked = load_game(args.game) if args.game else None
    log = read_log(args.log, args.match)
    game = asked or load_game(named_game(log))
    reading = read_lines(log, kinds_of(game.events))
    match = fold(game, reading.entries)
    for line in _json_lines(match, args.lang) if args.json else _table(match, args.lang):
        print(line)
    if reading.damage is None:
        return 0
    if args.json:
        print(_dump({"error": str(reading.damage), "line": reading.line}))
    print(f"tapis score: {reading.damage}; only what came before it counts", file=sys.stderr)
    return 1


def read_log(log: str, match: int | None = None) -> Lines:
    """The lines of a log: from standard input, a text file, an export, or a match file."""
    if log == "-":
        return lines_of(sys.stdin.buffer)
    path = Path(log)
    try:
        with path.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                stream.seek(0)
                return lines_of_export(stream, path.suffix.lower())
    except OSError as wrong:
        raise BadInput(f"this log cannot be opened ({wrong.strerror})", log, "give the path of a match log") from None
    return lines_of_file(path, match)


def _json_lines(match: Match, lang: str) -> Iterator[str]:
    words = match.game.words
    for judged in match.judged:
        first, *more = (ruling_row(ruling, words, lang) for ruling in judged.rulings)
        row = {"n": judged.entry.n, "event": judged.entry.event.KIND, **first, "standing": judged.standing.value}
        if judged.original is not None:
            row["original"] = ruling_row(judged.original, words, lang)
        if judged.accepted:
            row["accepted"] = True
        if more:
            row["more"] = more
        yield _dump(row)
    yield _dump(scores_row(match.scores))


def ruling_row(ruling: Ruling, words: Catalogue, lang: str) -> dict[str, Any]:
    return {
        "verdict": ruling.verdict.value,
        "code": ruling.code,
        "text": say(ruling, words, lang),
        "rule": ruling.reason.rule,
        "facts": ruling.fact,
    }


def scores_row(scores: Scores | None) -> dict[str, Any]:
    if scores is None:
        return {"scores": [], "leaders": [], "winners": [], "over": False, "limit": None}
    return {
        "scores": [{"player": line.player, "total": line.total, "rounds": line.rounds} for line in scores.lines],
        "leaders": scores.leaders,
        "winners": scores.winners,
        "over": scores.over,
        "limit": scores.limit,
    }


def _dump(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _table(match: Match, lang: str) -> Iterator[str]:
    words = match.game.words
    for judged in match.judged:
        standing = "" if judged.standing is Standing.STANDS else f" ({judged.standing.value})"
        for index, ruling in enumerate(judged.rulings):
            head = f"{judged.entry.n:>5}  {judged.entry.event.KIND}{standing}" if index == 0 else ""
            yield f"{head:34}  {ruling.verdict.value:9}  {say(ruling, words, lang)}"
    if match.scores is not None:
        yield ""
        yield from score_lines(match.scores)


def score_lines(scores: Scores) -> Iterator[str]:
    """The scoreboard as text: a line a player, the leaders marked."""
    width = max(len(line.player) for line in scores.lines)
    for line in scores.lines:
        mark = "*" if line.player in scores.leaders else " "
        rounds = f"   ({' '.join(f'{points:+d}' for points in line.rounds)})" if line.rounds else ""
        yield f"{mark} {line.player:{width}}  {line.total:>7}{rounds}"
    if scores.limit is not None:
        yield f"  limit {scores.limit}"
    if scores.over:
        yield "  over" + (f": {', '.join(scores.winners)} won" if scores.winners else "")
