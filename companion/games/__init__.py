"""The games, one folder each, found by themselves: a folder whose package exports `GAME` is a game.

Further folders may be named in the environment variable TAPIS_GAMES (separated as in PATH): a game can live anywhere.
"""

import os
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from calibration.errors import BadInput
from companion.core.game import Game

__path__ += [folder for folder in os.environ.get("TAPIS_GAMES", "").split(os.pathsep) if folder]


def game_ids() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    return tuple(
        sorted(module.name for module in iter_modules(__path__) if module.ispkg and not module.name.startswith("_"))
    )


@cache
def load_game(game_id: str) -> Game[Any]:
    """The game with this id."""
    if game_id not in game_ids():
        raise BadInput(f"no game is called {game_id!r:.60}", do="choose one of " + ", ".join(game_ids()))
    game: Game[Any] = import_module(f"{__name__}.{game_id}").GAME
    return game
