"""Sits down at a recorded or live table: from the words of a command line to a session that can be stepped."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput
from companion.commands.play import chosen_option
from companion.core.codec import kinds_of
from companion.core.game import Game
from companion.core.ids import PlayerId
from companion.games import game_ids, load_game
from companion.store.log import MemoryLog

if TYPE_CHECKING:
    from calibration.table_file import Seat, Table
    from companion.referee.session import TableSession
    from vision.sources.source import Source


def add_arguments(parser: argparse.ArgumentParser, deck_required: bool = True) -> None:
    """What has to be known to referee a table. A recording that was made at a match knows all but the deck itself."""
    parser.add_argument("--game", metavar="ID", help="the game: " + ", ".join(game_ids()))
    parser.add_argument("--deck", required=deck_required, type=Path, metavar="DECK", help="the enrolled deck")
    parser.add_argument("--table", type=Path, metavar="TABLE", help="the TABLE file (a recording may bring its own)")
    parser.add_argument("--players", default="", metavar="S=Ann,N=Ben", help="who sits where (default: the seats)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help="a house rule; repeatable")


def open_any(what: str) -> "Source":
    """A recording, a video file, a folder of pictures, or a camera with the settings that are remembered for it."""
    from companion.store.place import data_folder
    from vision.sources.open import is_camera, open_camera, open_source
    from vision.sources.settings import USUAL, load_settings

    if Path(what).exists() or not (is_camera(what) or what.isdigit()):
        return open_source(Path(what))
    return open_camera(what, load_settings(data_folder() / "cameras.json").get(what, USUAL))


def sit_down(source: "Source", what: str, args: argparse.Namespace) -> "tuple[TableSession, Table]":
    """The session that the arguments, and `source` itself, describe; and its table. `what` opened the source."""
    from calibration.calibration import load_calibration
    from companion.referee.session import TableSession
    from vision.reader import Reader
    from vision.recognise.deck import load_deck

    known = known_of(source)
    game = load_game(args.game or known.get("game") or _no_game())
    table = _table(source, what, args, game)
    options = tuple(chosen_option(game, each) for each in args.option) or _options(game, known)
    session = TableSession(
        source=source,
        reader=Reader(load_deck(args.deck)),
        table=table,
        game=game,
        players=_players(args.players, known, table),
        log=MemoryLog(kinds_of(game.events)),
        options=options,
        zero=load_calibration(args.table).zero if args.table is not None else None,
    )
    return session, table


def known_of(source: "Source") -> dict[str, Any]:
    """What a recording remembers of its match; nothing for any other source."""
    from vision.recording.reader import Recording

    return dict(source.manifest.match) if isinstance(source, Recording) else {}


def _no_game() -> str:
    raise BadInput("which game is it?", do="say it with --game; `tapis games` lists them")


def _table(source: "Source", what: str, args: argparse.Namespace, game: Game[Any]) -> "Table":
    """The TABLE that was given, else the recording's own, else what the first picture shows."""
    from calibration.table_file import load_table, table_of
    from companion.commands._seen_table import SEATS, seen_table
    from vision.recording.reader import Recording
    from vision.sources.guarded import Guarded

    if args.table is not None:
        return load_table(args.table)
    if isinstance(source, Recording) and source.manifest.table is not None:
        return table_of(dict(source.manifest.table), source.name)
    if isinstance(source, Guarded):
        raise BadInput("nobody knows where this camera's piles are", source.name, "give the TABLE file with --table")
    seats = ",".join(part.partition("=")[0].strip() for part in args.players.split(",") if "=" in part)
    return seen_table(Path(what), game.info.id, args.deck, seats or SEATS)


def _players(typed: str, known: dict[str, Any], table: "Table") -> "dict[Seat, PlayerId]":
    """`S=Ann,N=Ben`, or names alone in the order of the TABLE's seats; else as recorded; else the seats' letters."""
    from calibration.table_file import Seat

    seats: dict[Any, str] = {}
    for place, part in enumerate(part.strip() for part in typed.split(",") if part.strip()):
        seat, equals, name = part.partition("=")
        free = table.seats[place].value if place < len(table.seats) else ""
        seats[seat.strip().upper() if equals else free] = name.strip() if equals else part
    named = seats or known.get("seats") or {seat.value: seat.value for seat in table.seats}
    try:
        return {Seat(seat): PlayerId(str(name)) for seat, name in named.items()}
    except ValueError:
        wanted = ", ".join(seat.value for seat in table.seats)
        raise BadInput(f"{typed or named!r:.80} does not say who sits where", do=f"the seats are {wanted}") from None


def _options(game: Game[Any], known: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    options = known.get("options", {})
    return tuple((str(name), choice) for name, choice in options.items()) if isinstance(options, dict) else ()
