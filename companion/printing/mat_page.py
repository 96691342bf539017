"""The mat as a page: exactly what `calibration.mat` describes, drawn. It adds only faint words and a ruler."""

from collections.abc import Iterator

import numpy as np

from calibration.mat import PANEL, Marker, Mat, MatZone, marker_cells
from companion.codes.code import TableCode, code_text
from companion.codes.panels import panel_bits
from companion.printing.codes import BLACK, qr_shapes, squares
from companion.printing.sheet import FAINT, WHITE, Texts, ruler
from vision.art.drawing import Drawing, Shape, Stroke, arc, placed, rectangle
from vision.art.letters import lettering
from vision.codes.panels import PANELS, SQUARES, squares_of

#: Between the columns of markers, under the places for cards, there is room for this much.
RULER_MM = 80
CORNER_MM = 4.0


def mat_page(mat: Mat, code: TableCode, title: str, texts: Texts) -> Drawing:
    """One landscape sheet, for the table of the code."""
    shapes: list[Shape] = []
    for zone in mat.zones:
        shapes += _zone(zone, texts)
    for patch in mat.patches:
        blue, green, red = patch.bgr
        shapes.append(rectangle(*patch.spot.corners_mm[0], *patch.spot.corners_mm[2], (red, green, blue)))
    for marker in mat.markers:
        shapes += _marker(marker)
    # The mat keeps the paper around its code white: the symbol may fill its spot.
    shapes += qr_shapes(code_text(code), mat.code, quiet=0)
    for spot, cells in zip(mat.panels, panel_cells(code), strict=True):
        shapes += squares(cells, spot.x_mm, spot.y_mm, spot.width_mm / len(cells[0]), BLACK)
    shapes += _foot(mat, title, texts)
    return Drawing(mat.width_mm, mat.height_mm, WHITE, tuple(shapes))


def panel_cells(code: TableCode) -> list[list[list[bool]]]:
    """For every panel of the mat its squares, row by row; True is black. They stay white for an id that is too long."""
    bits = panel_bits(code)
    drawn = np.zeros((PANELS, SQUARES), bool) if bits is None else squares_of(bits)
    cells: list[list[list[bool]]] = drawn.reshape(PANELS, PANEL[1], PANEL[0]).tolist()
    return cells


def _marker(marker: Marker) -> Iterator[Shape]:
    spot, cells = marker.spot, marker_cells(marker.id)
    yield rectangle(*spot.corners_mm[0], *spot.corners_mm[2], BLACK)
    white = [[not cell for cell in row] for row in cells]
    yield from squares(white, spot.x_mm, spot.y_mm, spot.width_mm / len(cells), WHITE)


def _zone(zone: MatZone, texts: Texts) -> Iterator[Shape]:
    """A thin round-cornered frame and the place's name, faint enough to be no card."""
    left, top = zone.spot.corners_mm[0]
    right, bottom = zone.spot.corners_mm[2]
    r = CORNER_MM
    corners = ((left + r, top + r, 0.5), (right - r, top + r, 0.75), (right - r, bottom - r, 0.0))
    points = tuple(
        point
        for x, y, turn in (*corners, (left + r, bottom - r, 0.25))
        for point in arc((x, y), r, r, turn, turn + 0.25, 8)
    )
    yield Stroke(points, 0.35, FAINT, True)
    kind, _, number = zone.name.partition("-")
    name = f"{texts.get(f'zone.{kind}', kind)} {number}".strip()
    middle = ((left + right) / 2, (top + bottom) / 2)
    yield from lettering(name, middle, 3.4, FAINT, room=zone.spot.width_mm - 8, weight=0.35)


def _foot(mat: Mat, title: str, texts: Texts) -> Iterator[Shape]:
    """The ruler below the left field, the words below the right one: out of the markers' white."""
    low = mat.height_mm - 4.6
    inner = mat.paper.margin_mm + mat.paper.marker_mm
    field = (mat.width_mm - mat.paper.marker_mm) / 2 - inner
    yield from placed(ruler(RULER_MM, texts), (inner + (field - RULER_MM) / 2, low))
    words = f"{title} · {mat.paper.name} · {texts['print_at_100']} · {texts['south']}"
    middle = mat.width_mm - inner - field / 2
    yield from lettering(words, (middle, low), 1.8, FAINT, room=field - 10)
