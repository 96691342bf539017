"""Frantic, the board game, as a camera sees it: the die in its place, and cards that are new on the board.

A camera knows no squares and no pawns: where a card lies, and where a pawn ends up, is asked. It never judges.
"""

from collections.abc import Mapping

from calibration.table_file import Table
from companion.core.ids import PlayerId
from companion.games.frantic_board.events import Roll
from companion.games.frantic_board.state import EventDie, Happening, Move, Partner, State, Target, TeleportRoll
from companion.referee.adapter import Adapter, Around, Ask, Meaning, Told
from vision.observe import Kind, Observation, Seen
from vision.spread import Spread

DICE, DIE = "dice", "die/"


class FranticBoard(Adapter):
    def dice(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        names = tuple(pile.name for pile in table.piles if pile.name.startswith(DICE))
        return {DICE: names} if names else {}

    def unclear(self, seen: Seen, player: PlayerId | None, around: Around) -> Ask:
        return _laid(seen, player)

    def observed(self, seen: Seen, player: PlayerId, around: Around) -> tuple[Meaning, ...]:
        """A card on the board: which square it lies on is for the people to say."""
        if not isinstance(seen, Observation) or seen.kind is Kind.TAKE or seen.pile.startswith("draw"):
            return ()
        return (_laid(seen, player),)

    def spread(self, seen: Spread, around: Around) -> tuple[Meaning, ...]:
        """One die lies there: whoever is to roll has rolled it."""
        state: State = around.state
        frame = state.stack[-1] if state.stack else None
        player = state.table.players[frame.player] if isinstance(frame, Move | TeleportRoll | EventDie) else None
        values = [int(name[len(DIE) :]) for name in seen.names if name and name.startswith(DIE)]
        if player is None or len(values) != 1:
            return ()
        return (Told(Roll(player, values[0]), seen.confidence),)

    def due(self, state: State) -> tuple[Ask, ...]:
        """Partners and victims are named aloud; the twenty-sided die and the event sheet are read by the people."""
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Partner | Target):
            return (Ask(("target",), "choose", (("player", state.table.players[frame.player]),)),)
        if isinstance(frame, Happening):
            return (Ask(("event",), "event_roll", (("player", state.table.players[frame.player]),)),)
        return ()


def _laid(seen: Seen, player: PlayerId | None) -> Ask:
    known = (("player", player), ("card", getattr(seen, "card", None)))
    return Ask(("square",), "play", tuple((name, value) for name, value in known if value))


ADAPTER = FranticBoard()
