"""What a game brings for the referee: how observations of its table become events. Found by the id of the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from calibration.errors import BadInput
from calibration.table_file import Seat
from companion.core.events import Event
from companion.core.ids import PlayerId
from vision.observe import Seen
from vision.table import Snapshot


@dataclass(frozen=True, slots=True)
class Adapter:
    """`opening` tells what lies on the table when the camera first sees all piles; `event` what anything seen means.

    `event` gets what was seen and its player, and gives None for what is no event of this game.
    """

    opening: Callable[[Snapshot, Sequence[PlayerId]], tuple[Event, ...]]
    event: Callable[[Seen, PlayerId], Event | None]


Seats = Mapping[Seat, PlayerId]


def load_adapter(game_id: str) -> Adapter:
    name = f"companion.referee.{game_id}"
    if find_spec(name) is None:
        raise BadInput(f"the camera cannot referee {game_id!r:.60} yet", do=f"use `tapis play --game {game_id}`")
    adapter: Adapter = import_module(name).ADAPTER
    return adapter
