"""What can be claimed to have happened in Frantic Frankfurt. An event is a claim; the rules judge it.

Cards may always be left out (they are then unread), and so may columns: a camera that sees nothing but the discard
piles is enough. Columns are numbered 1 to 4, piles have any name.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PileId, PlayerId


@dataclass(frozen=True, slots=True)
class LayOut(Event):
    """`player` lays out the columns of the new round; `tops` are the face-up cards of columns 1, 2, 3, 4 if seen.

    It may be left out: opening a pile implies it.
    """

    KIND: ClassVar[str] = "lay_out"
    player: PlayerId
    tops: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Open(Event):
    """`player` reveals `card` from the draw pile: it starts the discard pile called `pile` (else the next number)."""

    KIND: ClassVar[str] = "open"
    player: PlayerId
    card: CardId = UNKNOWN
    pile: PileId = PileId("")


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """`player` lays the top `card` of a `column` on `pile`. Leave the column out where nobody saw it."""

    KIND: ClassVar[str] = "discard"
    player: PlayerId
    card: CardId
    pile: PileId
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Together(Event):
    """Cards that landed on `pile` at the same time: `players` and `cards` from the lowest card to the uppermost.

    `columns`, if given, holds the column of each card.
    """

    KIND: ClassVar[str] = "together"
    players: tuple[PlayerId, ...]
    cards: tuple[CardId, ...]
    pile: PileId
    columns: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenge(Event):
    """`player` calls a wrong card on `pile`: the uppermost wrong one, or the one named.

    `agree` lists the others who say so too, for tables where the majority judges.
    """

    KIND: ClassVar[str] = "challenge"
    player: PlayerId
    pile: PileId
    card: CardId = UNKNOWN
    agree: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack(Event):
    """`player` takes the own `card` from the top of `pile` back to its column."""

    KIND: ClassVar[str] = "take_back"
    player: PlayerId
    pile: PileId
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    """`player` turns the next, face-down card of `column` over; it is `card`."""

    KIND: ClassVar[str] = "reveal"
    player: PlayerId
    column: int
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class ReadTop(Event):
    """Somebody reads the card that lies face up on `column` of `player`: it is `card`. Nothing moves."""

    KIND: ClassVar[str] = "read_top"
    player: PlayerId
    column: int
    card: CardId


@dataclass(frozen=True, slots=True)
class Shift(Event):
    """`player` moves the face-up card of column `from_column` to the empty `to_column`.

    `cards` tells how many cards were moved at once.
    """

    KIND: ClassVar[str] = "shift"
    player: PlayerId
    from_column: int
    to_column: int
    cards: int = 1


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """Somebody (`player`, if seen) says that nobody can discard."""

    KIND: ClassVar[str] = "blocked"
    player: PlayerId = PlayerId("")


@dataclass(frozen=True, slots=True)
class BlockageCard(Event):
    """In a blockage `player` plays `card` from the draw pile (or the box lid) onto `pile`, fitting or not."""

    KIND: ClassVar[str] = "blockage_card"
    player: PlayerId
    card: CardId
    pile: PileId


@dataclass(frozen=True, slots=True)
class Slap(Event):
    """`player` slaps `pile`. `layer` 0 is the lowest hand on it, 1 the next; leave it out where it cannot be known.

    `certainty` is `certain`, `likely` or `too_close`: how sure the order of two hands on one pile is.
    """

    KIND: ClassVar[str] = "slap"
    player: PlayerId
    pile: PileId
    layer: int | None = None
    certainty: str = "certain"


@dataclass(frozen=True, slots=True)
class EndRound(Event):
    """Everybody has put the cards away. Without `draw` it is as slapped; the last free pile goes to who has none.

    `draw` are the draw piles as counted by hand, in seating order, `winner` who slapped first: a round nobody watched.
    """

    KIND: ClassVar[str] = "end_round"
    winner: PlayerId = PlayerId("")
    draw: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Count(Event):
    """Somebody counts: `draw` cards in the draw pile and `columns` cards in the columns of `player`, `lid` in the box.

    Also for dropped cards, and for a player who leaves.
    """

    KIND: ClassVar[str] = "count"
    player: PlayerId = PlayerId("")
    draw: int | None = None
    columns: int | None = None
    lid: int | None = None


@dataclass(frozen=True, slots=True)
class Foul(Event):
    """`player` is seen doing `what`: `two_hands`, or `not_playing` although a card would fit."""

    KIND: ClassVar[str] = "foul"
    player: PlayerId
    what: str


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The round timer of the house rules has run down: everybody adds a card, as in a blockage."""

    KIND: ClassVar[str] = "time_up"


EVENTS: tuple[type[Event], ...] = (
    LayOut,
    Open,
    Discard,
    Together,
    Challenge,
    TakeBack,
    Reveal,
    ReadTop,
    Shift,
    Blocked,
    BlockageCard,
    Slap,
    EndRound,
    Count,
    Foul,
    TimeUp,
)
