"""Points and the end of the match: the square's number, 21 for each Fuck You held; the lowest total wins."""

from companion.core.ids import PlayerId
from companion.core.scores import Ranking, Score, Scores

from .draft import Draft
from .state import Phase, State

FUCK_YOU_POINTS = 21


def points_of(draft: Draft, seat: int) -> int:
    """What the round costs a player: the square number, and the Fuck Yous that are known to be in the hand."""
    held = draft.fuck_yous(seat)
    if not draft.table.house.fuck_you_each:
        held = min(held, 1)
    return draft.pawns[seat] + FUCK_YOU_POINTS * held


def totals_of(state: State) -> tuple[int, ...]:
    return tuple(sum(points) for points in zip(state.by_hand, *state.rounds, strict=True))


def is_over(state: State) -> bool:
    """A match ends between rounds, as soon as somebody has reached the limit."""
    return state.phase is Phase.COUNT and max(totals_of(state)) >= state.table.limit


def winners_of(state: State) -> tuple[PlayerId, ...]:
    """The lowest total; several where tied (FBU13)."""
    totals, last = totals_of(state), state.rounds[-1]
    best = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if state.table.house.tie == "last_round":
        lowest = min(last[seat] for seat in best)
        best = [seat for seat in best if last[seat] == lowest]
    return tuple(state.table.players[seat] for seat in best)


def scores_of(state: State) -> Scores:
    totals = totals_of(state)
    lines = tuple(
        Score(player, totals[seat], tuple(points[seat] for points in state.rounds))
        for seat, player in enumerate(state.table.players)
    )
    over = is_over(state)
    return Scores(Ranking.LOWEST, lines, state.table.limit, over, winners_of(state) if over else ())
