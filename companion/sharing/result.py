"""A match as others are told about it: who played what when, how it stands, and the sheet. It decides nothing.

All kinds of sharing are made from this one value, so that they never tell different stories.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from calibration.errors import BadInput
from companion.core.codec import encode_entry
from companion.core.events import Entry
from companion.core.fold import fold
from companion.core.game import Game
from companion.core.scores import Ranking, Score, Scores
from companion.core.sheet import Line, sheet
from companion.core.words import texts_of


@dataclass(frozen=True, slots=True)
class Result:
    """`name` stays the same however often the match is shared, and after corrections too."""

    game: Game[Any]
    entries: tuple[Entry, ...]
    scores: Scores
    lines: tuple[Line, ...]
    started: datetime

    @property
    def name(self) -> str:
        first = f"{self.started.isoformat()} {encode_entry(self.entries[0])}"
        return sha256(first.encode()).hexdigest()[:16]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(line.player for line in self.scores.lines)

    def game_name(self, language: str) -> str:
        return texts_of(self.game.words, language).get("name", self.game.info.id)

    @property
    def places(self) -> tuple[tuple[int, int, Score], ...]:
        """Place, seat and line of everybody, the best first; who is level shares a place."""
        best_first = self.scores.ranking is Ranking.HIGHEST
        seated = sorted(enumerate(self.scores.lines), key=lambda each: each[1].total, reverse=best_first)
        winners = self.scores.winners if self.scores.over else ()
        seated.sort(key=lambda each: each[1].player not in winners)
        places: list[tuple[int, int, Score]] = []
        for number, (seat, line) in enumerate(seated, 1):
            before = places[-1] if places else None
            level = before is not None and before[2].total == line.total
            level = level and (line.player in winners) == (before is not None and before[2].player in winners)
            places.append((before[0] if before is not None and level else number, seat, line))
        return tuple(places)


def result_of(game: Game[Any], entries: Sequence[Entry], started: datetime) -> Result:
    """Fold a match once more, to tell about it."""
    match = fold(game, entries)
    if match.scores is None:
        raise BadInput("this match has no scores", game.info.id, "share it after it has begun")
    return Result(game, tuple(entries), match.scores, sheet(game, match.judged), started)
