"""What a proof says at its end: shown, broken, or that this machine cannot show it. It decides nothing."""

from dataclasses import dataclass
from enum import Enum


class Broken(Exception):
    """What should hold does not: how, in a sentence."""


class NotShown(Exception):
    """This machine lacks what the proof needs: why, in a sentence."""


class Outcome(Enum):
    SHOWN = "shown"
    BROKEN = "broken"
    NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True)
class Proof:
    name: str
    outcome: Outcome
    told: str
