"""Every game has a mat on every paper, and what is printed there is a zone of the game."""

import pytest

from calibration.mat import Paper
from companion.games import game_ids, load_game
from companion.referee.mats import game_mat


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_a_mat(game_id: str, paper: Paper) -> None:
    info = load_game(game_id).info
    zones = game_mat(info, paper).zones
    assert zones
    assert {zone.name.split("-")[0] for zone in zones} <= set(info.zones)
    assert {*info.at_seat, *(place.name for place in info.mat)} <= set(info.zones)
