"""Counting up: what a round gives, who deals next, when the match is over and who has won it."""

from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.scores import Ranking, Score, Scores

from . import reasons
from .cards import points_of
from .state import DOOMSDAY, PILE_EMPTY, Seat, State
from .table import Table

DOOMSDAY_POINTS = 50
BOMB_POINTS = 10


def counted_at_end(table: Table) -> tuple[int, ...]:
    """Points a player as far as the hands are known, -1 for the others. Doomsday does not look at hands."""
    if table.ending == DOOMSDAY:
        return (DOOMSDAY_POINTS,) * len(table.players)
    return tuple(-1 if UNKNOWN in hand else points_of(hand) for hand in table.hands)


def score_round(table: Table, counted: tuple[int, ...]) -> None:
    """The round is written down; the table is cleared for the next."""
    points = _with_bomb(table, counted)
    table.rounds = (*table.rounds, points)
    table.totals = tuple(total + n for total, n in zip(table.totals, points, strict=True))
    table.dealer = next_dealers(table, points)[0]
    table.tell(reasons.ROUND_SCORED, points=points, dealer=table.players[table.dealer])
    table.stack, table.hands = [], [()] * len(table.players)
    table.draw_pile, table.pile, table.top, table.wish = 0, (), CardId(""), ""
    table.skipped, table.events_seen, table.bomb, table.last_colour, table.ending = (), (), (), "", ""
    tell_winners(table)


def tell_winners(table: Table) -> None:
    won = winners(table.state())
    if won:
        table.tell(reasons.MATCH_WON, players=won)


def _with_bomb(table: Table, counted: tuple[int, ...]) -> tuple[int, ...]:
    """Time Bomb: whoever got out in time gains, the others pay; if nobody did, everything counts double."""
    if not table.bomb:
        return counted
    out = [seat for seat in table.from_right_of(table.dealer) if not table.hands[seat]]
    if table.rules.bomb_finishers == "first":
        out = out[:1]
    if out:
        return tuple(n + (-BOMB_POINTS if seat in out else BOMB_POINTS) for seat, n in enumerate(counted))
    if table.ending == PILE_EMPTY and table.rules.bomb_pile_out == "single":
        return counted
    return tuple(2 * n for n in counted)


def next_dealers(table: Table, points: tuple[int, ...]) -> tuple[Seat, ...]:
    """Most points in the round; when tied, the nearest anticlockwise from the dealer stands first."""
    return tuple(seat for seat in table.from_right_of(table.dealer) if points[seat] == max(points))


# ---------------------------------------------------------------- totals


def over(state: State) -> bool:
    """Between rounds, when somebody has reached or passed the limit."""
    return not state.stack and max(state.totals) >= state.rules.limit


def winners(state: State) -> tuple[PlayerId, ...]:
    """The fewest points win; a tie is shared, or goes to the better last round."""
    if not over(state):
        return ()
    sums = state.totals
    best = [seat for seat, total in enumerate(sums) if total == min(sums)]
    if state.rules.final_tie == "last_round" and state.rounds:
        last = state.rounds[-1]
        best = [seat for seat in best if last[seat] == min(last[other] for other in best)]
    return tuple(state.players[seat] for seat in best)


def scores(state: State) -> Scores:
    lines = tuple(
        Score(player, total, tuple(points[seat] for points in state.rounds))
        for seat, (player, total) in enumerate(zip(state.players, state.totals, strict=True))
    )
    return Scores(Ranking.LOWEST, lines, state.rules.limit, over(state), winners(state))
