"""List the cameras, take a picture with each, and remember how each is to be used.

Webcams are listed by a name that stays the same when they are unplugged; a network camera (a phone with an IP camera
app, a cheap WiFi camera) is listed once something was remembered for it. Any of these names, and any address, can be
given to `tapis watch`.

    tapis cameras
    tapis cameras --out pictures/
    tapis cameras --remember http://192.168.1.20:8080/video rotated=180
    tapis cameras --remember webcam:HD-Webcam@1-4 width=1920 height=1080 lock_exposure=true lock_focus=true
    tapis cameras --forget http://192.168.1.20:8080/video

Settings: width, height, fps, lock_exposure, lock_focus, mirrored, and rotated (0, 90, 180 or 270 degrees clockwise).
They are kept in one file; --file names another one.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput

if TYPE_CHECKING:
    from vision.sources.cameras import CameraInfo
    from vision.sources.settings import CameraSettings

HELP = "list the cameras, with a picture of each, and remember how each is used"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help="write a picture of each camera into this folder")
    parser.add_argument("--force", action="store_true", help="let a picture take the place of a file")
    parser.add_argument("--file", type=Path, metavar="FILE", help="where settings are kept (default: the data folder)")
    parser.add_argument("--json", action="store_true", help="one JSON object a camera, one a line")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--remember", nargs="+", metavar=("CAMERA", "NAME=VALUE"), help="keep settings for a camera")
    what.add_argument("--forget", metavar="CAMERA", help="keep nothing for this camera any more")


def run(args: argparse.Namespace) -> int:
    from companion.store.place import data_folder
    from vision.sources.cameras import list_cameras
    from vision.sources.settings import load_settings

    path: Path = args.file or data_folder() / "cameras.json"
    settings = load_settings(path)
    if args.remember or args.forget:
        _change(path, settings, args)
        return 0
    cameras = list_cameras(settings)
    for place, camera in enumerate(cameras, 1):
        row = _row(camera, settings)
        if args.out:
            row |= _pictured(camera, settings, args.out / f"camera-{place}.png", args.force)
        print(json.dumps(row) if args.json else _words(row))
    if not cameras and not args.json:
        print("No camera is plugged in, and no network camera is remembered.")
    return 0


def _change(path: Path, settings: "dict[str, CameraSettings]", args: argparse.Namespace) -> None:
    from vision.sources.open import is_camera
    from vision.sources.settings import USUAL, save_settings, settings_of

    if args.forget:
        if settings.pop(args.forget, None) is None:
            raise BadInput("nothing is remembered for this camera", args.forget, "`tapis cameras` lists them")
    else:
        camera, *words = args.remember
        if not is_camera(camera):
            raise BadInput("this is no camera", camera, "webcam:NAME as `tapis cameras` lists it, or an address")
        before = asdict(settings.get(camera, USUAL))
        settings[camera] = settings_of(before | dict(_setting(word) for word in words), camera)
    save_settings(path, settings)


def _setting(word: str) -> tuple[str, Any]:
    name, sign, value = word.partition("=")
    try:
        return name, json.loads(value) if sign else None
    except ValueError:
        raise BadInput("this is no setting", word, "write NAME=VALUE, such as rotated=180 or mirrored=true") from None


def _row(camera: "CameraInfo", settings: "dict[str, CameraSettings]") -> dict[str, Any]:
    from vision.sources.settings import USUAL

    kept = settings.get(camera.id, USUAL)
    return {"camera": camera.id, "name": camera.name, "number": camera.number, "settings": asdict(kept)}


def _pictured(camera: "CameraInfo", settings: "dict[str, CameraSettings]", path: Path, force: bool) -> dict[str, Any]:
    """One picture, or the reason why there is none: a camera that fails does not hide the others."""
    import cv2

    from companion.store.whole import write_whole
    from vision.frame import Frame
    from vision.sources.open import open_camera
    from vision.sources.settings import USUAL

    try:
        source = open_camera(camera.id, settings.get(camera.id, USUAL))
    except BadInput as wrong:
        return {"picture": None, "trouble": str(wrong)}
    try:
        seen = source.read()
    finally:
        source.close()
    assert isinstance(seen, Frame)  # a source that opened holds its first picture
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, cv2.imencode(".png", seen.image)[1].tobytes(), force)
    return {"picture": str(path), "size": list(source.size)}


def _words(row: dict[str, Any]) -> str:
    picture = row.get("picture") or row.get("trouble")
    return f"{row['camera']}  {row['name']}" + (f"\n    {picture}" if picture else "")
