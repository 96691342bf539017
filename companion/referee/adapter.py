"""What a game brings for the referee: how observations of its table become events. Found by the id of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from calibration.errors import BadInput
from calibration.table_file import Seat, Table
from companion.core.events import Event
from companion.core.ids import PlayerId
from vision.observe import Observation, Seen, Slap
from vision.spread import Spread
from vision.table import Snapshot

Seats = Mapping[Seat, PlayerId]

#: Places of the TABLE with names that begin so are piles from which cards are taken unseen.
DRAW_PILE = "draw"


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that no camera can see, or that this one did not: the form that answers it, and what is known of it."""

    missing: tuple[str, ...]
    form: str = ""
    known: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """An event that the adapter makes of what was seen; `confidence` is that of the whole. `amends` says that it is
    what the last event of its kind really was."""

    event: Event
    confidence: float
    amends: bool = False


Meaning: TypeAlias = Told | Ask


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody has reached over a place in that time, from one of these sides; from which is not known where there is
    none."""

    place: str
    seats: frozenset[Seat]
    since_ns: int
    until_ns: int


@dataclass(frozen=True, slots=True)
class Around:
    """What else the adapter may look at: the game's own state (plain data, never a ruling), what lies open in each
    zone that is read whole, and who has reached over which places of late, without anything told of it."""

    state: Any
    seats: Seats
    table: Table
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    visited: tuple[Visit, ...] = ()


class Adapter:
    """The referee of a table where nothing is known of the game: it sees and tells nothing. Games override parts."""

    def zones(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        """Zones that are read whole, with the places of the TABLE that belong to each: none of them is a pile."""
        return {}

    def dice(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        """The same for dice: their zones hold readings such as `die/5`."""
        return {}

    def counts_up(self, state: Any) -> bool:
        """Are hands being laid down, so that the table beside all places is read as well?"""
        return False

    def opening(self, seen: Snapshot, players: Sequence[PlayerId]) -> tuple[Event, ...]:
        """What lies on the table when the camera first sees all piles."""
        return ()

    def minds(self, seen: Seen) -> bool:
        """Does it matter in this game? Nobody is asked about anything else."""
        return not isinstance(seen, Slap)

    def forgets(self, taken: Observation) -> bool:
        """Is a card that is taken back, and of which nothing is written, as if it had never been laid?"""
        return False

    def observed(self, seen: Seen, player: PlayerId, around: Around) -> tuple[Meaning, ...]:
        """A card was laid or taken, or a pile slapped, by `player`."""
        return ()

    def unclear(self, seen: Seen, player: PlayerId | None, around: Around) -> Ask:
        """How to ask for what is missing of it; without a form the screen has one."""
        return Ask(())

    def spread(self, seen: Spread, around: Around) -> tuple[Meaning, ...]:
        """What lies open in a zone has changed."""
        return ()

    def due(self, state: Any) -> tuple[Ask, ...]:
        """What the game waits for that no camera can see, such as a wish."""
        return ()


def load_adapter(game_id: str) -> Adapter:
    name = f"companion.referee.{game_id}"
    if find_spec(name) is None:
        raise BadInput(f"the camera cannot referee {game_id!r:.60} yet", do=f"use `tapis play --game {game_id}`")
    adapter: Adapter = import_module(name).ADAPTER
    return adapter
