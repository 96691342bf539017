"""Millimetres to pixels and back, and how well a plane explains what was marked."""

import numpy as np
import pytest

from calibration.errors import BadInput
from calibration.plane import fit_plane, plane_of

TILTED = [[1.5, 0.1, 400.0], [0.05, -1.4, 240.0], [0.0001, -0.0004, 1.0]]


def test_there_and_back() -> None:
    plane = plane_of(TILTED)
    table = np.array([[0.0, 0.0], [100.0, -50.0], [-120.0, 80.0]])
    assert np.allclose(plane.to_mm(plane.to_px(table)), table)


def test_the_scale_is_pixels_a_millimetre() -> None:
    plane = plane_of([[2.0, 0, 10], [0, 3.0, 10], [0, 0, 1]])
    assert plane.px_per_mm((50, 50)) == pytest.approx(6**0.5)


def test_a_plane_is_fitted_and_tells_its_residual() -> None:
    plane = plane_of(TILTED)
    table = np.array([[x, y] for x in (-100.0, 0.0, 100.0) for y in (-60.0, 0.0, 60.0)])
    fitted, residual = fit_plane(table, plane.to_px(table))
    assert residual < 1e-6
    assert np.allclose(fitted.mm_to_px, plane.mm_to_px, atol=1e-6)
    rough, residual = fit_plane(table, plane.to_px(table) + np.random.default_rng(1).normal(0, 1, table.shape))
    assert 0.1 < residual < 2
    assert rough.to_mm(plane.to_px([[0.0, 0.0]])) == pytest.approx(np.zeros((1, 2)), abs=2)


@pytest.mark.parametrize("matrix", [[[1, 0], [0, 1]], [[0.0] * 3] * 3, [[1, 2, 3], [2, 4, 6], [0, 0, 1]]])
def test_a_matrix_that_is_no_plane_is_bad_input(matrix: list[list[float]]) -> None:
    with pytest.raises(BadInput):
        plane_of(matrix)


def test_three_points_are_too_few() -> None:
    with pytest.raises(BadInput, match="four points"):
        fit_plane([[0, 0], [1, 0], [0, 1]], [[0, 0], [1, 0], [0, 1]])
