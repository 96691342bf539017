"""The score sheet of a match: a line a round, and a line for what people wrote by hand, with the totals after each.

It comes from folding the counted events once more, so it follows every correction. Nothing here makes a score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.events import META_EVENTS, ManualScore, NewMatch
from companion.core.fold import Judged, Standing
from companion.core.game import Game
from companion.core.rulings import Verdict
from companion.core.scores import Scores


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet: what each player got, and the totals after it. `n` is the entry that made it."""

    n: int
    name: str
    by_hand: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]


def sheet(game: Game[Any], judged: Sequence[Judged]) -> tuple[Line, ...]:
    """The lines of the score sheet, oldest first."""
    state: Any = None
    lines: list[Line] = []
    before: tuple[int, ...] = ()
    rounds = 0
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
        if isinstance(event, ManualScore) and now != before:
            _write_by_hand(lines, each.entry.n, event.why, before, now)
            before = now
        elif finished > rounds:
            gained = tuple(new - old for new, old in zip(now, before, strict=True))
            lines.append(Line(each.entry.n, str(finished), False, gained, now))
            before = now
        rounds = max(rounds, finished)
    return tuple(lines)


def _write_by_hand(lines: list[Line], n: int, why: str, before: tuple[int, ...], now: tuple[int, ...]) -> None:
    """Points with the same reason stand in one line, as long as nobody gets a second number in it."""
    gained = tuple(new - old for new, old in zip(now, before, strict=True))
    last = lines[-1] if lines else None
    if (
        last
        and last.by_hand
        and why
        and last.name == why
        and not any(a and b for a, b in zip(last.points, gained, strict=True))
    ):
        lines[-1] = Line(last.n, why, True, tuple(a + b for a, b in zip(last.points, gained, strict=True)), now)
    else:
        lines.append(Line(n, why, True, gained, now))


def _forced(judged: Judged) -> Verdict | None:
    return judged.rulings[0].verdict if judged.standing is Standing.OVERRULED else None


def _totals(scores: Scores) -> tuple[int, ...]:
    return tuple(line.total for line in scores.lines)
