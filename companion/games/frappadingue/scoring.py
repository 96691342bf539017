"""Totals of the pad. Highest wins; the target ends the match, after the last round of the house rules."""

from companion.core.scores import Ranking, Score, Scores

from .pad import lines
from .state import Phase, State


def scores(state: State) -> Scores:
    each = zip(state.players, state.totals, state.turns, strict=True)
    pads = tuple(Score(player, total, lines(turns)) for player, total, turns in each)
    return Scores(Ranking.HIGHEST, pads, state.rules.target, state.phase is Phase.OVER, state.winners)
