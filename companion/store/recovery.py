"""What can be saved of a damaged match file, written to a new one. The damaged file is only ever read, as a copy."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

from calibration.errors import BadInput
from companion.store.lines import Lines
from companion.store.sqlite import DAMAGE, MatchFile, lines_of_match, rows_of, sentences, transaction


@dataclass(frozen=True, slots=True)
class Recovered:
    """A match that was looked at: how many entries were saved, and where and why it ended, if it ended early."""

    match: int
    entries: int
    damage: BadInput | None


def recover(source: Path, target: Path) -> tuple[Recovered, ...]:
    """Copy the valid prefix of every match of `source` into the new file `target`."""
    if target.exists():
        raise BadInput("this file exists already", str(target), "recover into a new one")
    with _copy_of(source) as damaged, closing(MatchFile(target)) as file, sentences(target, "written"):
        return tuple(_save(damaged, file, match, started) for match, started in _matches(damaged, source).items())


def lines_of_file(source: Path, match: int | None = None) -> Lines:
    """The valid prefix of one match (of the last one, where `match` is None), whatever state the file is in."""
    with _copy_of(source) as damaged:
        numbers = list(_matches(damaged, source))
        if not numbers or (match is not None and match not in numbers):
            raise BadInput("there is no such match", str(source), "`tapis matches` lists them")
        return lines_of_match(damaged, numbers[-1] if match is None else match)


def _save(damaged: sqlite3.Connection, file: MatchFile, match: int, started: int) -> Recovered:
    count, damage = 0, None
    with transaction(file.connection) as connection:
        connection.execute("INSERT INTO match VALUES (?, ?)", (match, started))
        try:
            for n, line, chain in rows_of(damaged, match):
                connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (match, n, line, chain))
                count = n
        except BadInput as found:
            damage = found
    return Recovered(match, count, damage)


def _matches(damaged: sqlite3.Connection, source: Path) -> dict[int, int]:
    """The numbers of all matches, and when they began."""
    try:
        rows = damaged.execute("SELECT id, started_ns FROM match ORDER BY id")
        return {int(match): int(started) for match, started in rows}
    except (*DAMAGE, ValueError, TypeError) as wrong:
        raise BadInput(f"no match can be read ({wrong})", str(source), "is this a match file?") from None


@contextmanager
def _copy_of(source: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy, so that opening it can change nothing of the original."""
    with tempfile.TemporaryDirectory(prefix="tapis-") as folder:
        copy = Path(folder) / "copy"
        try:
            copyfile(source, copy)
            beside = source.with_name(source.name + "-wal")
            if beside.exists():
                copyfile(beside, copy.with_name("copy-wal"))
        except OSError as wrong:
            raise BadInput(f"this file cannot be read ({wrong.strerror})", str(source), "give another path") from None
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            yield connection
