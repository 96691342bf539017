"""The state of a match, in frozen plain data, and the frames of the resolution stack.

It decides nothing. The last frame of `stack` is what the table waits for; below it lies what comes after, down to the
turn that started it all. Seats are places in `players`; a hand is a tuple of cards in which "?" is an unread one.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.core.ids import CardId, PlayerId

from .options import HouseRules

Seat: TypeAlias = int
Hand: TypeAlias = tuple[CardId, ...]

# Stages of a turn.
OPEN = "open"  # play a card, or draw
DRAWN = "drawn"  # a card was drawn: play any card, or pass
AGAIN = "again"  # a 2nd Chance lies there: play another card; draw only if none fits
DONE = "done"  # played; when the stack is back here, the round ends or the next player comes


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands are dealt; the dealer turns up the start card."""


@dataclass(frozen=True, slots=True)
class Turn:
    seat: Seat
    stage: str = OPEN


@dataclass(frozen=True, slots=True)
class WishDue:
    """`seat` names a wish. It may be left out only where a Counterattack lets the old one stand."""

    seat: Seat
    colour_only: bool
    optional: bool = False


@dataclass(frozen=True, slots=True)
class TargetDue:
    """`seat` names against whom the special goes. `amount` cards are to be drawn (Fantastic Four), else 1."""

    seat: Seat
    special: str
    amount: int = 1
    optional: bool = False
    #: Whose cards are given and counted: the one who played the special, or who turned it round.
    source: Seat = -1


@dataclass(frozen=True, slots=True)
class Share:
    """What one victim suffers of an attack; `closed` once they have let it happen."""

    source: Seat
    victim: Seat
    amount: int = 1
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """The window for a Counterattack by each victim; then the special takes effect."""

    special: str
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class GiveDue:
    """Gift: `seat` gives `count` cards of their choice."""

    seat: Seat
    to: Seat
    count: int


@dataclass(frozen=True, slots=True)
class SwapDue:
    """Exchange: `seat` gives `gives` cards and takes `takes` blind. Both lie aside until both are chosen."""

    seat: Seat
    other: Seat
    gives: int
    takes: int
    given: Hand = ()
    taken: Hand = ()


@dataclass(frozen=True, slots=True)
class EventDue:
    """A black card of `seat` lies there: an event card is turned up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlindTakes:
    """Charity: who takes one card from whom, in order."""

    takes: tuple[tuple[Seat, Seat], ...]


@dataclass(frozen=True, slots=True)
class DiscardsDue:
    """Recession: who discards how many, in order."""

    due: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class SetsDue:
    """Mating Season (no colour) and Vandalism: these players say what they must discard."""

    seats: tuple[Seat, ...]
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PresentsDue:
    """Merry Christmas (whole hands) and Surprise Party (one card): who still gives; what was given lies aside."""

    seats: tuple[Seat, ...]
    whole: bool
    given: tuple[tuple[Seat, CardId], ...] = ()


@dataclass(frozen=True, slots=True)
class BetsDue:
    """Gambling Man: who still lays a card, and what was laid ("" for: has none). No colour in the 2020 version."""

    seats: tuple[Seat, ...]
    colour: str
    initiator: Seat
    laid: tuple[tuple[Seat, CardId], ...] = ()


@dataclass(frozen=True, slots=True)
class Market:
    """Open cards, and who takes one, in order."""

    cards: Hand
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class OpenHands:
    """The All-Seeing Eye: all hands lie open until everybody agrees to go on; who has not agreed yet."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NiceTryDue:
    """Somebody has run out of cards: the window for Nice Try. `open` lists who could still throw it."""

    open: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """The round is over; hands are shown. `counted` holds each player's points, -1 until they are known."""

    counted: tuple[int, ...]


Frame: TypeAlias = (
    Dealt
    | Turn
    | WishDue
    | TargetDue
    | Attack
    | GiveDue
    | SwapDue
    | EventDue
    | BlindTakes
    | DiscardsDue
    | SetsDue
    | PresentsDue
    | BetsDue
    | Market
    | OpenHands
    | NiceTryDue
    | Counting
)

# Why a round ends although nobody may have run out of cards.
PILE_EMPTY = "pile_empty"
FINISH_LINE = "finish_line"
DOOMSDAY = "doomsday"
BOMB = "bomb"
# ... and because somebody has.
HAND_EMPTY = "hand_empty"


@dataclass(frozen=True, slots=True)
class State:
    """A match. Between rounds `stack` is empty."""

    players: tuple[PlayerId, ...]
    rules: HouseRules
    #: What every finished round gave, in seating order; the totals also hold what people wrote by hand.
    rounds: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    dealer: Seat
    stack: tuple[Frame, ...] = ()
    hands: tuple[Hand, ...] = ()
    draw_pile: int = 0
    #: The discard pile from the bottom up, and the card that counts as its top ("" takes anything).
    pile: Hand = ()
    top: CardId = CardId("")
    wish: str = ""
    #: Who must miss their next turn.
    skipped: tuple[Seat, ...] = ()
    #: Event cards turned up in this round.
    events_seen: Hand = ()
    #: Time Bomb: turns left for each player; empty when none ticks.
    bomb: tuple[int, ...] = ()
    #: The last colour played ("" before any, "?" after an unread card); a wished one where the table says so (FCU5).
    last_colour: str = ""
    ending: str = ""
    #: How many cards each player has just been made to draw that nobody has named yet; empty where there are none.
    owed: tuple[int, ...] = ()
    #: What an event has just cleared out of known hands by itself; a log may say it once more.
    cleared: tuple[tuple[Seat, Hand], ...] = ()
    #: The last draw was one of those that are owed; the next ones are read in the same way first.
    naming: bool = False
    #: The match if the last draw was one of those that are owed, not one in turn, while nobody can tell.
    otherwise: "State | None" = None
