"""Cameras that OpenCV opens: webcams by their number, and streams by their address. One class, two ways to open.

It tells the driver how the camera is to be used; what the driver makes of that, the pictures show.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from vision.sources.camera import Picture
from vision.sources.mjpeg import answers, split_address
from vision.sources.settings import CameraSettings

#: What makes an open capture, or one that is not: replaced in tests.
Opener: TypeAlias = Callable[[], Any]

OPEN_MS, READ_MS = 3_000, 2_000
#: V4L2's word for an exposure that nothing changes any more; backends that do not know it ignore it.
MANUAL = 1
#: So many pictures are given to exposure and focus to find themselves before they are locked.
SETTLED = 45


class Capture:
    """A `Camera` behind `cv2.VideoCapture`."""

    def __init__(
        self, opener: Opener, present: Callable[[], bool], lock: Callable[[Any], None] = lambda capture: None
    ) -> None:
        self._opener, self._is_present, self._lock = opener, present, lock
        self._capture: Any = None
        self._grabbed = 0

    def present(self) -> bool:
        return self._is_present()

    def open(self) -> bool:
        self._capture = self._opener()
        return bool(self._capture.isOpened())

    def grab(self) -> Picture | None:
        try:
            got, image = self._capture.read()
        except cv2.error:
            return None
        if not got or image is None:
            return None
        self._grabbed += 1
        if self._grabbed == SETTLED:
            self._lock(self._capture)
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        return np.asarray(image, np.uint8), round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6) or None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()


def webcam(find: Callable[[], int | None], settings: CameraSettings) -> Capture:
    """A webcam. `find` tells its number, which changes when it is plugged in again; None while it is gone."""

    def opened() -> Any:
        number = find()
        capture = cv2.VideoCapture() if number is None else cv2.VideoCapture(number, _backend())
        if capture.isOpened():
            _set_up(capture, settings)
        return capture

    return Capture(opened, lambda: find() is not None, partial(_lock, settings=settings))


def stream(url: str) -> Capture:
    """A camera that speaks RTSP, or anything else FFmpeg understands."""
    parts = split_address(url)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
    return Capture(lambda: cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits), lambda: answers(parts))


def _set_up(capture: Any, settings: CameraSettings) -> None:
    # Uncompressed pictures of this size do not fit through USB 2 at 30 a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
    capture.set(cv2.CAP_PROP_FPS, settings.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def _lock(capture: Any, settings: CameraSettings) -> None:
    if settings.lock_exposure:
        exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
    if settings.lock_focus:
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)


def _backend() -> int:
    if os.name == "nt":
        return cv2.CAP_DSHOW
    return cv2.CAP_V4L2 if Path("/sys/class").is_dir() else cv2.CAP_AVFOUNDATION
