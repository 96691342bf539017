"""The bundled game, ready to be watched: everything in it is found by the same code that watches a real table."""

from importlib.resources import files
from pathlib import Path

from calibration.calibration import load_calibration
from calibration.table_file import Seat
from companion.core.codec import kinds_of
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.referee.session import TableSession
from companion.store.log import MemoryLog
from companion.store.sqlite import begin_match
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.sources.open import open_source

GAME_ID = "frankfurt"
PLAYERS = {Seat.SOUTH: PlayerId("Ann"), Seat.NORTH: PlayerId("Ben")}
#: At this table a wrong card is announced at once and goes back.
OPTIONS = (("wrong_cards", "live"),)


def demo_folder() -> Path:
    return Path(str(files("companion.demo")))


def open_demo(match_file: Path | None = None) -> TableSession:
    """The bundled recording as a session."""
    return open_recording(demo_folder(), match_file)


def open_recording(folder: Path, match_file: Path | None = None) -> TableSession:
    """A folder with the same parts as the bundled one: `recording.avi`, `table.json` and the enrolled `deck`.

    The match becomes the newest one of `match_file`; without a file it is only watched, and forgotten.
    """
    game = load_game(GAME_ID)
    kinds = kinds_of(game.events)
    known = load_calibration(folder / "table.json")
    return TableSession(
        source=open_source(folder / "recording.avi"),
        reader=Reader(load_deck(folder / "deck")),
        table=known.table,
        game=game,
        players=PLAYERS,
        log=begin_match(match_file, kinds) if match_file else MemoryLog(kinds),
        options=OPTIONS,
        zero=known.zero,
    )
