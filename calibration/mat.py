"""The printed mat as data: where its markers, colour patches, code and places for cards are, in millimetres.

The same description is printed and looked for, so the two cannot differ. It decides the layout of a sheet and nothing
else; which places a game wants are plain names and sizes that the caller brings. Origin at the top left corner of the
landscape sheet, x right, y down, towards the South seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import cv2
import numpy as np

PointMm: TypeAlias = tuple[float, float]
Bgr: TypeAlias = tuple[int, int, int]

#: 4 x 4 bits are the largest cells, and so the farthest reach, a marker can have.
DICTIONARY = cv2.aruco.DICT_4X4_50
MARKERS = 8
#: A marker is so many cells wide: its bits and one black cell around them.
CELLS = 6
#: White that a marker needs around itself.
QUIET_MM = 4.0
#: A panel is so many squares wide and high.
PANEL = (7, 11)
#: A place takes a poker card as well as the smaller ones of these games.
PLACE_MM = (66.0, 92.0)


class Paper(Enum):
    """Sheets people have, landscape: width and height in mm, the side of a marker, and the margin of the printer."""

    A4 = (297.0, 210.0, 30.0, 7.0)
    A3 = (420.0, 297.0, 36.0, 8.0)
    LETTER = (279.4, 215.9, 30.0, 7.0)
    TABLOID = (431.8, 279.4, 36.0, 8.0)

    @property
    def width_mm(self) -> float:
        return self.value[0]

    @property
    def height_mm(self) -> float:
        return self.value[1]

    @property
    def marker_mm(self) -> float:
        return self.value[2]

    @property
    def margin_mm(self) -> float:
        return self.value[3]


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle from its top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def corners_mm(self) -> tuple[PointMm, PointMm, PointMm, PointMm]:
        """Top left, top right, bottom right, bottom left."""
        left, top, right, bottom = self.x_mm, self.y_mm, self.x_mm + self.width_mm, self.y_mm + self.height_mm
        return (left, top), (right, top), (right, bottom), (left, bottom)


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker, upright on the sheet. `spot` is its black square; the paper around it stays white."""

    id: int
    spot: Rect


@dataclass(frozen=True, slots=True)
class Patch:
    """A plain field of known colour: what a perfect camera in perfect light would see, blue, green, red."""

    spot: Rect
    bgr: Bgr


@dataclass(frozen=True, slots=True)
class Want:
    """A place a game would like on its mat: so many cards wide and high, so many of them."""

    name: str
    wide: int = 1
    high: int = 1
    copies: int = 1


@dataclass(frozen=True, slots=True)
class MatZone:
    """A place for cards: `pile` or, where there are several, `pile-1`, `pile-2` ..."""

    name: str
    spot: Rect


@dataclass(frozen=True, slots=True)
class Mat:
    game: str
    paper: Paper
    markers: tuple[Marker, ...]
    patches: tuple[Patch, ...]
    #: Where the code with the table's identity is printed.
    code: Rect
    #: Where the same identity stands in squares as large as a marker's cells, so that it is read from as far.
    panels: tuple[Rect, ...]
    zones: tuple[MatZone, ...]

    @property
    def width_mm(self) -> float:
        return self.paper.width_mm

    @property
    def height_mm(self) -> float:
        return self.paper.height_mm

    @property
    def grid_mm(self) -> tuple[PointMm, ...]:
        """Places all over the sheet, for measuring how well it is known."""
        return tuple((self.width_mm * x / 8, self.height_mm * y / 6) for y in range(7) for x in range(9))

    def marker(self, marker_id: int) -> Marker | None:
        return next((marker for marker in self.markers if marker.id == marker_id), None)


#: White, greys and black tell exposure and gamma, the colours tell what a lamp or a camera does to them.
PATCH_COLOURS: tuple[Bgr, ...] = (
    *((255, 255, 255), (40, 40, 215), (60, 150, 40), (180, 70, 30), (60, 210, 245), (20, 20, 20)),
    *((190, 190, 190), (150, 60, 150), (190, 170, 60), (50, 120, 240), (110, 110, 110), (175, 195, 225)),
)


def mat_for(game: str, paper: Paper, wants: Sequence[Want] = ()) -> Mat:
    """The mat of a game on a sheet. Wants that find no room any more are left out: the first ones matter most.

    Three columns of markers leave two fields for cards; the middle column also holds the code and the patches,
    the outer ones the panels.
    """
    side, margin = paper.marker_mm, paper.margin_mm
    xs = (margin, (paper.width_mm - side) / 2, paper.width_mm - margin - side)
    ys = (margin, (paper.height_mm - side) / 2, paper.height_mm - margin - side)
    first = MARKERS * list(Paper).index(paper)
    spots = [Rect(x, y, side, side) for y in ys for x in xs]
    code = spots.pop(4)
    markers = tuple(Marker(first + number, spot) for number, spot in enumerate(spots))
    panels = tuple(_panel(paper, x, above) for above in (ys[0] + side, ys[1] + side) for x in (xs[0], xs[2]))
    return Mat(game, paper, markers, _patches(paper, code), code, panels, _zones(paper, xs, wants))


def paper_of(marker_id: int) -> Paper | None:
    """The sheet a marker is printed on: every size of paper has its own markers."""
    papers = list(Paper)
    return papers[marker_id // MARKERS] if 0 <= marker_id < MARKERS * len(papers) else None


def marker_cells(marker_id: int) -> tuple[tuple[bool, ...], ...]:
    """The marker as rows of cells, from the top left; True is black. Its outer ring is black."""
    picture = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(marker_id, CELLS)
    return tuple(tuple(bool(level == 0) for level in row) for row in np.asarray(picture))


def _patches(paper: Paper, code: Rect) -> tuple[Patch, ...]:
    """Two blocks of 2 x 3, above and below the code, clear of the markers' white."""
    gap = code.y_mm - paper.margin_mm - paper.marker_mm - 2 * QUIET_MM
    wide, high = code.width_mm / 2, gap / 3
    patches = []
    for block, top in enumerate((code.y_mm - QUIET_MM - gap, code.y_mm + code.height_mm + QUIET_MM)):
        for place in range(6):
            row, column = divmod(place, 2)
            spot = Rect(code.x_mm + column * wide, top + row * high, wide, high)
            patches.append(Patch(spot, PATCH_COLOURS[6 * block + place]))
    return tuple(patches)


def _panel(paper: Paper, left: float, above: float) -> Rect:
    """As large as fits between two markers of an outer column and their white."""
    between = (paper.height_mm - 2 * paper.margin_mm - 3 * paper.marker_mm) / 2
    square = min(paper.marker_mm / PANEL[0], (between - 2 * QUIET_MM) / PANEL[1])
    wide, high = PANEL[0] * square, PANEL[1] * square
    return Rect(left + (paper.marker_mm - wide) / 2, above + (between - high) / 2, wide, high)


def _zones(paper: Paper, columns: Sequence[float], wants: Sequence[Want]) -> tuple[MatZone, ...]:
    """Fill the grid of places row by row: each want takes the first free block it fits into."""
    grid = _places(paper, columns)
    rows, across = len(grid), len(grid[0])
    taken: set[tuple[int, int]] = set()
    zones = []
    for want in wants:
        wide, high = min(want.wide, across), min(want.high, rows)
        for copy in range(want.copies):
            for top, left in ((r, c) for r in range(rows - high + 1) for c in range(across - wide + 1)):
                block = {(top + r, left + c) for r in range(high) for c in range(wide)}
                if not block & taken:
                    taken |= block
                    name = want.name if want.copies == 1 else f"{want.name}-{copy + 1}"
                    zones.append(MatZone(name, _around([grid[r][c] for r, c in block])))
                    break
    return tuple(zones)


def _places(paper: Paper, columns: Sequence[float]) -> list[list[Rect]]:
    """Card places in the two fields between the columns of markers, evenly spread, row by row."""
    wide, high = PLACE_MM
    field = columns[1] - columns[0] - paper.marker_mm - 2 * QUIET_MM
    tall = paper.height_mm - 2 * paper.margin_mm
    across, rows = int(field // wide), int(tall // high)
    grid = []
    for row in range(rows):
        y = paper.margin_mm + (tall - rows * high) * (row + 0.5) / rows + row * high
        lefts = [columns[side] + paper.marker_mm + QUIET_MM for side in (0, 1)]
        step = (field - across * wide) / across
        grid.append([Rect(x + step * (k + 0.5) + k * wide, y, wide, high) for x in lefts for k in range(across)])
    return grid


def _around(rects: Sequence[Rect]) -> Rect:
    left, top = min(r.x_mm for r in rects), min(r.y_mm for r in rects)
    right, bottom = max(r.x_mm + r.width_mm for r in rects), max(r.y_mm + r.height_mm for r in rects)
    return Rect(left, top, right - left, bottom - top)
