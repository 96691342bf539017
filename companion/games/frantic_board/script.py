"""The little language of the event sheet: a line is an operation that the table does. It only reads; nobody moves here.

    advance WHO N|die     pawns go forward so many squares; cards are ignored, as in every event
    back WHO N|die        the same, backward
    walk WHO N|die        a real move, forward: cards act
    goto WHO SQUARE       to a square; 0 or `start`, or `finish`
    swap WHO WHO          each of the first changes places with the second
    draw WHO N            draw cards
    discard WHO N         discard cards
    remove COLOUR|all     cards of that colour, or all, leave the board (never teleports)
    teleport N SQUARE     tile N moves to a square
    die WHO N             their dice are set to N
    ask                   people do the rest by hand and say when it is done

WHO is `you` (who triggered the event), `others`, `all`, `right`, `left` (your neighbours), `leaders` or `last`.
Several people do it in turn, from your right, you last.
"""

from dataclasses import dataclass
from typing import Final

from .cards import COLOURS, TILES

WHO: Final = ("you", "others", "all", "right", "left", "leaders", "last")
#: The amount that a die gives.
DIE: Final = -1
#: The square of `goto WHO finish`; the board says which number that is.
FINISH: Final = -2

LARGEST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Order:
    """One operation. `other` is the second WHO of a swap, or the colour to remove."""

    verb: str
    who: str = "you"
    amount: int = 0
    other: str = ""


#: The two events whose effect the rulebook tells by example.
KNOWN_EVENTS: Final = {
    "robin_hood": (Order("swap", "leaders", other="last"),),
    "expansion": (Order("advance", "all", DIE),),
}


def read_script(lines: tuple[str, ...]) -> tuple[Order, ...] | str:
    """The orders of a script, or the line that is none."""
    orders = []
    for line in lines:
        order = _read_line(line.lower().split())
        if order is None:
            return line
        orders.append(order)
    return tuple(orders)


def _read_line(words: list[str]) -> Order | None:
    match words:
        case ["advance" | "back" | "walk" as verb, who, amount] if who in WHO:
            steps = DIE if amount == "die" else _number(amount)
            return None if steps is None else Order(verb, who, steps)
        case ["goto", who, place] if who in WHO:
            square = {"start": 0, "finish": FINISH}.get(place, _number(place))
            return None if square is None else Order("goto", who, square)
        case ["swap", who, other] if who in WHO and other in WHO:
            return Order("swap", who, other=other)
        case ["draw" | "discard" as verb, who, amount] if who in WHO:
            cards = _number(amount)
            return None if cards is None else Order(verb, who, cards)
        case ["die", who, amount] if who in WHO and amount in tuple("123456"):
            return Order("die", who, int(amount))
        case ["remove", colour] if colour == "all" or colour in COLOURS:
            return Order("remove", other=colour)
        case ["teleport", number, place] if _number(number) in range(1, TILES + 1) and _number(place):
            return Order("teleport", amount=int(place), other=number)
        case ["ask"]:
            return Order("ask")
    return None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= LARGEST else None
