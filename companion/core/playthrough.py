"""A playthrough: a match told as text, action by action, with what the rules say. A change of rules reads as a diff.

Only the lines that start with `>` are actions (entries of a log, as in docs/events.md); everything else is written by
`tell` and is compared, word by word, with what the rules say today. Every game keeps one in its folder.
"""

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from calibration.errors import BadInput
from companion.core.codec import decode_entry, encode_entry, kinds_of
from companion.core.events import Entry
from companion.core.fold import Match, Standing
from companion.core.game import Game
from companion.core.scores import Scores
from companion.core.words import say

ACTION = "> "
FILE_NAME = "playthrough.txt"


def playthrough_path(game: Game[Any]) -> Path:
    """Where the game keeps its playthrough: beside its rules."""
    return Path(inspect.getfile(type(game))).parent / FILE_NAME


def read_playthrough(game: Game[Any]) -> list[Entry]:
    """The log that the game's playthrough tells."""
    path = playthrough_path(game)
    try:
        return actions(game, path.read_text("utf-8"))
    except OSError:
        raise BadInput("this game has no playthrough", str(path), "docs/adding-a-game.md says how to make it") from None


def actions(game: Game[Any], text: str) -> list[Entry]:
    kinds = kinds_of(game.events)
    lines = [line.removeprefix(ACTION) for line in text.splitlines() if line.startswith(ACTION)]
    return [decode_entry(line, n, kinds, f"action {n}") for n, line in enumerate(lines, 1)]


def tell(game: Game[Any], log: Iterable[Entry]) -> str:
    """The whole text of a match."""
    match, lines, scores = Match(game), [f"A match of {game.info.id}"], ""
    for entry in log:
        before = [judged.standing for judged in match.judged]
        judged = match.add(entry)
        lines += ["", ACTION + encode_entry(entry)]
        lines += [f"  {r.verdict.value}: {r.code}: {say(r, game.words)}" for r in judged.rulings]
        for earlier, was in zip(match.judged, before, strict=False):
            if earlier.standing is not was:
                lines.append(f"  entry {earlier.entry.n} is now {_standing(earlier.standing)}")
        now = _scores(match.scores)
        if now != scores:
            lines.append(f"  scores: {now}")
            scores = now
    return "\n".join(lines) + "\n"


def _standing(standing: Standing) -> str:
    return "as it was" if standing is Standing.STANDS else standing.value


def _scores(scores: Scores | None) -> str:
    if scores is None:
        return ""
    totals = ", ".join(f"{line.player} {line.total}" for line in scores.lines)
    won = f"; won by {', '.join(scores.winners)}" if scores.winners else "; over" if scores.over else ""
    return totals + won
