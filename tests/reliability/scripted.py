"""A scripted match for the promises of this folder, and the child process that plays it until somebody kills it.

`python -m tests.reliability.scripted KIND PATH` appends the script's events to a log and prints the number of every
entry after `append` returned: what was printed is what the table has heard.
"""

import sys
from pathlib import Path
from random import Random

from companion.core.codec import kinds_of
from companion.core.events import Correct, Event, Overrule, Void
from companion.core.practice import new_match, random_events
from companion.games._template import GAME
from companion.store.exchange import export
from companion.store.jsonl import JsonLinesLog
from companion.store.log import MatchLog
from companion.store.sqlite import MatchFile

KINDS = kinds_of(GAME.events)


def script(seed: int = 1) -> list[Event]:
    """Several hundred events of one match, with regrets."""
    rng = Random(seed)
    events: list[Event] = []
    for n, event in enumerate(random_events(GAME, new_match(GAME, 4, [("target", 10)]), rng) * 8, 1):
        events.append(event)
        if n % 11 == 0:
            events.append(rng.choice((Void(n - 2), Correct(n - 1, events[1]), Overrule(n - 1, "illegal"))))
    return events


def open_log(kind: str, path: Path) -> MatchLog:
    if kind == "jsonl":
        return JsonLinesLog(path, KINDS)
    file = MatchFile(path)
    numbers = file.matches()
    return file.resume(numbers[-1], KINDS) if numbers else file.begin(KINDS)


def play(kind: str, path: Path) -> None:
    log = open_log(kind, path)
    events = script()
    for event in events[len(log.entries()) :]:
        print(log.append(event).n, flush=True)
        if kind == "export" and len(log.entries()) % 5 == 0:
            export(log.entries(), path.with_suffix(".json"), force=True)


if __name__ == "__main__":
    play(sys.argv[1], Path(sys.argv[2]))
