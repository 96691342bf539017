"""Events and entries as plain data and back, for logs, imports and the command line.

What comes in is not trusted: everything is checked against the fields the event declares, and only `BadInput` comes
out. The readers for a class are worked out once, so that decoding a long log is fast.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from calibration.errors import BadInput
from companion.core.events import CORE_EVENTS, META_EVENTS, Entry, Event

Reader: TypeAlias = Callable[[Any], Any]
Kinds: TypeAlias = Mapping[str, type[Event]]

LONGEST_TEXT = 2_000
MOST_ITEMS = 10_000
LARGEST_NUMBER = 2**62
META_KINDS = frozenset(event.KIND for event in META_EVENTS)


def kinds_of(events: Iterable[type[Event]]) -> Kinds:
    """The words a log of this game may use."""
    return {event.KIND: event for event in (*CORE_EVENTS, *events)}


def encode(event: Event) -> dict[str, Any]:
    """Plain data of an event; fields that hold their default are left out."""
    data: dict[str, Any] = {"event": event.KIND}
    for each in fields(event):
        value = getattr(event, each.name)
        if each.default is MISSING or value != each.default:
            data[each.name] = _plain(value)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Event):
        return encode(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def decode(data: Any, kinds: Kinds, where: str = "") -> Event:
    """The event that plain data stands for."""
    if not isinstance(data, dict):
        raise BadInput("an event is a JSON object", where, 'write {"event": "...", ...}')
    kind = data.get("event")
    event_type = kinds.get(kind) if isinstance(kind, str) else None
    if event_type is None:
        raise BadInput(f"no event is called {kind!r:.60}", where, "see docs/events.md for the events of this game")
    readers, required = _readers(event_type)  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    name = ""
    try:
        for name, raw in data.items():
            reader = readers.get(name)
            if reader is not None:
                values[name] = reader(raw)
            elif name in readers:
                values[name] = _nested(raw, kinds, f"{where} {kind}.{name}".strip())
            elif name not in ENTRY_FIELDS:
                raise BadInput(f"{kind} has no field {name!r:.60}", where, "see docs/events.md")
    except (TypeError, ValueError) as wrong:
        raise BadInput(str(wrong), f"{where} {kind}.{name}".strip(), "see docs/events.md") from None
    for name in required:
        if name not in values:
            raise BadInput(f"{kind} needs {name!r}", where, "see docs/events.md")
    return event_type(**values)


def encode_entry(entry: Entry) -> str:
    """One line of a log. The same entry always gives the same text."""
    data: dict[str, Any] = {"n": entry.n, **encode(entry.event)}
    for key, name, default, _ in STAMP:
        value = getattr(entry, name)
        if value != default:
            data[key] = value
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def decode_entry(line: str, n: int, kinds: Kinds, where: str = "") -> Entry:
    """The entry that one line of a log stands for; `n` is its place in the log."""
    data = load_json(line, where)
    event = decode(data, kinds, where)
    number = data.get("n", n)
    if number != n or isinstance(number, bool | float):
        raise BadInput(f"entry {number!r:.20} stands where entry {n} belongs", where, "lines are missing or moved")
    if STAMP_FIELDS.isdisjoint(data):
        return Entry(n, event)
    entry = Entry(n, event, **_stamp(data, where))
    if entry.hi_ns < entry.lo_ns:
        raise BadInput("the interval ends before it begins", where, "write lo_ns <= hi_ns")
    return entry


def _stamp(data: dict[str, Any], where: str) -> dict[str, Any]:
    stamp: dict[str, Any] = {}
    for key, name, _, reader in STAMP:
        if key in data:
            try:
                stamp[name] = reader(data[key])
            except (TypeError, ValueError) as wrong:
                raise BadInput(str(wrong), f"{where} {key}".strip(), "see docs/events.md") from None
    return stamp


def load_json(text: str, where: str = "") -> Any:
    """JSON, strictly: a key stands once, and nesting has an end."""
    try:
        return json.loads(text, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError):
        raise BadInput("this is not JSON", where, "one JSON object stands on a line, each key once") from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands twice")
    return data


# ---------------------------------------------------------------- reading one value


def _nested(raw: Any, kinds: Kinds, where: str) -> Event:
    # A correction of a correction would say nothing new, and could be nested without end.
    if isinstance(raw, dict) and raw.get("event") in META_KINDS:
        raise BadInput(f"{raw['event']} cannot stand inside another event", where, "target the entry itself")
    return decode(raw, kinds, where)


@cache  # a class is hashable, whatever its instances say
def _readers(event_type: type[Event]) -> tuple[Mapping[str, Reader | None], tuple[str, ...]]:
    """A reader a field (None for a nested event), and the fields without a default."""
    hints = get_type_hints(event_type)
    own = fields(event_type)
    required = tuple(f.name for f in own if f.default is MISSING and f.default_factory is MISSING)
    return {f.name: _reader(hints[f.name]) for f in own}, required


def _reader(hint: Any) -> Reader | None:
    if isinstance(hint, NewType):
        return _reader(hint.__supertype__)
    if is_dataclass(hint):
        return None
    if get_origin(hint) in (Union, UnionType):
        return _either(get_args(hint))
    if get_origin(hint) is tuple:
        return _sequence(get_args(hint))
    simple: dict[Any, Reader] = {str: _text, int: _integer, bool: _truth, float: _fraction, type(None): _nothing}
    return simple[hint]


def _either(hints: tuple[Any, ...]) -> Reader:
    readers = [reader for reader in map(_reader, hints) if reader]

    def read(raw: Any) -> Any:
        for reader in readers:
            try:
                return reader(raw)
            except (TypeError, ValueError):
                continue
        raise TypeError(f"{raw!r:.60} does not fit here")

    return read


def _sequence(hints: tuple[Any, ...]) -> Reader:
    """tuple[X, ...] or tuple[X, Y]; a list of pairs may also be written as an object."""
    readers = [reader for reader in map(_reader, (h for h in hints if h is not Ellipsis)) if reader]
    many = Ellipsis in hints
    pairs = many and get_origin(hints[0]) is tuple and len(get_args(hints[0])) == 2

    def read(raw: Any) -> tuple[Any, ...]:
        if pairs and isinstance(raw, dict):
            raw = list(raw.items())
        if not isinstance(raw, list | tuple) or len(raw) > MOST_ITEMS:
            raise TypeError(f"{raw!r:.60} is not a list")
        if many:
            return tuple(map(readers[0], raw))
        if len(raw) != len(readers):
            raise TypeError(f"{raw!r:.60} does not have {len(readers)} items")
        return tuple(reader(item) for reader, item in zip(readers, raw, strict=True))

    return read


def _text(raw: Any) -> str:
    if not isinstance(raw, str) or len(raw) > LONGEST_TEXT:
        raise TypeError(f"{raw!r:.60} is not a (short) text")
    if not raw.isascii():
        raw.encode()  # half a surrogate pair is a ValueError here: it could be written nowhere
    return raw


def _integer(raw: Any) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or abs(raw) > LARGEST_NUMBER:
        raise TypeError(f"{raw!r:.60} is not a whole number")
    return raw


def _truth(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise TypeError(f"{raw!r:.60} is not true or false")
    return raw


def _nothing(raw: Any) -> None:
    if raw is not None:
        raise TypeError(f"{raw!r:.60} is not null")


def _fraction(raw: Any) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not abs(raw) < 1e9:
        raise TypeError(f"{raw!r:.60} is not a number")
    return float(raw)


def _share(raw: Any) -> float:
    share = _fraction(raw)
    if not 0 <= share <= 1:
        raise ValueError(f"{raw!r:.60} is not between 0 and 1")
    return share


#: Where and when an entry came from: the word in the line, the field, its default. Each may be left out of a line.
STAMP: tuple[tuple[str, str, str | int | float, Reader], ...] = (
    ("lo_ns", "lo_ns", 0, _integer),
    ("hi_ns", "hi_ns", 0, _integer),
    ("via", "source", "hand", _text),
    ("confidence", "confidence", 1.0, _share),
    ("proof", "proof", "", _text),
)
STAMP_FIELDS = frozenset(key for key, *_ in STAMP)

#: Fields of a log line that belong to the entry and not to the event.
ENTRY_FIELDS = STAMP_FIELDS | {"event", "n"}
