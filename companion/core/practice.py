"""Made-up matches: what `Game.sample` says could come next, until the match is over. For benches, tests and examples.

Chance comes in as `rng`, so the same seed gives the same match.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.core.events import Entry, Event, NewMatch, OptionValue
from companion.core.game import Game
from companion.core.ids import PlayerId

NAMES = tuple(map(PlayerId, ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")))


def new_match(game: Game[Any], players: int, options: Iterable[tuple[str, OptionValue]] = ()) -> NewMatch:
    """The first event of a match between so many people."""
    names = [*NAMES, *(PlayerId(f"P{number}") for number in range(len(NAMES) + 1, players + 1))]
    return NewMatch(game.info.id, tuple(names[:players]), tuple(options))


def random_events(game: Game[Any], match: NewMatch, rng: Random, most: int = 5_000) -> list[Event]:
    """A whole match as somebody could play it, from its first event to its end (or to `most` events)."""
    events: list[Event] = [match]
    state = game.start(match)
    while len(events) < most:
        event = game.sample(state, rng)
        if event is None:
            break
        events.append(event)
        state = game.apply(state, event).state
    return events


def as_log(events: Iterable[Event]) -> list[Entry]:
    """The events as the entries of a log."""
    return [Entry(n, event) for n, event in enumerate(events, 1)]
