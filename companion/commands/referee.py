"""Settle yesterday's quarrel: the referee watches a recording or any video, and says what was right and who leads.

FILE is a recording (`tapis record`), a video file from a phone, or a live camera. DECK is the enrolled deck that was
played with, TABLE says where the piles are; a recording made at a match brings TABLE, game, house rules and names.
Without any TABLE the first picture tells: the game's printed mat, else cards of the deck that lie there, are the piles.

With --json every line is one object, in the order in which it was decided:

    {"kind": "ruling", "n": 5, "event": "discard", "verdict": "illegal", "code": "...", "text": "...", "rule": "...",
     "facts": {...}, "t_lo_ms": 5400.0, "t_hi_ms": 5733.3, "source": "camera.certain", "proof": "game.avi#75-84-90"}
    {"kind": "question", "t_ms": 7253.5, "pile": "left", "missing": ["card"]}      the camera could not tell
    {"kind": "gap", "t_ms": 3000.0, "reason": "camera_lost"}
    {"kind": "scores", "scores": [...], "leaders": [...], "winners": [...], "over": false, "limit": null}

--proof DIR leaves a picture of every illegal ruling and of every slap: before and after side by side, the card or
pile in question outlined, the ruling below.

    tapis referee --game frankfurt --deck ~/decks/frankfurt --table table.json --players S=Ann,N=Ben game.mp4
    tapis referee --deck ~/decks/frankfurt ~/recordings/friday --proof ~/pictures
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import _sitting
from companion.core.words import LANGUAGES

if TYPE_CHECKING:
    from companion.core.fold import Judged
    from companion.referee.session import TableSession, Update

HELP = "watch a recording or any video, and rule on it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a recording, a video file or a camera")
    _sitting.add_arguments(parser)
    parser.add_argument("--proof", type=Path, metavar="DIR", help="leave pictures of what is disputed in a new folder")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the texts (default en)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    from companion.commands.app import picture_folder
    from companion.evidence import ProofFolder

    source = _sitting.open_any(args.file)
    try:
        session, table = _sitting.sit_down(source, args.file, args)
        proofs = ProofFolder(picture_folder(args.proof), session, table, args.lang) if args.proof else None
        for update, rows in decided(session, args.lang):
            for row in rows:
                print(json.dumps(row, ensure_ascii=False) if args.json else _words(row), flush=True)
            if proofs is not None:
                proofs.take(update)
        for line in _end(session, args):
            print(line)
    finally:
        source.close()
    if proofs is not None:
        print(f"{proofs.saved} pictures: {args.proof}", file=sys.stderr)
    return 0


def decided(session: "TableSession", lang: str) -> "Iterator[tuple[Update, list[dict[str, Any]]]]":
    """Every step of a session, with what it adds as plain data. A gap that lasts is told once."""
    from companion.referee.rows import ms

    blind = ""
    while (update := session.step()) is not None:
        rows: list[dict[str, Any]] = []
        if update.note and update.note != blind:
            rows.append({"kind": "gap", "t_ms": ms(update.t_ns), "reason": update.note})
        blind = update.note
        rows += (ruling(judged, session, lang) for judged in update.judged)
        for question in update.questions:
            seen = question.observation
            missing = list(question.missing)
            rows.append({"kind": "question", "t_ms": ms(seen.t_ns), "pile": seen.pile, "missing": missing})
        yield update, rows


def ruling(judged: "Judged", session: "TableSession", lang: str) -> dict[str, Any]:
    from companion.commands.score import ruling_row
    from companion.referee.rows import ms

    entry = judged.entry
    first, *more = (ruling_row(each, session.game.words, lang) for each in judged.rulings)
    row = {"kind": "ruling", "n": entry.n, "event": entry.event.KIND, **first}
    row |= {"t_lo_ms": ms(entry.lo_ns), "t_hi_ms": ms(entry.hi_ns), "source": entry.source, "proof": entry.proof}
    return row | ({"more": more} if more else {})


def scores(session: "TableSession") -> dict[str, Any]:
    from companion.commands.score import scores_row

    return {"kind": "scores", **scores_row(session.scores)}


def _words(row: dict[str, Any]) -> str:
    if row["kind"] == "ruling":
        return f"{row['t_hi_ms'] / 1000:8.1f} s  {row['verdict']:9}  {row['text']}  [{row['rule']}]"
    if row["kind"] == "question":
        return f"{row['t_ms'] / 1000:8.1f} s  ?          {row['pile']}: {' and '.join(row['missing'])} not seen"
    return f"{row['t_ms'] / 1000:8.1f} s  -          nothing to see: {row['reason']}"


def _end(session: "TableSession", args: argparse.Namespace) -> Iterator[str]:
    from companion.commands.score import score_lines

    if args.json:
        yield json.dumps(scores(session), ensure_ascii=False)
    elif session.scores is not None:
        yield from ("", *score_lines(session.scores))
