"""Scenes with a printed mat whose truth is known to the hair: a camera, a table, a sheet, what hides it, and the light.

Made for measuring the calibration; shares no code with it but the description of the mat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.mat import Mat, Rect, marker_cells
from calibration.picture import sampled
from calibration.plane import Floats
from vision.image import Image
from vision.recognise.deck import Deck

Rng: TypeAlias = np.random.Generator

#: Resolution of the printed sheet.
PRINT_PX_PER_MM = 8.0
#: A table top, a pixel a millimetre; beyond, it begins anew.
TABLE_PX = 1600
CARD = np.array([(-29, -43.5), (29, -43.5), (29, 43.5), (-29, 43.5)])
#: The picture is drawn so many times larger, then averaged: what a sensor's pixels do.
FINE = 3
#: Of so many fine pixels in a row, one is computed.
APART = 8


@dataclass(frozen=True, slots=True)
class Camera:
    """The truth: focal length and bending as OpenCV counts them, and the pose over the table (mm, y down, z away)."""

    size: tuple[int, int]
    focal_px: float
    k1: float
    k2: float
    turned: Floats
    place: Floats
    off_px: tuple[float, float] = (0.0, 0.0)

    @property
    def middle(self) -> Floats:
        return np.array(((self.size[0] - 1) / 2, (self.size[1] - 1) / 2)) + self.off_px

    def to_px(self, points_mm: Floats) -> Floats:
        flat = np.column_stack((points_mm, np.zeros(len(points_mm)))) @ self.turned.T + self.place
        ideal = flat[:, :2] / flat[:, 2:]
        far = (ideal**2).sum(axis=1, keepdims=True)
        seen: Floats = ideal * (1 + far * (self.k1 + far * self.k2)) * self.focal_px + self.middle
        return seen

    def to_mm(self, points_px: Floats) -> Floats:
        bent = (points_px - self.middle) / self.focal_px
        ideal = bent.copy()
        for _ in range(12):
            far = (ideal**2).sum(axis=1, keepdims=True)
            ideal = bent / np.maximum(1 + far * (self.k1 + far * self.k2), 0.3)
        rays = np.column_stack((ideal, np.ones(len(ideal)))) @ self.turned
        eye = -self.turned.T @ self.place
        down: Floats = (eye - rays * (eye[2] / rays[:, 2])[:, None])[:, :2]
        return down


def camera(
    rng: Rng, middle_mm: tuple[float, float], height_mm: float, tilt_deg: float, size: tuple[int, int] = (1280, 720)
) -> Camera:
    """Looks at about `middle_mm` from `height_mm` above the table, from any side, through a lens of a usual kind."""
    field = np.radians(rng.uniform(60, 75))
    focal = max(size) / 2 / np.tan(field / 2)
    tilt, side = np.radians(tilt_deg), rng.uniform(-np.pi, np.pi)
    leaning = cv2.Rodrigues(np.array((tilt * np.cos(side), tilt * np.sin(side), 0.0)))[0]
    rolled = cv2.Rodrigues(np.array((0.0, 0.0, rng.uniform(-np.pi, np.pi) if rng.random() < 0.5 else 0.0)))[0]
    turned = np.asarray(rolled @ leaning, np.float64)
    target = np.append(np.array(middle_mm) + rng.normal(0, 12, 2), 0.0)
    place = np.array((0, 0, height_mm / np.cos(tilt))) - turned @ target
    k1 = rng.uniform(-0.12, 0.08)
    return Camera(size, focal, k1, rng.uniform(-0.03, 0.03), turned, place, tuple(rng.normal(0, 3, 2)))


def printed(mat: Mat, panels: list[list[list[bool]]] | None = None) -> Image:
    """The sheet as a perfect printer makes it, with the squares of its panels if it has any."""
    scale = PRINT_PX_PER_MM
    sheet = np.full((round(mat.height_mm * scale), round(mat.width_mm * scale), 3), 252, np.uint8)
    for zone in mat.zones:
        _fill(sheet, zone.spot, (225, 225, 225), border=True)
    for patch in mat.patches:
        _fill(sheet, patch.spot, patch.bgr)
    for marker in mat.markers:
        _squares(sheet, marker.spot, np.array(marker_cells(marker.id)))
    for spot, cells in zip(mat.panels, () if panels is None else panels, strict=panels is not None):
        _squares(sheet, spot, np.array(cells))
    return sheet


def _squares(sheet: Image, spot: Rect, cells: NDArray[np.bool_]) -> None:
    side = spot.width_mm / cells.shape[1]
    for (row, column), black in np.ndenumerate(cells):
        square = Rect(spot.x_mm + column * side, spot.y_mm + row * side, side, side)
        _fill(sheet, square, (12, 12, 12) if black else (252, 252, 252))


def _fill(sheet: Image, spot: Rect, bgr: tuple[int, int, int], border: bool = False) -> None:
    first, _, third, _ = ((round(x * PRINT_PX_PER_MM), round(y * PRINT_PX_PER_MM)) for x, y in spot.corners_mm)
    if border:
        cv2.rectangle(sheet, first, third, bgr, 6)
    else:
        sheet[first[1] : third[1], first[0] : third[0]] = bgr


def cover(rng: Rng, sheet: Image, spots: Sequence[Rect]) -> Image:
    """Cards laid over some places, and now and then an arm."""
    sheet = sheet.copy()
    for spot in spots:
        x, y = spot.x_mm + spot.width_mm / 2, spot.y_mm + spot.height_mm / 2
        shift = rng.uniform(-0.35, 0.35, 2) * spot.width_mm
        box = ((x + shift[0], y + shift[1]), (58.0, 87.0), float(rng.uniform(0, 180)))
        corners = np.round(np.array(cv2.boxPoints(box)) * PRINT_PX_PER_MM).astype(np.int32)
        cv2.fillConvexPoly(sheet, corners, (245, 245, 245), cv2.LINE_AA)
        inner = np.round(corners.mean(axis=0) + 0.88 * (corners - corners.mean(axis=0))).astype(np.int32)
        cv2.fillConvexPoly(sheet, inner, tuple(map(float, rng.uniform(20, 230, 3))), cv2.LINE_AA)
    return sheet


def lies_open(camera: Camera, sheet: Image, covered: Image, spot: Rect) -> bool:
    """Is this part of the sheet in the picture, and nothing on it?"""
    (left, top), _, (right, bottom), _ = (
        (round(x * PRINT_PX_PER_MM), round(y * PRINT_PX_PER_MM)) for x, y in spot.corners_mm
    )
    pixels = camera.to_px(np.array(spot.corners_mm))
    seen = bool(((pixels >= 0) & (pixels <= np.array(camera.size) - 1)).all())
    return seen and np.array_equal(sheet[top:bottom, left:right], covered[top:bottom, left:right])


def photographed(
    rng: Rng, camera: Camera, mat: Mat, sheet: Image, table: Image, noise: float = 3.0, blur: float = 0.7
) -> Image:
    """The table with the sheet on it as the camera's file holds it: light, blur, noise and JPEG included."""
    wide, high = camera.size
    spots = _seen_spots(camera)
    scale = _scale(camera, mat)
    ratio = scale / PRINT_PX_PER_MM
    # Asked for a factor, OpenCV would scale by that and not by what becomes of the size: a fifth of a millimetre.
    sides = (round(sheet.shape[1] * ratio), round(sheet.shape[0] * ratio))
    small = np.asarray(cv2.resize(sheet, sides, interpolation=cv2.INTER_AREA), np.uint8)
    exact = np.array((small.shape[1] / mat.width_mm, small.shape[0] / mat.height_mm), np.float32)
    paper = sampled(small, spots * exact - np.float32(0.5))
    around = sampled(table, np.mod(spots + 600, TABLE_PX - 1))
    on_paper = cv2.inRange(spots, (0.0, 0.0), (mat.width_mm, mat.height_mm))
    fine = np.asarray(cv2.copyTo(paper, on_paper, around.copy()), np.uint8)
    seen = cv2.resize(fine, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)
    return _exposed(rng, seen, noise, blur)


def _seen_spots(camera: Camera) -> NDArray[np.float32]:
    """What every fine pixel sees, mm: computed for some pixels and interpolated, which is right to a micrometre."""
    wide, high = (side * FINE for side in camera.size)
    columns, rows = (np.arange(-1, side // APART + 1) * APART + (APART - 1) / 2 for side in (wide, high))
    x, y = np.meshgrid(columns, rows)
    spots = camera.to_mm((np.column_stack((x.ravel(), y.ravel())) + 0.5) / FINE - 0.5)
    few = spots.astype(np.float32).reshape(len(rows), len(columns), 2)
    many = cv2.resize(few, (len(columns) * APART, len(rows) * APART), interpolation=cv2.INTER_LINEAR)
    return np.asarray(many[APART:-APART, APART:-APART], np.float32)


def _scale(camera: Camera, mat: Mat) -> float:
    """Pixels a millimetre of the sheet for drawing it fine, but not finer than is of use."""
    middle = np.array(((mat.width_mm / 2, mat.height_mm / 2), (mat.width_mm / 2 + 1, mat.height_mm / 2)))
    ends = camera.to_px(middle)
    return min(PRINT_PX_PER_MM, 1.3 * FINE * float(np.linalg.norm(ends[1] - ends[0])))


def _exposed(rng: Rng, seen: NDArray[np.float32], noise: float, blur: float) -> Image:
    high, wide = seen.shape[:2]
    angle, fall = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.5)
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    light = 1 - fall * (0.5 + 0.5 * (np.cos(angle) * x + np.sin(angle) * y))
    cast = np.exp(rng.normal(0, 0.12, 3)) * rng.uniform(0.55, 0.95)
    picture = seen * light[..., None] * cast
    picture = cv2.GaussianBlur(picture, (0, 0), blur * rng.uniform(0.7, 1.4))
    picture = picture + rng.normal(0, noise, picture.shape)
    packed = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def surface(rng: Rng, scene: int) -> Image:
    """A table top of some colour: plain, with a grain of wood, woven, or patterned, one after another."""
    grain = ((1, 1), (3, 60), (400, 400), (12, 12))[scene % 4]
    waves = cv2.resize(rng.normal(0, 1, grain), (TABLE_PX, TABLE_PX), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.normal(0, 1, (800, 800)), (TABLE_PX, TABLE_PX))
    level = 1 + 0.18 * np.asarray(waves)[:, :, None] + 0.04 * np.asarray(fine)[:, :, None]
    return np.clip(rng.uniform(30, 190, 3) * level, 0, 255).astype(np.uint8)


def lying_cards(rng: Rng, count: int) -> list[Floats]:
    """The corners of so many cards, flat, apart, each turned as it fell, around the middle of the table."""
    spots = [(x, y) for x in (-150, -50, 50, 150) for y in (-55, 55)]
    cards = []
    for k in rng.permutation(len(spots))[:count]:
        turn = rng.uniform(-0.25, 0.25) + np.pi / 2 * rng.integers(0, 4) * 2
        cos, sin = np.cos(turn), np.sin(turn)
        cards.append(CARD @ np.array([[cos, sin], [-sin, cos]]) + spots[k] + rng.normal(0, 4, 2))
    return cards


def table_with_cards(rng: Rng, camera: Camera, cards: Sequence[Floats], deck: Deck, table: Image) -> Image:
    """Cards of a deck on a bare table, photographed."""
    wide, high = camera.size
    spots = _seen_spots(camera)
    fine = sampled(table, np.mod(spots + 600, TABLE_PX - 1))
    for corners in cards:
        picture = deck.faces[int(rng.integers(len(deck.faces)))].views[0]
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        apart = spots - corners[0].astype(np.float32)
        shares = np.stack((apart @ across / (across @ across), apart @ down / (down @ down)), axis=2)
        inside = ((shares >= 0) & (shares <= 1)).all(axis=2)
        where = shares * (picture.shape[1], picture.shape[0]) - 0.5
        fine[inside] = sampled(picture, where)[inside]
    seen = np.asarray(cv2.resize(fine, (wide, high), interpolation=cv2.INTER_AREA), np.float32)
    return _exposed(rng, seen, 2.0, 0.6)


def aligned_errors(found: Floats, true: Floats) -> Floats:
    """Distances after the best shift and turn: without a mat nothing says where the millimetres begin."""
    one, other = found - found.mean(axis=0), true - true.mean(axis=0)
    left, _, right = np.linalg.svd(one.T @ other)
    errors: Floats = np.linalg.norm(one @ left @ right - other, axis=1)
    return errors
