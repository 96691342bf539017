"""The tablet's camera through real Java: pictures, turning, locks, and each fault with what the person is told."""

from unittest.mock import patch

import numpy as np
import pytest

from calibration.errors import BadInput
from companion.core.words import LANGUAGES
from companion.ui.present import gap_line, tablet_line
from tests.tablet.world import PROJECT, START_NS, STEP_NS, QuickClock, noise, wait_until
from vision.frame import Frame, Gap
from vision.sources import camera as reasons
from vision.sources.android import camera
from vision.sources.android.camera import AndroidFeed, camera_ids
from vision.sources.android.jvm import java
from vision.sources.camera import Lost, Shot
from vision.sources.cameras import webcams
from vision.sources.settings import USUAL, CameraSettings

pytestmark = pytest.mark.slow
SECOND = 1_000_000_000
CAMERA_PERMISSION = "android.permission.CAMERA"


def feed_of(world, **options):
    feed = world.keep(AndroidFeed("1", **options))
    feed.start()
    return feed


def shot_of(feed):
    shot = feed.take(2 * SECOND)
    assert isinstance(shot, Shot)
    return shot


def like(image, other):
    """The same picture, as far as half the colour allows."""
    return image.shape == other.shape and float(np.abs(image.astype(int) - other.astype(int)).mean()) < 3


def test_the_camera_that_looks_at_the_table_comes_first(world):
    assert camera_ids() == ("1", "0")


def test_a_tablet_lists_its_own_cameras_where_others_list_webcams(world, monkeypatch):
    monkeypatch.setenv("ANDROID_ARGUMENT", "")
    assert [info.id for info in webcams()] == ["tablet:1", "tablet:0"]


@pytest.mark.parametrize("apart", [False, True], ids=["V and U in turn", "planes of their own"])
@pytest.mark.parametrize("padding", [0, 64])
def test_a_picture_arrives_as_it_was_taken(world, apart, padding):
    world.cameras.orientation = 0
    feed = feed_of(world)
    world.shoot(noise(7), padding=padding, apart=apart)
    shot = shot_of(feed)
    assert like(shot.image, noise(7))
    assert (shot.device_ns, shot.number) == (START_NS, 1)


def test_only_the_newest_picture_is_kept_and_every_buffer_given_back(world):
    world.cameras.orientation = 0
    feed = feed_of(world)
    for _ in range(5):
        world.shoot()
    shot = shot_of(feed)
    assert (shot.number, shot.device_ns) == (5, START_NS + 4 * STEP_NS)
    assert like(shot.image, noise(4))
    assert feed.take(1_000_000) is None
    assert world.reader.open == 0


@pytest.mark.parametrize(
    ("sensor", "display", "turn"), [(0, 0, 0), (90, 0, 90), (90, 1, 0), (90, 3, 180), (270, 0, 270)]
)
def test_pictures_stand_as_the_display_does(world, sensor, display, turn):
    world.cameras.orientation = sensor
    world.activity.displays.display.rotation = display
    feed = feed_of(world)
    world.shoot(noise(3))
    assert like(shot_of(feed).image, np.rot90(noise(3), -turn // 90))


def test_exposure_and_focus_are_held_and_let_go(world, monkeypatch):
    monkeypatch.setattr(camera, "SETTLED_NS", 0)
    feed = feed_of(world)
    world.shoot()
    shot_of(feed)
    session = world.cameras.device.session
    assert session.repeating.text("fps") == "[30, 30]"
    assert session.repeating.text("ae_lock") == "false"
    feed.hold(exposure=True, focus=True)
    wait_until(lambda: session.repeating.text("ae_lock") == "true")
    assert (session.repeating.text("awb_lock"), session.once.text("af_trigger")) == ("true", "1")
    assert session.repeating.text("af_trigger") == "0"
    feed.hold(exposure=False, focus=False)
    wait_until(lambda: session.repeating.text("ae_lock") == "false")
    assert session.once.text("af_trigger") == "2"


def test_nothing_is_held_before_the_camera_has_found_its_light(world, monkeypatch):
    feed = feed_of(world)
    world.shoot()
    shot_of(feed)
    feed.hold(exposure=True, focus=True)
    session = world.cameras.device.session
    world.shoot()
    shot_of(feed)
    assert session.repeating.text("ae_lock") == "false"
    monkeypatch.setattr(camera, "SETTLED_NS", 0)
    world.shoot()
    shot_of(feed)
    wait_until(lambda: session.repeating.text("ae_lock") == "true")


def test_the_largest_size_that_fits_is_taken(world):
    feed = feed_of(world, size=(1400, 800))
    world.shoot()
    shot_of(feed)
    assert (world.reader.width, world.reader.height) == (1280, 720)


def test_a_lens_that_does_not_move_is_not_asked_to(world, monkeypatch):
    monkeypatch.setattr(camera, "SETTLED_NS", 0)
    world.cameras.focuses = False
    feed = feed_of(world)
    world.shoot()
    shot_of(feed)
    session = world.cameras.device.session
    feed.hold(exposure=True, focus=True)
    wait_until(lambda: session.repeating.text("ae_lock") == "true")
    assert session.repeating.text("af_mode") == "null" and session.once is None


def test_a_camera_that_opens_when_nobody_waits_any_more_is_closed_again(world):
    world.cameras.slow = True
    feed = feed_of(world)
    feed.stop()
    device = world.cameras.device
    assert not device.closed
    world.cameras.answer()
    wait_until(lambda: device.closed)


REFUSALS = {"permission": camera.FORBIDDEN, "in_use": camera.TAKEN, "disabled": camera.FORBIDDEN}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_camera_that_cannot_be_opened_says_why(world, refusal):
    world.cameras.refusal = refusal
    feed = feed_of(world)
    assert feed.take(SECOND) == Lost(REFUSALS[refusal])
    assert feed.interface == camera.NEW


def test_a_camera_that_is_not_there_is_told(world):
    world.activity.grant(CAMERA_PERMISSION)
    feed = world.keep(AndroidFeed("9"))
    assert not feed.present()
    feed.start()
    assert feed.take(SECOND) == Lost(camera.NONE)


def test_where_camera2_fails_the_old_interface_takes_over(world, monkeypatch):
    monkeypatch.setattr(camera, "SETTLED_NS", 0)
    world.activity.grant(CAMERA_PERMISSION)
    feed = feed_of(world)
    wait_until(lambda: world.reader is not None)
    world.cameras.fail(4)
    assert feed.take(1_000_000) is None
    assert feed.interface == camera.OLD
    old = java("android.hardware.Camera")
    wait_until(lambda: old.current is not None and old.current.pictures is not None)
    feed.hold(exposure=True, focus=True)
    assert list(old.current.parameters.rate) == [30000, 30000]
    old.current.shoot(128)
    shot = shot_of(feed)
    wait_until(lambda: old.current.parameters.focus == "auto")
    assert old.current.parameters.exposureLock
    assert shot.image.shape == (1280, 720, 3)
    assert 120 < shot.image.mean() < 136
    assert len(old.current.buffers) == 3, "the buffer is given back"
    old.current.errors.onError(2, old.current)
    assert feed.take(SECOND) == Lost(camera.TAKEN)
    feed.start()
    assert feed.interface == camera.OLD, "it works here"


def old_feed_of(world, number="1"):
    feed = world.keep(AndroidFeed(number))
    feed._interface, feed._proven = camera.OLD, True
    feed.start()
    return feed


def test_the_old_interface_says_when_somebody_else_has_the_camera(world):
    java("android.hardware.Camera").busy = True
    world.activity.grant(CAMERA_PERMISSION)
    assert old_feed_of(world).take(SECOND) == Lost(camera.TAKEN)


def test_the_old_interface_says_when_the_camera_is_not_allowed(world):
    feed = old_feed_of(world)
    feed.hold(exposure=True, focus=True)
    assert feed.take(SECOND) == Lost(camera.FORBIDDEN)


@pytest.mark.parametrize(("number", "display", "turn"), [("1", 0, 90), ("1", 1, 0), ("1", 3, 180), ("0", 1, 180)])
def test_pictures_of_the_old_interface_stand_as_the_display_does(world, number, display, turn):
    world.activity.grant(CAMERA_PERMISSION)
    world.activity.displays.display.rotation = display
    old = java("android.hardware.Camera")
    feed = old_feed_of(world, number)
    wait_until(lambda: old.current is not None and old.current.pictures is not None)
    old.current.shoot(128)
    width, height = (1280, 720) if turn % 180 == 0 else (720, 1280)
    assert shot_of(feed).image.shape == (height, width, 3)


# --- what the person sees -------------------------------------------------------------------------------------------


class Scene:
    """The camera behind the guard. `act` happens before every look at it; at first it takes good pictures."""

    def __init__(self, world, settings=USUAL):
        world.cameras.orientation = 0
        self.world, self.act = world, self.shoot
        scene = self

        class ActingFeed(AndroidFeed):
            def take(self, wait_ns):
                scene.act()
                return super().take(wait_ns)

        with patch.object(camera, "AndroidFeed", ActingFeed):
            self.source = world.keep(camera.open_tablet_camera("1", settings, QuickClock()))
        assert self.source.name == "tablet:1"

    def shoot(self):
        reader = self.world.reader
        if reader is not None and not reader.closed:
            self.world.shoot()

    def until(self, kind, most=200):
        """The first frame or gap from now on."""
        for _ in range(most):
            seen = self.source.read()
            if isinstance(seen, kind):
                return seen
        raise AssertionError(f"no {kind.__name__} came")


def black(world):
    world.shoot(np.full((180, 320, 3), 2, np.uint8))


PAGE = (PROJECT / "docs/tablet.md").read_text("utf-8")
FAULTS = {
    "another app takes the camera": (camera.TAKEN, lambda world: world.cameras.disconnect()),
    "the permission is taken away": (camera.FORBIDDEN, lambda world: world.cameras.fail(3)),
    "the camera breaks": (reasons.LOST, lambda world: world.cameras.fail(4)),
    "no pictures": (reasons.STALLED, lambda world: None),
    "black pictures": (reasons.DARK, black),
    "pictures of another size": (reasons.CHANGED, lambda world: world.shoot(noise(world.number, (180, 320)))),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_told_in_the_words_that_the_page_promises(world, fault):
    reason, act = FAULTS[fault]
    scene = Scene(world)
    scene.until(Frame)
    scene.act = lambda: act(world)
    assert scene.until(Gap).reason == reason
    assert f"| `{reason}` | {gap_line(reason, 'en')} |" in PAGE
    assert len({gap_line(reason, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_camera_that_does_not_open_at_all_says_why_in_words(world, refusal):
    world.cameras.refusal = refusal
    with pytest.raises(BadInput) as wrong:
        camera.open_tablet_camera("1", clock=QuickClock())
    sentence = tablet_line(str(wrong.value), "en")
    assert sentence == gap_line(REFUSALS[refusal], "en")
    assert f"| {sentence} |" in PAGE


def test_the_same_picture_again_and_again_is_told_as_frozen(world):
    scene, still = Scene(world), noise(1)
    scene.until(Frame)
    scene.act = lambda: world.shoot(still)
    assert scene.until(Gap).reason == reasons.FROZEN
    assert f"| `{reasons.FROZEN}` | {gap_line(reasons.FROZEN, 'en')} |" in PAGE


def test_times_that_run_backwards_are_put_right(world):
    scene, times = Scene(world), []
    scene.act = lambda: world.shoot(t_ns=START_NS - world.number * STEP_NS)
    for _ in range(6):
        seen = scene.source.read()
        assert isinstance(seen, Frame)
        times.append(seen.t_ns)
    assert times == sorted(set(times))


def test_a_permission_that_is_given_back_brings_the_picture_back(world):
    scene = Scene(world)
    scene.until(Frame)
    world.cameras.refusal = "permission"
    world.cameras.fail(3)
    assert scene.until(Gap).reason == camera.FORBIDDEN
    world.cameras.refusal = ""
    opened = world.cameras.opened
    scene.until(Frame)
    assert world.cameras.opened > opened


def test_settings_mirror_on_top_of_the_display_and_lock_once_the_light_is_found(world, monkeypatch):
    monkeypatch.setattr(camera, "SETTLED_NS", 0)
    scene = Scene(world, CameraSettings(mirrored=True, lock_exposure=True))
    number = world.number
    frame = scene.until(Frame)
    assert any(like(frame.image, noise(one)[:, ::-1]) for one in range(number))
    wait_until(lambda: world.cameras.device.session.repeating.text("ae_lock") == "true")
