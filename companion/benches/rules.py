"""How fast the rules are: events folded a second, and what an event costs in short and in long logs.

Random matches of every game (the same ones each time) are folded several times; the best time counts, because
everything else that runs on the machine only ever makes it slower. Per game, one row:

    events_per_s   entries folded a second: judged, applied, with their rulings as values (not as sentences)
    matches        how many matches, and `events` how many entries they hold together
"""

import argparse
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from companion.benches import Row
from companion.core.events import Entry
from companion.core.fold import fold
from companion.core.game import Game
from companion.core.practice import as_log, new_match, random_events
from companion.games import game_ids, load_game

HELP = "events folded a second, for every game"

#: The house's budget for one core (docs/design.md, section 7).
FLOOR_EVENTS_PER_S = 50_000
ENOUGH_EVENTS = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=game_ids(), help="this game only")
    parser.add_argument("--repeat", type=int, default=7, help="how often each fold is timed (default 7)")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    for game_id in (args.game,) if args.game else game_ids():
        yield _speed(load_game(game_id), args.repeat)


def _speed(game: Game[Any], repeat: int) -> Row:
    logs = _logs(game)
    events = sum(map(len, logs))
    best = min(_seconds(game, logs) for _ in range(max(1, repeat)))
    rate = round(events / best)
    return {
        "game": game.info.id,
        "events_per_s": rate,
        "matches": len(logs),
        "events": events,
        "floor": FLOOR_EVENTS_PER_S,
        "ok": rate >= FLOOR_EVENTS_PER_S,
    }


def _logs(game: Game[Any]) -> list[list[Entry]]:
    """Random matches, with every number of players in turn, until they hold enough events together."""
    fewest, most = game.info.players
    rng, events = Random(f"bench {game.info.id}"), 0
    logs: list[list[Entry]] = []
    while events < ENOUGH_EVENTS:
        players = fewest + len(logs) % (most - fewest + 1)
        logs.append(as_log(random_events(game, new_match(game, players), rng)))
        events += len(logs[-1])
    return logs


def _seconds(game: Game[Any], logs: list[list[Entry]]) -> float:
    start = perf_counter()
    for log in logs:
        fold(game, log)
    return perf_counter() - start
