"""The shape of a match file (SQLite), and how older shapes become the present one.

`entry` is the truth: one line of the log a row, each chained to the one before by a hash. Everything else can be made
again from it. The version is SQLite's own `user_version`; a migration is one transaction: a kill leaves the old file.
"""

import sqlite3

from calibration.errors import BadInput

#: "Tapi", so that a match file is not taken for somebody else's database.
APPLICATION_ID = 0x54617069

#: What makes version n out of version n - 1. The first element makes version 1 out of an empty file.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        started_ns INTEGER NOT NULL            -- wall clock, for display only
    );
    CREATE TABLE entry (
        match INTEGER NOT NULL REFERENCES match (id),
        n INTEGER NOT NULL,
        line TEXT NOT NULL,                    -- the entry as in a JSON Lines log
        chain BLOB NOT NULL,                   -- sha256 of the chain before and this line
        PRIMARY KEY (match, n)
    ) WITHOUT ROWID;
    CREATE TABLE summary (                     -- what the last fold said; can be made again from the entries
        match INTEGER PRIMARY KEY REFERENCES match (id),
        game TEXT NOT NULL,
        entries INTEGER NOT NULL,
        over INTEGER NOT NULL
    );
    CREATE TABLE score (
        match INTEGER NOT NULL REFERENCES match (id),
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        total INTEGER NOT NULL,
        won INTEGER NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
    CREATE VIEW history AS
        SELECT match.id AS match, started_ns, game, entries, over FROM match JOIN summary ON summary.match = match.id;
    CREATE VIEW statistics AS
        SELECT game, player, COUNT(*) AS matches, SUM(won) AS won, AVG(total) AS average,
               MIN(total) AS lowest, MAX(total) AS highest
        FROM score JOIN summary USING (match) WHERE over GROUP BY game, player;
    """,
)


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Bring a file to the present version; refuse one that a newer program made."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    if tables and application != APPLICATION_ID:
        raise BadInput("this is a database of another program", where, "give the path of a match file")
    if version > len(MIGRATIONS):
        raise BadInput(f"this match file has version {version}", where, "open it with a newer Tapis")
    for target in range(version + 1, len(MIGRATIONS) + 1):
        connection.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[target - 1]}"
            f" PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {target}; COMMIT;"
        )
