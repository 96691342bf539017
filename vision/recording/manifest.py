"""What a recording says of itself: format, size, table, clock, and whatever the match wants to be remembered.

It stands in `recording.json` for people, and in the head of every segment, where a checksum guards it: one segment
alone is a recording. It never looks into `match`: games and players are no business of this room.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.errors import BadInput

FORMAT, VERSION = "tapis recording", 1
NAME = "recording.json"
SEGMENT = ".segment"
LONGEST_ID, LARGEST_SIDE = 60, 20_000
#: A manifest is a TABLE and a few words.
LARGEST_MANIFEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Manifest:
    """`table` is a TABLE as plain data, `match` plain data of the app. `began` is wall time, for people only: every
    time in the recording is the camera's own, which only goes forward. `outline` is what was kept of the pictures."""

    id: str
    source: str
    size: tuple[int, int]
    began: str = ""
    table: Mapping[str, Any] | None = None
    match: Mapping[str, Any] = field(default_factory=dict)
    outline: tuple[tuple[float, float], ...] = ()
    #: The oldest segments made room for new ones: a recording that begins in the middle is whole.
    rotates: bool = False


def plain(manifest: Manifest) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": manifest.id,
        "source": manifest.source,
        "size": list(manifest.size),
        "began": manifest.began,
        "clock": "nanoseconds of the source; they only go forward",
        "rotates": manifest.rotates,
        "outline": [list(point) for point in manifest.outline],
        "table": manifest.table,
        "match": dict(manifest.match),
    }


def manifest_of(data: Any, where: str) -> Manifest:
    """The manifest that plain data stands for; `BadInput` names what is wrong with it."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput("this is no recording of Tapis", where, "`tapis doctor` tells what can be saved")
    version = data.get("version")
    if version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        do = "open it with a newer Tapis" if newer else "`tapis doctor` tells what can be saved"
        raise BadInput(f"this recording has version {version!r:.20}", where, do)
    try:
        width, height = data["size"]
        if not all(type(side) is int and 0 < side <= LARGEST_SIDE for side in (width, height)):
            raise ValueError("size")
        outline = tuple((float(x), float(y)) for x, y in data.get("outline", ()))
        if not all(0 <= x <= LARGEST_SIDE and 0 <= y <= LARGEST_SIDE for x, y in outline):
            raise ValueError("outline")
        names = [data["id"], data["source"], data.get("began", "")]
        table, match = data.get("table"), data.get("match", {})
        if not all(isinstance(name, str) for name in names) or not isinstance(match, dict):
            raise TypeError("id")
        if not (table is None or isinstance(table, dict)) or len(names[0]) > LONGEST_ID:
            raise TypeError("table")
    except (KeyError, TypeError, ValueError, OverflowError) as wrong:
        raise BadInput(f"the manifest is damaged ({wrong})", where, "`tapis doctor` tells what can be saved") from None
    return Manifest(names[0], names[1], (width, height), names[2], table, match, outline, bool(data.get("rotates")))


def to_json(manifest: Manifest, indent: int | None = None) -> bytes:
    return (json.dumps(plain(manifest), ensure_ascii=False, indent=indent) + "\n").encode()


def from_json(raw: bytes, where: str) -> Manifest:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadInput("the manifest is not JSON", where, "`tapis doctor` tells what can be saved") from None
    return manifest_of(data, where)
