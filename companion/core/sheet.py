"""The score sheet of a match: a line a round, and a line for what people wrote by hand, with the totals after each.

It comes from folding the counted events once more, so it follows every correction. Nothing here makes a score.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.events import META_EVENTS, ManualScore, NewMatch
from companion.core.fold import Judged, Standing
from companion.core.game import Game
from companion.core.rulings import Verdict
from companion.core.scores import Scores


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet: what each player got, and the totals after it. `n` is the entry that made it.

    A `whole` one is a round, of the game's own or everybody's points written by hand, and is called by its number.
    """

    n: int
    name: str
    by_hand: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    whole: bool = False


def sheet(game: Game[Any], judged: Sequence[Judged]) -> tuple[Line, ...]:
    """The lines of the score sheet, oldest first."""
    state: Any = None
    lines: list[Line] = []
    before: tuple[int, ...] = ()
    rounds = 0
    together = {n: numbers for numbers in written_together(judged) for n in numbers}
    for each in judged:
        event = each.counted
        if event is None or isinstance(each.entry.event, META_EVENTS):
            continue
        if isinstance(event, NewMatch):
            if state is None and each.rulings[0].verdict is Verdict.LEGAL:
                state = game.start(event)
                before = _totals(game.scores(state))
            continue
        if state is None:
            continue
        state = game.apply(state, event, _forced(each)).state
        scores = game.scores(state)
        now, finished = _totals(scores), max((len(line.rounds) for line in scores.lines), default=0)
        numbers = together.get(each.entry.n, (each.entry.n,))
        if isinstance(event, ManualScore) and (now != before or len(numbers) > 1):
            _write_by_hand(lines, each.entry.n, numbers, event.why, before, now)
            before = now
        elif finished > rounds:
            gained = tuple(new - old for new, old in zip(now, before, strict=True))
            lines.append(Line(each.entry.n, _next_round(lines), False, gained, now, whole=True))
            before = now
        rounds = max(rounds, finished)
    return tuple(lines)


def written_together(judged: Sequence[Judged]) -> tuple[tuple[int, ...], ...]:
    """The entries of points by hand, put together as they were written: one after the other with the same reason, each
    player once. What became of them afterwards changes nothing about it."""
    groups: list[list[Judged]] = []
    for each in judged:
        event, last = each.entry.event, groups[-1] if groups else []
        if not isinstance(event, ManualScore):
            continue
        same = [other.entry.event for other in last if isinstance(other.entry.event, ManualScore)]
        if (
            event.why
            and last
            and last[-1].entry.n == each.entry.n - 1
            and same[0].why == event.why
            and event.player not in {other.player for other in same}
        ):
            last.append(each)
        else:
            groups.append([each])
    return tuple(tuple(each.entry.n for each in group) for group in groups)


def _write_by_hand(
    lines: list[Line], n: int, numbers: tuple[int, ...], why: str, before: tuple[int, ...], now: tuple[int, ...]
) -> None:
    """What was written together stands in one line."""
    gained = tuple(new - old for new, old in zip(now, before, strict=True))
    if lines and lines[-1].n in numbers:
        points = tuple(a + b for a, b in zip(lines[-1].points, gained, strict=True))
        lines[-1] = replace(lines[-1], n=n, points=points, totals=now)
        return
    whole = len(numbers) == len(now) > 1
    lines.append(Line(n, _next_round(lines) if whole else why, True, gained, now, whole))


def _next_round(lines: Sequence[Line]) -> str:
    return str(1 + sum(line.whole for line in lines))


def _forced(judged: Judged) -> Verdict | None:
    return judged.rulings[0].verdict if judged.standing is Standing.OVERRULED else None


def _totals(scores: Scores) -> tuple[int, ...]:
    return tuple(line.total for line in scores.lines)
