"""The owner's data as JSON text: the real board, the cards sheet, the event sheet. It opens no file.

One text may hold all three or one of them. What is wrong is collected, so that everything can be mended at once.
"""

import json
from typing import Any, Final

from calibration.errors import BadInput
from companion.core.codec import decode, kinds_of, load_json
from companion.core.events import Event

from .board import PLACEHOLDER, PLACEHOLDER_ROWS, what_is_wrong
from .cards import KINDS, TILES
from .events import BoardDrawn, CardsCounted, EventText
from .owner_data import read_kinds
from .script import KNOWN_EVENTS, read_script

READABLE: Final = kinds_of((BoardDrawn, CardsCounted, EventText))
CARD_FIELDS: Final = {"type", "colour", "trigger", "count"}
NOTE: Final = (
    "PLACEHOLDER: this is not the real board. Write the numbers of your board row by row as you see it (0 where "
    "there is no square), where its teleports are printed, your cards' colours and how often each exists, and the "
    "event sheet."
)


def read_data(text: str, where: str) -> tuple[tuple[Event, ...], tuple[BadInput, ...]]:
    """The events that tell a match this data, and everything that is wrong with it."""
    events: list[Event] = []
    faults: list[BadInput] = []
    try:
        pieces = _pieces(load_json(text, where), where)
    except BadInput as wrong:
        return (), (wrong,)
    for data, place in pieces:
        try:
            event = decode(data, READABLE, place)
            _check(event, place)
            events.append(event)
        except BadInput as wrong:
            faults.append(wrong)
    return tuple(events), tuple(faults)


def _pieces(data: Any, where: str) -> list[tuple[Any, str]]:
    """What the file holds, each piece as the plain data of its event, with its place."""
    if not isinstance(data, dict) or not data.keys() <= {"note", "board", "cards", "events"}:
        raise BadInput(
            'this is no owner\'s data: {"board": ..., "cards": ..., "events": ...}', where, "see the template"
        )
    pieces: list[tuple[Any, str]] = []
    if "board" in data:
        pieces.append((_with_kind("board", data["board"]), f"{where} board"))
    if "cards" in data:
        pieces.append(({"event": "cards", "kinds": _card_lines(data["cards"], f"{where} cards")}, f"{where} cards"))
    lines = data.get("events", [])
    if not isinstance(lines, list):
        raise BadInput("the event sheet is a list", f"{where} events", "see the template")
    pieces += [(_with_kind("event_text", line), f"{where} events {n}") for n, line in enumerate(lines, 1)]
    return pieces


def _with_kind(kind: str, data: Any) -> Any:
    return {**data, "event": kind} if isinstance(data, dict) else data


def _card_lines(cards: Any, where: str) -> list[list[Any]]:
    if not isinstance(cards, list) or not all(isinstance(card, dict) and card.keys() == CARD_FIELDS for card in cards):
        raise BadInput("a cards sheet is a list of types", where, "each has type, colour, trigger and count")
    return [[card["type"], card["colour"], card["trigger"], card["count"]] for card in cards]


def _check(event: Event, where: str) -> None:
    if isinstance(event, BoardDrawn):
        wrong = what_is_wrong(event.rows, event.teleports, event.links, TILES)
        if wrong:
            raise BadInput(wrong, where, "look at your board again")
    elif isinstance(event, CardsCounted):
        kinds = read_kinds(KINDS, event.kinds)
        if isinstance(kinds, str):
            raise BadInput(kinds, where, "look at your cards again")
    elif isinstance(event, EventText):
        orders = read_script(event.script)
        if isinstance(orders, str):
            raise BadInput(f"{orders!r:.60} is no order", where, "`tapis board --help` lists the orders")
        if not 1 <= event.number <= 20 or not event.name.strip():
            raise BadInput("an event has a number from 1 to 20 and a name", where, "see the event sheet")


def template() -> str:
    """What an owner starts from: the placeholder board, the cards the rulebook names, the two events it tells."""
    lines = {"robin_hood": ("swap leaders last",), "expansion": ("advance all die",)}
    assert all(read_script(script) == KNOWN_EVENTS[name] for name, script in lines.items())
    data = {
        "note": NOTE,
        "board": {"rows": PLACEHOLDER_ROWS, "teleports": PLACEHOLDER.teleports},
        "cards": [
            {
                "type": kind.type,
                "colour": kind.colour,
                "trigger": "+".join(trigger.value for trigger in kind.triggers),
                "count": kind.count,
            }
            for kind in KINDS
        ],
        "events": [
            {"number": number, "name": name, "text": "", "script": script}
            for number, (name, script) in enumerate(lines.items(), 1)
        ],
    }
    return _one_line_each(data)


def _one_line_each(data: dict[str, Any]) -> str:
    """JSON with a line for each row, card and event, so that people can edit it."""
    board = data["board"]
    rows = ",\n    ".join(json.dumps(row) for row in board["rows"])
    cards = ",\n  ".join(json.dumps(card) for card in data["cards"])
    events = ",\n  ".join(json.dumps(event) for event in data["events"])
    return (
        f'{{\n"note": {json.dumps(data["note"])},\n'
        f'"board": {{\n  "rows": [\n    {rows}],\n  "teleports": {json.dumps(board["teleports"])}}},\n'
        f'"cards": [\n  {cards}],\n"events": [\n  {events}]\n}}\n'
    )
