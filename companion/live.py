"""A match that the chosen camera watches: what that needs, what is missing, and the session that is made of it.

The match is the same whether a camera looks or not: it lies in the desk's file, and whoever writes into it takes it
over from where the other left it. Here nothing is decided about play, and no screen is known.
"""

import json
import shutil
from collections.abc import Callable, Generator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

from calibration.calibration import Calibration, load_calibration
from calibration.clock import ZeroTest
from calibration.errors import BadInput
from calibration.table_file import Pile, Seat, Table, table_of
from companion.core.codec import kinds_of
from companion.core.events import Event, NewMatch
from companion.core.fold import Judged
from companion.core.game import Game
from companion.core.ids import PlayerId
from companion.decks import deck_folder
from companion.decks.shelf import names, place
from companion.door import TABLES
from companion.games import load_game
from companion.recorder import Recorded, Recorder, begin_recording
from companion.referee.adapter import load_adapter
from companion.referee.session import TableSession, Update
from companion.store.sqlite import MatchFile, begin_match
from companion.survey import table_by_mat
from companion.tables import CARD_MM, is_for
from vision.frame import Frame
from vision.image import Image
from vision.pace import Pace, at_scale
from vision.reader import Reader
from vision.recognise.deck import MANIFEST, load_deck
from vision.recording.reader import Recording
from vision.recording.walk import is_recording
from vision.sources.paced import Paced
from vision.sources.source import Source

#: Gaps that a camera may begin with before its first picture counts as missing.
MOST_GAPS = 10
#: The sides of the table in the order in which people sit, by how many there are; the first is the near side.
SIDES = {
    2: (Seat.SOUTH, Seat.NORTH),
    3: (Seat.SOUTH, Seat.WEST, Seat.EAST),
    4: (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST),
}


class Lack(Enum):
    """Why no camera watches; the value is the key of a text that says what to do."""

    CAMERA = "live.no_camera"
    REFEREE = "live.no_referee"
    DECK = "live.no_deck"
    TABLE = "live.no_table"


@dataclass(frozen=True, slots=True)
class Watchable:
    """A camera that is open, the table that it looks at, and what reads the cards."""

    source: Source
    known: Calibration
    reader: Reader


def seats_of(players: tuple[PlayerId, ...], direction: str) -> dict[Seat, PlayerId]:
    """Who sits at which side of the picture. More than four share sides: then nobody can tell whose hand it is."""
    sides = SIDES.get(len(players), ())
    if direction != "clockwise":
        sides = (*sides[:1], *reversed(sides[1:]))
    return dict(zip(sides, players, strict=False))


def deck_for(game: str, desk: Path) -> Path:
    """The deck of this game that was enrolled here last; our own where none was."""
    enrolled = [place(desk, name) for name in names(desk)]
    of_game = [folder for folder in enrolled if _game_of(folder) == game]
    return max(of_game, key=lambda folder: (folder / MANIFEST).stat().st_mtime_ns, default=None) or deck_folder(game)


def reader_for(game: str, desk: Path) -> Reader:
    """What reads the deck of this game; kept, as the same cards are played again and again, by one table at a time."""
    folder = deck_for(game, desk)
    return _reader(folder, (folder / MANIFEST).stat().st_mtime_ns)


@lru_cache(maxsize=1)
def _reader(deck: Path, _changed_ns: int) -> Reader:
    return Reader(load_deck(deck))


def forget_reader() -> None:
    """Where memory is short, it is made anew the next time."""
    _reader.cache_clear()


def _game_of(deck: Path) -> str:
    try:
        return str(json.loads((deck / MANIFEST).read_text("utf-8"))["game"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


def prepare(
    match: NewMatch, desk: Path, open_camera: Callable[[], Source] | None
) -> Generator[Watchable | Lack, None, None]:
    """Everything slow: open the camera, find the table in its picture, read the deck. What is missing is told."""
    game = load_game(match.game)
    if open_camera is None:
        yield Lack.CAMERA
        return
    try:
        load_adapter(match.game)
    except BadInput:
        yield Lack.REFEREE
        return
    try:
        reader = reader_for(match.game, desk)
    except BadInput:
        yield Lack.DECK
        return
    source = open_camera()
    try:
        known = find_table(_first_picture(source), game, match.players, desk / TABLES)
        if known is not None:
            yield Watchable(source, known, reader)
            return
    except BaseException:
        source.close()
        raise
    source.close()
    yield Lack.TABLE


def find_table(picture: Image, game: Game[Any], players: tuple[PlayerId, ...], tables: Path) -> Calibration | None:
    """By the game's mat in the picture; else as this table was kept. Zones that people have dragged stay theirs."""
    seats = tuple(seats_of(players, game.info.direction.value)) or SIDES[4]
    kept = _kept(tables, game, (picture.shape[1], picture.shape[0]))
    try:
        seen = table_by_mat(picture, game.info.id, CARD_MM, seats)
    except BadInput:
        return None if not kept else replace(kept[0], table=replace(kept[0].table, seats=seats))
    same = next((each for each in kept if each.code and each.code == seen.code), None)
    return _arranged(seen, same) if same else seen


def _kept(tables: Path, game: Game[Any], size: tuple[int, int]) -> tuple[Calibration, ...]:
    """Tables of this game in pictures of this size, the newest first; a damaged file is none."""
    found = []
    for path in sorted(tables.glob("*.json"), key=lambda path: -path.stat().st_mtime_ns):
        try:
            known = load_calibration(path)
        except BadInput:
            continue
        if known.table.size == size and is_for(game.info, known):
            found.append(known)
    return tuple(found)


def _arranged(seen: Calibration, kept: Calibration) -> Calibration:
    """The table where it lies now, with the zones as they were dragged and the zero test that was made."""
    zones = {zone.name: zone.outline for zone in kept.zones}
    piles = tuple(
        Pile(pile.name, tuple((float(x), float(y)) for x, y in seen.to_px(zones[pile.name])))
        for pile in kept.table.piles
        if pile.name in zones
    )
    return replace(seen, zones=kept.zones, table=replace(seen.table, piles=piles or seen.table.piles), zero=kept.zero)


def _first_picture(source: Source) -> Image:
    for _ in range(MOST_GAPS):
        seen = source.read()
        if isinstance(seen, Frame):
            return seen.image
        if seen is None:
            break
    raise BadInput("no picture comes from this camera", source.name, "is it plugged in, and used by nobody else?")


@dataclass(frozen=True, slots=True)
class Film:
    """Where recordings are kept, and how much room all of them together may take."""

    folder: Path
    most_bytes: int

    def begin(
        self, source: Source, table: Table, match: NewMatch, seats: dict[Seat, PlayerId], zero: ZeroTest | None = None
    ) -> Recorder:
        """A new recording. Half of the room is its own, and it rotates in it; old ones make way for it."""
        self.make_room(self.most_bytes // 2)
        known: dict[str, Any] = {
            "game": match.game,
            "options": dict(match.options),
            "seats": {seat.value: player for seat, player in seats.items()},
        }
        if zero is not None:
            known["zero"] = asdict(zero)
        folder = self.folder / f"{datetime.now():%Y-%m-%d_%H-%M-%S}-{match.game}"
        return begin_recording(folder, source, table, known, most_bytes=self.most_bytes // 2)

    def make_room(self, most_bytes: int) -> None:
        """The oldest recordings go until the others take no more than so much."""
        sizes = {path: _size(path) for path in sorted(self.folder.glob("*")) if path.is_dir() and is_recording(path)}
        while sizes and sum(sizes.values()) > most_bytes:
            oldest = next(iter(sizes))
            shutil.rmtree(oldest, ignore_errors=True)
            del sizes[oldest]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


class LiveTable:
    """A watched match as the worker steps it, and the recording of it, if there is one."""

    def __init__(self, file: MatchFile, session: TableSession, recorder: Recorder | None) -> None:
        self.game, self.recorder = session.game, recorder
        self._file, self._session = file, session
        self._entered = 0
        self._enter(session.judged)

    @property
    def judged(self) -> tuple[Judged, ...]:
        return self._session.judged

    @property
    def places(self) -> Table:
        return self._session.places

    def step(self) -> Update | None:
        update = self._session.step()
        if update is not None and self.recorder is not None:
            for seen in update.seen:
                self.recorder.observed(seen)
            self._enter(update.judged)
        return update

    def say(self, event: Event) -> Judged:
        judged = self._session.say(event)
        self._enter((judged,))
        return judged

    def _enter(self, judged: tuple[Judged, ...]) -> None:
        """Beside the pictures, once: what was said comes with the next update as well."""
        for each in judged:
            if self.recorder is not None and each.entry.n > self._entered:
                self._entered = each.entry.n
                self.recorder.entered(each.entry)

    def close(self) -> None:
        """The camera is let go, and the recording and the match are closed."""
        self._session.close()
        self._file.close()


def open_live(watchable: Watchable, match_file: Path, number: int, match: NewMatch, film: Film | None) -> LiveTable:
    """Take over a match of the file: quick, as everything slow is done. A disk that takes no film stops nobody."""
    game = load_game(match.game)
    seats = seats_of(match.players, game.info.direction.value)
    pace, zero = Pace(), watchable.known.zero
    paced = Paced(watchable.source, pace)
    source: Source = paced
    table = at_scale(watchable.known.table, paced.scale)
    recorder = None
    if film is not None:
        try:
            recorder = film.begin(source, table, match, seats, zero)
            source = Recorded(source, recorder)
        except (BadInput, OSError):
            recorder = None
    file = MatchFile(match_file)
    try:
        log = file.resume(number, kinds_of(game.events))
        session = TableSession(source, watchable.reader, table, game, seats, log, match.options, zero, pace)
    except BaseException:
        source.close()
        file.close()
        raise
    return LiveTable(file, session, recorder)


def open_film(folder: Path, desk: Path, match_file: Path) -> TableSession:
    """A recording of a watched match, watched once more from its pictures; it becomes the newest of `match_file`."""
    film = Recording(folder)
    known = film.manifest.match
    if not known.get("game") or not known.get("seats") or film.manifest.table is None:
        raise BadInput(
            "this recording does not say which game is played, by whom and where",
            str(folder),
            "`tapis referee` can be told; matches recorded in the app say it themselves",
        )
    game, table = load_game(str(known["game"])), table_of(dict(film.manifest.table), str(folder))
    try:
        players = {Seat(seat): PlayerId(str(name)) for seat, name in known["seats"].items()}
        options = tuple((str(name), choice) for name, choice in known.get("options", {}).items())
    except (AttributeError, ValueError):
        raise BadInput("what this recording says of its match is damaged", str(folder), "`tapis doctor` it") from None
    reader = reader_for(game.info.id, desk)
    return TableSession(film, reader, table, game, players, begin_match(match_file, kinds_of(game.events)), options)
