"""What the referee makes of an observation: an event to write down, or a question to the table. Values only."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.core.events import Event
from companion.core.ids import PlayerId
from vision import observe
from vision.observe import Seen, Slap
from vision.spread import Spread


class Certainty(Enum):
    """CERTAIN is written at once; LIKELY too, and the screen offers to take it back."""

    CERTAIN = "certain"
    LIKELY = "likely"


#: An observation is certain from this confidence on.
CERTAIN_FROM = 0.98
#: A slap has no confidence of its own: what is written for one that is certain, and for any other.
SLAP_CERTAIN, SLAP_LIKELY = 0.99, 0.9


@dataclass(frozen=True, slots=True)
class Claim:
    """`event` happened in [lo_ns, hi_ns]; `proof` names the frames that show it."""

    event: Event
    certainty: Certainty
    lo_ns: int
    hi_ns: int
    confidence: float
    proof: str


@dataclass(frozen=True, slots=True)
class Question:
    """Something happened and a part of it cannot be seen: `player`, `card`, `order` of hands, `wish` ... The table
    answers, in the `form` of that event if there is one, where what is `known` stands already."""

    observation: Seen | Spread
    missing: tuple[str, ...]
    form: str = ""
    known: tuple[tuple[str, Any], ...] = ()


def missing_in(seen: Seen, player: PlayerId | None) -> tuple[str, ...]:
    """What the table must be asked. Hands too close in time are no question while it shows which lies lower."""
    missing = () if player else ("player",)
    if isinstance(seen, Slap):
        unclear = seen.certainty is observe.Certainty.TOO_CLOSE and seen.layer is None
        return (*missing, "order") if unclear else missing
    return missing if seen.card else (*missing, "card")


def confidence_in(seen: Seen) -> float:
    if isinstance(seen, Slap):
        return SLAP_CERTAIN if seen.certainty is observe.Certainty.CERTAIN else SLAP_LIKELY
    return seen.confidence


def certainty_of(confidence: float) -> Certainty:
    return Certainty.CERTAIN if confidence >= CERTAIN_FROM else Certainty.LIKELY


def proof_of(seen: Seen | Spread, source: str) -> str:
    """Where to look: the frames before, at and after, of a recording."""
    before, at, after = seen.frames
    return f"{source}#{before}-{at}-{after}"
