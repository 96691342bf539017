"""What people and cameras claim happened: the entries of the match log, and the events every game shares.

A game adds its own events in its folder. An event holds only what was claimed; whether it was right is a ruling.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from companion.core.ids import PlayerId

OptionValue: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Event:
    """The root of all events. `KIND` is the word that stands for the event in a log."""

    KIND: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class NewMatch(Event):
    """The first event of every log: which game, who sits where (in seating order), which house rules.

    `options` may also be an object: {"round_timer": "2_minutes"}.
    """

    KIND: ClassVar[str] = "match"
    game: str
    players: tuple[PlayerId, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()


@dataclass(frozen=True, slots=True)
class ManualScore(Event):
    """Somebody writes points by hand. Every game must accept it at any time; it never needs the camera."""

    KIND: ClassVar[str] = "manual_score"
    player: PlayerId
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Void(Event):
    """Entry `target` did not happen. Voiding a void brings the entry back."""

    KIND: ClassVar[str] = "void"
    target: int
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Correct(Event):
    """What entry `target` claimed was really `to`. The latest correction that is not voided counts."""

    KIND: ClassVar[str] = "correct"
    target: int
    to: Event
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Overrule(Event):
    """The table decides: entry `target` is `legal` or `illegal`, whatever the rules engine said."""

    KIND: ClassVar[str] = "overrule"
    target: int
    verdict: str
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Accept(Event):
    """The table has looked at the ruling on entry `target`, and agrees. What counts stays as it is."""

    KIND: ClassVar[str] = "accept"
    target: int
    by: str = ""


#: Events about other events. They change what stands, and are never handed to a game.
META_EVENTS: tuple[type[Event], ...] = (Void, Correct, Overrule, Accept)
META_TYPES = frozenset(META_EVENTS)
CORE_EVENTS: tuple[type[Event], ...] = (NewMatch, ManualScore, *META_EVENTS)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the match log. `n` counts from 1; times are nanoseconds of the match clock, as an interval."""

    n: int
    event: Event
    lo_ns: int = 0
    hi_ns: int = 0
    source: str = "hand"
    confidence: float = 1.0
    proof: str = ""
