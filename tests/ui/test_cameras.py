"""Cameras on the screen: the list with pictures, the choice that stays, turning, addresses, and a house without any."""

import numpy as np
import pytest

from calibration.errors import BadInput
from companion.eyes import Eyes
from tests.ui.conftest import until
from tests.ui.still import Still
from vision.sources.cameras import CameraInfo

DESK, LAMP = CameraInfo("webcam:Desk@1-1", "Desk", 0), CameraInfo("webcam:Lamp@1-2", "Lamp", 1)


def half_bright(settings, opened):
    """Its left half is bright, before it is turned."""
    image = np.zeros((36, 64, 3), np.uint8)
    image[:, :32] = 200
    return Still("still", settings.upright(image), opened)


@pytest.fixture
def opened():
    """The cameras that are open at this moment."""
    return []


def eyes_with(folder, opened, cameras=(DESK, LAMP)):
    def open_one(camera, settings):
        if camera == "webcam:Lamp@1-2":
            raise BadInput("no picture comes from this camera", camera)
        return half_bright(settings, opened)

    return Eyes(folder, lambda: cameras, open_one)


@pytest.fixture
def screen(launch, opened, tmp_path):
    """The screen of a house with two cameras, one of which fails."""
    app = launch()
    app.workshop.eyes = eyes_with(tmp_path, opened)
    app.go("cameras")
    return app.screens.get_screen("cameras")


def rows(screen):
    return list(reversed(screen.ids.rows.children))


def test_two_cameras_of_one_kind_are_told_apart():
    from companion.ui.cameras import camera_views

    twins = (CameraInfo("webcam:C270@1-1", "C270"), CameraInfo("webcam:C270@1-2", "C270"))
    views = camera_views(twins, "webcam:C270@1-2", "en")
    assert [view.name for view in views] == ["C270 (1-1)", "C270 (1-2)"]
    assert [view.chosen for view in views] == [False, True]


def test_every_camera_has_a_picture_or_the_reason_why_not(screen):
    until(lambda: rows(screen)[0].ids.still.texture is not None and rows(screen)[1].note)
    assert [row.name for row in rows(screen)] == ["Desk", "Lamp"]
    assert "no picture comes" in rows(screen)[1].note


def test_the_chosen_camera_is_live_and_stays_chosen(screen, opened, tmp_path):
    rows(screen)[0].dispatch("on_release")
    until(lambda: screen.ids.picture.texture is not None)
    assert rows(screen)[0].chosen
    assert Eyes(tmp_path).chosen == DESK.id
    screen.manager.current = "start"
    until(lambda: not opened)
    screen.manager.current = "cameras"
    until(lambda: rows(screen)[1].note and rows(screen)[0].ids.still.texture is not None)
    assert rows(screen)[0].chosen


def test_turning_and_mirroring_are_seen_and_kept(screen, tmp_path):
    rows(screen)[0].dispatch("on_release")
    until(lambda: screen.ids.picture.texture is not None)
    screen.turn()
    until(lambda: tuple(screen.ids.picture.texture.size) == (36, 64))
    screen.mirror()
    kept = Eyes(tmp_path).settings[DESK.id]
    assert (kept.rotated, kept.mirrored) == (90, True)


def test_an_address_is_kept_once_a_picture_came(screen, tmp_path):
    screen.ids.address.text = "192.168.1.20:8080/video"
    screen.add(screen.ids.address.text)
    until(lambda: screen.live)
    assert Eyes(tmp_path).chosen == "http://192.168.1.20:8080/video"
    assert rows(screen)[-1].chosen
    assert screen.ids.address.text == ""


def test_a_wrong_address_is_told_and_not_kept(screen, tmp_path):
    screen.add("ftp://nowhere")
    until(lambda: "no address" in screen.trouble)
    assert Eyes(tmp_path).chosen == ""


def test_another_language_before_the_screen_was_ever_seen(launch, opened, tmp_path):
    app = launch()
    app.workshop.eyes = eyes_with(tmp_path, opened)
    screen = app.screens.get_screen("cameras")
    app.language = "fr"
    app.go("cameras")
    assert screen.found


def test_a_house_without_a_camera_is_told_what_else_there_is(launch, opened, tmp_path):
    app = launch()
    app.workshop.eyes = eyes_with(tmp_path, opened, ())
    app.go("cameras")
    assert not app.screens.get_screen("cameras").found
    app.go("new")
    assert app.screens.current == "new"


def test_pictures_come_after_a_screen_that_looked_through_the_camera_too(launch, opened, tmp_path):
    app = launch()
    app.workshop.eyes = eyes_with(tmp_path, opened)
    app.workshop.eyes.choose(DESK.id)
    app.go("calibrate")
    until(lambda: app.screens.get_screen("calibrate").seen)
    app.go("cameras")
    cameras = app.screens.get_screen("cameras")
    until(lambda: cameras.ids.picture.texture is not None)


def test_light_and_focus_can_be_held_and_let_go(screen, tmp_path):
    rows(screen)[0].dispatch("on_release")
    for held in (True, False):
        screen.hold()
        kept = Eyes(tmp_path).settings[DESK.id]
        assert (kept.lock_exposure, kept.lock_focus, screen.held) == (held, held, held)
