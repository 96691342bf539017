"""A video file, frame by frame with its own times. It never skips, waits or guesses: replaying is deterministic."""

from pathlib import Path

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.frame import Frame, Gap

#: Files without a usable frame rate are taken for ordinary video.
USUAL_FPS = 30.0
ENDS_EARLY = "recording_ends_early"


class VideoFile:
    """Reads with whatever decoder OpenCV has; Motion JPEG in AVI works everywhere."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise BadInput("there is no such video file", str(path), "check the name")
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise BadInput("this is not a video that can be read", str(path), "convert it to MJPG AVI or MP4")
        self.name = path.name
        width = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        self.size = (width, height)
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 1 <= fps <= 1000 else USUAL_FPS
        self.frames = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._next = 0
        self._first_ns = 0
        self._last_ns = -1
        self._ended = False

    def read(self) -> Frame | Gap | None:
        if self._ended:
            return None
        got, image = self._capture.read()
        if not got:
            self._ended = True
            early = self._next < self.frames
            return Gap(self._nominal(self._next), ENDS_EARLY) if early else None
        index, t_ns = self._next, self._time()
        self._next, self._last_ns = index + 1, t_ns
        return Frame(index, t_ns, np.asarray(image, np.uint8), self.name)

    def close(self) -> None:
        self._capture.release()

    def _time(self) -> int:
        """The file's own time of the frame, counted from the first; the nominal one if the decoder tells none."""
        own = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        if self._next == 0:
            # Some decoders give the start of a frame and some its end: only differences are alike.
            self._first_ns = own
        since_first = own - self._first_ns
        return since_first if since_first > self._last_ns else max(self._nominal(self._next), self._last_ns + 1)

    def _nominal(self, index: int) -> int:
        return round(index * 1e9 / self.fps)
