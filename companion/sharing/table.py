"""The score sheet as a table for spreadsheets (CSV), and back. A whole match leaves and comes by `store.exchange`.

The first row names the columns: `round`, then the players in seating order. Each further row is a finished round with
what it brought everybody, or points written by hand with their reason; the last one is called `total`.
"""

import csv
import io
from dataclasses import dataclass

from calibration.errors import BadInput
from companion.sharing.result import Result

HEAD, FOOT = "round", "total"
#: Spreadsheets take what begins like this for a formula. A name is none, so it is kept apart by a quotation mark.
FORMULA = ("=", "+", "-", "@", "\t", "'")


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Players, rows of a name and everybody's points, and the totals."""

    players: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    totals: tuple[int, ...]


def table_of(result: Result) -> ScoreTable:
    rows = tuple((line.name, line.points) for line in result.lines)
    return ScoreTable(result.players, rows, tuple(line.total for line in result.scores.lines))


def write_table(table: ScoreTable) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow([HEAD, *map(_as_words, table.players)])
    for name, points in table.rows:
        rows.writerow([_as_words(name), *points])
    rows.writerow([FOOT, *table.totals])
    return out.getvalue()


def read_table(text: str) -> ScoreTable:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if len(rows) < 2 or rows[0][:1] != [HEAD] or rows[-1][:1] != [FOOT]:
        raise BadInput("this is no score table", "row 1", f"it begins with {HEAD} and ends with {FOOT}")
    wide = len(rows[0])
    for number, row in enumerate(rows[1:], 2):
        if len(row) != wide:
            raise BadInput(f"this row has {len(row)} cells", f"row {number}", f"it needs {wide}")
    read = tuple((_plain(row[0]), _points(row, number)) for number, row in enumerate(rows[1:], 2))
    return ScoreTable(tuple(map(_plain, rows[0][1:])), read[:-1], read[-1][1])


def _as_words(cell: str) -> str:
    return "'" + cell if cell.startswith(FORMULA) else cell


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") else cell


def _points(row: list[str], number: int) -> tuple[int, ...]:
    try:
        return tuple(map(int, row[1:]))
    except ValueError:
        raise BadInput("points are whole numbers", f"row {number}", "mend the table") from None
