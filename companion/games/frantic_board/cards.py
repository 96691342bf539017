"""The cards: their types, colours and when they act. It knows what a card is, not where it may lie or what it does.

A card's id is `board/<type>`, or `board/<colour>/<type>` where the colour is known from the card itself. The colours
and counts that no rulebook tells stay open until the owner enters a cards sheet.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.ids import UNKNOWN, CardId


class Trigger(Enum):
    """When a card acts: the symbols of the rulebook."""

    PLAYED = "played"
    LANDING = "landing"
    PASSING = "passing"
    REACTION = "reaction"
    HAND = "hand"
    CLOSED = "closed"


TRIGGERS: Final = {trigger.value: trigger for trigger in Trigger}

WHITE: Final = "white"
MULTICOLOUR: Final = "multicolour"
COLOURS: Final = (
    "red",
    "blue",
    "green",
    "yellow",
    "orange",
    "purple",
    "pink",
    "turquoise",
    "brown",
    "grey",
    "black",
    MULTICOLOUR,
    WHITE,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of card. An empty colour is not known; a count of 0 is not known either."""

    type: str
    colour: str
    triggers: tuple[Trigger, ...]
    count: int = 0


PUSH: Final = "push"
JUMP: Final = "jump"
SECOND_CHANCE: Final = "second_chance"
SWAP: Final = "swap"
X: Final = "x"
STOP: Final = "stop"
SNAIL: Final = "snail"
REVERSE: Final = "reverse"
REMOTE: Final = "remote"
BLOCK: Final = "block"
RE_ROLL: Final = "re_roll"
FUCK_YOU: Final = "fuck_you"
TROUBLEMAKER: Final = "troublemaker"

#: What the rulebook tells. Only red (Push), multicolour and white are legible; the other colours are the owner's data.
KINDS: Final = (
    Kind(PUSH, "red", (Trigger.LANDING,)),
    Kind(JUMP, "", (Trigger.LANDING,)),
    Kind(SECOND_CHANCE, "", (Trigger.LANDING,)),
    Kind(SWAP, "", (Trigger.LANDING,)),
    Kind(X, "", (Trigger.CLOSED,)),
    Kind(STOP, "", (Trigger.PASSING,)),
    Kind(SNAIL, "", (Trigger.PASSING,)),
    Kind(REVERSE, "", (Trigger.PLAYED,)),
    Kind(REMOTE, "", (Trigger.PLAYED,)),
    Kind(BLOCK, MULTICOLOUR, (Trigger.REACTION,)),
    Kind(RE_ROLL, MULTICOLOUR, (Trigger.REACTION,)),
    Kind(FUCK_YOU, WHITE, (Trigger.HAND, Trigger.PLAYED, Trigger.LANDING)),
    Kind(TROUBLEMAKER, WHITE, (Trigger.PLAYED, Trigger.LANDING)),
)
#: A card that lies face up but that nobody has read.
UNREAD: Final = Kind(UNKNOWN, "", ())

CARDS_TOTAL: Final = 94
TILES: Final = 6
POINTING: Final = frozenset((PUSH, JUMP))
TILE: Final = "board/teleport/"

#: Every face once, cards first, then the six teleport tiles. 0: how often a card exists is the owner's data.
DECK: Final = (
    *((CardId(f"board/{kind.type}"), kind.count) for kind in KINDS),
    *((CardId(f"{TILE}{number}"), 1) for number in range(1, TILES + 1)),
)


def kind_of(card: CardId, kinds: tuple[Kind, ...]) -> Kind | None:
    """What sort of card an id names; None when it names none of this game."""
    if card == UNKNOWN:
        return UNREAD
    parts = card.split("/")
    if parts[0] != "board" or not 2 <= len(parts) <= 3:
        return None
    for kind in kinds:
        if kind.type == parts[-1]:
            return kind if len(parts) == 2 else _coloured(kind, parts[1])
    return None


def _coloured(kind: Kind, colour: str) -> Kind | None:
    """The same type with the colour its id names, where that does not contradict what is known."""
    if colour == kind.colour:
        return kind
    if kind.colour or colour not in COLOURS:
        return None
    return Kind(kind.type, colour, kind.triggers, kind.count)


def same_colour(one: Kind, other: Kind) -> bool | None:
    """Have two cards the same colour? None where nobody knows. Cards of one type always have."""
    if one.colour and other.colour:
        return one.colour == other.colour
    return True if one.type == other.type and one is not UNREAD else None
