"""The device's own end of the port through real Java: what it tells, and the favours it is asked for."""

import pytest

from companion.tablet.ports import Margins, Permission
from vision.sources.android.jvm import java

pytestmark = pytest.mark.slow


@pytest.fixture
def device(world):
    from companion.tablet.android import AndroidDevice

    return AndroidDevice()


def test_it_tells_language_theme_density_and_font_size(world, device):
    configuration = world.activity.resources.configuration
    configuration.speak("de-CH")
    configuration.uiMode = 0x21
    configuration.fontScale = 1.5
    world.activity.resources.metrics.densityDpi = 320
    around = device.surroundings()
    assert (around.language, around.dark, around.density) == ("de", True, 2.0)
    assert around.font_scale == 1.5
    configuration.uiMode = 0x11
    assert not device.surroundings().dark


@pytest.mark.parametrize(("sdk", "top"), [(35, 90), (29, 90), (26, 24)])
def test_margins_keep_clear_of_bars_and_cut_outs_on_every_version(world, device, sdk, top):
    java("android.os.Build$VERSION").SDK_INT = sdk
    assert device.surroundings().margins == Margins(0, top, 0, 48)


def test_a_permission_is_asked_for_and_known_once_given(world, device):
    assert not device.allows(Permission.CAMERA)
    device.ask(Permission.CAMERA)
    assert world.activity.asked == 1
    world.activity.refuse(Permission.CAMERA.value)
    assert device.may_ask_again(Permission.CAMERA)
    world.activity.grant(Permission.CAMERA.value)
    assert device.allows(Permission.CAMERA)
    assert not device.allows(Permission.MICROPHONE)


def test_the_settings_of_this_app_open(world, device):
    device.open_settings()
    assert world.activity.started.data.toString() == "package:org.tapis.tapis"


def test_the_window_keeps_the_screen_on_and_lets_it_go(world, device):
    device.keep_awake(True)
    assert world.activity.window.flags == 128
    device.keep_awake(False)
    assert world.activity.window.flags == 0


@pytest.mark.parametrize("sdk", [35, 24])
def test_it_shakes_on_every_version(world, device, sdk):
    java("android.os.Build$VERSION").SDK_INT = sdk
    device.buzz(30)
    assert world.activity.vibrator.shaken == 30


def test_a_file_goes_to_the_share_sheet_whole(world, device, tmp_path):
    file = tmp_path / "match.pdf"
    file.write_bytes(bytes(range(256)))
    assert device.share(file, "application/pdf")
    resolver, chooser = world.activity.resolver, world.activity.started
    assert bytes(resolver.written.toByteArray().tostring()) == file.read_bytes()
    assert resolver.inserted.values.get("_display_name") == "match.pdf"
    assert (chooser.action, chooser.target.type) == ("android.intent.action.CHOOSER", "application/pdf")
    assert chooser.target.flags == 1, "the other app may read it"


def test_what_did_not_fit_leaves_nothing_behind(world, device, tmp_path):
    world.activity.resolver.full = True
    file = tmp_path / "match.txt"
    file.write_text("1:0", "utf-8")
    assert not device.share(file, "text/plain")
    assert world.activity.resolver.deleted.toString() == "content:downloads/1"
    assert world.activity.started is None


def test_an_old_system_says_that_it_cannot_share(world, device, tmp_path):
    java("android.os.Build$VERSION").SDK_INT = 28
    file = tmp_path / "match.txt"
    file.write_text("1:0", "utf-8")
    assert not device.share(file, "text/plain")
