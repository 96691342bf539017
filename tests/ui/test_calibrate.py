"""The wizard that finds the table: corners and zones follow a finger, the residual is told, the table is kept."""

import cv2
import numpy as np
import pytest

from calibration.calibration import load_calibration
from companion.eyes import Eyes
from tests.ui.conftest import until
from tests.ui.still import Still
from vision.sources.cameras import CameraInfo

#: An A4 sheet seen from above, 2 pixels a millimetre.
SHEET = ((100.0, 100.0), (694.0, 100.0), (694.0, 520.0), (100.0, 520.0))


@pytest.fixture
def screen(launch, tmp_path):
    """The wizard over a camera that sees an empty sheet on a dark table."""
    image = np.full((620, 800, 3), 40, np.uint8)
    cv2.fillPoly(image, [np.array(SHEET, np.int32)], (250, 250, 250))
    app = launch()
    app.workshop.eyes = Eyes(
        tmp_path, lambda: (CameraInfo("webcam:A@1", "A"),), lambda _c, _s: Still("sheet", image, [])
    )
    app.workshop.eyes.choose("webcam:A@1")
    app.go("calibrate")
    screen = app.screens.get_screen("calibrate")
    until(lambda: screen.seen)
    return screen


def drag(screen, start, to):
    """A finger goes from one place of the picture to another."""
    assert screen.began(start)
    screen.moved(to)
    screen.ended()


def by_corners(screen):
    screen._choose("way", "corners")
    until(lambda: len(screen.ids.picture.handles) == 4)
    for corner, to in enumerate(SHEET):
        drag(screen, screen.ids.picture.handles[corner], to)
    screen.measure()
    until(lambda: not screen.busy)


def test_four_corners_are_dragged_and_the_table_is_kept(screen, tmp_path):
    by_corners(screen)
    assert screen.measured.residual_mm < 5
    screen.keep()
    kept = load_calibration(tmp_path / "desk" / "tables" / "here.json")
    assert np.allclose(kept.to_mm([SHEET[2]])[0], (297, 210), atol=2)
    assert kept.table.piles
    assert "here.json" in screen.told


def test_a_zone_follows_the_finger_and_its_pile_with_it(screen):
    by_corners(screen)
    name, outline = screen.measured.zones[0]
    middle = tuple(float(side) for side in np.mean(outline, axis=0))
    before = dict(screen.measured.zones)[name]
    drag(screen, middle, (middle[0] + 30, middle[1]))
    after = dict(screen.measured.zones)[name]
    assert np.mean(after, axis=0)[0] - np.mean(before, axis=0)[0] == pytest.approx(30, abs=10)
    pile = next(pile for pile in screen.measured.made.table.piles if pile.name == name)
    assert np.allclose(pile.polygon, after, atol=0.1)


def test_a_finger_beside_everything_holds_nothing(screen):
    screen._choose("way", "corners")
    until(lambda: len(screen.ids.picture.handles) == 4)
    assert not screen.began((400.0, 5.0))


def test_without_a_mat_the_screen_says_so_and_stays_live(screen):
    screen.measure()
    until(lambda: not screen.busy)
    assert screen.trouble
    assert screen.measured is None


def test_a_place_of_the_window_is_a_place_of_the_picture_and_back(screen):
    picture = screen.ids.picture
    assert picture.place_of(*picture.window_place((123.0, 45.0))) == pytest.approx((123.0, 45.0))


def test_how_good_a_residual_is():
    from companion.ui.calibrate import residual_key

    assert [residual_key(mm) for mm in (0.3, 1.0, 4.0)] == ["calibrate.good", "calibrate.fair", "calibrate.poor"]
