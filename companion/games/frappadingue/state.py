"""The whole match in plain data, and small questions about it. It decides nothing."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from companion.core.game import Options
from companion.core.ids import CardId, PlayerId
from companion.core.rulings import Fact

from .pad import Pad

NOBODY: Final = -1
PILES: Final = 5

Facts: TypeAlias = tuple[tuple[str, Fact], ...]


class Phase(Enum):
    """THROWING: the next thing is a throw, or the end of the turn. KEEPING: the throw lies there, something is kept."""

    THROWING = "throwing"
    KEEPING = "keeping"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of this match, one field an option."""

    plus_five: int
    deck: str
    target: int
    opening: int
    overshoot: str
    last_round: str
    dead_throw: str
    first_accrochage: str
    combinations: str
    least: int
    keeping: str
    reading: str
    full_hand: str
    rethrow: str
    small_deck: str
    first_player: str

    @classmethod
    def of(cls, options: Options) -> "Rules":
        return cls(**{name: options[name] for name in options.values})


@dataclass(frozen=True, slots=True)
class State:
    """The match. `throw` are the visible cards not kept; `counter` all cards kept in this turn, `points` their worth.

    `hand` of them are in the hand being filled: at five it is full, and the next throw starts another. The last `kept`
    of them are of the throw that lies there.
    """

    rules: Rules
    players: tuple[PlayerId, ...]
    totals: tuple[int, ...]
    #: What each finished turn added, a player.
    turns: tuple[Pad, ...]
    phase: Phase = Phase.THROWING
    #: Whose turn it is; nobody's before the first throw where the house rules leave that open.
    turn: int = 0
    #: Who had the first turn of the match.
    first: int = 0
    throw: tuple[CardId, ...] = ()
    counter: tuple[CardId, ...] = ()
    hand: int = 0
    points: int = 0
    kept: int = 0
    #: Who reached the target first, and so has the last turn behind them.
    finisher: int = NOBODY
    winners: tuple[PlayerId, ...] = ()


def with_cards(
    state: State,
    phase: Phase,
    turn: int,
    throw: tuple[CardId, ...] = (),
    counter: tuple[CardId, ...] = (),
    hand: int = 0,
    points: int = 0,
    kept: int = 0,
) -> State:
    """The state with other cards on the table; written out because it happens with every event."""
    return State(
        state.rules,
        state.players,
        state.totals,
        state.turns,
        phase,
        turn,
        state.first,
        throw,
        counter,
        hand,
        points,
        kept,
        state.finisher,
        state.winners,
    )


def next_piles(state: State) -> int:
    """How many piles the next throw has."""
    return PILES - state.hand % PILES
