"""The match between two events: plain, frozen data. What the table waits for is a stack of frames, the next on top.

Players are seats here: their place in the match's list, which is the order of play (anticlockwise round the table).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from companion.core.ids import CardId, PlayerId

from .board import Board
from .cards import Kind
from .options import House
from .script import Order

#: No seat.
NOBODY: Final = -1


class Phase(Enum):
    """Where a round is. After COUNT the next deal begins a new one, or the match is over."""

    SETUP = "setup"
    PLACING = "placing"
    TURNS = "turns"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the board. `arrow` is empty for cards without one, and where nobody has seen it."""

    card: CardId
    kind: Kind
    arrow: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """How many cards somebody holds, and those of them that are known."""

    count: int = 0
    known: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class EventLine:
    """A line of the event sheet: what the d20's number means. No orders: people do it."""

    number: int
    name: str
    text: str
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for a whole match, or changes only when the owner enters data."""

    players: tuple[PlayerId, ...]
    house: House
    limit: int
    board: Board
    kinds: tuple[Kind, ...]
    sheet: tuple[EventLine, ...] = ()


# ---------------------------------------------------------------- frames: what the table waits for


@dataclass(frozen=True, slots=True)
class PlayCard:
    """The first step of a turn: a card from the hand."""

    player: int


@dataclass(frozen=True, slots=True)
class Move:
    """A roll that moves `pawn`, as part of `player`'s turn. `attack`: it is the move that a Remote took over.

    In every frame with a roll, `again` rolls before it do not count (a Re-Roll answered a Re-Roll before the die was
    cast), and `answered` says that an opponent's Re-Roll asked for it, so that `player` may answer in turn."""

    player: int
    pawn: int
    back: bool = False
    attack: bool = False
    again: int = 0
    answered: bool = False


@dataclass(frozen=True, slots=True)
class TeleportRoll:
    """A roll that sends `pawn` from tile `tile` to the tile with its number."""

    player: int
    pawn: int
    tile: int
    again: int = 0
    answered: bool = False


@dataclass(frozen=True, slots=True)
class EventDie:
    """An event lets `player` roll: the own pawn goes so far. `verb` is the order's: advance, back or walk."""

    player: int
    verb: str
    again: int = 0
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Partner:
    """`pawn` stands on a Swap: `player` must name the one to change places with."""

    player: int
    pawn: int


@dataclass(frozen=True, slots=True)
class Target:
    """`player` has played a Remote and must name the one whose pawn it moves."""

    player: int


@dataclass(frozen=True, slots=True)
class Happening:
    """`player` has triggered an event: the d20 says which."""

    player: int
    again: int = 0
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Orders:
    """The rest of an event that `player` has triggered; done without waiting."""

    player: int
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """People do what the app does not know, then say `done`. `pawn` is the one that waits, with `left` squares to go
    (or NOBODY)."""

    player: int
    pawn: int = NOBODY
    left: int = 0
    back: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """Everything of `player`'s turn is done but the drawing."""

    player: int


Rolling: TypeAlias = Move | TeleportRoll | EventDie | Happening
Frame: TypeAlias = PlayCard | Rolling | Partner | Target | Orders | Ask | Ending

#: How a frame is called in a sentence: `word.await_roll` and so on.
AWAITS: Final[dict[type, str]] = {
    PlayCard: "await_card",
    Move: "await_roll",
    TeleportRoll: "await_roll",
    EventDie: "await_roll",
    Partner: "await_choice",
    Target: "await_choice",
    Happening: "await_event",
    Ask: "await_done",
    Ending: "await_end",
}


@dataclass(frozen=True, slots=True)
class Window:
    """What has just happened and may still be answered. `before` is the table as it was, waiting for that action:
    a Re-Roll of `roller`'s roll goes back to it, and so does a Block by `target`, whom the action attacks. `rolled`
    is False while a roll that was answered has not been cast again."""

    before: "State"
    roller: int = NOBODY
    target: int = NOBODY
    rolled: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """The whole match. Everything that has one value a player stands in the order of play."""

    table: Table
    phase: Phase
    #: Whose turn it is, and who began the round (NOBODY until that is known).
    turn: int
    first: int
    dealt: bool
    #: The d20 rolls for the first turn: 0 is still to roll, NOBODY is out of the contest.
    first_rolls: tuple[int, ...]
    pawns: tuple[int, ...]
    hands: tuple[Hand, ...]
    pile: int
    #: Each square's cards, the uppermost last.
    squares: tuple[tuple[Laid, ...], ...]
    teleports: tuple[int, ...]
    stack: tuple[Frame, ...]
    #: The squares whose card has acted this turn: each card acts once.
    fired: tuple[int, ...]
    window: Window | None
    #: What an event has set each die to; 0 is a die that is rolled.
    dice: tuple[int, ...]
    #: Has a pawn stood on the finish this turn?
    reached: bool
    #: Each player's points for each round that has ended, and the points written by hand.
    rounds: tuple[tuple[int, ...], ...]
    by_hand: tuple[int, ...]
