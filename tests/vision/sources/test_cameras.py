"""Cameras keep their names and settings when they are unplugged, come back under another number, or turn up anew."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from tests.vision.sources.rig import picture
from vision.sources.cameras import CameraInfo, list_cameras, number_of, webcams
from vision.sources.open import open_camera
from vision.sources.settings import USUAL, CameraSettings, load_settings, save_settings, settings_of
from vision.sources.webcam import SETTLED, Capture, webcam

DESK = CameraInfo("webcam:HD-Cam@1-4", "HD Cam", 0)


def plug(system: Path, number: int, name: str, at: str, index: int = 0) -> None:
    """A camera as Linux shows it."""
    folder, device = system / f"video{number}", system.parent / "devices" / at
    folder.mkdir(parents=True)
    device.mkdir(parents=True, exist_ok=True)
    (folder / "name").write_text(name + "\n")
    (folder / "index").write_text(f"{index}\n")
    (folder / "device").symlink_to(device)


def test_linux_tells_names_and_plugs(tmp_path: Path) -> None:
    system = tmp_path / "video4linux"
    plug(system, 2, "HD Webcam (C270)", "1-4:1.0")
    plug(system, 3, "HD Webcam (C270)", "1-4:1.0", index=1)
    plug(system, 0, "Table Cam", "2-1:1.0")
    assert webcams(system) == (
        CameraInfo("webcam:Table-Cam@2-1", "Table Cam", 0),
        CameraInfo("webcam:HD-Webcam-C270@1-4", "HD Webcam (C270)", 2),
    )


def test_no_camera_at_all_is_an_empty_list(tmp_path: Path) -> None:
    assert webcams(tmp_path / "nothing") == ()


def test_network_cameras_are_those_that_are_remembered() -> None:
    address = "http://ann:secret@phone:8080/video"
    listed = list_cameras({address: USUAL, "webcam:gone@1": USUAL}, lambda: (DESK,))
    assert listed == (DESK, CameraInfo(address, "http://phone:8080/video"))


def test_a_camera_is_found_under_its_new_number_and_at_its_new_plug() -> None:
    assert number_of(DESK.id, lambda: (DESK,)) == 0
    assert number_of("0", lambda: (DESK,)) == 0
    assert number_of(DESK.id, lambda: (CameraInfo("webcam:HD-Cam@1-4", "HD Cam", 3),)) == 3
    assert number_of(DESK.id, lambda: (CameraInfo("webcam:HD-Cam@2-7", "HD Cam", 1),)) == 1
    twins = (CameraInfo("webcam:HD-Cam@2-7", "HD Cam", 1), CameraInfo("webcam:HD-Cam@2-8", "HD Cam", 2))
    assert number_of(DESK.id, lambda: twins) is None, "nobody can tell which of two"
    assert number_of(DESK.id, lambda: ()) is None


def test_a_camera_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="tapis cameras"):
        open_camera(DESK.id, lister=lambda: ())


class FakeCapture:
    """What OpenCV gives for a camera."""

    def __init__(self) -> None:
        self.set_to: dict[int, float] = {}
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, name: int, value: float) -> bool:
        self.set_to[name] = value
        return True

    def get(self, name: int) -> float:
        return {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_POS_MSEC: 20.5}.get(name, 0.0)

    def read(self) -> tuple[bool, Any]:
        return True, picture(1)[:, :, 0]

    def release(self) -> None:
        self.released = True


def test_settings_reach_the_driver_and_locks_come_once_it_has_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = FakeCapture()
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
    camera = webcam(lambda: 0, CameraSettings(width=1920, height=1080, lock_exposure=True, lock_focus=True))
    assert camera.present() and camera.open()
    assert capture.set_to[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    for _ in range(SETTLED):
        assert cv2.CAP_PROP_AUTO_EXPOSURE not in capture.set_to
        got = camera.grab()
    assert got is not None and got[0].shape == (64, 96, 3) and got[1] == 20_500_000
    assert capture.set_to[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert capture.set_to[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert capture.set_to[cv2.CAP_PROP_AUTOFOCUS] == 0
    camera.close()
    assert capture.released


def test_a_driver_that_fails_is_a_camera_without_pictures() -> None:
    class Failing(FakeCapture):
        def read(self) -> tuple[bool, Any]:
            raise cv2.error("broken")

    camera = Capture(Failing, lambda: True)
    camera.open()
    assert camera.grab() is None


@pytest.mark.parametrize(
    ("settings", "corner"),
    [
        (CameraSettings(), (0, 0)),
        (CameraSettings(rotated=90), (0, 1)),
        (CameraSettings(rotated=180), (1, 1)),
        (CameraSettings(rotated=270), (1, 0)),
        (CameraSettings(mirrored=True), (0, 1)),
        (CameraSettings(rotated=90, mirrored=True), (0, 0)),
    ],
)
def test_pictures_stand_upright(settings: CameraSettings, corner: tuple[int, int]) -> None:
    """The corner that is white at the camera, as (lower half?, right half?) of the upright picture."""
    image = np.zeros((40, 60, 3), np.uint8)
    image[:5, :5] = 255
    upright = settings.upright(image)
    high, wide = upright.shape[:2]
    assert upright[-1 if corner[0] else 0, -1 if corner[1] else 0].min() == 255
    assert (wide, high) == ((40, 60) if settings.rotated in (90, 270) else (60, 40))


def test_settings_are_kept_for_each_camera(tmp_path: Path) -> None:
    path = tmp_path / "new" / "cameras.json"
    assert load_settings(path) == {}
    settings = {DESK.id: CameraSettings(rotated=180, fps=60), "http://phone/video": CameraSettings(mirrored=True)}
    save_settings(path, settings)
    assert load_settings(path) == settings
    assert [each.name for each in path.parent.iterdir()] == ["cameras.json"]


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"colour": 1},
        {"rotated": 45},
        {"rotated": True},
        {"mirrored": 1},
        {"fps": 0},
        {"width": "1280"},
        {"height": 10**9},
    ],
)
def test_wrong_settings_are_one_sentence(data: Any) -> None:
    with pytest.raises(BadInput, match="here"):
        settings_of(data, "here")


@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_a_damaged_file_is_one_sentence(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("settings") / "cameras.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"cameras\.json"):
        load_settings(path)
