"""The page docs/events.md: every event a log may hold, with its fields and an example, made from the events themselves.

The words come from the docstrings, the examples from each game's playthrough, so neither can go stale unnoticed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from typing import Any, NewType, get_args, get_origin, get_type_hints

from companion.core.codec import encode_entry
from companion.core.events import META_TYPES, Accept, Correct, Entry, Event, ManualScore, NewMatch, Overrule, Void
from companion.core.game import Game
from companion.core.playthrough import read_playthrough
from companion.core.words import option_key

INTRODUCTION = """\
# Events

A match log is JSON Lines: one event a line, in the order in which things happened. The first line is the match itself.
Lines may carry `n` (their number, from 1, without gaps), `lo_ns` and `hi_ns` (when it happened, nanoseconds of the
match clock), `via` (who says so: `hand`, `camera`), `confidence` (0 to 1) and `proof`; all of these may be left out,
and so may every field that has a default below. Unknown fields, unknown events and wrong types are refused with the
line's number.

`tapis score --game ID LOG` says what the rules make of a log; `tapis play --game ID` writes one while you play.
An event is a claim, not a fact: logs may hold illegal, late and doubled events, and the rules say so.
`"?"` stands for a card that nobody has read.

This page is written by `tapis games --events`; a test compares it with the events, and folds every example.
"""

CORE_TITLE = """\
## Every game

These are understood by all games. `void`, `correct`, `overrule` and `accept` are about earlier entries, which they name
by their number; they are never deleted themselves, and can be voided in turn.
"""


def page(games: Iterable[Game[Any]]) -> str:
    parts = [INTRODUCTION, CORE_TITLE]
    listed = list(games)
    examples = _core_examples(listed[0])
    parts += [_event(type(entry.event), entry) for entry in examples]
    for game in listed:
        parts.append(_about(game))
        log = read_playthrough(game)
        parts += [_event(event, _example(event, log)) for event in game.events]
    return "\n".join(parts)


def _about(game: Game[Any]) -> str:
    """What a log of this game may name: its cards and its house rules."""
    info, texts = game.info, game.words["en"]
    groups: dict[str, list[str]] = {}
    for card, _ in info.deck:
        before, _, last = card.rpartition("/")
        groups.setdefault(before, []).append(last)
    lines = [f"## {texts['name']} (`{info.id}`)", "", f"{info.players[0]} to {info.players[1]} players. Cards:", ""]
    lines += [
        f"- `{before}/` followed by {', '.join(f'`{last}`' for last in lasts)}" for before, lasts in groups.items()
    ]
    lines += [
        "",
        'House rules, as `"options":[["name",choice],...]` of the match (the default is the first named):',
        "",
    ]
    for option in info.options:
        choices = sorted(option.choices, key=lambda choice: choice != option.default)
        unsure = ", not confirmed by the rulebook" if option.unsure else ""
        lines.append(f"- `{option.name}` ({option.code}{unsure}): {texts[option_key(option.name)]}.")
        lines += [f"  - `{_plain(choice)}`: {texts[option_key(option.name, choice)]}" for choice in choices]
    return "\n".join(lines) + "\n"


def _core_examples(game: Game[Any]) -> Sequence[Entry]:
    """One of each event that every game shares, told in a game that exists."""
    log = read_playthrough(game)
    match = log[0].event
    assert isinstance(match, NewMatch)
    ann = match.players[0]
    second = next(entry.event for entry in log[1:] if type(entry.event) not in META_TYPES)
    events: tuple[Event, ...] = (
        match,
        ManualScore(ann, 5, "counted twice"),
        Void(2, by=ann, why="that was a slip"),
        Correct(2, second, by=ann, why="the camera misread it"),
        Overrule(2, "legal", by=ann, why="we all agreed"),
        Accept(2, by=ann),
    )
    return [Entry(0, event) for event in events]


def _example(event: type[Event], log: Iterable[Entry]) -> Entry | None:
    """The example with the most fields among the first few: it shows most."""
    found = [entry for entry in log if type(entry.event) is event][:10]
    return max(found, key=lambda entry: len(encode_entry(entry)), default=None)


def _event(event: type[Event], example: Entry | None) -> str:
    lines = [f"### `{event.KIND}`", "", cleandoc(event.__doc__ or ""), ""]
    hints = get_type_hints(event)
    for field in fields(event):
        lines.append(f"- `{field.name}`: {type_words(hints[field.name])}{_default(field)}")
    if example is not None:
        line = encode_entry(Entry(0, example.event)).replace('"n":0,', "", 1)
        lines += [*([""] if fields(event) else []), "```json", line, "```", ""]
    return "\n".join(lines)


def _default(field: Field[Any]) -> str:
    if field.default is MISSING:
        return ""
    return f" (default `{_plain(field.default)}`)"


def _plain(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).replace("None", "null").lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def type_words(hint: Any) -> str:
    """A field's type, for people."""
    if isinstance(hint, NewType):
        return {"PlayerId": "a player", "CardId": "a card", "PileId": "a pile"}.get(hint.__name__, hint.__name__)
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if items[-1] is Ellipsis:
            return f"a list; each item {type_words(items[0])}"
        return "[" + ", ".join(map(type_words, items)) + "]"
    if get_args(hint):
        return " or ".join(map(type_words, get_args(hint)))
    words = {str: "a text", int: "a whole number", bool: "true or false", float: "a number", type(None): "null"}
    return words.get(hint, "an event")
