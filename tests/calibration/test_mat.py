"""The mat as data: everything is on the sheet, nothing overlaps, every paper has markers of its own."""

from itertools import combinations

import pytest

from calibration.mat import CELLS, PANEL, QUIET_MM, Mat, Paper, Rect, Want, marker_cells, mat_for, paper_of

WANTS = (Want("pile", copies=4), Want("lid"), Want("tray", wide=9))


def overlap(one: Rect, other: Rect) -> bool:
    across = min(one.x_mm + one.width_mm, other.x_mm + other.width_mm) - max(one.x_mm, other.x_mm)
    down = min(one.y_mm + one.height_mm, other.y_mm + other.height_mm) - max(one.y_mm, other.y_mm)
    return across > 1e-6 and down > 1e-6


def quiet(spot: Rect) -> Rect:
    return Rect(spot.x_mm - QUIET_MM, spot.y_mm - QUIET_MM, spot.width_mm + 2 * QUIET_MM, spot.height_mm + 2 * QUIET_MM)


@pytest.fixture(params=list(Paper), ids=lambda paper: paper.name)
def mat(request: pytest.FixtureRequest) -> Mat:
    return mat_for("any", request.param, WANTS)


def test_everything_lies_on_the_sheet_and_apart(mat: Mat) -> None:
    singles = [zone.spot for zone in mat.zones if zone.name != "tray"] + [patch.spot for patch in mat.patches]
    spots = [quiet(marker.spot) for marker in mat.markers] + [mat.code, *mat.panels] + singles
    for spot in (*(marker.spot for marker in mat.markers), *mat.panels):
        assert 5 <= spot.x_mm <= mat.width_mm - spot.width_mm - 5
        assert 5 <= spot.y_mm <= mat.height_mm - spot.height_mm - 5
    assert not [pair for pair in combinations(spots, 2) if overlap(*pair)]


def test_panels_are_of_squares_that_are_seen_from_as_far_as_the_markers(mat: Mat) -> None:
    assert len(mat.panels) == 4
    for spot in mat.panels:
        assert spot.width_mm / PANEL[0] == pytest.approx(spot.height_mm / PANEL[1])
        assert spot.width_mm / PANEL[0] > 0.8 * mat.paper.marker_mm / CELLS


def test_a_small_sheet_has_four_piles_and_a_large_one_all_it_is_asked_for() -> None:
    small, large = mat_for("any", Paper.A4, WANTS), mat_for("any", Paper.A3, WANTS)
    assert [zone.name for zone in small.zones] == ["pile-1", "pile-2", "pile-3", "pile-4"]
    assert [zone.name for zone in large.zones] == ["pile-1", "pile-2", "pile-3", "pile-4", "lid", "tray"]
    assert large.zones[-1].spot.width_mm > 300


def test_a_marker_tells_its_paper() -> None:
    ids = [marker.id for paper in Paper for marker in mat_for("any", paper).markers]
    assert len(set(ids)) == len(ids) == 32
    assert all(paper_of(marker.id) is paper for paper in Paper for marker in mat_for("any", paper).markers)
    assert paper_of(32) is None
    assert paper_of(-1) is None


def test_cells_have_a_black_ring_and_differ() -> None:
    pictures = {marker_cells(marker_id) for marker_id in range(32)}
    assert len(pictures) == 32
    for cells in pictures:
        assert len(cells) == CELLS
        assert all(cells[0]) and all(cells[-1]) and all(row[0] and row[-1] for row in cells)
