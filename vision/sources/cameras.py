"""Which cameras there are, under names that stay the same when one is unplugged and comes back under another number.

Linux tells names and plugs in `/sys`, Windows and macOS when they are asked; where nothing tells them cameras have only
their numbers. Network cameras are those that settings were kept for. It opens nothing but to look whether a number is a
camera.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2

from vision.sources.mjpeg import shown
from vision.sources.named import Names, names_by_number
from vision.sources.settings import CameraSettings

SYSTEM = Path("/sys/class/video4linux")
#: Numbers that are tried where the system lists no cameras.
MOST_NUMBERS = 4
NETWORK = ("http://", "https://", "rtsp://")
#: Before the number that Android gives a camera of its own.
TABLET = "tablet:"


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """`id` is what to open it by: `webcam:NAME@PLUG`, or a network address. `number` is a webcam's, for now."""

    id: str
    name: str
    number: int | None = None


Lister: TypeAlias = Callable[[], tuple[CameraInfo, ...]]


def webcams(system: Path = SYSTEM) -> tuple[CameraInfo, ...]:
    """The webcams that are plugged in now; on a tablet its own cameras."""
    if "ANDROID_ARGUMENT" in os.environ:
        from vision.sources.android.camera import camera_ids

        return tuple(CameraInfo(f"{TABLET}{number}", f"Camera {number}") for number in camera_ids())
    if on_linux(system):
        return _listed(system)
    names = names_by_number()
    return _tried() if names is None else _named(names)


def on_linux(system: Path) -> bool:
    """Where `/proc` is, a system without cameras has none: there is nobody else to ask."""
    return system.is_dir() or Path("/proc").is_dir()


def list_cameras(settings: Mapping[str, CameraSettings], lister: Lister = webcams) -> tuple[CameraInfo, ...]:
    """Webcams, then the network cameras that are remembered."""
    known = (CameraInfo(address, shown(address)) for address in sorted(settings) if address.startswith(NETWORK))
    return (*lister(), *known)


def number_of(camera: str, lister: Lister = webcams) -> int | None:
    """A webcam's number now: by its id, else by its name if only one is called so and it sits on another plug."""
    listed = lister()
    for info in listed:
        if camera in (info.id, f"webcam:{info.number}", str(info.number)):
            return info.number
    name = camera.rpartition("@")[0]
    alike = [info.number for info in listed if name and info.id.startswith(f"{name}@")]
    return alike[0] if len(alike) == 1 else None


def _listed(system: Path) -> tuple[CameraInfo, ...]:
    found = []
    for folder in system.glob("video*"):
        number = folder.name.removeprefix("video")
        try:
            name = (folder / "name").read_text("utf-8", "replace").strip()
            first = (folder / "index").read_text("ascii").strip() == "0"
        except (OSError, ValueError):
            continue
        # The further nodes of a camera deliver no pictures.
        if number.isdigit() and first:
            plug = (folder / "device").resolve().name.partition(":")[0]
            found.append(CameraInfo(f"webcam:{_slug(name)}@{_slug(plug)}", name, int(number)))
    return tuple(sorted(found, key=lambda info: info.number or 0))


def _named(names: Names) -> tuple[CameraInfo, ...]:
    """With what the system knows them by in the place of the plug; a camera without a name keeps its number."""
    found: list[CameraInfo] = []
    for number, (name, known_by) in enumerate(names):
        if not name or not name.strip():
            found.append(_numbered(number))
            continue
        camera = f"webcam:{_slug(name)}@{_slug(_plug(known_by or ''))}"
        alike = sum(info.id.startswith(camera) for info in found)
        found.append(CameraInfo(f"{camera}-{alike + 1}" if alike else camera, name.strip(), number))
    return tuple(found)


def _plug(known_by: str) -> str:
    """What tells one of two alike from the other. Windows says of each also that it is a camera, which they all are."""
    return re.sub(r"#\{[0-9a-f-]{36}\}.*$", "", known_by, flags=re.IGNORECASE | re.DOTALL)


def _tried() -> tuple[CameraInfo, ...]:
    found = []
    for number in range(MOST_NUMBERS):
        capture = cv2.VideoCapture(number)
        if capture.isOpened():
            found.append(_numbered(number))
        capture.release()
    return tuple(found)


def _numbered(number: int) -> CameraInfo:
    return CameraInfo(f"webcam:{number}", f"Camera {number + 1}", number)


def _slug(text: str) -> str:
    """Letters of any script, as systems name cameras in their own language."""
    return re.sub(r"(?:[^\w.-]|_)+", "-", text).strip("-")[:60] or "camera"
