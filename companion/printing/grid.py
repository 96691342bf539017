"""Things of one size cut out of sheets: as many as fit, without gaps, with marks where to cut; backs behind fronts.

Neighbours share a cut, and a rim of their own paper around them hides a cut that is a little off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from calibration.mat import Paper
from companion.printing.sheet import MARGIN_MM, STRIP_MM, Sheet, Texts, cut_marks, page
from vision.art.drawing import Drawing, Inset, Point, Shape, rectangle

RIM_MM = 2.0


class Flip(Enum):
    """About which edge the printer turns the sheet for its back; NONE prints fronts only."""

    LONG = "long"
    SHORT = "short"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Grid:
    """Where things lie on a sheet, row by row, in the middle of it."""

    sheet: Sheet
    columns: int
    rows: int
    width_mm: float
    height_mm: float

    @property
    def places(self) -> int:
        return self.columns * self.rows

    @property
    def box(self) -> tuple[float, float, float, float]:
        wide, high = self.columns * self.width_mm, self.rows * self.height_mm
        left, top = (self.sheet.width_mm - wide) / 2, (self.sheet.height_mm - high) / 2
        return left, top, left + wide, top + high

    def at(self, place: int) -> Point:
        row, column = divmod(place, self.columns)
        left, top, _, _ = self.box
        return left + column * self.width_mm, top + row * self.height_mm

    def behind(self, place: int, flip: Flip) -> int:
        """The place on the back of the sheet that lies behind a place on its front."""
        row, column = divmod(place, self.columns)
        sideways = (flip is Flip.LONG) == self.sheet.upright
        return (
            row * self.columns + self.columns - 1 - column
            if sideways
            else (self.rows - 1 - row) * self.columns + column
        )


def grid_for(paper: Paper, width_mm: float, height_mm: float) -> Grid:
    """The way round of the sheet that holds more."""
    grids = []
    for upright in (True, False):
        sheet = Sheet(paper, upright)
        columns = int((sheet.width_mm - 2 * STRIP_MM) / width_mm + 1e-9)
        rows = int((sheet.height_mm - 2 * MARGIN_MM) / height_mm + 1e-9)
        grids.append(Grid(sheet, columns, rows, width_mm, height_mm))
    return max(grids, key=lambda grid: grid.places)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to cut out. Without a back it is printed on one side."""

    front: Drawing
    back: Drawing | None = None


def pages(things: Sequence[Thing], paper: Paper, flip: Flip, title: str, texts: Texts) -> list[Drawing]:
    """Sheets with everything on them, each front followed by its back."""
    first = things[0].front
    grid = grid_for(paper, first.width_mm, first.height_mm)
    sheets = []
    for start in range(0, len(things), grid.places):
        batch = things[start : start + grid.places]
        fronts = {place: thing.front for place, thing in enumerate(batch)}
        backs = {grid.behind(place, flip): thing.back for place, thing in enumerate(batch) if thing.back}
        count = f"{title} · {start + 1}–{start + len(batch)} / {len(things)}"
        sheets.append(_page(grid, fronts, count, texts))
        if backs and flip is not Flip.NONE:
            sheets.append(_page(grid, backs, f"{count} · {texts['backs']}", texts))
    return sheets


def _page(grid: Grid, drawings: dict[int, Drawing], title: str, texts: Texts) -> Drawing:
    shapes: list[Shape] = []
    for place, drawing in drawings.items():
        x, y = grid.at(place)
        right, bottom = x + grid.width_mm + RIM_MM, y + grid.height_mm + RIM_MM
        shapes.append(rectangle(x - RIM_MM, y - RIM_MM, right, bottom, drawing.paper))
    shapes += [Inset(drawing, grid.at(place)) for place, drawing in drawings.items()]
    corners = [grid.at(place) for place in drawings]
    lefts = {x + step for x, _ in corners for step in (0.0, grid.width_mm)}
    tops = {y + step for _, y in corners for step in (0.0, grid.height_mm)}
    return page(grid.sheet, title, texts, (*shapes, *cut_marks(sorted(lefts), sorted(tops), grid.box)))
