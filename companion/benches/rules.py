"""How fast the rules are: events folded a second, what an event costs in short and in long logs, opening a saved match.

Made-up matches of every game (the same ones each time) are folded several times; the best time counts, because whatever
else runs on the machine only ever makes it slower. Times are those of this process on one core. Per game, one row:

    events_per_s     entries folded a second, in whole matches: judged, applied, with their rulings as values
    us_per_event     the cost of an entry in logs of 100, 1,000, 10,000 and 100,000 entries: it should not grow.
                     A log of that length is one match whose end is taken back; `voided` is the share of such entries
    open_ms          opening a match file with a match of 3,000 entries: chain checked, decoded and folded
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from companion.benches import Row
from companion.core.codec import kinds_of
from companion.core.events import Entry, Void
from companion.core.fold import fold
from companion.core.game import Game
from companion.core.practice import as_log, endless_events, new_match, random_events
from companion.games import game_ids, load_game
from companion.store.sqlite import MatchFile

HELP = "events folded a second, cost an event, opening a match; for every game"

#: The house's budgets for one core (docs/design.md, section 7), and how much dearer an event may be in a long log.
FLOOR_EVENTS_PER_S = 50_000
CEILING_OPEN_MS = 100
CEILING_GROWTH = 2.0

ENOUGH_EVENTS = 20_000
LENGTHS = (100, 1_000, 10_000, 100_000)
OPENED = 3_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=game_ids(), help="this game only")
    parser.add_argument("--repeat", type=int, default=7, help="how often each time is taken (default 7)")
    parser.add_argument("--short", action="store_true", help="only events_per_s")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    for game_id in (args.game,) if args.game else game_ids():
        game, repeat = load_game(game_id), max(1, args.repeat)
        row: Row = {"game": game_id, **_speed(game, repeat)}
        if not args.short:
            row |= {**_growth(game, repeat), **_opening(game, repeat)}
        yield {**row, "ok": _fine(row)}


def _fine(row: Row) -> bool:
    costs = row.get("us_per_event", {}).values()
    return (
        row["events_per_s"] >= FLOOR_EVENTS_PER_S
        and row.get("open_ms", 0) <= CEILING_OPEN_MS
        and (not costs or row["us_per_event"][LENGTHS[-1]] <= CEILING_GROWTH * row["us_per_event"][LENGTHS[0]])
    )


def _speed(game: Game[Any], repeat: int) -> Row:
    """Whole matches, with every number of players in turn, until they hold enough events together."""
    fewest, most = game.info.players
    rng, events = Random(f"bench {game.info.id}"), 0
    logs: list[list[Entry]] = []
    while events < ENOUGH_EVENTS:
        match = new_match(game, fewest + len(logs) % (most - fewest + 1))
        logs.append(as_log(random_events(game, match, rng)))
        events += len(logs[-1])
    best = _best(lambda: [fold(game, log) for log in logs], repeat)
    return {"events_per_s": round(events / best), "matches": len(logs), "events": events}


def _growth(game: Game[Any], repeat: int) -> Row:
    longest = _long_log(game, LENGTHS[-1])
    costs: dict[int, float] = {}
    for length in LENGTHS:
        log = longest[:length]
        times = max(1, 10_000 // length)
        best = _best(lambda log=log, times=times: [fold(game, log) for _ in range(times)], min(repeat, 3))  # type: ignore[misc]
        costs[length] = round(best / times / length * 1e6, 1)
    voided = sum(isinstance(entry.event, Void) for entry in longest) / len(longest)
    return {"us_per_event": costs, "voided": round(voided, 3)}


def _opening(game: Game[Any], repeat: int) -> Row:
    kinds = kinds_of(game.events)
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder:
        path = Path(folder) / "match.tapis"
        with closing(MatchFile(path)) as file:
            file.begin(kinds).extend(_long_log(game, OPENED))

        def opened() -> None:
            with closing(MatchFile(path)) as again:
                fold(game, again.resume(1, kinds).entries())

        return {"open_ms": round(_best(opened, repeat) * 1e3, 1)}


def _long_log(game: Game[Any], length: int) -> list[Entry]:
    fewest, most = game.info.players
    return as_log(endless_events(game, new_match(game, min(most, max(fewest, 3))), Random(7), length))


def _best(work: Callable[[], object], repeat: int) -> float:
    """The shortest time that it took, in seconds of this process."""
    best = float("inf")
    for _ in range(repeat):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best
