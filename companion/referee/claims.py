"""What the referee makes of an observation: an event to write down, or a question to the table. Values only."""

from dataclasses import dataclass
from enum import Enum

from companion.core.events import Event
from vision.observe import Observation


class Certainty(Enum):
    """CERTAIN is written at once; LIKELY too, and the screen offers to take it back."""

    CERTAIN = "certain"
    LIKELY = "likely"


#: An observation is certain from this confidence on.
CERTAIN_FROM = 0.98


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
    """Something happened and a part of it cannot be seen: `player` or `card`. The table answers."""

    observation: Observation
    missing: tuple[str, ...]


def certainty_of(confidence: float) -> Certainty:
    return Certainty.CERTAIN if confidence >= CERTAIN_FROM else Certainty.LIKELY


def proof_of(observation: Observation, source: str) -> str:
    """Where to look: the frames before, at and after, of a recording."""
    before, at, after = observation.frames
    return f"{source}#{before}-{at}-{after}"
