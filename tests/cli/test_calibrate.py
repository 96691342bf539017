"""tapis calibrate: a picture of the mat, or four corners, become a TABLE file that can be watched with."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibration import find_calibration, load_calibration
from calibration.mat import Paper
from calibration.table_file import load_table
from companion.benches._mat_scenes import PRINT_PX_PER_MM, camera, cover, photographed, printed
from companion.cli import main
from companion.codes.code import TableCode, code_text
from companion.games import load_game
from companion.printing.mat_page import mat_page, panel_cells
from companion.printing.sheet import texts_for
from companion.referee.mats import game_mat
from vision.art.raster import rasterise

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


@pytest.mark.parametrize("paper", Paper)
def test_a_table_is_found_again_by_its_mat_from_afar(
    paper: Paper, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a metre above, tilted, with half of the marks under cards: where its code is a grey spot."""
    mat = game_mat(load_game("frantic").info, paper)
    code = TableCode("7F3K9AQ2", f"frantic_{paper.name.lower()}")
    rng, middle = np.random.default_rng(5), (mat.width_mm / 2, mat.height_mm / 2)
    tables, sheet = tmp_path / "tables", printed(mat, panel_cells(code))
    for place, (tilt, hidden) in enumerate(((0, ()), (45, (0, 3, 5, 1)), (30, (5, 6, 7, 4)))):
        covered = cover(rng, sheet, [mat.markers[marker].spot for marker in hidden])
        path = tmp_path / f"{place}.png"
        cv2.imwrite(str(path), photographed(rng, camera(rng, middle, 1000, tilt), mat, covered, TABLE))
        # The mat says itself which game's it is, whoever asks.
        assert main(["calibrate", "--mat", "frankfurt", "--json", "--tables", str(tables), str(path)]) == 0
        assert json.loads(capsys.readouterr().out)["code"] == code_text(code)
    kept = find_calibration(tables, code_text(code))
    assert kept is not None and kept.paper == paper.name and len(list(tables.iterdir())) == 1


@pytest.mark.parametrize(("height_mm", "known"), [(350, True), (1000, False)])
def test_mats_without_panels_are_known_by_their_code_from_near(
    height_mm: float, known: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those printed before there were panels, and those of a table whose id is too long for them."""
    mat, code = game_mat(load_game("frankfurt").info, Paper.A4), TableCode("A" * 16, "frankfurt_a4")
    page = rasterise(
        mat_page(mat, code, "", texts_for(load_game("frankfurt").words, "en")), round(mat.width_mm * PRINT_PX_PER_MM)
    )
    rng = np.random.default_rng(6)
    picture = photographed(rng, camera(rng, (148, 105), height_mm, 10), mat, page, TABLE)
    cv2.imwrite(str(tmp_path / "table.png"), picture)
    assert main(["calibrate", "--mat", "frankfurt", "--json", str(tmp_path / "table.png")]) == 0
    assert json.loads(capsys.readouterr().out)["code"] == (code_text(code) if known else "")
