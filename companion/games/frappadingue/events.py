"""What can be claimed to have happened in Frappadingue Family. An event is a claim; the rules judge it."""

from dataclasses import dataclass
from typing import ClassVar

from companion.core.events import Event
from companion.core.ids import CardId, PlayerId


@dataclass(frozen=True, slots=True)
class Throw(Event):
    """`player` forms piles, at the start of a turn or again: `cards` are the visible top cards, `?` where unread."""

    KIND: ClassVar[str] = "throw"
    player: PlayerId
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Keep(Event):
    """`player` moves `cards` of the throw into the counter; KM specials of the throw come too, named or not.

    `declared` says how they are read: `best` (the most points), `singles`, or `brelan`, `carre`, `quinte` with single
    cards beside it.
    """

    KIND: ClassVar[str] = "keep"
    player: PlayerId
    cards: tuple[CardId, ...]
    declared: str = "best"


@dataclass(frozen=True, slots=True)
class Validate(Event):
    """`player` stops, and the counter is written on the pad."""

    KIND: ClassVar[str] = "validate"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Nothing(Event):
    """`player` finds nothing that scores in the throw: the turn is lost. Only needed while cards are unread."""

    KIND: ClassVar[str] = "nothing"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """Somebody says that it is the turn of `player` now: for what the app has missed. An open counter is lost."""

    KIND: ClassVar[str] = "turn"
    player: PlayerId


EVENTS: tuple[type[Event], ...] = (Throw, Keep, Validate, Nothing, Turn)
