"""Screens of setting up on a tablet: the camera and the microphone are asked for with a reason, let go when another app
is in front, and taken up after. And what is set on the device counts where nothing is set here."""

import threading
from dataclasses import replace
from functools import partial

import pytest
from kivy.metrics import Metrics, dp, sp

from calibration.errors import BadInput
from companion.eyes import Eyes
from companion.tablet.desktop import Desktop
from companion.tablet.ports import Permission, Surroundings
from companion.ui.theme import THEMES
from companion.workshop import Workshop
from tests.ui.conftest import until
from tests.ui.test_cameras import DESK, eyes_with
from tests.ui.touch import settle

CAMERA, MICROPHONE = Permission.CAMERA, Permission.MICROPHONE


@pytest.fixture
def device():
    return Desktop(around=Surroundings())


@pytest.fixture
def opened():
    """The cameras that are open at this moment."""
    return []


@pytest.fixture
def screen(launch, device, opened, tmp_path):
    """The screen of calibrating, with a camera that was chosen before."""

    def show():
        app = launch(device=device)
        app.workshop.eyes = eyes_with(tmp_path, opened, (DESK,))
        app.workshop.eyes.choose(DESK.id)
        app.go("calibrate")
        return app, app.screens.get_screen("calibrate")

    return show


def test_setting_up_asks_for_the_camera_with_its_reason_and_looks_once_it_may(screen, device, opened):
    device.granted.clear()
    app, calibrate = screen()
    assert "looks at the table" in calibrate.trouble
    assert device.asked == [CAMERA] and not opened
    app.dispatch("on_pause")
    device.granted.add(CAMERA)
    app.dispatch("on_resume")
    until(lambda: calibrate.seen)


def test_a_refusal_is_not_answered_with_the_same_question(screen, device, opened):
    device.granted.clear()
    app, calibrate = screen()
    for _ in range(2):
        app.dispatch("on_pause")
        device.refused.add(CAMERA)
        app.dispatch("on_resume")
    assert device.asked == [CAMERA] and device.settings_opened == 0
    assert "by hand" in calibrate.trouble and not opened


def test_another_app_in_front_gets_the_camera_and_the_picture_comes_back(screen, opened):
    app, calibrate = screen()
    until(lambda: calibrate.seen)
    app.dispatch("on_pause")
    until(lambda: not opened)
    calibrate.seen = False
    app.dispatch("on_resume")
    until(lambda: calibrate.seen)
    assert len(opened) == 1


def test_what_was_over_is_not_begun_again(screen, opened):
    app, calibrate = screen()
    until(lambda: calibrate.seen)
    app.go("start")
    until(lambda: not opened)
    app.dispatch("on_pause")
    app.dispatch("on_resume")
    settle()
    assert not opened


def test_claps_need_the_microphone_too(tmp_path, device):
    device.granted = {CAMERA}
    said = []
    workshop = Workshop(tmp_path, device, lambda key: key)
    workshop.clap(None, "table.json", said.append, said.append)
    assert said == ["permission.microphone.reason"]
    assert device.asked == [MICROPHONE]


def test_a_camera_that_somebody_else_has_is_told_in_words(launch):
    """It tells a short code; whatever else is wrong is a sentence already."""

    def steps(wrong):
        raise wrong
        yield

    app, said = launch(language="de"), []
    for wrong in (BadInput("camera_taken"), BadInput("no picture comes", "webcam")):
        app.workshop.fetch(partial(steps, wrong), print, said.append)
    until(lambda: len(said) == 2)
    assert sorted(said) == [
        "Eine andere App benutzt die Kamera. Schließe sie, um weiterzumachen.",
        "webcam: no picture comes",
    ]


def test_an_errand_leaves_java_when_it_ends(launch, device, tmp_path, opened):
    """A thread that has used the camera and dies without it would end the app."""
    left = []

    class Leaving(Desktop):
        def leave_thread(self):
            left.append(threading.current_thread().name)

    app = launch(device=Leaving())
    app.workshop.eyes = Eyes(tmp_path, lambda: ())
    app.workshop.fetch(lambda: iter(()), print, print)
    until(lambda: left == ["errand"])


@pytest.mark.parametrize("dark", [True, False])
def test_the_colours_are_the_devices_until_others_are_chosen(launch, device, dark):
    device.around = replace(device.around, dark=dark)
    app = launch(device=device)
    assert app.palette == THEMES["dark" if dark else "light"]
    app.dispatch("on_pause")
    device.around = replace(device.around, dark=not dark)
    app.dispatch("on_resume")
    assert app.palette == THEMES["light" if dark else "dark"]
    app.choose("theme", "contrast")
    app.dispatch("on_pause")
    device.around = replace(device.around, dark=dark)
    app.dispatch("on_resume")
    assert app.palette == THEMES["contrast"]


@pytest.fixture
def metrics():
    """Sizes as they were, afterwards."""
    before = Metrics.density, Metrics.fontscale
    yield
    Metrics.density, Metrics.fontscale = before


@pytest.mark.parametrize(
    "dpi", [120, 160, 240, 320, 480, 640], ids=["ldpi", "mdpi", "hdpi", "xhdpi", "xxhdpi", "xxxhdpi"]
)
def test_sizes_follow_the_display_and_letters_grow_once(launch, device, metrics, dpi):
    device.around = replace(device.around, dots_per_inch=dpi, font_scale=1.3)
    app = launch(device=device)
    assert (dp(160), sp(160)) == (dpi, pytest.approx(1.3 * dpi))
    app.dispatch("on_pause")
    device.around = replace(device.around, dots_per_inch=2 * dpi, font_scale=1.0)
    app.dispatch("on_resume")
    assert (dp(160), sp(160)) == (2 * dpi, 2 * dpi)


def test_shaking_can_be_switched_off(launch, device):
    app = launch(device=device)
    app.go("settings")
    choices = list(reversed(app.screens.get_screen("settings").ids.haptics.children))
    assert [choice.text for choice in choices] == ["on", "off"]
    choices[1].dispatch("on_release")
    assert app.desk.household.settings.haptics is False


def test_matches_are_kept_where_the_system_gives_an_app_its_room(launch, monkeypatch, tmp_path):
    from companion.app import TapisApp

    monkeypatch.setattr(TapisApp, "user_data_dir", str(tmp_path / "given"))
    app = launch(folder=None)
    assert app.desk.folder == tmp_path / "given"
