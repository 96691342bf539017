"""How many calls are false: games played on film by the hour, right cards and wrong ones, and what the referee says.

Every piece is a minute of a game, made from a script with our own deck on a table of its own cloth, camera and light:
Frantic Frankfurt on two piles, Frantic with three players, Frappadingue with its throw and counter. Hands lay cards at
the pace of the game, wrong ones go back, and between them hands hover, shadows pass and lamps are switched. It is all
composed: arms are drawn, not filmed. What should be ruled is known, so each piece counts

    plays           what was laid or kept; `found` of it was told
    wrong           moves that the rules forbid; `missed` of those calls were not made
    false_illegal   calls of something wrong that was right: at most one in two hours
    asked           questions instead of rulings: what was not seen well enough

The pieces are other ones with another --seed; the same seed gives the same ones, game after game unless --game names
one. The sum is the last row. With --keep FILE pieces that stand there are not played again, so that hours can be played
in parts:

    tapis bench play --minutes 3
    tapis bench play --minutes 120 --seed 7 --keep hours.jsonl
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from companion.benches import Row

HELP = "false calls of wrong cards, by the hour of play on film"

#: At most one false call in so many minutes.
ONE_IN_MINUTES = 120.0
#: What the rows of all pieces are added up of.
COUNTED = ("minutes", "plays", "found", "wrong", "missed", "false_illegal", "asked")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=float, default=3.0, metavar="M", help="how long is played (default 3)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other numbers, other games")
    parser.add_argument("--game", metavar="ID", help="only this game")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where played pieces are kept, and not played again")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    from companion.benches._plays import GAMES, PIECE_S

    games = [game for game in GAMES if args.game in (None, game)]
    kept = _kept(args.keep)
    total: dict[str, float] = dict.fromkeys(COUNTED, 0.0)
    for number in range(max(1, round(args.minutes * 60 / PIECE_S))):
        game = games[number % len(games)]
        name = f"{game}-{args.seed}-{number}"
        row = kept.get(name)
        if row is None:
            row = {"piece": name, **_piece(game, args.seed, number)}
            if args.keep is not None:
                with args.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
        total = {each: value + float(str(row[each])) for each, value in total.items()}
        yield row
    two_hours = total["false_illegal"] * ONE_IN_MINUTES / total["minutes"]
    yield {"piece": "all", **total, "false_in_two_hours": round(two_hours, 2), "ok": two_hours <= 1}


def _kept(file: Path | None) -> dict[str, Row]:
    if file is None or not file.exists():
        return {}
    done = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return {row["piece"]: row for row in done}


def _piece(game: str, seed: int, number: int) -> Row:
    import numpy as np

    from companion.benches._plays import PIECE_S, minute
    from companion.benches._talk import FilmSource
    from companion.commands._truth import Truth, judged
    from companion.core.codec import encode
    from companion.decks import deck_folder
    from vision.recognise.deck import load_deck
    from vision.training.clips import Film

    played, script = minute(game, seed, number)
    deck = load_deck(deck_folder(game))
    film = Film(script, {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)})
    data = {
        "game": game,
        "deck": f"decks/{game}",
        "seats": {seat.value: name for seat, name in played.seats.items()},
        "options": dict(played.options),
        "events": played.seen,
        "log": [encode(event) for event in played.log],
    }
    row = judged(Truth(Path("play"), data), (FilmSource(film), film.table))
    return {
        "minutes": PIECE_S / 60,
        "plays": row["events"],
        "found": row["found"],
        "wrong": played.wrong,
        "missed": row["missed_illegal"],
        "false_illegal": row["false_illegal"],
        "asked": row["asked"],
        "table": f"{script.surface}, {script.fps:.0f}/s",
    }
