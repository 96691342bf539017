"""tapis calibrate: a picture of the mat, or four corners, become a TABLE file that can be watched with."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibration import load_calibration
from calibration.mat import Paper
from calibration.table_file import load_table
from companion.benches._mat_scenes import camera, photographed, printed
from companion.cli import main
from companion.games import load_game
from companion.referee.mats import game_mat

TRUTH = camera(np.random.default_rng(8), (148, 105), 450, 15)
TABLE = np.full((1600, 1600, 3), (70, 100, 130), np.uint8)


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mat = game_mat(load_game("frankfurt").info, Paper.A4)
    path = tmp_path_factory.mktemp("seen") / "table.png"
    cv2.imwrite(str(path), photographed(np.random.default_rng(8), TRUTH, mat, printed(mat), TABLE))
    return path


def test_a_mat_becomes_a_table(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, drawn = tmp_path / "table.json", tmp_path / "grid.png"
    asked = ["calibrate", "--mat", "frankfurt", "--json", "--out", str(out), "--show", str(drawn), str(picture)]
    assert main(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["residual_mm"] < 0.6
    assert told["piles"] == ["pile-1", "pile-2", "pile-3", "pile-4"]
    assert {"columns-S", "draw-N"} <= set(told["zones"])
    assert told["colour_error"][1] < told["colour_error"][0]
    table = load_table(out)
    assert len(table.piles) == 4
    assert load_calibration(out).paper == "A4"
    assert cv2.imread(str(drawn)).shape == (720, 1280, 3)
    assert main(asked) == 2, "nothing is replaced without --force"
    assert "--force" in capsys.readouterr().err


def test_four_corners_become_a_table(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "t.json"
    spots = TRUTH.to_px(np.array([(0.0, 0.0), (297, 0), (297, 210), (0, 210)]))
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    assert main(["calibrate", "--corners", corners, "--area-mm", "297x210", "--out", str(out), str(picture)]) == 0
    assert np.abs(load_calibration(out).to_mm(spots[:1])).max() < 2
    assert main(["calibrate", "--corners", "1,2 3", "--out", str(out), str(picture)]) == 2
    assert "four corners" in capsys.readouterr().err


def test_no_mat_and_no_code_are_one_sentence(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), TABLE[:720, :1280])
    assert main(["calibrate", "--mat", "frankfurt", str(bare)]) == 2
    assert "no printed mat" in capsys.readouterr().err
    assert main(["calibrate", "--mat", "frankfurt", "--tables", str(tmp_path), str(picture)]) == 2
    assert "code" in capsys.readouterr().err
