"""What this device keeps between two evenings: the matches, the people and the settings, all in one folder.

The match file is the store's; people and settings are a small JSON file, written whole. Everything can be deleted.
"""

import json
import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.errors import BadInput
from companion.core.codec import kinds_of
from companion.core.events import Entry, Event, NewMatch
from companion.core.fold import fold
from companion.core.game import Game
from companion.games import game_ids, load_game
from companion.store.lines import named_game, read_lines
from companion.store.sqlite import MatchFile, MatchLine, SqliteLog
from companion.store.whole import write_whole
from companion.ui.household import Household, household_of
from companion.ui.table_model import TableModel

MATCHES = "matches.tapis"
HOUSEHOLD = "household.json"
#: Films of matches that a camera watched, a folder each.
RECORDINGS = "recordings"
#: Photos of people.
PHOTOS = "photos"
#: All that is ever kept in the folder: matches (SQLite has files beside its own), people and settings, the key that
#: seals badges, cameras, tables, decks, recordings and photos.
KEPT = ("*.tapis*", HOUSEHOLD, "household.key", "cameras.json", "tables", "decks", RECORDINGS, PHOTOS)
#: Less room than this, and people are warned. A match needs very little; recordings need the rest.
LITTLE_ROOM = 300_000_000


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in the file: its number, and what a fold of it said."""

    line: MatchLine

    @property
    def running(self) -> bool:
        return not self.line.over


class HandTable:
    """A match that is open for writing by hand: the log in the file, and the model that mirrors it."""

    def __init__(self, file: MatchFile, log: SqliteLog, game: Game[Any]) -> None:
        self.file, self.log = file, log
        self.model = TableModel(game, log.entries())
        self.model.write = self.write

    @property
    def number(self) -> int:
        return self.log.match or 0

    def write(self, *events: Event) -> None:
        """Into the file first, then onto the screen."""
        for event in events:
            self.model.take((self.log.append(event),))

    def close(self) -> None:
        """Leave the match as it is; the history learns its totals."""
        scores = self.model.scores
        if scores is not None:
            self.file.remember(self.number, self.model.game.info.id, len(self.model.judged), scores)
        self.file.close()


class Desk:
    """The folder of this device."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.household = _read_household(folder / HOUSEHOLD)

    @property
    def match_file(self) -> Path:
        return self.folder / MATCHES

    @property
    def recordings(self) -> Path:
        return self.folder / RECORDINGS

    def photo_of(self, name: str) -> str:
        """Where somebody's photo is; empty if there is none."""
        photo = self.household.person(name).photo
        path = self.folder / PHOTOS / f"{photo}.png"
        return str(path) if photo and path.is_file() else ""

    def change(self, household: Household) -> None:
        """Take over people and settings, and keep them."""
        if household != self.household:
            self.household = household
            self.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(household.to_data(), ensure_ascii=False, indent=1) + "\n"
            write_whole(self.folder / HOUSEHOLD, text.encode(), force=True)

    def begin(self, match: NewMatch) -> HandTable:
        """A new match, written at once."""
        self.folder.mkdir(parents=True, exist_ok=True)
        game = load_game(match.game)
        file = MatchFile(self.match_file)
        try:
            table = HandTable(file, file.begin(kinds_of(game.events)), game)
            table.write(match)
        except BaseException:
            file.close()
            raise
        return table

    def resume(self, number: int) -> HandTable:
        """Go on with a match after a stop, a kill or a crash."""
        file = MatchFile(self.match_file)
        try:
            game = load_game(named_game(file.lines(number)))
            return HandTable(file, file.resume(number, kinds_of(game.events)), game)
        except BaseException:
            file.close()
            raise

    def history(self) -> tuple[Kept, ...]:
        """Every match that can be read, newest first."""
        if not self.match_file.exists():
            return ()
        with closing(MatchFile(self.match_file)) as file:
            for number in file.unsummed():
                _sum_up(file, number)
            return tuple(Kept(line) for line in file.history() if line.game in game_ids())

    def running(self) -> Kept | None:
        """The newest match, if it is not over."""
        newest = self.history()[:1]
        return newest[0] if newest and newest[0].running else None

    def entries(self, number: int) -> tuple[Entry, ...]:
        """The log of a match, to export or to look at."""
        with closing(MatchFile(self.match_file)) as file:
            game = load_game(named_game(file.lines(number)))
            return read_lines(file.lines(number), kinds_of(game.events)).entries

    def little_room(self) -> bool:
        """Is the disk nearly full?"""
        return self.folder.exists() and shutil.disk_usage(self.folder).free < LITTLE_ROOM

    def delete_everything(self) -> None:
        """Everything that was kept on this device. What people have exported lies where they keep their documents."""
        for kept in KEPT:
            for path in self.folder.glob(kept):
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()
        self.household = Household()


def _read_household(path: Path) -> Household:
    try:
        return household_of(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, RecursionError):
        return Household()


def _sum_up(file: MatchFile, number: int) -> None:
    """Fold a match for the history. One that cannot be read is left out of it, and stays in the file as it is."""
    try:
        game = load_game(named_game(file.lines(number)))
    except BadInput:
        return
    reading = read_lines(file.lines(number), kinds_of(game.events))
    scores = fold(game, reading.entries).scores
    if scores is not None:
        file.remember(number, game.info.id, len(reading.entries), scores)
