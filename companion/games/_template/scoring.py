"""Totals and the end of the match."""

from companion.core.ids import PlayerId
from companion.core.scores import Ranking, Score, Scores


def winners(players: tuple[PlayerId, ...], totals: tuple[int, ...], target: int) -> tuple[PlayerId, ...]:
    """Who has won; nobody as long as the target is not reached."""
    best = max(totals)
    return tuple(player for player, total in zip(players, totals, strict=True) if total == best >= target)


def scores(players: tuple[PlayerId, ...], totals: tuple[int, ...], target: int) -> Scores:
    won = winners(players, totals, target)
    lines = tuple(Score(player, total) for player, total in zip(players, totals, strict=True))
    return Scores(Ranking.HIGHEST, lines, target, bool(won), won)
