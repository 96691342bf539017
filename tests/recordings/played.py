"""Plays a recording once through the real path: file, reader, watcher, referee, rules. And the truth beside it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.scores import Scores
from companion.core.words import say
from companion.referee.session import TableSession

DATA = Path(__file__).parent / "data"
#: A card on a pile hides its coming to rest behind a hand; a person would not time it better.
LATE_NS = 250_000_000
KINDS = {"discard": "place", "take_back": "takeback"}


@dataclass(frozen=True, slots=True)
class Played:
    rulings: list[str]
    seen: list[dict[str, Any]]
    questions: int
    scores: Scores


def play(session: TableSession) -> Played:
    """Everything a session says, from the first frame to the last."""
    rulings, seen, questions, scores = [], [], 0, None
    for update in _updates(session):
        questions += len(update.questions)
        scores = update.scores or scores
        for judged in update.judged:
            rulings += [f"{ruling.verdict.value}: {say(ruling, session.game.words)}" for ruling in judged.rulings]
            entry = judged.entry
            if entry.event.KIND in KINDS:
                seen.append({"event": entry.event, "lo_ns": entry.lo_ns, "hi_ns": entry.hi_ns})
    session.close()
    assert scores is not None
    return Played(rulings, seen, questions, scores)


def _updates(session: TableSession) -> Iterator[Any]:
    while (update := session.step()) is not None:
        yield update


def truth(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return loaded


def happened(event: dict[str, Any]) -> float:
    """When an event of the truth took place, in ms: the card lay still, or left its place."""
    return float(event.get("rest_ms") or event["left_ms"])
