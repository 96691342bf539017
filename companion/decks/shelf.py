"""The decks that were enrolled on this device: each a folder under one, by its name. It holds no pictures itself."""

import re
import shutil
from pathlib import Path

from calibration.errors import BadInput
from vision.recognise.deck import MANIFEST, Deck, save_deck

SHELF = "decks"
LONGEST = 40


def shelf(desk: Path) -> Path:
    return desk / SHELF


def names(desk: Path) -> tuple[str, ...]:
    """What is on the shelf."""
    try:
        found = [path.name for path in shelf(desk).iterdir() if (path / MANIFEST).is_file()]
    except OSError:
        return ()
    return tuple(sorted(name for name in found if not name.startswith(".")))


def place(desk: Path, name: str) -> Path:
    """Where a deck of this name lies, or would. A name is a name and never a way elsewhere."""
    if not re.fullmatch(r"[\w][\w .'-]*", name) or len(name) > LONGEST:
        raise BadInput(f"{name!r:.60} is no name for a deck", do="use letters, digits, spaces and dashes")
    return shelf(desk) / name.strip()


def put(desk: Path, name: str, deck: Deck) -> Path:
    """Keep a deck; one of the same name is replaced, whole or not at all."""
    folder = place(desk, name)
    save_deck(deck, folder, force=True)
    return folder


def take_away(desk: Path, name: str) -> None:
    """A deck of the shelf, for good."""
    folder = place(desk, name)
    try:
        if (folder / MANIFEST).is_file():
            shutil.rmtree(folder)
    except OSError as wrong:
        raise BadInput(
            f"this cannot be taken away ({wrong.strerror})", str(folder), "is the folder writable?"
        ) from None


def free_name(desk: Path, wish: str) -> str:
    """The name, with a number if there is such a deck already."""
    taken, name, number = set(names(desk)), wish, 2
    while name in taken:
        name, number = f"{wish} {number}", number + 1
    return name
