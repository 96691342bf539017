"""The cameras of this device as the screens need them: a list, a picture of each, how each is turned, which is used.

Settings are kept in the cameras' own file; the camera that was chosen last stands last in it.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.errors import BadInput
from vision.codes.watch import CodeWatch
from vision.frame import Frame, Gap
from vision.image import Image
from vision.sources.cameras import CameraInfo, Lister, list_cameras, webcams
from vision.sources.mjpeg import shown, split_address
from vision.sources.open import is_camera, open_camera
from vision.sources.settings import USUAL, CameraSettings, load_settings, save_settings
from vision.sources.source import Source

CAMERAS = "cameras.json"


@dataclass(frozen=True, slots=True)
class Look:
    """A picture of a camera, or why there is none."""

    camera: str
    image: Image | None
    trouble: str = ""
    #: Codes that are new in this picture.
    texts: tuple[str, ...] = ()


class Eyes:
    """`lister` tells the webcams that are plugged in; `opener` opens a camera; both are replaced in tests."""

    def __init__(
        self,
        folder: Path,
        lister: Lister = webcams,
        opener: Callable[[str, CameraSettings], Source] = open_camera,
    ) -> None:
        self.path = folder / CAMERAS
        self._lister, self._opener = lister, opener

    @property
    def settings(self) -> dict[str, CameraSettings]:
        return load_settings(self.path)

    @property
    def chosen(self) -> str:
        """The camera that is used; empty if none ever was."""
        return next(reversed(self.settings), "")

    def cameras(self) -> tuple[CameraInfo, ...]:
        return list_cameras(self.settings, self._lister)

    def choose(self, camera: str) -> None:
        settings = self.settings
        self._keep(settings, camera, settings.get(camera, USUAL))

    def turn(self, camera: str) -> None:
        """A quarter further, clockwise."""
        settings = self.settings
        kept = settings.get(camera, USUAL)
        self._keep(settings, camera, replace(kept, rotated=(kept.rotated + 90) % 360))

    def hold(self, camera: str) -> None:
        """Light and focus stay as the camera found them, or follow the room again."""
        settings = self.settings
        kept = settings.get(camera, USUAL)
        held = not self.holds(camera)
        self._keep(settings, camera, replace(kept, lock_exposure=held, lock_focus=held))

    def holds(self, camera: str) -> bool:
        return self.settings.get(camera, USUAL).lock_exposure

    def mirror(self, camera: str) -> None:
        settings = self.settings
        kept = settings.get(camera, USUAL)
        self._keep(settings, camera, replace(kept, mirrored=not kept.mirrored))

    def forget(self, camera: str) -> None:
        settings = self.settings
        if settings.pop(camera, None) is not None:
            save_settings(self.path, settings)

    def address(self, typed: str) -> str:
        """What somebody typed as the address of a network camera; pictures one by one are the usual kind."""
        typed = typed.strip()
        address = typed if "://" in typed else f"http://{typed}"
        split_address(address)
        if not is_camera(address):
            raise BadInput("this is no address of a camera", shown(address), "http://HOST:PORT/PATH or rtsp://...")
        return address

    def each(self) -> Generator[Look, None, None]:
        """One picture of every camera, then the chosen one live. One that fails does not hide the others."""
        chosen = self.chosen
        for camera in self.cameras():
            if camera.id == chosen:
                continue
            try:
                pictures = self.through(camera.id)
                yield next(pictures)
                pictures.close()
            except BadInput as wrong:
                yield Look(camera.id, None, str(wrong))
        if chosen:
            yield from self.through(chosen)

    def through(self, camera: str) -> Generator[Look, None, None]:
        """Live, until it is closed."""
        for seen in self._frames(camera):
            yield Look(camera, None, seen.reason) if isinstance(seen, Gap) else Look(camera, seen.image)

    def codes(self) -> Generator[Look, None, None]:
        """The chosen camera live, with the codes that come before it."""
        camera, watch = self.chosen, CodeWatch()
        for seen in self._frames(camera):
            if isinstance(seen, Gap):
                yield Look(camera, None, seen.reason)
            else:
                yield Look(camera, seen.image, texts=tuple(code.text for code in watch.see(seen)))

    def open(self) -> Source:
        """The chosen camera, as it hangs."""
        return self._opener(self.chosen, self.settings.get(self.chosen, USUAL))

    def _frames(self, camera: str) -> Generator[Frame | Gap, None, None]:
        source = self._opener(camera, self.settings.get(camera, USUAL))
        try:
            while (seen := source.read()) is not None:
                yield seen
        finally:
            source.close()

    def _keep(self, settings: dict[str, CameraSettings], camera: str, kept: CameraSettings) -> None:
        settings.pop(camera, None)
        save_settings(self.path, settings | {camera: kept})
