"""Photos of the people who play: taken, shown, out of a file, and gone again."""

import cv2
import numpy as np
import pytest

from companion.eyes import Eyes
from companion.ui.household import Person, household_of
from companion.ui.parts import TotalPanel
from tests.ui.conftest import until
from tests.ui.still import Still
from tests.ui.touch import buttons, press
from vision.sources.cameras import CameraInfo

FACE = "webcam:face@1"


def mirror(opened):
    """Before somebody's face: a bright square in the middle."""
    image = np.zeros((360, 640, 3), np.uint8)
    image[:, 140:500] = 200
    return Still(FACE, image, opened)


@pytest.fixture
def app(launch, tmp_path):
    app = launch(language="en")
    app.services["portraits"].folder = tmp_path / "people"
    app.go("players")
    app.screens.get_screen("players").add("Ann")
    return app


def photos(app):
    return sorted((app.desk.folder / "photos").glob("*"))


def test_a_photo_is_taken_with_the_chosen_camera_and_stands_beside_the_total(app):
    opened = []
    app.workshop.eyes = Eyes(app.desk.folder, lambda: (CameraInfo(FACE, "Face"),), lambda *_: mirror(opened))
    app.workshop.eyes.choose(FACE)
    screen = app.screens.get_screen("players")
    press(app, "camera")
    until(lambda: screen.seen)
    press(app, "Take the photo")
    until(lambda: not screen.posing)
    (photo,) = photos(app)
    image = cv2.imread(str(photo))
    assert image.shape == (240, 240, 3) and image.min() > 190, "a square out of the middle"
    until(lambda: not opened)

    app.choose_game("frantic")
    press(app, "Go")
    panels = [each for each in buttons(app.table) if isinstance(each, TotalPanel)]
    assert [each.photo for each in panels if each.player == "Ann"] == [str(photo)]
    app.leave_table()
    app.delete_everything()
    assert not photo.exists()


def test_without_a_camera_a_photo_comes_from_a_file_and_goes_again(app, tmp_path):
    screen = app.screens.get_screen("players")
    press(app, "camera", "From a picture")
    assert str(tmp_path / "people") in screen.trouble
    (tmp_path / "people").mkdir()
    cv2.imwrite(str(tmp_path / "people" / "ann at six.png"), np.full((300, 200, 3), 90, np.uint8))
    (tmp_path / "people" / "broken.jpg").write_bytes(b"no picture")
    press(app, "From a picture", "broken")
    until(lambda: "broken.jpg" in screen.trouble)
    assert photos(app) == []
    press(app, "ann at six")
    until(lambda: not screen.posing)
    (first,) = photos(app)

    # Another one takes its place; without one nothing is left.
    screen.pose("Ann")
    press(app, "From a picture", "ann at six")
    until(lambda: not screen.posing)
    (second,) = photos(app)
    assert second != first
    screen.pose("Ann")
    press(app, "No photo")
    assert photos(app) == [] and app.desk.photo_of("Ann") == ""


def test_whoever_leaves_takes_the_photo_along(app):
    portraits = app.services["portraits"]
    portraits.give("Ann", *portraits.cut(np.zeros((50, 50, 3), np.uint8)))
    assert len(photos(app)) == 1
    app.screens.get_screen("players").tell()
    press(app, "close")
    assert photos(app) == [] and app.desk.household.people == ()


def test_whoever_was_taken_out_by_accident_is_brought_back_where_they_were_with_their_photo(app):
    portraits = app.services["portraits"]
    for name in ("Ben", "Cleo"):
        app.desk.change(app.desk.household.with_person(Person(name, 3)))
    portraits.give("Ann", *portraits.cut(np.full((50, 50, 3), 70, np.uint8)))
    screen, before = app.screens.get_screen("players"), app.services["portraits"].photo("Ann")
    screen.tell()
    press(app, "close")
    assert [each.name for each in app.desk.household.people] == ["Ben", "Cleo"] and photos(app) == []
    press(app, "Bring Ann back")
    assert [each.name for each in app.desk.household.people] == ["Ann", "Ben", "Cleo"]
    assert portraits.photo("Ann") == before and not screen.back
    press(app, "close")
    app.go_back()
    app.go("players")
    assert not screen.back


def test_a_photo_that_comes_too_late_brings_nobody_back(app):
    portraits = app.services["portraits"]
    app.desk.change(app.desk.household.without("Ann"))
    portraits.give("Ann", *portraits.cut(np.zeros((50, 50, 3), np.uint8)))
    assert photos(app) == [] and app.desk.household.people == ()


@pytest.mark.parametrize("photo", ["../matches", "a/b", 7, None, "x" * 33, "é"])
def test_the_name_of_a_photo_leads_nowhere_else(photo):
    (person,) = household_of({"people": [{"name": "Ann", "mark": 0, "photo": photo}]}).people
    assert person.photo == ""
