"""The matches of this device to look back on: the list, what they say of everybody, and files that bring one back.

Everything is read from the match file by whoever asks; a damaged match is left out and stays as it is.
"""

from collections.abc import Callable, Generator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from calibration.errors import BadInput
from companion.core.careers import Career, Careers
from companion.core.codec import kinds_of
from companion.core.fold import fold
from companion.desk import Desk, HandTable
from companion.games import load_game
from companion.paper import documents
from companion.store.exchange import lines_of_export
from companion.store.lines import named_game, read_lines
from companion.store.sqlite import MatchFile
from companion.ui.history_view import Played
from companion.ui.table_model import TableModel

#: Hears in a sentence why something cannot be done.
Sorry = Callable[[str], None]

#: Files that may hold a match, in the folder where exports go.
ENDINGS = (".json", ".jsonl")
#: Careers are told after so many matches at the latest, so that a long history shows something at once.
EVERY = 25


class Archive:
    """`folder` is where exported matches are looked for."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self.folder = desk, documents(desk.folder)

    def hear(self, model: TableModel | None) -> None:
        pass

    def close(self) -> None:
        pass

    def played(self, sorry: Sorry) -> tuple[Played, ...]:
        """All matches, the newest first; none, and a sentence why, where the file cannot be read."""
        try:
            history = self._desk.history()
        except BadInput as wrong:
            sorry(str(wrong))
            return ()
        return tuple(
            Played(
                line.match,
                datetime.fromtimestamp(line.started_ns / 1e9).astimezone(),
                line.game,
                line.players,
                line.totals,
                line.winners,
                line.over,
            )
            for line in (kept.line for kept in history)
        )

    def careers(self) -> Generator[tuple[Career, ...], None, None]:
        """Statistics of everybody; first of a part, where there are many matches."""
        collected = Careers()
        if self._desk.match_file.exists():
            with closing(MatchFile(self._desk.match_file)) as file:
                for count, number in enumerate(file.matches(), 1):
                    _add(collected, file, number)
                    if count % EVERY == 0:
                        yield collected.told()
        yield collected.told()

    def forget(self, number: int) -> None:
        with closing(MatchFile(self._desk.match_file)) as file:
            file.forget(number)

    def files(self) -> tuple[Path, ...]:
        """Files that may hold a match to bring back."""
        try:
            found = [path for path in self.folder.iterdir() if path.suffix in ENDINGS and path.is_file()]
        except OSError:
            return ()
        return tuple(sorted(found, reverse=True))

    def resume(self, number: int, hear: Callable[[HandTable], None], sorry: Sorry) -> None:
        """A match to go on with, or to put right."""
        try:
            hear(self._desk.resume(number))
        except BadInput as wrong:
            sorry(str(wrong))

    def bring(self, path: Path, hear: Callable[[tuple[str, ...]], None], sorry: Sorry) -> None:
        """Add a match from a file, whole or not at all; tell its players."""
        try:
            self._add_from(path)
        except BadInput as wrong:
            sorry(str(wrong))
        else:
            hear(self._desk.history()[0].line.players)

    def _add_from(self, path: Path) -> None:
        try:
            with path.open("rb") as stream:
                lines = lines_of_export(stream, path.suffix.lower())
        except OSError as wrong:
            raise BadInput(f"this file cannot be read ({wrong.strerror})", str(path), "choose another") from None
        game = load_game(named_game(lines))
        reading = read_lines(lines, kinds_of(game.events))
        if reading.damage is not None:
            raise BadInput(f"the match is damaged ({reading.damage})", str(path), "export it again")
        self._desk.folder.mkdir(parents=True, exist_ok=True)
        with closing(MatchFile(self._desk.match_file)) as file:
            file.begin(kinds_of(game.events)).extend(reading.entries)


def _add(collected: Careers, file: MatchFile, number: int) -> None:
    try:
        lines = file.lines(number)
        game = load_game(named_game(lines))
    except BadInput:
        return
    match = fold(game, read_lines(lines, kinds_of(game.events)).entries)
    if match.scores is not None:
        collected.add(game, match.judged, match.scores)
