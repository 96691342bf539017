"""What the owner enters once: the real board, the cards' colours and counts, the event sheet. Checked here, then kept.

It comes in through the log like everything else, so a log explains itself. Files are read in `files`.
"""

from dataclasses import replace
from typing import TypeAlias

from companion.core.rulings import Ruling

from . import reasons
from .board import lay_out, what_is_wrong
from .cards import CARDS_TOTAL, COLOURS, TILES, TRIGGERS, Kind
from .draft import Draft
from .events import BoardDrawn, CardsCounted, EventText
from .script import read_script
from .state import EventLine, Phase

#: type, colour, trigger, count: one line of a cards sheet.
KindLine: TypeAlias = tuple[str, str, str, int]


def _too_late(draft: Draft) -> bool:
    """Squares and colours cannot change under cards that lie there already."""
    return draft.phase is Phase.TURNS or (draft.phase is not Phase.COUNT and any(draft.squares))


def board_drawn(draft: Draft, event: BoardDrawn) -> Ruling:
    if _too_late(draft):
        return Ruling(reasons.DATA_LATE)
    wrong = what_is_wrong(event.rows, event.teleports, event.links, TILES)
    if wrong:
        return Ruling(reasons.BOARD_WRONG, (("why", wrong),))
    board = lay_out(event.rows, event.teleports, event.links)
    if draft.phase is not Phase.COUNT and max(draft.pawns) > board.finish:
        return Ruling(reasons.DATA_LATE)
    draft.table = replace(draft.table, board=board)
    draft.squares = ((),) * (board.finish + 1)
    draft.teleports = board.teleports
    draft.fired = ()
    return Ruling(reasons.BOARD_KNOWN, (("squares", board.finish),))


def cards_counted(draft: Draft, event: CardsCounted) -> Ruling:
    if _too_late(draft):
        return Ruling(reasons.DATA_LATE)
    kinds = read_kinds(draft.table.kinds, event.kinds)
    if isinstance(kinds, str):
        return Ruling(reasons.CARDS_WRONG, (("why", kinds),))
    draft.table = replace(draft.table, kinds=kinds)
    known = sum(1 for kind in kinds if kind.colour)
    return Ruling(reasons.CARDS_KNOWN, (("kinds", len(kinds)), ("coloured", known)))


def read_kinds(kinds: tuple[Kind, ...], lines: tuple[KindLine, ...]) -> tuple[Kind, ...] | str:
    """The card types after a cards sheet, or what is wrong with it."""
    by_type = {kind.type: kind for kind in kinds}
    if len({line[0] for line in lines}) < len(lines) or len(lines) > CARDS_TOTAL:
        return "a type of card stands twice"
    for name, colour, trigger, count in lines:
        triggers = tuple(TRIGGERS.get(part) for part in trigger.split("+"))
        if not name.replace("_", "").isalnum() or not name.isascii() or name != name.lower():
            return f"{name!r:.40} is no name of a type (small letters, digits and _)"
        if colour and colour not in COLOURS:
            return f"{colour!r:.40} is no colour; there are {', '.join(COLOURS)}"
        if None in triggers or len(set(triggers)) < len(triggers):
            return f"{trigger!r:.40} is no trigger; there are {', '.join(TRIGGERS)}"
        if not 0 <= count <= CARDS_TOTAL:
            return f"there cannot be {count} cards of {name}"
        by_type[name] = Kind(name, colour, tuple(each for each in triggers if each), count)
    counts = [kind.count for kind in by_type.values()]
    if sum(counts) > CARDS_TOTAL or (all(counts) and sum(counts) != CARDS_TOTAL):
        return f"{sum(counts)} cards are counted, but there are {CARDS_TOTAL}"
    return tuple(by_type.values())


def event_text(draft: Draft, event: EventText) -> Ruling:
    facts = (("number", event.number), ("name", event.name))
    orders = read_script(event.script)
    if not 1 <= event.number <= 20 or not event.name.strip():
        return Ruling(reasons.SHEET_WRONG, (*facts, ("why", "an event has a number from 1 to 20 and a name")))
    if isinstance(orders, str):
        return Ruling(reasons.SHEET_WRONG, (*facts, ("why", f"{orders!r:.60} is no order")))
    line = EventLine(event.number, event.name, event.text, orders)
    others = (each for each in draft.table.sheet if each.number != event.number)
    draft.table = replace(draft.table, sheet=tuple(sorted((*others, line), key=lambda each: each.number)))
    return Ruling(reasons.SHEET_KNOWN, facts)
