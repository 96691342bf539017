"""Calibrations are kept whole, found again by the mat's code, and damaged ones say what to do."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.calibration import Calibration, find_calibration, load_calibration, path_for, save_calibration
from calibration.cards import check_sure, fit_cards, fit_corners
from calibration.clock import FrameClock, ZeroTest
from calibration.colour import Colour
from calibration.errors import BadInput
from calibration.lens import Lens
from calibration.plane import plane_of
from calibration.table_file import Seat, load_table, save_table, table_of
from calibration.zones import Zone
from companion.benches._mat_scenes import camera, lying_cards
from tests.calibration.test_table_file import GOOD

TABLE = table_of(GOOD, "here")
EXAMPLE = Calibration(
    TABLE,
    plane_of([[1.5, 0.1, 400], [0, -1.5, 240], [0, 0.0001, 1]]),
    Lens(TABLE.size, 700.0, -0.05, 0.01, (0.004, -0.007)),
    (Zone("main", ((0, 0), (60, 0), (60, 90))), Zone("columns-S", ((0, 100), (60, 100), (60, 190)), Seat.SOUTH)),
    0.31,
    "TAPIS1:T:ABC",
    "A4",
    Colour(((1.0, 0.0, 0.0), (0.0, 1.1, 0.0), (0.0, 0.1, 0.9)), 22.0, 4.0),
    FrameClock(29.97, 0.8, 2, None, 24.0),
    ZeroTest(60.0, 4.0, 3),
)


def test_everything_is_kept(tmp_path: Path) -> None:
    save_calibration(EXAMPLE, tmp_path / "t.json")
    assert load_calibration(tmp_path / "t.json") == EXAMPLE
    assert load_table(tmp_path / "t.json") == TABLE, "and it is a TABLE file for those who know no more"
    with pytest.raises(BadInput, match="--force"):
        save_calibration(EXAMPLE, tmp_path / "t.json")


def test_an_old_table_file_opens(tmp_path: Path) -> None:
    save_table(TABLE, tmp_path / "old.json")
    old = load_calibration(tmp_path / "old.json")
    assert old.table == TABLE and old.plane == TABLE.plane
    assert old.residual_mm is None and old.zones == ()
    assert np.allclose(old.to_mm(old.to_px([(10.0, 20.0)])), [(10, 20)])


def test_a_calibration_of_before_lenses_had_an_axis_opens(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    save_calibration(EXAMPLE, path)
    data = json.loads(path.read_text())
    data["calibration"]["version"] = 1
    del data["calibration"]["lens"]["off"]
    path.write_text(json.dumps(data))
    assert load_calibration(path) == replace(EXAMPLE, lens=replace(EXAMPLE.lens, off=(0.0, 0.0)))


def test_a_table_is_found_again_by_its_code(tmp_path: Path) -> None:
    save_calibration(EXAMPLE, path_for(tmp_path, EXAMPLE.code))
    assert find_calibration(tmp_path, EXAMPLE.code) == EXAMPLE
    assert find_calibration(tmp_path, "TAPIS1:T:OTHER") is None
    assert find_calibration(tmp_path, "") is None
    assert path_for(tmp_path, "../../evil\0").parent == tmp_path


BREAKS: list[tuple[str, Any]] = [
    ("version", 3),
    ("version", None),
    ("plane", [[0, 0, 0]] * 3),
    ("lens", {"focal_px": 0, "k1": 0, "k2": 0}),
    ("lens", []),
    ("lens", {"focal_px": 700, "k1": 0, "k2": 0, "off": [9, 0]}),
    ("lens", {"focal_px": 700, "k1": 0, "k2": 0, "off": 0.1}),
    ("zones", [{"zone": "a", "outline_mm": [[0, 0]], "seat": None}]),
    ("zones", [{"zone": "a", "outline_mm": [[0, 0], [1, 0], [1, 1]], "seat": "X"}]),
    ("zones", None),
    ("residual_mm", "small"),
    ("code", 7),
    ("colour", {"mix": [[1, 2]]}),
    ("clock", {"rate": 1}),
    ("zero", [1]),
]


@pytest.mark.parametrize(("part", "value"), BREAKS)
def test_a_damaged_part_is_one_sentence(tmp_path: Path, part: str, value: Any) -> None:
    path = tmp_path / "t.json"
    save_calibration(EXAMPLE, path)
    data = copy.deepcopy(json.loads(path.read_text()))
    data["calibration"][part] = value
    path.write_text(json.dumps(data))
    with pytest.raises(BadInput, match="calibrate again"):
        load_calibration(path)
    del data["calibration"][part]
    path.write_text(json.dumps(data))
    with pytest.raises(BadInput, match="calibrate again"):
        load_calibration(path)


SHAPE = np.array([(-29, -43.5), (29, -43.5), (29, 43.5), (-29, 43.5)])


def aligned_errors(found: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Distances after the best shift and turn: nobody can know where millimetres begin."""
    one, other = found - found.mean(axis=0), true - true.mean(axis=0)
    left, _, right = np.linalg.svd(one.T @ other)
    return np.linalg.norm(one @ left @ right - other, axis=1)


def test_cards_of_known_size_are_enough() -> None:
    rng = np.random.default_rng(4)
    truth = camera(rng, (0, 0), 550, 30)
    cards = []
    for x, y, turn in ((-110, -60, 0.1), (90, -70, 1.7), (-90, 80, 3.0), (100, 70, -0.6)):
        cos, sin = np.cos(turn), np.sin(turn)
        cards.append(SHAPE @ np.array([[cos, sin], [-sin, cos]]) + (x, y))
    quads = [truth.to_px(card) + rng.normal(0, 0.5, (4, 2)) for card in cards]
    fit = fit_cards(quads, (58, 87), truth.size)
    table = np.concatenate(cards)
    assert np.percentile(aligned_errors(fit.to_mm(truth.to_px(table)), table), 95) < 1.5
    with pytest.raises(BadInput, match="cards"):
        fit_cards(quads[:2], (58, 87), truth.size)


def test_cards_know_how_sure_they_are() -> None:
    rng, shares = np.random.default_rng(31), []
    for _ in range(24):
        truth = camera(rng, (0, 0), rng.uniform(400, 900), rng.uniform(0, 40))
        cards = lying_cards(rng, 5)
        fit = fit_cards([truth.to_px(card) + rng.normal(0, 0.5, (4, 2)) for card in cards], (58, 87), truth.size)
        table = np.concatenate(cards)
        shares += list(aligned_errors(fit.to_mm(truth.to_px(table)), table) / fit.residual_mm)
    told_well = 0.6 < np.percentile(shares, 95) < 1.4
    assert told_well, "95 of 100 places are no farther off than is told; two dozen tables say it no closer"
    assert max(shares) < 4


def test_a_table_that_is_too_unsure_is_refused() -> None:
    rng = np.random.default_rng(5)
    near, far = camera(rng, (0, 0), 450, 10), camera(rng, (0, 0), 2500, 40)
    cards = lying_cards(rng, 8)
    check_sure(fit_cards([near.to_px(card) for card in cards], (58, 87), near.size))
    with pytest.raises(BadInput, match="one more card"):
        check_sure(fit_cards([far.to_px(card) for card in cards[:3]], (58, 87), far.size))


def test_four_corners_are_a_table() -> None:
    truth = camera(np.random.default_rng(6), (150, 100), 600, 20)
    corners = np.array([(0, 0), (297, 0), (297, 210), (0, 210)], float)
    fit = fit_corners(truth.to_px(corners), (297, 210), truth.size)
    inside = np.array([(100.0, 100.0), (200.0, 50.0)])
    assert np.linalg.norm(fit.to_mm(truth.to_px(inside)) - inside, axis=1).max() < 4
    assert 0.5 < fit.residual_mm < 10, "a finger is not a marker, and the figure says so"
