"""Made-up matches: what `Game.sample` says could come next, until the match is over. For benches, tests and examples.

Chance comes in as `rng`, so the same seed gives the same match.
"""

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Any

from companion.core.events import Entry, Event, ManualScore, NewMatch, OptionValue, Void
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


def endless_events(game: Game[Any], match: NewMatch, rng: Random, length: int) -> list[Event]:
    """A match of any length: its end is taken back (further back when it would only end again), and points go to 0."""
    events: list[Event] = [match]
    trail: deque[tuple[int, Any]] = deque(maxlen=256)
    state, back, ended = game.start(match), 1, 0
    while len(events) < length:
        event = game.sample(state, rng)
        if event is not None:
            trail.append((len(events) + 1, state))
            events.append(event)
            state = game.apply(state, event).state
            continue
        back = min(2 * back, len(trail)) if len(events) < ended + 8 * back else 1
        for _ in range(back):
            n, state = trail.pop()
            events.append(Void(n))
        for line in game.scores(state).lines:
            if line.total > 0:
                events.append(ManualScore(line.player, -line.total))
                state = game.apply(state, events[-1]).state
        ended = len(events)
    return events[:length]


def as_log(events: Iterable[Event]) -> list[Entry]:
    """The events as the entries of a log."""
    return [Entry(n, event) for n, event in enumerate(events, 1)]
