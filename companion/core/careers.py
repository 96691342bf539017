"""What somebody's matches tell of them: wins, averages, best rounds, wrong plays, and how fast a hand came down.

All of it is read from folded matches; nothing is kept, so it follows every correction. Times come from the camera
alone, each with the interval it was seen in; what people wrote by hand has none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from companion.core.events import META_EVENTS, ManualScore, NewMatch
from companion.core.fold import Judged, Standing
from companion.core.game import Game
from companion.core.rulings import Verdict
from companion.core.scores import Ranking, Scores
from companion.core.sheet import sheet

#: A hand that comes down later than this after the last card was not racing for that card.
LONGEST_NS = 5_000_000_000
SLAP, CAMERA = "slap", "camera"


@dataclass(frozen=True, slots=True)
class Timing:
    """How long after the last card the hand came down. `give_or_take_ms` is what the camera leaves open of the mean,
    `best_open_ms` of the fastest."""

    count: int
    mean_ms: float
    give_or_take_ms: float
    best_ms: float
    best_open_ms: float


@dataclass(frozen=True, slots=True)
class Career:
    """Somebody in one game. Wins and totals are of finished matches, the rest of all."""

    game: str
    player: str
    ranking: Ranking
    #: Matches that were begun, and those of them that were finished.
    begun: int = 0
    matches: int = 0
    won: int = 0
    totals: tuple[int, ...] = ()
    best_round: int | None = None
    plays: int = 0
    wrong: int = 0
    timing: Timing | None = None

    @property
    def average(self) -> float | None:
        return sum(self.totals) / len(self.totals) if self.totals else None

    @property
    def best(self) -> int | None:
        return _best(self.ranking, self.totals)


@dataclass(slots=True)
class _Collected:
    """What has been counted so far of one player in one game."""

    ranking: Ranking
    begun: int = 0
    won: int = 0
    totals: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    plays: int = 0
    wrong: int = 0
    #: Middle and half of each interval, in nanoseconds.
    times: list[tuple[float, float]] = field(default_factory=list)


class Careers:
    """Takes matches one after the other, oldest first."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, str], _Collected] = {}

    def add(self, game: Game[Any], judged: Sequence[Judged], scores: Scores) -> None:
        rounds = sheet(game, judged)
        for seat, line in enumerate(scores.lines):
            mine = self._of(game, line.player)
            mine.begun += 1
            mine.rounds += line.rounds or [each.points[seat] for each in rounds if each.whole]
            if scores.over:
                mine.totals.append(line.total)
                mine.won += line.player in scores.winners
        seated = {str(line.player) for line in scores.lines}
        last_card: Judged | None = None
        for each in judged:
            event, player = each.counted, str(getattr(each.counted, "player", ""))
            if event is None or isinstance(event, (*META_EVENTS, NewMatch, ManualScore)):
                continue
            if player in seated:
                self._count(self._of(game, player), each)
                if event.KIND == SLAP and last_card is not None:
                    _time(self._of(game, player), last_card, each)
            if hasattr(event, "card") and event.KIND != SLAP:
                last_card = each

    def told(self) -> tuple[Career, ...]:
        """Everybody, the most played first."""
        careers = (_career(game, player, mine) for (game, player), mine in self._all.items())
        return tuple(sorted(careers, key=lambda each: (-each.begun, -each.won, each.player)))

    def _of(self, game: Game[Any], player: str) -> _Collected:
        return self._all.setdefault((game.info.id, player), _Collected(game.info.ranking))

    def _count(self, mine: _Collected, judged: Judged) -> None:
        """A wrong play is one that the rules forbade and nobody allowed afterwards."""
        mine.plays += 1
        forbidden = judged.rulings[0].verdict is Verdict.ILLEGAL
        mine.wrong += forbidden and judged.standing is not Standing.VOIDED


def careers(matches: Iterable[tuple[Game[Any], Sequence[Judged], Scores]]) -> tuple[Career, ...]:
    collected = Careers()
    for match in matches:
        collected.add(*match)
    return collected.told()


def _time(mine: _Collected, card: Judged, slap: Judged) -> None:
    """From the card at rest to the hand, where the camera has seen both; the intervals of the two add up."""
    if not (card.entry.source.startswith(CAMERA) and slap.entry.source.startswith(CAMERA)):
        return
    least = slap.entry.lo_ns - card.entry.hi_ns
    most = slap.entry.hi_ns - card.entry.lo_ns
    if most > 0 and (least + most) / 2 <= LONGEST_NS:
        mine.times.append(((least + most) / 2, (most - least) / 2))


def _career(game: str, player: str, mine: _Collected) -> Career:
    rounds = _best(mine.ranking, mine.rounds)
    timing = _timing(mine.times) if mine.times else None
    totals = tuple(mine.totals)
    return Career(
        game, player, mine.ranking, mine.begun, len(totals), mine.won, totals, rounds, mine.plays, mine.wrong, timing
    )


def _timing(times: Sequence[tuple[float, float]]) -> Timing:
    """The mean, and its 95 % interval from what each time leaves open; the errors of single slaps are independent."""
    count = len(times)
    mean = sum(middle for middle, _ in times) / count
    open_ns = sqrt(sum(half * half for _, half in times)) / count
    best, best_open = min(times)
    return Timing(count, mean / 1e6, open_ns / 1e6, max(0.0, best) / 1e6, best_open / 1e6)


def _best(ranking: Ranking, values: Sequence[int]) -> int | None:
    if not values:
        return None
    return min(values) if ranking is Ranking.LOWEST else max(values)
