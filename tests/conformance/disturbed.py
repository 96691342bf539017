"""Matches as real tables play them: with unread cards, strangers, late and doubled reports, and regrets."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any, get_type_hints

from companion.core.events import Accept, Correct, Event, ManualScore, NewMatch, Overrule, Void
from companion.core.game import Game
from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.practice import new_match, random_events

AnyGame = Game[Any]


def played(game: AnyGame, rng: Random, most: int) -> list[Event]:
    options = [(option.name, rng.choice(option.choices)) for option in game.info.options if rng.random() < 0.3]
    return random_events(game, new_match(game, rng.randint(*game.info.players), options), rng, most)


def disturbed(game: AnyGame, events: list[Event], rng: Random) -> list[Event]:
    """What a camera and people in a hurry make of a match."""
    match, rest = events[0], events[1:]
    assert isinstance(match, NewMatch)
    out: list[Event] = []
    for event in rest:
        dice = rng.random()
        if dice < 0.05:
            out.append(_unread(event))
        elif dice < 0.08:
            out.append(_by_a_stranger(event))
        elif dice < 0.12:
            out += [event, event]
        elif dice < 0.15:
            out += [rng.choice(rest), event]
        elif dice < 0.17:
            out.append(_extreme(event, rng))
        elif dice < 0.19:
            out += [event, ManualScore(rng.choice(match.players), rng.randint(-50, 50))]
        elif dice < 0.22:
            pass  # nobody saw it
        else:
            out.append(event)
    for _ in range(len(out) // 12):
        first = rng.randrange(len(out) - 1)
        out[first], out[first + 1] = out[first + 1], out[first]
    return [match, *_regretted(out, rng)]


def _regretted(events: list[Event], rng: Random) -> Iterator[Event]:
    n = 1
    for event in events:
        yield event
        n += 1
        if rng.random() < 0.08:
            target = max(1, n - rng.randint(0, 6)) if rng.random() < 0.9 else rng.randint(-3, 3 * n)
            yield rng.choice(
                (
                    Void(target),
                    Correct(target, rng.choice(events)),
                    Overrule(target, rng.choice(("legal", "illegal", "whatever"))),
                    Accept(target),
                )
            )
            n += 1


def _unread(event: Event) -> Event:
    """The same event, but nobody could read the cards."""
    hints = get_type_hints(type(event))
    return replace(event, **{field.name: UNKNOWN for field in fields(event) if hints[field.name] is CardId})


def _by_a_stranger(event: Event) -> Event:
    hints = get_type_hints(type(event))
    return replace(event, **{f.name: PlayerId("Nobody") for f in fields(event) if hints[f.name] is PlayerId})


def _extreme(event: Event, rng: Random) -> Event:
    """Numbers and names that no table knows."""
    odd: dict[Any, list[Any]] = {int: [-1, 0, 10**15], str: ["", "?", "x" * 300], CardId: [CardId("no/such/card")]}
    hints = get_type_hints(type(event))
    own = {f.name: odd[hints[f.name]] for f in fields(event) if hints[f.name] in odd}
    return replace(event, **{name: rng.choice(values) for name, values in own.items() if rng.random() < 0.5})
