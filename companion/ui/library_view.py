"""What the library says of a recording, as words. No Kivy, and no file."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.games import game_ids, load_game
from companion.sharing.words import day
from companion.ui.labels import game_name
from companion.ui.present import text
from companion.ui.troubles import in_language


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording: what it says of itself, how many bytes it is, its first picture; or why it cannot be read."""

    path: Path
    name: str
    game: str
    began: str
    players: tuple[str, ...]
    size: int
    first: Any
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class RecordedView:
    title: str
    facts: str
    trouble: str


def recorded_view(recorded: Recorded, language: str) -> RecordedView:
    title = game_name(load_game(recorded.game), language) if recorded.game in game_ids() else recorded.name
    size = text("library.mb", language, mb=max(1, round(recorded.size / 1e6)))
    facts = filter(None, (_when(recorded.began, language), ", ".join(recorded.players), size))
    return RecordedView(title, " · ".join(facts), in_language(recorded.trouble, language))


def _when(began: str, language: str) -> str:
    """The manifest's wall time, if it is one."""
    try:
        when = datetime.fromisoformat(began)
    except ValueError:
        return ""
    return f"{day(when, language)}, {when:%H:%M}"
