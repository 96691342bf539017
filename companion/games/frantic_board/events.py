"""What can be claimed to have happened in the board game. An event is a claim; the rules judge it.

Squares are numbers: 0 is the start, the largest number is the finish. An arrow is `forward`, `back` (along the track),
`left`, `right`, `up` or `down` (as one sees the board), or empty where nobody has seen it.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PlayerId

NOBODY = PlayerId("")

# ---------------------------------------------------------------- what the owner enters once


@dataclass(frozen=True, slots=True)
class BoardDrawn(Event):
    """The real board: `rows` of square numbers as one sees it (0 where there is no square), and the printed squares of
    the `teleports` 1 to 6. The largest number is the finish. `links` adds neighbours that the rows do not show, each
    [square, arrow, square]. Before a round's first card. Until it is told, a placeholder is played on: 1 to 10 from
    left to right at the bottom, 11 to 20 back above them and so on to the finish 50; teleports on 6, 14, 22, 30, 38
    and 46."""

    KIND: ClassVar[str] = "board"
    rows: tuple[tuple[int, ...], ...]
    teleports: tuple[int, ...]
    links: tuple[tuple[int, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CardsCounted(Event):
    """The real cards: each of `kinds` is [type, colour, trigger, count]. A trigger is `played`, `landing`, `passing`,
    `reaction`, `hand` or `closed`, several joined by `+`; an empty colour and a count of 0 are not known. Types that
    are left out stay as the rulebook has them. Before a round's first card."""

    KIND: ClassVar[str] = "cards"
    kinds: tuple[tuple[str, str, str, int], ...]


@dataclass(frozen=True, slots=True)
class EventText(Event):
    """One line of the event sheet: the `number` of the d20, its `name` and `text`, and a `script` of operations that
    does it (see `tapis board --help`). Without a script people do it and say so."""

    KIND: ClassVar[str] = "event_text"
    number: int
    name: str
    text: str = ""
    script: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitAgreed(Event):
    """The table agrees on a limit of `points` other than the rulebook's."""

    KIND: ClassVar[str] = "limit"
    points: int


# ---------------------------------------------------------------- a round


@dataclass(frozen=True, slots=True)
class Deal(Event):
    """A round begins: pawns on the start, cards off the board, and `cards` dealt to each (0: as many as the rulebook
    says for so many players). A log without it begins in the middle of a round, with four cards in every hand."""

    KIND: ClassVar[str] = "deal"
    cards: int = 0


@dataclass(frozen=True, slots=True)
class FirstRoll(Event):
    """`player` rolls the d20 for the first turn and gets `value` (0: nobody has read it). Where none of these rolls was
    seen, whoever does something first goes first."""

    KIND: ClassVar[str] = "first_roll"
    player: PlayerId
    value: int = 0


@dataclass(frozen=True, slots=True)
class Starts(Event):
    """The table says that `player` goes first, in place of the d20 rolls."""

    KIND: ClassVar[str] = "starts"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Play(Event):
    """`player` lays `card` from the hand on `square`: before the first turn as an obstacle, in a turn as its first
    step. `arrow` is where a Push or Jump points, `target` the player whose pawn a Remote moves. A card is
    `board/<type>`, or `board/<colour>/<type>` where no cards sheet tells its colour: push (red), jump, second_chance,
    swap, x, stop, snail, reverse, remote, block, re_roll (multicolour), fuck_you and troublemaker (white)."""

    KIND: ClassVar[str] = "play"
    player: PlayerId
    card: CardId
    square: int
    arrow: str = ""
    target: PlayerId = NOBODY


@dataclass(frozen=True, slots=True)
class ThrowIn(Event):
    """`player` throws in a Block or Re-Roll to answer what has just happened, and lays it on `square` (0: nobody has
    seen where). A Block answers a Remote or Swap, a Re-Roll the last roll; what they answer is taken back."""

    KIND: ClassVar[str] = "throw_in"
    player: PlayerId
    card: CardId
    square: int = 0


@dataclass(frozen=True, slots=True)
class Choose(Event):
    """`player` names `target`: the one to swap with, or the one whose pawn a Remote moves."""

    KIND: ClassVar[str] = "choose"
    player: PlayerId
    target: PlayerId


@dataclass(frozen=True, slots=True)
class Roll(Event):
    """`player` rolls the six-sided die and gets `value` (0: nobody has read it): for the move, a Second Chance, a
    teleport, or where an event asks for it."""

    KIND: ClassVar[str] = "roll"
    player: PlayerId
    value: int = 0


@dataclass(frozen=True, slots=True)
class EventRoll(Event):
    """`player` rolls the d20 for an event: its `number`, its `name` (`robin_hood`, `expansion`, or one of the owner's
    sheet), or both."""

    KIND: ClassVar[str] = "event_roll"
    player: PlayerId
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """`player`'s turn is over: everybody with fewer than four cards draws, and the next one's turn or the end of the
    round follows. The next player's card implies it."""

    KIND: ClassVar[str] = "end_turn"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ShowHand(Event):
    """`player` shows the whole hand: `cards`. At the end of a round each Fuck You in it counts."""

    KIND: ClassVar[str] = "show_hand"
    player: PlayerId
    cards: tuple[CardId, ...]


# ---------------------------------------------------------------- what people do by hand: the generic operations


@dataclass(frozen=True, slots=True)
class MovePawn(Event):
    """`player`'s pawn now stands on `square`, whatever lies there."""

    KIND: ClassVar[str] = "move_pawn"
    player: PlayerId
    square: int


@dataclass(frozen=True, slots=True)
class SwapPawns(Event):
    """The pawns of `player` and `other` exchange places."""

    KIND: ClassVar[str] = "swap_pawns"
    player: PlayerId
    other: PlayerId


@dataclass(frozen=True, slots=True)
class Walk(Event):
    """An event makes `player`'s pawn move `steps` squares (below 0: back) as in a move: the cards act."""

    KIND: ClassVar[str] = "walk"
    player: PlayerId
    steps: int


@dataclass(frozen=True, slots=True)
class Steps(Event):
    """The answer when a move waits on a card that was passed (a Snail, an unread card): `steps` squares remain for the
    pawn that waits there."""

    KIND: ClassVar[str] = "steps"
    player: PlayerId
    steps: int


@dataclass(frozen=True, slots=True)
class Done(Event):
    """What the app had to leave to the people (an unknown event or card) has been done and written down."""

    KIND: ClassVar[str] = "done"
    player: PlayerId = NOBODY


@dataclass(frozen=True, slots=True)
class PutCard(Event):
    """`card` is put on `square`, with its `arrow`; out of the hand of `player` if one is named."""

    KIND: ClassVar[str] = "put_card"
    card: CardId
    square: int
    arrow: str = ""
    player: PlayerId = NOBODY


@dataclass(frozen=True, slots=True)
class TakeCard(Event):
    """`player` takes the uppermost card of `square` into the hand."""

    KIND: ClassVar[str] = "take_card"
    player: PlayerId
    square: int


@dataclass(frozen=True, slots=True)
class RemoveCard(Event):
    """The uppermost card of `square` leaves the game for this round."""

    KIND: ClassVar[str] = "remove_card"
    square: int


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """`player` draws `cards` from the pile: to refill at the end of a turn, or because an event says so."""

    KIND: ClassVar[str] = "draw"
    player: PlayerId
    cards: int = 1


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """`player` discards `cards` from the hand; `card` names it where it was seen."""

    KIND: ClassVar[str] = "discard"
    player: PlayerId
    cards: int = 1
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class MoveTeleport(Event):
    """Teleport tile `number` now lies on `square`."""

    KIND: ClassVar[str] = "move_teleport"
    number: int
    square: int


@dataclass(frozen=True, slots=True)
class SetDie(Event):
    """An event sets `player`'s die to `value`: the next roll of that player is that value."""

    KIND: ClassVar[str] = "set_die"
    player: PlayerId
    value: int


@dataclass(frozen=True, slots=True)
class CountHand(Event):
    """People count: `player` holds `cards` cards. It never needs to be known which."""

    KIND: ClassVar[str] = "count_hand"
    player: PlayerId
    cards: int


@dataclass(frozen=True, slots=True)
class CountPile(Event):
    """People count: `cards` cards are left in the draw pile."""

    KIND: ClassVar[str] = "count_pile"
    cards: int


EVENTS: tuple[type[Event], ...] = (
    BoardDrawn,
    CardsCounted,
    EventText,
    LimitAgreed,
    Deal,
    FirstRoll,
    Starts,
    Play,
    ThrowIn,
    Choose,
    Roll,
    EventRoll,
    EndTurn,
    ShowHand,
    MovePawn,
    SwapPawns,
    Walk,
    Steps,
    Done,
    PutCard,
    TakeCard,
    RemoveCard,
    Draw,
    Discard,
    MoveTeleport,
    SetDie,
    CountHand,
    CountPile,
)
