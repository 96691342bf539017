"""What the list of tables says of each, as words. No Kivy, and no file."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.games import load_game
from companion.sharing.words import day
from companion.ui.labels import game_name
from companion.ui.present import decimal, text

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table: what people call it, which games its places are for, its mat's paper if it has one, the size of the
    camera's picture, how exactly places are known, its places in that picture; or why it cannot be read."""

    path: Path
    name: str
    when: datetime
    games: tuple[str, ...] = ()
    paper: str = ""
    size: tuple[int, int] = (0, 0)
    residual_mm: float | None = None
    zones: tuple[Outline, ...] = ()
    clapped: bool = False
    #: Its zones were measured, so they can be dragged.
    draggable: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class KeptTableView:
    title: str
    facts: str


def kept_view(table: KeptTable, language: str) -> KeptTableView:
    """By its name; without one it is called by the games that it is for."""
    games = " · ".join(game_name(load_game(game), language) for game in table.games)
    title = table.name or games or text("tables.unnamed", language)
    facts = [games] if table.name else []
    facts.append(f"{day(table.when, language)}, {table.when:%H:%M}")
    if not table.trouble:
        facts.append(_found_by(table, language))
        facts.append(f"{table.size[0]} × {table.size[1]}")
    if table.residual_mm is not None:
        facts.append(text("health.places", language, mm=decimal(table.residual_mm, language)))
    if table.clapped:
        facts.append(text("tables.clapped", language))
    return KeptTableView(title, " · ".join(filter(None, facts)))


def _found_by(table: KeptTable, language: str) -> str:
    if not table.paper:
        return text("tables.corners", language)
    return text("tables.mat", language, paper=table.paper.capitalize())
