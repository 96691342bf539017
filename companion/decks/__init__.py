"""Our own decks: drawn by program, printed at home, and enrolled already, so that nobody has to photograph them.

A folder here is an enrolled deck like any other. `python -m companion.decks` makes all of them anew from the drawings.
"""

from importlib.resources import files
from pathlib import Path

from calibration.errors import BadInput

#: The name of our own deck among the decks of a device, as the code on its box says it.
OWN_DECK = "own"


def deck_folder(game_id: str) -> Path:
    """Where the enrolled form of our own deck for a game is."""
    folder = Path(str(files(__name__))) / game_id
    if not (folder / "deck.json").is_file():
        raise BadInput(f"there is no deck of ours for {game_id!r:.60}", do="enrol your own with `tapis enrol`")
    return folder
