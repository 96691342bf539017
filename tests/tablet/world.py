"""What happens around the tablet in these tests: pictures that the camera takes, and everything that can go wrong."""

import time
from pathlib import Path

import cv2
import numpy as np

from vision.sources.android.jvm import activity, java

PROJECT = Path(__file__).parents[2]
#: The stand-ins' own time of the first picture, and between two.
START_NS, STEP_NS = 10**12, 33_333_333


class QuickClock:
    """A steady clock that runs twenty times as fast: a second of waiting is told after a twentieth."""

    def now(self) -> int:
        return 20 * time.monotonic_ns()

    def sleep(self, ns: int) -> None:
        time.sleep(ns / 20e9)


class World:
    """A fresh activity. The camera of the stand-ins takes a picture when `shoot` is called."""

    def __init__(self) -> None:
        java("org.kivy.android.PythonActivity").mActivity = java("org.kivy.android.PythonActivity")()
        java("android.hardware.Camera").busy = False
        java("android.hardware.Camera").current = None
        java("android.media.AudioRecord").fault = ""
        java("android.media.ImageReader").current = None
        java("android.os.Build$VERSION").SDK_INT = 35
        self.activity = activity()
        self.cameras = self.activity.cameras
        self.number = 0
        self.opened: list[object] = []

    @property
    def reader(self) -> object:
        return java("android.media.ImageReader").current

    def shoot(self, image=None, t_ns: int | None = None, padding: int = 0, apart: bool = False) -> None:
        """One picture reaches the app. Until the camera is open this waits for it."""
        image = noise(self.number) if image is None else image
        height, width = image.shape[:2]
        t_ns = START_NS + self.number * STEP_NS if t_ns is None else t_ns
        self.number += 1
        wait_until(lambda: self.reader is not None)
        self.reader.shoot(nv21(image).tobytes(), width, height, t_ns, padding, apart)

    def keep(self, opened):
        """What is stopped at the end of the test."""
        self.opened.append(opened)
        return opened

    def end(self) -> None:
        for each in self.opened:
            (each.stop if hasattr(each, "stop") else each.close)()


def wait_until(true, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.002)


def noise(number: int, size=(320, 180)):
    """A soft picture, different each time, that survives the trip through half the colour."""
    rng = np.random.default_rng(number)
    small = rng.integers(60, 200, (9, 16, 3)).astype(np.uint8)
    soft = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC).astype(int)
    return np.clip(soft + rng.integers(-2, 3, soft.shape), 0, 255).astype(np.uint8)


def nv21(image):
    """As a camera packs it: brightness, then V and U in turn."""
    planar = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).ravel()
    pixels = image.shape[0] * image.shape[1]
    u, v = planar[pixels : pixels * 5 // 4], planar[pixels * 5 // 4 :]
    return np.concatenate([planar[:pixels], np.stack([v, u], axis=1).ravel()])
