"""What a foul costs: nothing by the rulebook, a little time by a house rule (FFU4, FFU6). Never any cards."""

from companion.core.rulings import Ruling

from . import reasons
from .state import State

PENALTIES = {"freeze": reasons.FREEZE, "card": reasons.PENALTY_CARD}


def penalty_for(state: State, seat: int) -> tuple[Ruling, ...]:
    """The house rule's penalty for this player, if the table has one."""
    reason = PENALTIES.get(state.rules.penalty)
    return (Ruling(reason, (("player", state.players[seat]),)),) if reason else ()


def penalty_after(state: State, ruling: Ruling, seat: int) -> tuple[Ruling, ...]:
    """The penalty for what this ruling found, if it is something to be penalised."""
    reason = ruling.reason
    false_slap = reason is reasons.NOT_FINISHED and state.rules.false_slap == "penalty"
    if false_slap or reason is reasons.REVEALED_EARLY or reason is reasons.TWO_HANDS:
        return penalty_for(state, seat)
    return ()
