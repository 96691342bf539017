"""Short words become events: `discard Ann red/12 1` or `discard player=Ann card=red/12`, for every event of every game.

The grammar is made from the fields that the events declare, in their order. Names may be shortened as long as only one
fits. It decides nothing about rules; what it cannot understand is BadInput with the choices.
"""

import json
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields
from typing import Any, get_args, get_origin, get_type_hints

from calibration.errors import BadInput
from companion.commands._events_doc import type_words
from companion.core.codec import Kinds, decode, encode, load_json
from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PlayerId


class Phrases:
    """Understands what is typed at one table: its events, its players and its cards."""

    def __init__(self, kinds: Kinds, players: Sequence[str], cards: Iterable[str]) -> None:
        self.kinds = kinds
        self.players = tuple(players)
        self.cards = tuple(cards)

    def event(self, text: str) -> Event:
        """The event that a line stands for: JSON as in a log, or a word and its fields."""
        if text.lstrip().startswith("{"):
            return decode(load_json(text), self.kinds)
        word, *values = split(text)
        kind = self.kinds[one_of(word, self.kinds, "event")]
        names = [field.name for field in fields(kind)]
        hints = get_type_hints(kind)
        data: dict[str, Any] = {"event": kind.KIND}
        for value in values:
            name, cell = self._named(value, names)
            if not name:
                name = next((each for each in names if each not in data), "")
                if not name:
                    raise BadInput(f"{value!r:.60} is too much for {kind.KIND}", "", usage(kind))
            data[name] = self._value(cell, hints[name])
        return decode(data, self.kinds)

    def phrase(self, event: Event) -> str:
        """An event in the words that would give it again."""
        data = encode(event)
        word = data.pop("event")
        return " ".join([word, *(f"{name}={_cell(value)}" for name, value in data.items())])

    def _named(self, value: str, names: list[str]) -> tuple[str, str]:
        name, equals, cell = value.partition("=")
        return (one_of(name, names, "field"), cell) if equals and name.isidentifier() else ("", value)

    def _value(self, cell: str, hint: Any) -> Any:
        """A typed word as plain data for a field of this type."""
        if get_origin(hint) is tuple:
            return self._items(cell, get_args(hint))
        if get_args(hint):
            return self._either(cell, get_args(hint))
        if hint is PlayerId:
            return one_of(cell, self.players, "player") if cell else ""
        if hint is CardId:
            return self.card(cell)
        if hint in (int, float, bool):
            return load_json(cell.lower(), cell)
        if isinstance(hint, type) and issubclass(hint, Event):
            return encode(self.event(cell))
        return cell

    def _items(self, cell: str, hints: tuple[Any, ...]) -> list[Any]:
        if cell.startswith("["):
            data = load_json(cell, cell)
            return data if isinstance(data, list) else [data]
        cells = [each for each in cell.split(",") if each]
        if hints[-1] is not Ellipsis:
            return [self._value(each, hint) for each, hint in zip(cells, hints, strict=False)]
        # Items that are pairs themselves are written Ann:red/7:red/9,Bob:blue/1.
        return [self._value(_unpack(each, hints[0]), hints[0]) for each in cells]

    def _either(self, cell: str, hints: tuple[Any, ...]) -> Any:
        if cell in ("", "null") and type(None) in hints:
            return None
        if any(hint in (int, float, bool) for hint in hints):
            try:
                return load_json(cell)
            except BadInput:
                pass
        rest = [hint for hint in hints if hint not in (int, float, bool, type(None))]
        return self._value(cell, rest[0]) if rest else cell

    def card(self, text: str) -> str:
        """A card by its whole id (the rules say whether it exists), its end, or the beginnings of its parts: `r/12`."""
        parts = text.lower().split("/")
        if text in ("", UNKNOWN) or (len(parts) > 1 and any(card.startswith(f"{parts[0]}/") for card in self.cards)):
            return text or UNKNOWN
        ends = [card for card in self.cards if card.split("/")[-len(parts) :] == parts]
        starts = [card for card in self.cards if _starts(card.split("/")[-len(parts) :], parts)]
        found = ends or starts
        if len(found) != 1:
            choices = ", ".join(found[:8]) if found else "the deck has " + ", ".join(self.cards[:3]) + ", ..."
            raise BadInput(f"{text!r:.60} is {'more than one' if found else 'no'} card", "", choices)
        return found[0]


def usage(kind: type[Event]) -> str:
    """How to say an event, with its fields in order."""
    hints = get_type_hints(kind)
    parts = [f"<{f.name}>" if f.default is MISSING else f"[{f.name}={_cell(f.default)}]" for f in fields(kind)]
    types = ", ".join(f"{f.name}: {type_words(hints[f.name])}" for f in fields(kind))
    return " ".join([kind.KIND, *parts]) + (f"   ({types})" if types else "")


def split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as wrong:
        raise BadInput(f"this cannot be understood ({wrong})", "", "close the quotation mark") from None
    if not words:
        raise BadInput("nothing was said", "", "`help` shows what can be said")
    return words


def one_of(word: str, names: Iterable[str], what: str) -> str:
    """The name that is meant: the same, the same in other letters, or the only one that begins so."""
    known = list(names)
    for fits in (str.__eq__, _same, _begins):
        found = [name for name in known if fits(name, word)]
        if len(found) == 1:
            return found[0]
        if found:
            raise BadInput(f"{word!r:.60} could be more than one {what}", "", "say one of " + ", ".join(found))
    raise BadInput(f"no {what} is called {word!r:.60}", "", "there are " + ", ".join(known))


def _same(name: str, word: str) -> bool:
    return name.casefold() == word.casefold()


def _begins(name: str, word: str) -> bool:
    return bool(word) and name.casefold().startswith(word.casefold())


def _starts(card: list[str], parts: list[str]) -> bool:
    """Does every part begin as typed? A number must be whole: 1 is not 13."""
    pairs = list(zip(card, parts, strict=False))
    return len(card) == len(parts) and all(c == p if p.isdigit() else c.startswith(p) for c, p in pairs)


def _unpack(cell: str, hint: Any) -> str:
    return cell.replace(":", ",") if get_origin(hint) is tuple else cell


def _cell(value: Any) -> str:
    if isinstance(value, list | tuple | dict):
        return shlex.quote(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return shlex.quote(str(value)) if str(value) else '""'
