"""docs/setup.md says what the arithmetic says, and the arithmetic says what anybody can measure."""

from pathlib import Path

import pytest

from calibration.setup import height_mm, px_per_mm, setup_table

DOC = Path(__file__).parents[2] / "docs" / "setup.md"


def test_the_document_holds_the_computed_table() -> None:
    assert setup_table() in DOC.read_text("utf-8")


def test_the_pictures_it_shows_are_there() -> None:
    assert all((DOC.parent / name).is_file() for name in ("pictures/stand.png", "pictures/grid.png"))


def test_a_larger_place_needs_a_higher_camera_and_gets_fewer_pixels() -> None:
    small, large = (297, 210), (594, 420)
    assert height_mm(large, (1280, 720)) == pytest.approx(2 * height_mm(small, (1280, 720)))
    assert px_per_mm(large, (1280, 720)) == pytest.approx(px_per_mm(small, (1280, 720)) / 2)
    assert height_mm(small, (1280, 720), "tablet, wide camera") < height_mm(small, (1280, 720))
    # A deep place is limited by the short side of the picture.
    assert px_per_mm((100, 720), (1280, 720)) == pytest.approx(1 / 1.1)
