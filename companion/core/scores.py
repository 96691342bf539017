"""The totals of a match: a fold of its log and of nothing else."""

from dataclasses import dataclass
from enum import Enum

from companion.core.ids import PlayerId


class Ranking(Enum):
    """Who leads: the lowest or the highest total."""

    LOWEST = "lowest"
    HIGHEST = "highest"


@dataclass(frozen=True, slots=True)
class Score:
    """One player's line: the total, and what each finished round (or turn) added to it."""

    player: PlayerId
    total: int
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """Everybody's lines in seating order. `limit` is the total that ends the match, where the game has one."""

    ranking: Ranking
    lines: tuple[Score, ...]
    limit: int | None = None
    over: bool = False
    winners: tuple[PlayerId, ...] = ()

    @property
    def leaders(self) -> tuple[PlayerId, ...]:
        """Who leads now; several when tied."""
        totals = [line.total for line in self.lines]
        best = min(totals, default=0) if self.ranking is Ranking.LOWEST else max(totals, default=0)
        return tuple(line.player for line in self.lines if line.total == best)
