"""The whole match in plain data, and the small questions everybody asks of it. It decides nothing.

Columns are tuples of cards from the bottom up. A card there is its id, `UNKNOWN` (face up, not read yet) or `HIDDEN`
(face down). A discard whose column nobody saw is only counted, so counts stay right when the columns are never seen.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeAlias, TypeVar

from companion.core.game import Options
from companion.core.ids import CardId, PileId, PlayerId
from companion.core.rulings import Fact, Verdict

HIDDEN: Final = CardId("")
NOBODY: Final = -1
#: Where a card on a pile came from, if not from column 0 to 3.
UNSEEN_COLUMN: Final = -1
DRAW_PILE: Final = -2

#: How many cards the four columns hold when there are enough.
COLUMN_SIZES = (1, 2, 3, 4)

Column: TypeAlias = tuple[CardId, ...]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]
T = TypeVar("T")


class Phase(Enum):
    """OPENING until every player has revealed an opening card, COLLECTING from the winner's slap to the last pile."""

    OPENING = "opening"
    PLAYING = "playing"
    COLLECTING = "collecting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of this match, one field an option."""

    wrong_cards: str
    constant_stress: bool
    copies: str
    challenge_until: str
    returned_card: str
    penalty: str
    judge: str
    false_slap: str
    after_slap: str
    blockage: str
    empty_lid: str
    double_finish: str
    corrections: str
    round_timer: str

    @classmethod
    def of(cls, options: Options) -> "Rules":
        return cls(**{name: options[name] for name in options.values})


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on a discard pile: whose, from which column, and what the rules said of it."""

    card: CardId
    seat: int
    column: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Pile:
    """A discard pile from the bottom up. `taker` is the seat whose hand lies on it, in layer `layer`."""

    name: PileId
    cards: tuple[Laid, ...]
    round: int
    taker: int = NOBODY
    layer: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """One player. `unplaced` counts discards from columns nobody saw; `opened` is the round whose pile was opened.

    `before` is the draw pile at the round's start.
    """

    draw: int
    before: int
    columns: tuple[Column, ...] = ()
    unplaced: int = 0
    opened: int = 0
    #: The card that went back to this player by a ruling and may still be seen going back.
    back: CardId = HIDDEN
    by_hand: int = 0
    rounds: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """How many column cards are not discarded yet."""
        return sum(map(len, self.columns)) - self.unplaced

    @property
    def finished(self) -> bool:
        return self.opened > 0 and self.left <= 0


@dataclass(frozen=True, slots=True)
class State:
    """The match. `adding` are the seats that owe a blockage card and `added` the piles that got one."""

    rules: Rules
    players: tuple[PlayerId, ...]
    phase: Phase
    seats: tuple[Seat, ...]
    piles: tuple[Pile, ...] = ()
    lid: int = 0
    round: int = 1
    adding: tuple[int, ...] = ()
    added: tuple[PileId, ...] = ()
    #: The seat whose slap ended the round, and all who have slapped, in their order.
    winner: int = NOBODY
    slapped: tuple[int, ...] = ()
    #: Who took which pile at the end of the last round.
    taken: tuple[tuple[PileId, int], ...] = ()
    champions: tuple[PlayerId, ...] = ()


def put(row: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*row[:index], item, *row[index + 1 :])


def with_seat(state: State, seat: int, **changes: Any) -> State:
    return replace(state, seats=put(state.seats, seat, replace(state.seats[seat], **changes)))


def with_table(state: State, seats: tuple[Seat, ...], piles: tuple[Pile, ...]) -> State:
    """The state with other seats and piles; written out because it happens with every discard."""
    return State(
        state.rules,
        state.players,
        state.phase,
        seats,
        piles,
        state.lid,
        state.round,
        state.adding,
        state.added,
        state.winner,
        state.slapped,
        state.taken,
        state.champions,
    )


def with_columns(state: State, seat: int, columns: tuple[Column, ...], unplaced: int) -> State:
    """The state with other columns in front of a player."""
    me = state.seats[seat]
    new = Seat(me.draw, me.before, columns, unplaced, me.opened, me.back, me.by_hand, me.rounds)
    return with_table(state, put(state.seats, seat, new), state.piles)


def find_pile(state: State, name: PileId) -> Pile | None:
    for pile in state.piles:
        if pile.name == name:
            return pile
    return None


def with_pile(state: State, new: Pile) -> tuple[Pile, ...]:
    """The piles with `new` in the place of the one of its name."""
    return tuple([new if pile.name == new.name else pile for pile in state.piles])


def owned(state: State, seat: int) -> int:
    """All cards that are this player's now: draw pile, columns, and the pile under the own hand."""
    me = state.seats[seat]
    pile = sum(len(pile.cards) for pile in state.piles if pile.taker == seat and seat != state.winner)
    return me.draw + me.left + pile


def on_table(state: State) -> int:
    """How many cards the match knows of, wherever they lie."""
    return state.lid + sum(len(pile.cards) for pile in state.piles) + sum(me.draw + me.left for me in state.seats)
