"""What can be claimed to have happened in this game. An event is a claim; the rules judge it."""

from dataclasses import dataclass
from typing import ClassVar

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PlayerId


@dataclass(frozen=True, slots=True)
class Lay(Event):
    """`player` lays `card` on the table. Leave the card out when nobody has read it yet."""

    KIND: ClassVar[str] = "lay"
    player: PlayerId
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class EndRound(Event):
    """The cards are gathered and the highest takes the point."""

    KIND: ClassVar[str] = "end_round"


EVENTS = (Lay, EndRound)
