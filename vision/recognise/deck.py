"""An enrolled deck: a folder with a manifest and one small upright picture per view of a face, portable as it is.

It decides what a deck file may hold and checks it on load. It does not look into the pictures: what recognition
derives from them is computed on loading (see `gallery`), so a better recogniser reads an old deck.
"""

import json
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.image import Image

FORMAT, VERSION, MANIFEST = "tapis-deck", 1, "deck.json"
#: Stored pictures have this short side; a card on a table is rarely larger in the picture.
SHORT_SIDE = 192
#: Long side over short side: from square-ish to tarot.
ASPECT = (1.15, 2.1)


@dataclass(frozen=True, slots=True)
class Face:
    """One printed side. `views` are pictures of it, upright as printed; a landscape card is wider than high."""

    name: str
    views: tuple[Image, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """What can be recognised: faces named by their card ids, and backs, which only say that a card lies face down."""

    game: str
    faces: tuple[Face, ...]
    backs: tuple[Face, ...] = ()


def save_deck(deck: Deck, folder: Path, force: bool = False) -> None:
    """Write the deck whole or not at all; an existing one is replaced only with `force`."""
    if folder.exists() and not force:
        raise BadInput("is already there", str(folder), "choose another folder or add --force")
    if folder.exists() and not (folder / MANIFEST).is_file() and any(folder.iterdir()):
        raise BadInput("holds something that is not a deck", str(folder), "choose another folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as workshop:
            _write_parts(deck, Path(workshop) / "new")
            _put_in_place(Path(workshop), folder)
    except OSError as wrong:
        raise BadInput(f"the deck cannot be written ({wrong.strerror})", str(folder), "nothing was changed") from wrong


def _write_parts(deck: Deck, parts: Path) -> None:
    parts.mkdir()
    rows = [_write_view(parts, *view) for view in _all_views(deck)]
    manifest = {"format": FORMAT, "version": VERSION, "game": deck.game, "pictures": rows}
    (parts / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _put_in_place(workshop: Path, folder: Path) -> None:
    """The old deck goes aside before the new one comes, and comes back if that one cannot."""
    old = workshop / "old"
    if folder.exists():
        folder.replace(old)
    try:
        (workshop / "new").replace(folder)
    except OSError:
        if old.exists():
            old.replace(folder)
        raise


def _all_views(deck: Deck) -> Iterator[tuple[str, str, int, Image]]:
    for side, faces in (("face", deck.faces), ("back", deck.backs)):
        for face in faces:
            for number, view in enumerate(face.views, 1):
                yield side, face.name, number, view


def _write_view(folder: Path, side: str, name: str, number: int, view: Image) -> dict[str, Any]:
    file = file_name(name) + (f"@{number}" if number > 1 else "") + ".jpg"
    done, data = cv2.imencode(".jpg", view, (cv2.IMWRITE_JPEG_QUALITY, 92))
    if not done:
        raise BadInput("the picture cannot be stored", name)
    (folder / file).write_bytes(data.tobytes())
    return {"side": side, "name": name, "file": file, "crc32": zlib.crc32(data.tobytes())}


def file_name(card: str) -> str:
    """A card id as a file name without ending: `frankfurt/red/13` is `frankfurt__red__13`."""
    return card.replace("/", "__")


def load_deck(folder: Path) -> Deck:
    """Read and check a deck. Everything wrong with it is told at once."""
    manifest = _manifest(folder)
    problems: list[str] = []
    views: dict[tuple[str, str], list[Image]] = {}
    for row in manifest["pictures"]:
        try:
            side, name, view = _read_view(folder, row)
            views.setdefault((side, name), []).append(view)
        except BadInput as wrong:
            problems.append(str(wrong))
    if problems:
        more = f" and {len(problems) - 3} more" if len(problems) > 3 else ""
        raise BadInput("the deck is damaged: " + ", ".join(problems[:3]) + more, str(folder), "enrol it again")
    sides = {
        wanted: tuple(Face(name, tuple(pictures)) for (side, name), pictures in views.items() if side == wanted)
        for wanted in ("face", "back")
    }
    if not sides["face"]:
        raise BadInput("the deck has no faces", str(folder), "enrol it again")
    return Deck(manifest["game"], sides["face"], sides["back"])


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        raise BadInput("is not an enrolled deck", str(folder), "make one with `tapis enrol`")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise BadInput("cannot be read as JSON", str(path), "enrol the deck again") from wrong
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadInput("is not a deck's manifest", str(path), "make a deck with `tapis enrol`")
    if manifest.get("version") != VERSION:
        raise BadInput(f"has version {manifest.get('version')!r:.20}, not {VERSION}", str(path), "enrol the deck again")
    if not isinstance(manifest.get("game"), str) or not isinstance(manifest.get("pictures"), list):
        raise BadInput("lacks the game or the list of pictures", str(path), "enrol the deck again")
    return manifest


def _read_view(folder: Path, row: Any) -> tuple[str, str, Image]:
    if not isinstance(row, dict) or row.get("side") not in ("face", "back"):
        raise BadInput("a picture's entry makes no sense", MANIFEST)
    name, file = row.get("name"), row.get("file")
    if not isinstance(name, str) or not name or not isinstance(file, str) or Path(file).name != file:
        raise BadInput("a picture's entry lacks its name or file", MANIFEST)
    try:
        data = (folder / file).read_bytes()
    except (OSError, ValueError) as wrong:
        raise BadInput("is missing", file) from wrong
    if zlib.crc32(data) != row.get("crc32"):
        raise BadInput("is not the picture that was enrolled", file)
    picture = _decoded(data)
    if picture is None or not fits_a_card(picture.shape[1], picture.shape[0]):
        raise BadInput("is not a picture of a card", file)
    return str(row["side"]), name, picture


def _decoded(data: bytes) -> Image | None:
    """The picture, or None; OpenCV says so in two ways."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def fits_a_card(width: float, height: float) -> bool:
    """Has a rectangle of these sides the shape of a card, upright or lying?"""
    short, long = sorted((width, height))
    return short > 0 and ASPECT[0] <= long / short <= ASPECT[1]
