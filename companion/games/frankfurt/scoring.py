"""Totals: the cards that are still yours. Fewest is best; at most one in the draw pile at a round's end wins.

A total counts the draw pile, the columns and, once a pile is under the own hand, that pile: all of it is under the draw
pile at the end of the round. Points written by hand are added to the total and never end the match.
"""

from companion.core.scores import Ranking, Score, Scores

from .state import Phase, State, owned


def scores(state: State) -> Scores:
    lines = tuple(
        Score(player, owned(state, seat) + state.seats[seat].by_hand, state.seats[seat].rounds)
        for seat, player in enumerate(state.players)
    )
    return Scores(Ranking.LOWEST, lines, None, state.phase is Phase.OVER, state.champions)
