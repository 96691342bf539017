"""How a camera is to be used: size, rate, locks, turning and mirroring; kept for each camera in one small JSON file.

It decides what may stand in that file. A damaged file is one sentence, never a camera that does strange things.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.image import Image

VERSION = 1
LARGEST_FILE = 200_000
MOST_CAMERAS = 100
_TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """`rotated` is how far a picture must be turned clockwise to stand upright; mirroring comes after."""

    width: int = 1280
    height: int = 720
    fps: int = 30
    lock_exposure: bool = False
    lock_focus: bool = False
    rotated: int = 0
    mirrored: bool = False

    def upright(self, image: Image) -> Image:
        if self.rotated:
            image = np.asarray(cv2.rotate(image, _TURNS[self.rotated]), np.uint8)
        return np.asarray(cv2.flip(image, 1), np.uint8) if self.mirrored else image


USUAL = CameraSettings()
_LIMITS = {"width": (160, 7680), "height": (120, 4320), "fps": (1, 240)}


def settings_of(data: Any, where: str) -> CameraSettings:
    """The settings that plain data stands for; what is not named stays usual."""
    if not isinstance(data, Mapping):
        raise BadInput("settings of a camera are one JSON object", where, "set the camera up again")
    known = {field.name: field.default for field in fields(CameraSettings) if field.default is not MISSING}
    for name, value in data.items():
        if name not in known:
            raise BadInput(f"{name!r:.40} is no setting", where, "one of " + ", ".join(known))
        if type(value) is not type(known[name]) or not _fits(name, value):
            raise BadInput(f"{name} cannot be {value!r:.40}", where, _advice(name))
    return CameraSettings(**data)


def _fits(name: str, value: Any) -> bool:
    if name == "rotated":
        return value == 0 or value in _TURNS
    low, high = _LIMITS.get(name, (0, 1))
    return low <= int(value) <= high


def _advice(name: str) -> str:
    if name == "rotated":
        return "0, 90, 180 or 270"
    return "a whole number from {} to {}".format(*_LIMITS[name]) if name in _LIMITS else "true or false"


def load_settings(path: Path) -> dict[str, CameraSettings]:
    """The settings of every camera that has some; none if there is no file yet."""
    if not path.exists():
        return {}
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("it is too large")
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise BadInput(f"the cameras' settings cannot be read ({wrong!s:.80})", str(path), "delete this file") from None
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("cameras"), dict):
        raise BadInput("these are no cameras' settings, or a newer Tapis wrote them", str(path), "delete this file")
    if len(data["cameras"]) > MOST_CAMERAS:
        raise BadInput("too many cameras", str(path), "delete this file")
    return {camera: settings_of(each, f"{path}: {camera:.60}") for camera, each in data["cameras"].items()}


def save_settings(path: Path, settings: Mapping[str, CameraSettings]) -> None:
    """Write them all, whole or not at all."""
    data = {"version": VERSION, "cameras": {camera: asdict(each) for camera, each in settings.items()}}
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)  # the address of a network camera may hold a password
        draft.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
        draft.replace(path)
    except OSError as wrong:
        draft.unlink(missing_ok=True)
        raise BadInput(f"cannot be written ({wrong.strerror})", str(path), "choose another place") from None
