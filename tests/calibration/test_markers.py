"""The printed mat in a picture: which sheet, where, and a plane from it that is right to parts of a millimetre."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.errors import BadInput
from calibration.fit import fit_camera
from calibration.lens import Lens, usual_lens
from calibration.markers import find_mat
from calibration.mat import Mat, Paper, Want, mat_for
from companion.benches._mat_scenes import camera, cover, photographed, printed

TABLE = np.full((1600, 1600, 3), (60, 90, 120), np.uint8)


def grid(mat: Mat) -> np.ndarray:
    return np.array([(x, y) for x in np.linspace(0, mat.width_mm, 9) for y in np.linspace(0, mat.height_mm, 7)])


@pytest.mark.parametrize(
    ("paper", "height_mm", "tilt", "hidden"),
    [(Paper.A4, 420, 0, ()), (Paper.A4, 900, 40, ()), (Paper.A4, 600, 25, (0, 3, 5, 6)), (Paper.A3, 1000, 45, (1, 7))],
)
def test_the_plane_is_right_to_parts_of_a_millimetre(
    paper: Paper, height_mm: float, tilt: float, hidden: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(3)
    mat = mat_for("any", paper, [Want("pile", copies=4)])
    truth = camera(rng, (mat.width_mm / 2, mat.height_mm / 2), height_mm, tilt)
    sheet = cover(rng, printed(mat), [mat.markers[k].spot for k in hidden])
    picture = photographed(rng, truth, mat, sheet, TABLE)
    found, seen = find_mat(picture, usual_lens(truth.size))
    assert found.paper is paper
    assert 8 - len(hidden) >= len(seen) >= 8 - len(hidden) - 1
    table = np.concatenate([one.marker.spot.corners_mm for one in seen])
    fit = fit_camera(table, np.concatenate([one.corners_px for one in seen]), truth.size, grid(mat))
    errors = np.linalg.norm(fit.to_mm(truth.to_px(grid(mat))) - grid(mat), axis=1)
    assert np.percentile(errors, 95) < 0.6
    assert fit.residual_mm < 1.2


def test_a_marker_counts_while_it_is_in_the_picture_though_the_paper_around_it_is_not() -> None:
    rng = np.random.default_rng(4)
    mat = mat_for("any", Paper.A4)
    truth = camera(rng, (mat.width_mm / 2, mat.height_mm / 2), 600, 0)
    picture = photographed(rng, truth, mat, printed(mat), TABLE)
    corners = np.concatenate([truth.to_px(np.array(marker.spot.corners_mm)) for marker in mat.markers])
    # The paper around reaches four millimetres, six pixels, farther than the picture now does.
    left, top = np.floor(corners.min(axis=0) - 2.5).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + 3.5).astype(int)
    cut = np.ascontiguousarray(picture[top:bottom, left:right])
    _, seen = find_mat(cut, usual_lens((cut.shape[1], cut.shape[0])))
    assert len(seen) == 8
    found = np.concatenate([one.corners_px for one in seen]) + np.array((left, top))
    assert np.linalg.norm(found - corners, axis=1).max() < 1


def test_a_table_without_a_mat_is_one_sentence() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(BadInput, match="mat"):
        find_mat(rng.integers(0, 255, (480, 640, 3)).astype(np.uint8), usual_lens((640, 480)))


@pytest.mark.parametrize("off", [(0.0, 0.0), (0.01, -0.02)])
def test_a_lens_bends_there_and_back(off: tuple[float, float]) -> None:
    lens = Lens((1280, 720), 900, -0.1, 0.02, off)
    spots = np.array([(0.0, 0.0), (640.0, 100.0), (1279.0, 719.0)])
    assert np.allclose(lens.straighten(lens.bend(spots)), spots, atol=1e-3)
    half = lens.at_size((640, 360))
    assert half.focal_px == pytest.approx(450)
    assert np.allclose(half.bend([(19.5, 19.5)]) * 2 + 0.5, lens.bend([(39.5, 39.5)]), atol=1e-6)


def test_an_axis_that_passes_the_middle_of_the_picture_by_does_no_harm() -> None:
    """No camera is built exactly."""
    rng, mat = np.random.default_rng(3), mat_for("", Paper.A3)
    truth = replace(camera(rng, (210, 148), 600, 30), off_px=(9.0, -6.0))
    table = np.concatenate([np.array(marker.spot.corners_mm) for marker in mat.markers])
    fit = fit_camera(table, truth.to_px(table) + rng.normal(0, 0.04, table.shape), truth.size, table)
    grid = np.array(mat.grid_mm)
    assert np.percentile(np.linalg.norm(fit.to_mm(truth.to_px(grid)) - grid, axis=1), 95) < 0.1


def test_points_that_are_wrong_are_not_believed() -> None:
    rng = np.random.default_rng(2)
    truth = camera(rng, (150, 100), 600, 30)
    table = rng.uniform(0, 1, (40, 2)) * (297, 210)
    seen = truth.to_px(table) + rng.normal(0, 0.1, table.shape)
    seen[:6] += 25
    fit = fit_camera(table, seen, truth.size, table)
    assert not any(fit.believed[:6])
    assert np.linalg.norm(fit.to_mm(truth.to_px(table)) - table, axis=1).max() < 0.6
