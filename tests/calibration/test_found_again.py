"""A table that people have arranged is found again by its mat, from where its code is too small to be read."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.calibration import path_for, save_calibration
from calibration.mat import Paper
from companion.benches._mat_scenes import camera, cover, photographed, printed
from companion.codes.code import TableCode
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.live import find_table
from companion.printing.mat_page import panel_cells
from companion.referee.mats import game_mat

GAME, PLAYERS = load_game("frankfurt"), (PlayerId("Ann"), PlayerId("Ben"))
MAT = game_mat(GAME.info, Paper.A3)
TABLE = np.full((1600, 1600, 3), (70, 100, 130), np.uint8)


def seen(table: str, height_mm: float, tilt: float, hidden: tuple[int, ...] = ()) -> np.ndarray:
    rng = np.random.default_rng(3)
    sheet = cover(
        rng, printed(MAT, panel_cells(TableCode(table, "frankfurt_a3"))), [MAT.markers[k].spot for k in hidden]
    )
    return photographed(rng, camera(rng, (210, 148), height_mm, tilt), MAT, sheet, TABLE)


@pytest.mark.parametrize(("tilt", "hidden"), [(0, ()), (45, ()), (30, (0, 1, 2, 3))])
def test_what_people_dragged_is_where_they_left_it(tilt: float, hidden: tuple[int, ...], tmp_path: Path) -> None:
    first = find_table(seen("7F3K9AQ2", 600, 10), GAME, PLAYERS, tmp_path)
    assert first is not None and first.code
    moved = tuple((x + 31.0, y - 7.0) for x, y in first.zones[0].outline)
    arranged = replace(first, zones=(replace(first.zones[0], outline=moved), *first.zones[1:]))
    save_calibration(arranged, path_for(tmp_path, first.code))
    again = find_table(seen("7F3K9AQ2", 1000, tilt, hidden), GAME, PLAYERS, tmp_path)
    assert again is not None and again.code == first.code and again.zones == arranged.zones
    other = find_table(seen("OTHER123", 1000, tilt, hidden), GAME, PLAYERS, tmp_path)
    assert other is not None and other.code not in ("", first.code) and other.zones != arranged.zones
