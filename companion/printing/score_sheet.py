"""A score sheet to fill in by hand: players across, rounds down, and the facts a table settles before it begins."""

from collections.abc import Iterator

from calibration.mat import Paper
from companion.core.game import GameInfo
from companion.printing.sheet import FAINT, INK, MARGIN_MM, STRIP_MM, Sheet, Texts, page
from vision.art.drawing import Drawing, Shape, Stroke, rectangle
from vision.art.letters import lettering

ROW_MM = 9.0
HEAD_MM = 14.0
ROUND_MM = 16.0
PALE = (238, 236, 230)


def score_sheet(info: GameInfo, paper: Paper, title: str, texts: Texts) -> Drawing:
    sheet = Sheet(paper)
    left, right = STRIP_MM + 4, sheet.width_mm - STRIP_MM
    players = info.players[1]
    top = 52.0
    rows = int((sheet.height_mm - MARGIN_MM - 6 - top - HEAD_MM) / ROW_MM) - 1
    shapes = [
        *lettering(title, (left, 18.0), 7.0, INK, "left", room=right - left),
        *_facts(info, left, right, texts),
        *_table(left, right, top, players, rows, texts),
    ]
    return page(sheet, f"{title} · {texts['scoresheet']}", texts, shapes)


def _facts(info: GameInfo, left: float, right: float, texts: Texts) -> Iterator[Shape]:
    """Date and place to fill in, who wins, and the rulebook's limits by number of players, with boxes to tick."""
    middle = (left + right) / 2
    for x, key in ((left, "date"), (middle, "place")):
        yield from lettering(texts[key], (x, 30.0), 2.4, INK, "left")
        yield Stroke(((x + 16, 31.4), (x + (right - left) / 2 - 8, 31.4)), 0.25, FAINT)
    yield from lettering(texts[f"ranking_{info.ranking.value}"], (left, 38.0), 2.4, INK, "left", room=right - left)
    x = left
    for fewest, most, limits in info.limits:
        yield from lettering(f"{fewest}–{most}:", (x, 45.0), 2.4, INK, "left")
        x += 10
        for limit in limits:
            yield Stroke(((x, 43.6), (x + 2.8, 43.6), (x + 2.8, 46.4), (x, 46.4)), 0.25, INK, True)
            yield from lettering(str(limit), (x + 4.2, 45.0), 2.4, INK, "left")
            x += 13
        x += 4


def _table(left: float, right: float, top: float, players: int, rows: int, texts: Texts) -> Iterator[Shape]:
    step = (right - left - ROUND_MM) / players
    bottom = top + HEAD_MM + (rows + 1) * ROW_MM
    for row in range(1, rows, 2):
        y = top + HEAD_MM + row * ROW_MM
        yield rectangle(left, y, right, y + ROW_MM, PALE)
    for row in range(rows + 2):
        y = top + HEAD_MM + row * ROW_MM
        yield Stroke(((left, y), (right, y)), 0.5 if row in (0, rows) else 0.15, INK)
        if row < rows:
            yield from lettering(str(row + 1), (left + ROUND_MM / 2, y + ROW_MM / 2), 2.6, INK)
    for column in range(players + 1):
        x = left + ROUND_MM + column * step
        yield Stroke(((x, top), (x, bottom)), 0.15, INK)
    yield Stroke(((left, top), (right, top)), 0.5, INK)
    yield Stroke(((left, bottom), (right, bottom)), 0.5, INK)
    yield from lettering(texts["round"], (left + ROUND_MM / 2, top + HEAD_MM - 3), 2.2, INK, room=ROUND_MM - 2)
    yield from lettering(texts["total"], (left + ROUND_MM / 2, bottom - ROW_MM / 2), 2.4, INK, room=ROUND_MM - 2)
