"""Frantic Frankfurt as a camera sees it: cards appear on shared piles and go back, hands slap piles. It never judges.

The camera looks at the discard piles only, so nobody knows from which column a card came; the rules keep the counts.
"""

from collections.abc import Sequence

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PileId, PlayerId
from companion.games.frankfurt.events import Discard, Open, Slap, TakeBack
from companion.referee.adapter import Adapter, Around, Told
from companion.referee.claims import confidence_in
from vision import observe
from vision.observe import Kind, Seen
from vision.table import Snapshot


class Frankfurt(Adapter):
    def opening(self, seen: Snapshot, players: Sequence[PlayerId]) -> tuple[Event, ...]:
        """The piles that lie there when play begins. Who opened which is not to be seen, and makes no difference."""
        stacks = [stack for stack in sorted(seen.stacks, key=lambda stack: stack.pile) if stack.top]
        return tuple(
            Open(player, _card(stack.top.card if stack.top else None), PileId(stack.pile))
            for player, stack in zip(players, stacks, strict=False)
        )

    def minds(self, seen: Seen) -> bool:
        return True

    def observed(self, seen: Seen, player: PlayerId, around: Around) -> tuple[Told, ...]:
        return (Told(_event(seen, player), confidence_in(seen)),)


def _event(seen: Seen, player: PlayerId) -> Event:
    if isinstance(seen, observe.Slap):
        return Slap(player, PileId(seen.pile), seen.layer, _certainty(seen))
    if seen.kind is Kind.PLACE:
        return Discard(player, _card(seen.card), PileId(seen.pile))
    return TakeBack(player, PileId(seen.pile), _card(seen.card))


def _certainty(seen: observe.Slap) -> str:
    """The lower hand decides (10), time only supports: two hands at once are no tie while their layers are seen."""
    if seen.certainty is observe.Certainty.TOO_CLOSE and seen.layer is not None:
        return observe.Certainty.LIKELY.value
    return seen.certainty.value


def _card(name: str | None) -> CardId:
    return CardId(name) if name else UNKNOWN


ADAPTER = Frankfurt()
