"""Match files: SQLite, several matches in one, every entry chained to the one before and on the disk before it counts.

Write-ahead logging with synchronous=FULL: one sync an entry, a power cut leaves a valid prefix, and the screens may
read while the match is being written. It never judges; summaries are handed in by whoever folded the log.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from calibration.errors import BadInput
from companion.core.codec import Kinds
from companion.core.events import Entry, Event
from companion.core.scores import Scores
from companion.store.lines import Lines, read_lines
from companion.store.log import line_of
from companion.store.schema import migrate

MAGIC = b"SQLite format 3\0"

#: What the first entry of a match is chained to.
CHAIN_START = b""

#: What reading a damaged file may raise; SQLite quotes the damage in its own words, which may be no text at all.
DAMAGE = (sqlite3.Error, UnicodeDecodeError)


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in the history: `players` and `totals` stand in seating order."""

    match: int
    started_ns: int
    game: str
    entries: int
    over: bool
    players: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """What somebody has played of a game, over all finished matches of a file."""

    game: str
    player: str
    matches: int
    won: int
    average: float
    lowest: int
    highest: int


class MatchFile:
    """An open match file. Damaged files are refused here; see `companion.store.recovery`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with sentences(path, "opened"):
            _check_header(path)
            self.connection = _connect(path)

    def begin(self, kinds: Kinds) -> "SqliteLog":
        """A new match; it comes to be with its first entry."""
        return SqliteLog(self, kinds, None)

    def resume(self, match: int, kinds: Kinds) -> "SqliteLog":
        """Go on with a match after a stop, a kill or a crash."""
        return SqliteLog(self, kinds, match)

    def lines(self, match: int) -> Lines:
        """The lines of a match, as far as its chain holds."""
        return lines_of_match(self.connection, match)

    def matches(self) -> tuple[int, ...]:
        """The numbers of all matches, oldest first."""
        with sentences(self.path, "read"):
            return tuple(row[0] for row in self.connection.execute("SELECT id FROM match ORDER BY id"))

    def started_ns(self, match: int) -> int:
        """When a match began, by the wall clock; for people to read, nothing depends on it."""
        with sentences(self.path, "read"):
            row = self.connection.execute("SELECT started_ns FROM match WHERE id = ?", (match,)).fetchone()
        if row is None:
            raise BadInput(f"there is no match {match}", str(self.path), "see its history")
        return int(row[0])

    def forget(self, match: int) -> None:
        """Delete a match for good: its entries, and what was remembered of it, overwritten in the file."""
        self.connection.execute("PRAGMA secure_delete = ON")
        with sentences(self.path, "written"), transaction(self.connection) as connection:
            for table in ("score", "summary", "entry"):
                connection.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
            connection.execute("DELETE FROM match WHERE id = ?", (match,))

    def remember(self, match: int, game: str, entries: int, scores: Scores) -> None:
        """Keep what a fold of the match said, for the history. The log itself never depends on it."""
        won = set(scores.winners)
        rows = [(match, s, line.player, line.total, line.player in won) for s, line in enumerate(scores.lines)]
        with sentences(self.path, "written"), transaction(self.connection) as connection:
            connection.execute("REPLACE INTO summary VALUES (?, ?, ?, ?)", (match, game, entries, scores.over))
            connection.execute("DELETE FROM score WHERE match = ?", (match,))
            connection.executemany("INSERT INTO score VALUES (?, ?, ?, ?, ?)", rows)

    def unsummed(self) -> tuple[int, ...]:
        """Matches that grew (or were saved) since a fold of them was last remembered."""
        query = """
            SELECT entry.match FROM entry LEFT JOIN summary USING (match)
            GROUP BY entry.match HAVING COUNT(*) IS NOT summary.entries ORDER BY entry.match
        """
        with sentences(self.path, "read"):
            return tuple(row[0] for row in self.connection.execute(query))

    def history(self) -> tuple[MatchLine, ...]:
        """All remembered matches, newest first."""
        with sentences(self.path, "read"):
            rows = self.connection.execute("SELECT * FROM history ORDER BY match DESC").fetchall()
            return tuple(self._match_line(*row) for row in rows)

    def statistics(self) -> tuple[PlayerLine, ...]:
        """Everybody's finished matches, a line a game and player."""
        with sentences(self.path, "read"):
            rows = self.connection.execute("SELECT * FROM statistics ORDER BY game, won DESC, player")
            return tuple(PlayerLine(*row) for row in rows)

    def close(self) -> None:
        self.connection.close()

    def _match_line(self, match: int, started_ns: int, game: str, entries: int, over: int) -> MatchLine:
        query = "SELECT player, total, won FROM score WHERE match = ? ORDER BY seat"
        rows = self.connection.execute(query, (match,)).fetchall()
        winners = tuple(player for player, _, won in rows if won)
        return MatchLine(
            match, started_ns, game, entries, bool(over), tuple(r[0] for r in rows), tuple(r[1] for r in rows), winners
        )


def begin_match(path: Path, kinds: Kinds) -> "SqliteLog":
    """A new match in the file at `path`, which is closed with the match's log. For whoever needs nothing else of it."""
    return _OnlyLog(MatchFile(path), kinds, None)


class SqliteLog:
    """The log of one match in a match file. `match` is its number, None until the first entry is written."""

    def __init__(self, file: MatchFile, kinds: Kinds, match: int | None) -> None:
        self.file, self.kinds, self.match = file, kinds, match
        self._entries: list[Entry] = []
        self._chain = CHAIN_START
        if match is not None:
            self._load(match)

    def append(
        self,
        event: Event,
        *,
        lo_ns: int = 0,
        hi_ns: int = 0,
        source: str = "hand",
        confidence: float = 1.0,
        proof: str = "",
    ) -> Entry:
        entry = Entry(len(self._entries) + 1, event, lo_ns, hi_ns, source, confidence, proof)
        self.extend((entry,))
        return entry

    def extend(self, entries: Sequence[Entry]) -> None:
        """Write several entries as one: all of them or none. They carry the numbers that come next."""
        match, chain, rows = self.match, self._chain, []
        for n, entry in enumerate(entries, len(self._entries) + 1):
            if entry.n != n:
                raise ValueError(f"entry {entry.n} cannot stand where entry {n} belongs")
            line = line_of(entry, self.kinds)
            chain = chained(chain, line)
            rows.append((n, line, chain))
        with sentences(self.file.path, "written"), transaction(self.file.connection) as connection:
            if match is None:
                cursor = connection.execute("INSERT INTO match (started_ns) VALUES (?)", (time.time_ns(),))
                match = cursor.lastrowid
            connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", [(match, *row) for row in rows])
        self.match, self._chain = match, chain
        self._entries += entries

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def close(self) -> None:
        """The file stays open: it may hold other matches."""

    def _load(self, match: int) -> None:
        if match not in self.file.matches():
            raise BadInput(f"there is no match {match}", str(self.file.path), "see its history")
        reading = read_lines(self.file.lines(match), self.kinds)
        if reading.damage is not None:
            raise BadInput(
                f"match {match} is damaged ({reading.damage})", str(self.file.path), "`tapis matches` recovers it"
            )
        self._entries = list(reading.entries)
        last = "SELECT chain FROM entry WHERE match = ? ORDER BY n DESC LIMIT 1"
        row = self.file.connection.execute(last, (match,)).fetchone()
        self._chain = row[0] if row else CHAIN_START


class _OnlyLog(SqliteLog):
    """A log whose file nobody else uses."""

    def close(self) -> None:
        self.file.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=5)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection, str(path))
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages contradict each other")
    except BaseException:
        connection.close()
        raise
    return connection


def chained(before: bytes, line: str) -> bytes:
    return sha256(before + line.encode()).digest()


def rows_of(connection: sqlite3.Connection, match: int) -> Iterator[tuple[int, str, bytes]]:
    """The rows of a match as long as the chain holds; then BadInput with the place."""
    chain, n = CHAIN_START, 0
    try:
        rows = connection.execute("SELECT n, line, chain FROM entry WHERE match = ? ORDER BY n", (match,))
        for n, (number, line, stored) in enumerate(rows, 1):
            if number != n:
                raise BadInput(f"entry {n} is missing", f"entry {n}", "what came before it is as it was written")
            chain = chained(chain, line) if isinstance(line, str) else b""
            if chain != stored:
                raise BadInput("this entry is not as it was written", f"entry {n}", "what came before it is")
            yield n, line, chain
    except DAMAGE as wrong:
        raise BadInput(
            f"the file cannot be read further ({wrong})", f"entry {n + 1}", "what came before it is whole"
        ) from None


def lines_of_match(connection: sqlite3.Connection, match: int) -> Lines:
    lines: list[bytes] = []
    damage: BadInput | None = None
    try:
        for _, line, _ in rows_of(connection, match):
            lines.append(line.encode())
    except BadInput as found:
        damage = found
    return Lines(tuple(lines), damage, "entry")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All of it or nothing, and on the disk at the end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def sentences(path: Path, what: str) -> Iterator[None]:
    """What SQLite or the system complains about, as a sentence."""
    try:
        yield
    except (*DAMAGE, OSError, OverflowError) as wrong:
        raise BadInput(
            f"the match file could not be {what} ({wrong})",
            str(path),
            "nothing accepted is lost; make room or look at the file, then try again",
        ) from None


def _check_header(path: Path) -> None:
    """Look before SQLite does: it would make an empty file into a new one, and throw away what lies beside it."""
    beside = path.with_name(path.name + "-wal")
    if not path.exists() and not beside.exists():
        return
    head = b""
    if path.exists():
        with path.open("rb") as stream:
            head = stream.read(len(MAGIC))
    if head != MAGIC and (head or (beside.exists() and beside.stat().st_size)):
        raise BadInput("this is no match file, or its beginning is lost", str(path), "give the path of a match file")
