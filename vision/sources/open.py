"""One door to everything that delivers pictures: files, folders, webcams, network cameras."""

from functools import partial
from pathlib import Path

from calibration.errors import BadInput
from vision.recording.reader import Recording
from vision.recording.walk import is_recording
from vision.sources.camera import Camera, Picture
from vision.sources.cameras import NETWORK, TABLET, Lister, number_of, webcams
from vision.sources.grabber import Grabber
from vision.sources.guarded import Guarded
from vision.sources.image_folder import ImageFolder
from vision.sources.mjpeg import Mjpeg, shown
from vision.sources.settings import USUAL, CameraSettings
from vision.sources.source import Source
from vision.sources.video_file import VideoFile
from vision.sources.webcam import Capture, stream, webcam


def open_source(what: Path | str, settings: CameraSettings = USUAL) -> Source:
    """A network address or `webcam:...` is a camera; a file is a video, a folder a recording or pictures."""
    if isinstance(what, str) and is_camera(what):
        return open_camera(what, settings)
    path = Path(what)
    if path.is_dir():
        return Recording(path) if is_recording(path) else ImageFolder(path)
    if not path.exists():
        raise BadInput("there is no such recording", str(path), "check the name")
    return VideoFile(path)


def is_camera(what: str) -> bool:
    return what.startswith((*NETWORK, "webcam:", TABLET))


def open_camera(camera: str, settings: CameraSettings = USUAL, lister: Lister = webcams) -> Guarded:
    """A live camera by its id (see `list_cameras`), number or address. It starts a thread that reads it."""
    if camera.startswith(NETWORK):
        _network(camera)  # a wrong address is told here, not in the thread
        return Guarded(Grabber(partial(_network, camera)), shown(camera), upright=settings.upright)
    if camera.startswith(TABLET):
        from vision.sources.android.camera import open_tablet_camera

        return open_tablet_camera(camera.removeprefix(TABLET), settings)
    find = partial(number_of, camera, lister)
    if find() is None:
        raise BadInput("no such camera is plugged in", camera[:80], "`tapis cameras` lists those that are")
    return Guarded(Grabber(partial(webcam, find, settings)), camera, upright=settings.upright)


def _network(url: str) -> Camera:
    return stream(url) if url.startswith("rtsp") else _Http(Mjpeg(url), stream(url))


class _Http:
    """Our own reader for pictures one by one; FFmpeg for any other kind of stream."""

    def __init__(self, pictures: Mjpeg, other: Capture) -> None:
        self._pictures, self._other = pictures, other
        self._open: Mjpeg | Capture = pictures

    def present(self) -> bool:
        return self._pictures.present()

    def open(self) -> bool:
        if self._pictures.open():
            return True
        self._open = self._other
        return self._pictures.answered and self._other.open()

    def grab(self) -> Picture | None:
        return self._open.grab()

    def close(self) -> None:
        self._pictures.close()
        self._other.close()
