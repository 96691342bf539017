"""A score sheet: players across, rounds down, and the facts a table settles before it begins.

Empty, to fill in by hand; or with what was played already written in, on as many sheets as that takes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from calibration.mat import Paper
from companion.core.game import GameInfo
from companion.printing.sheet import FAINT, INK, MARGIN_MM, STRIP_MM, Sheet, Texts, page
from vision.art.drawing import Drawing, Shape, Stroke, rectangle
from vision.art.letters import lettering, width_of

ROW_MM = 9.0
HEAD_MM = 14.0
ROUND_MM = 16.0
TOP_MM = 52.0
PALE = (238, 236, 230)
#: What was written in stands out from what was printed.
WRITTEN = (22, 58, 128)


@dataclass(frozen=True, slots=True)
class Filled:
    """What is written into a sheet: names, rows of a name and everybody's points, totals, and the chosen limit."""

    players: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[int, ...]], ...] = ()
    totals: tuple[int, ...] = ()
    date: str = ""
    limit: int | None = None


def score_sheet(info: GameInfo, paper: Paper, title: str, texts: Texts) -> Drawing:
    """A sheet to fill in by hand."""
    return _sheet(info, Sheet(paper), title, texts, Filled(), 0)


def filled_sheets(info: GameInfo, paper: Paper, title: str, texts: Texts, filled: Filled) -> list[Drawing]:
    """A match that was played; the totals stand on the last of its sheets."""
    sheet = Sheet(paper)
    starts = range(0, max(1, len(filled.rows)), _rows(sheet))
    return [_sheet(info, sheet, title, texts, filled, start) for start in starts]


def _rows(sheet: Sheet) -> int:
    return int((sheet.height_mm - MARGIN_MM - 6 - TOP_MM - HEAD_MM) / ROW_MM) - 1


def _sheet(info: GameInfo, sheet: Sheet, title: str, texts: Texts, filled: Filled, start: int) -> Drawing:
    left, right = STRIP_MM + 4, sheet.width_mm - STRIP_MM
    columns = len(filled.players) or info.players[1]
    shapes = [
        *lettering(title, (left, 18.0), 7.0, INK, "left", room=right - left),
        *_facts(info, left, right, texts, filled),
        *_table(left, right, columns, _rows(sheet), texts, filled, start),
    ]
    return page(sheet, f"{title} · {texts['scoresheet']}", texts, shapes)


def _facts(info: GameInfo, left: float, right: float, texts: Texts, filled: Filled) -> Iterator[Shape]:
    """Date and place to fill in, who wins, and the rulebook's limits by number of players, with boxes to tick."""
    middle = (left + right) / 2
    for x, key in ((left, "date"), (middle, "place")):
        yield from lettering(texts[key], (x, 30.0), 2.4, INK, "left")
        yield Stroke(((x + 16, 31.4), (x + (right - left) / 2 - 8, 31.4)), 0.25, FAINT)
    if filled.date:
        yield from lettering(filled.date, (left + 17, 29.4), 2.8, WRITTEN, "left", room=middle - left - 26)
    yield from lettering(texts[f"ranking_{info.ranking.value}"], (left, 38.0), 2.4, INK, "left", room=right - left)
    x = left
    for fewest, most, limits in info.limits:
        yield from lettering(f"{fewest}–{most}:", (x, 45.0), 2.4, INK, "left")
        x += 10
        for limit in limits:
            yield Stroke(((x, 43.6), (x + 2.8, 43.6), (x + 2.8, 46.4), (x, 46.4)), 0.25, INK, True)
            if limit == filled.limit and fewest <= len(filled.players) <= most:
                yield Stroke(((x + 0.5, 45.0), (x + 1.2, 46.0), (x + 3.2, 42.8)), 0.6, WRITTEN)
            yield from lettering(str(limit), (x + 4.2, 45.0), 2.4, INK, "left")
            x += max(13, 8.2 + width_of(str(limit), 2.4))
        x += 4


def _table(
    left: float, right: float, columns: int, rows: int, texts: Texts, filled: Filled, start: int
) -> Iterator[Shape]:
    step = (right - left - ROUND_MM) / columns
    bottom = TOP_MM + HEAD_MM + (rows + 1) * ROW_MM
    yield from _lines(left, right, bottom, rows, [left + ROUND_MM + column * step for column in range(columns + 1)])
    here = filled.rows[start : start + rows]
    for row in range(rows):
        name = here[row][0] if row < len(here) else "" if filled.rows else str(row + 1)
        y = TOP_MM + HEAD_MM + (row + 0.5) * ROW_MM
        yield from lettering(name, (left + ROUND_MM / 2, y), 2.6, INK, room=ROUND_MM - 2)
    yield from lettering(texts["round"], (left + ROUND_MM / 2, TOP_MM + HEAD_MM - 3), 2.2, INK, room=ROUND_MM - 2)
    yield from lettering(texts["total"], (left + ROUND_MM / 2, bottom - ROW_MM / 2), 2.4, INK, room=ROUND_MM - 2)
    for column, player in enumerate(filled.players):
        x = left + ROUND_MM + (column + 0.5) * step
        yield from lettering(player, (x, TOP_MM + HEAD_MM / 2), 3.4, WRITTEN, room=step - 3)
        for row, (_name, points) in enumerate(here):
            y = TOP_MM + HEAD_MM + (row + 0.5) * ROW_MM
            yield from lettering(str(points[column]).replace("-", "−"), (x, y), 3.2, WRITTEN, room=step - 3)
        if start + rows >= len(filled.rows):
            total = str(filled.totals[column]).replace("-", "−")
            yield from lettering(total, (x, bottom - ROW_MM / 2), 4.0, WRITTEN, weight=0.8, room=step - 3)


def _lines(left: float, right: float, bottom: float, rows: int, columns: list[float]) -> Iterator[Shape]:
    for row in range(1, rows, 2):
        y = TOP_MM + HEAD_MM + row * ROW_MM
        yield rectangle(left, y, right, y + ROW_MM, PALE)
    for row in range(rows + 1):
        y = TOP_MM + HEAD_MM + row * ROW_MM
        yield Stroke(((left, y), (right, y)), 0.5 if row in (0, rows) else 0.15, INK)
    for x in columns:
        yield Stroke(((x, TOP_MM), (x, bottom)), 0.15, INK)
    yield Stroke(((left, TOP_MM), (right, TOP_MM)), 0.5, INK)
    yield Stroke(((left, bottom), (right, bottom)), 0.5, INK)
