"""The camera of a tablet as a `Feed`: Java keeps the newest picture, this turns it into ours.

It decides which of Android's two camera interfaces is used, and the reason that is told when nothing comes. When to try
again is decided by who guards the feed.
"""

import time
from typing import Any

import cv2
import numpy as np

from vision.image import Image
from vision.sources.android.jvm import activity, java
from vision.sources.camera import LOST, Clock, Lost, Shot
from vision.sources.cameras import TABLET
from vision.sources.guarded import Guarded
from vision.sources.settings import USUAL, CameraSettings

NEW, OLD = "org.tapis.TableCamera", "org.tapis.OldCamera"
#: Another app has it; the permission was taken away; no camera of this id.
TAKEN, FORBIDDEN, NONE = "camera_taken", "camera_forbidden", "camera_none"
REASONS = (TAKEN, FORBIDDEN, NONE, LOST)
#: What a camera takes after its first picture to find light and focus; held before that, they would be held wrong.
SETTLED_NS = 1_500_000_000
_TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def camera_ids() -> tuple[str, ...]:
    """What this tablet has, the camera that looks away from the display first."""
    return tuple(java(NEW)().ids(activity()))


class AndroidFeed:
    """One camera. Its pictures stand as the display does."""

    def __init__(self, camera: str, size: tuple[int, int] = (1280, 720), fps: int = 30) -> None:
        self.camera, self.size, self.fps = camera, size, fps
        self._held = (False, False)
        self._eye: Any = None
        self._interface = NEW
        self._seen = 0
        #: The interface in use has given a picture: it works here.
        self._proven = False
        self._first_ns: int | None = None
        self._settled = False

    @property
    def interface(self) -> str:
        """The Java class that is in use."""
        return self._interface

    def present(self) -> bool:
        return self.camera in java(self._interface)().ids(activity())

    def start(self) -> None:
        self._open(self._interface if self._proven else NEW)

    def hold(self, exposure: bool, focus: bool) -> None:
        """Hold exposure with white balance, and focus, as they are now; once the camera has found them."""
        self._held = (exposure, focus)
        if self._eye is not None and self._settled:
            self._eye.hold(exposure, focus)

    def take(self, wait_ns: int) -> Shot | Lost | None:
        if self._eye is None:
            return Lost()
        shot = self._eye.take(self._seen, max(1, wait_ns // 1_000_000))
        if shot is None:
            trouble = self._eye.trouble()
            if trouble in (LOST, NONE) and self._interface == NEW and not self._proven:
                # Never a picture, and nobody else is to blame: perhaps the interface of before does better.
                self._open(OLD)
                return self.take(wait_ns)
            return Lost(trouble) if trouble else None
        self._seen, self._proven = shot.number, True
        now_ns = time.monotonic_ns()
        self._settle(now_ns)
        return Shot(self._picture(shot), now_ns, shot.timeNs, shot.number)

    def stop(self) -> None:
        if self._eye is not None:
            self._eye.close()
            self._eye = None

    def _open(self, interface: str) -> None:
        self.stop()
        self._seen, self._first_ns, self._settled = 0, None, False
        self._interface = interface
        self._eye = java(interface)()
        self._eye.open(activity(), self.camera, *self.size, self.fps)

    def _settle(self, now_ns: int) -> None:
        """A picture has come: once the camera has had its time, what is to be held is held."""
        self._first_ns = now_ns if self._first_ns is None else self._first_ns
        if not self._settled and now_ns - self._first_ns >= SETTLED_NS:
            self._settled = True
            if any(self._held):
                self._eye.hold(*self._held)

    def _picture(self, shot: Any) -> Image:
        packed = np.frombuffer(shot.pixels.tostring(), np.uint8).reshape(shot.height * 3 // 2, shot.width)
        image = cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_NV21)
        if shot.turn in _TURNS:
            image = cv2.rotate(image, _TURNS[shot.turn])
        return np.asarray(image, np.uint8)


def open_tablet_camera(camera: str, settings: CameraSettings = USUAL, clock: Clock | None = None) -> Guarded:
    """The camera behind the guard that every live camera has; the settings turn and mirror on top of the display."""
    feed = AndroidFeed(camera, (settings.width, settings.height), settings.fps)
    feed.hold(settings.lock_exposure, settings.lock_focus)
    return Guarded(feed, f"{TABLET}{camera}", clock, upright=settings.upright)
