"""What a game is: a folder under `companion/games` whose package exports one `GAME` that keeps this contract.

Every action exists as a triad: `can` (bool), `judge` (why, or why not) and `apply` (do it). All three are pure: no
clock, no chance, no input or output. A game never raises for what people do; it rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from companion.core.events import Event, NewMatch, OptionValue
from companion.core.ids import CardId, PlayerId
from companion.core.rulings import Reason, Ruling, Verdict
from companion.core.scores import Ranking, Scores

S = TypeVar("S")


class Direction(Enum):
    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule. `code` is its number in the rules reference; `unsure` marks what no rulebook confirms.

    Its words are `option.<name>` and `option.<name>.<choice>` (true and false in small letters) in the catalogues, and
    `about.<name>` for what the rulebook has on it, in short.
    """

    name: str
    code: str
    choices: tuple[OptionValue, ...]
    default: OptionValue
    unsure: bool = True


@dataclass(frozen=True, slots=True)
class MatPlace:
    """A place a game would like on its printed mat: so many cards wide and high, and so many of them."""

    name: str
    wide: int = 1
    high: int = 1
    copies: int = 1


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Declared facts: generic tests, screens and the enrolment wizard read these instead of knowing the game."""

    id: str
    players: tuple[int, int]
    direction: Direction
    ranking: Ranking
    #: Every card face and how many copies; the order is the order in which a deck is enrolled.
    deck: tuple[tuple[CardId, int], ...]
    options: tuple[Option, ...] = ()
    #: Points limits from the rulebook: (fewest players, most players, (short, medium, long)).
    limits: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    #: Names of the places a camera should watch, for example "pile", "draw", "columns".
    zones: tuple[str, ...] = ()
    #: What the printed mat has room for, most wanted first: a small sheet leaves out the last ones. Names are zones.
    mat: tuple[MatPlace, ...] = ()
    #: The zones everybody has in front of themselves, beside the mat.
    at_seat: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What `apply` did: the state after, and one ruling or more (the first is about the event itself)."""

    state: S
    rulings: tuple[Ruling, ...]


class Game(Protocol[S]):
    """The contract. `S` is the game's own frozen state of plain data."""

    @property
    def info(self) -> GameInfo: ...

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The game's own events, besides those every game shares."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason the game can give."""

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """language -> key -> text; see `companion.core.words`."""

    def start(self, match: NewMatch) -> S:
        """The state before the first event. Players and options have been checked against `info`."""

    def judge(self, state: S, event: Event) -> Ruling:
        """What the rules say of `event` here and now; changes nothing."""

    def apply(self, state: S, event: Event, forced: Verdict | None = None) -> Step[S]:
        """Do it. `forced` is the table's own verdict where somebody overruled; it then replaces the game's."""

    def scores(self, state: S) -> Scores: ...

    def sample(self, state: S, rng: Random) -> Event | None:
        """An event that could come next at a real table (mostly legal, sometimes not); None when the match is over."""


def can(game: Game[S], state: S, event: Event) -> bool:
    """Would the rules let it stand? An undecided event stands until somebody decides."""
    return game.judge(state, event).verdict is not Verdict.ILLEGAL


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a match: what was chosen, and the defaults for the rest."""

    values: Mapping[str, OptionValue] = field(default_factory=dict)

    @classmethod
    def of(cls, info: GameInfo, match: NewMatch) -> "Options":
        return cls({option.name: option.default for option in info.options} | dict(match.options))

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def limit_for(info: GameInfo, players: int, length: str = "medium") -> int | None:
    """The rulebook's limit for so many players and a `short`, `medium` or `long` match."""
    for fewest, most, limits in info.limits:
        if fewest <= players <= most:
            return limits[("short", "medium", "long").index(length)]
    return None


__all__ = [
    "CardId",
    "Direction",
    "Game",
    "GameInfo",
    "MatPlace",
    "Option",
    "Options",
    "PlayerId",
    "Step",
    "can",
    "limit_for",
]
