"""Every game that is found by its folder goes through every test here: nobody escapes."""

from typing import Any

import pytest

from companion.core.game import Game
from companion.games import game_ids, load_game


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the playthroughs again instead of comparing them")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", game_ids())


@pytest.fixture
def game(game_id: str) -> Game[Any]:
    return load_game(game_id)


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update", default=False))
