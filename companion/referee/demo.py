"""The bundled game, ready to be watched: everything in it is found by the same code that watches a real table."""

from importlib.resources import files
from pathlib import Path

from calibration.table_file import Seat, load_table
from companion.core.codec import kinds_of
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.referee.session import TableSession
from companion.store.log import MatchLog, MemoryLog
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.sources.open import open_source

GAME_ID = "frankfurt"
PLAYERS = {Seat.SOUTH: PlayerId("Ann"), Seat.NORTH: PlayerId("Ben")}
#: At this table a wrong card is announced at once and goes back.
OPTIONS = (("wrong_cards", "live"),)


def demo_folder() -> Path:
    return Path(str(files("companion.demo")))


def open_demo(log: MatchLog | None = None) -> TableSession:
    """The bundled recording as a session; the match is kept in `log`, or only in memory."""
    return open_recording(demo_folder(), log)


def open_recording(folder: Path, log: MatchLog | None = None) -> TableSession:
    """A folder with the same parts as the bundled one: `recording.avi`, `table.json` and the enrolled `deck`."""
    game = load_game(GAME_ID)
    return TableSession(
        source=open_source(folder / "recording.avi"),
        reader=Reader(load_deck(folder / "deck")),
        table=load_table(folder / "table.json"),
        game=game,
        players=PLAYERS,
        log=log or MemoryLog(kinds_of(game.events)),
        options=OPTIONS,
    )
