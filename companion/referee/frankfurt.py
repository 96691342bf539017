"""Frantic Frankfurt as a camera sees it: cards appear on shared piles and go back. It never judges whether they fit.

The camera looks at the discard piles only, so nobody knows from which column a card came; the rules keep the counts.
"""

from collections.abc import Sequence

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PileId, PlayerId
from companion.games.frankfurt.events import Discard, Open, TakeBack
from companion.referee.adapter import Adapter
from vision.observe import Kind, Observation
from vision.table import Snapshot


def opening(seen: Snapshot, players: Sequence[PlayerId]) -> tuple[Event, ...]:
    """The piles that lie there when play begins. Who opened which is not to be seen, and makes no difference."""
    stacks = [stack for stack in sorted(seen.stacks, key=lambda stack: stack.pile) if stack.top]
    return tuple(
        Open(player, _card(stack.top.card if stack.top else None), PileId(stack.pile))
        for player, stack in zip(players, stacks, strict=False)
    )


def event(seen: Observation, player: PlayerId) -> Event | None:
    if seen.kind is Kind.PLACE:
        return Discard(player, _card(seen.card), PileId(seen.pile))
    return TakeBack(player, PileId(seen.pile), _card(seen.card))


def _card(name: str | None) -> CardId:
    return CardId(name) if name else UNKNOWN


ADAPTER = Adapter(opening, event)
