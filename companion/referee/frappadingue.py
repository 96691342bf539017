"""Frappadingue Family as a camera sees it: what lies open in the throw, and what in the counter, whenever all is still.

Whose turn it is the game knows. A full throw is a throw, cards that went from it into the counter are kept, and a
counter that is cleared while the game expects a throw was validated. It never judges and adds nothing up.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from calibration.table_file import Table
from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.games.frappadingue.events import Keep, Throw, Validate
from companion.games.frappadingue.state import NOBODY, Phase, State, next_piles
from companion.referee.adapter import Adapter, Around, Ask, Meaning, Told
from vision.spread import Spread

THROW, COUNTER = "throw", "counter"
#: A counter that was cleared may also have been given up: likely, and easy to void.
CLEARED = 0.9


class Frappadingue(Adapter):
    def zones(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        """A TABLE from a mat has a throw and a counter; one that was found by its cards has the throw's piles alone."""
        counter = tuple(pile.name for pile in table.piles if pile.name.startswith(COUNTER))
        throw = tuple(pile.name for pile in table.piles if pile.name not in counter)
        return {zone: names for zone, names in ((THROW, throw), (COUNTER, counter)) if names}

    def spread(self, seen: Spread, around: Around) -> tuple[Meaning, ...]:
        state: State = around.state
        player = _on_turn(state)
        if player is None or state.phase is Phase.OVER:
            return ()
        return _thrown(seen, player, around) if seen.zone == THROW else _counted(seen, player, state)


def _on_turn(state: State) -> PlayerId | None:
    """Before the first throw of a match nobody may have the turn; then the first of the list begins."""
    return state.players[0 if state.turn == NOBODY else state.turn]


def _thrown(seen: Spread, player: PlayerId, around: Around) -> tuple[Meaning, ...]:
    """As many cards as there should be piles are a throw, more are one too; fewer are still being turned up."""
    state, cards = around.state, _cards(seen)
    if not cards or Counter(cards) == Counter(state.throw):
        return ()
    if state.phase is Phase.KEEPING:
        return _thrown_after_all(seen, player, around)
    if len(cards) < next_piles(state):
        return ()
    if UNKNOWN in cards:
        return (Ask(("card",), "throw", (("player", player), ("cards", cards))),)
    return (Told(Throw(player, cards), seen.confidence),)


def _thrown_after_all(seen: Spread, player: PlayerId, around: Around) -> tuple[Meaning, ...]:
    """Nothing was kept, and other cards lie there: the throw was told too early, or a card was read anew."""
    cards, counter = _cards(seen), around.spreads.get(COUNTER)
    untouched = counter is None or len(counter.cards) <= len(around.state.counter)
    if UNKNOWN in cards or not untouched or len(cards) != len(around.state.throw):
        return ()
    return (Told(Throw(player, cards), seen.confidence, amends=True),)


def _counted(seen: Spread, player: PlayerId, state: State) -> tuple[Meaning, ...]:
    """What is new in the counter was kept; a counter that is cleared was validated."""
    cards = _cards(seen)
    if not cards:
        cleared = state.counter and state.phase is Phase.THROWING
        return (Told(Validate(player), CLEARED),) if cleared else ()
    if UNKNOWN in cards and len(cards) > len(state.counter):
        return (Ask(("card",), "keep", (("player", player),)),)
    new = tuple((Counter(cards) - Counter(state.counter)).elements())
    if not new or not state.throw:
        return ()
    if Counter(new) - Counter(state.throw):
        return (Ask(("card",), "keep", (("player", player), ("cards", _among(new, state.throw)))),)
    return (Told(Keep(player, new), seen.confidence),)


def _cards(seen: Spread) -> tuple[CardId, ...]:
    """From left to right, so that the same cards are always told in the same order."""
    ordered = sorted(seen.cards, key=lambda card: (sum(x for x, _ in card.quad), sum(y for _, y in card.quad)))
    return tuple(CardId(card.card) if card.card else UNKNOWN for card in ordered)


def _among(cards: Sequence[CardId], throw: Sequence[CardId]) -> tuple[CardId, ...]:
    return tuple((Counter(cards) & Counter(throw)).elements())


ADAPTER = Frappadingue()
