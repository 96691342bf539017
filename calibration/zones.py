"""Zones: named places on the table in millimetres, proposed from the mat and dragged by people. All functions are pure.

A screen draws zones and tells where a finger is; what is under it, where things go and what is wrong is decided here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist, hypot
from typing import TypeAlias

import cv2
import numpy as np

from calibration.mat import Mat, PointMm
from calibration.plane import Plane
from calibration.table_file import Seat

#: A finger is so wide, an edge catches from so near, and no zone is narrower than that.
FINGER_MM, SNAP_MM, LEAST_MM = 12.0, 4.0, 20.0
#: What lies in front of a player, beside the sheet: so deep, and so far from it.
SEAT_DEPTH_MM, SEAT_GAP_MM = 120.0, 10.0
#: Two zones may share this much of the smaller one before a card could lie in both.
SHARED = 0.1

Outline: TypeAlias = tuple[PointMm, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place and its outline; `seat` where it belongs to the player on that side of the picture."""

    name: str
    outline: Outline
    seat: Seat | None = None

    @property
    def middle(self) -> PointMm:
        xs, ys = zip(*self.outline, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)


@dataclass(frozen=True, slots=True)
class Grip:
    """What a finger holds: a whole zone, or one of its corners."""

    zone: str
    corner: int | None = None


def proposed(
    mat: Mat, at_seat: Sequence[str], seats: Sequence[Seat], plane: Plane, size: tuple[int, int]
) -> tuple[Zone, ...]:
    """The places printed on a mat, and beside it, for every player, what everybody has in front of themselves."""
    printed = [Zone(zone.name, zone.spot.corners_mm) for zone in mat.zones]
    beside = []
    for outline in _sides(mat):
        middle = Zone("", outline).middle
        seat = seat_at(tuple(plane.to_px([middle])[0]), size)
        if seat in seats:
            parts = _split(outline, len(at_seat))
            beside += [Zone(f"{name}-{seat.value}", part, seat) for name, part in zip(at_seat, parts, strict=True)]
    return (*printed, *beside)


def seat_at(point_px: PointMm, size: tuple[int, int]) -> Seat:
    """The side of the picture a point lies towards."""
    right, down = point_px[0] / size[0] - 0.5, point_px[1] / size[1] - 0.5
    if abs(right) > abs(down):
        return Seat.EAST if right > 0 else Seat.WEST
    return Seat.SOUTH if down > 0 else Seat.NORTH


def grip_at(zones: Sequence[Zone], finger: PointMm) -> Grip | None:
    """What is under a finger: a corner before a zone, the smallest zone before one it lies in."""
    corners = [(dist(finger, spot), Grip(z.name, k)) for z in zones for k, spot in enumerate(z.outline)]
    near = [pair for pair in corners if pair[0] <= FINGER_MM]
    if near:
        return min(near, key=lambda pair: pair[0])[1]
    inside = [zone for zone in zones if _contains(zone.outline, finger)]
    return Grip(min(inside, key=lambda zone: _area(zone.outline)).name) if inside else None


def dragged(zones: Sequence[Zone], grip: Grip, start: PointMm, finger: PointMm) -> tuple[Zone, ...]:
    """All zones after a finger took `grip` from `start` to where it is now, snapped to its neighbours."""
    moving = next(zone for zone in zones if zone.name == grip.zone)
    others = [zone for zone in zones if zone.name != grip.zone]
    by = finger[0] - start[0], finger[1] - start[1]
    changed = moved(moving, by, others) if grip.corner is None else resized(moving, grip.corner, by, others)
    return tuple(changed if zone.name == grip.zone else zone for zone in zones)


def moved(zone: Zone, by: PointMm, others: Sequence[Zone] = ()) -> Zone:
    """The zone shifted; an edge or middle that comes near another zone's falls into line with it."""
    placed = _shifted(zone, by)
    xs, ys = zip(*placed.outline, strict=True)
    shifts = []
    for axis, values in enumerate((xs, ys)):
        own = (min(values), (min(values) + max(values)) / 2, max(values))
        marks = [mark for other in others for mark in _marks(other, axis)]
        shifts.append(min((mark - at for mark in marks for at in own), key=abs, default=SNAP_MM + 1))
    return _shifted(placed, tuple(shift if abs(shift) <= SNAP_MM else 0.0 for shift in shifts))


def resized(zone: Zone, corner: int, by: PointMm, others: Sequence[Zone] = ()) -> Zone:
    """The zone with one corner dragged. A rectangle stays one, and nothing becomes narrower than a thumb."""
    at = zone.outline[corner]
    target = [at[0] + by[0], at[1] + by[1]]
    for axis in (0, 1):
        marks = [mark for other in others for mark in _marks(other, axis)]
        nearest = min(marks, key=lambda mark: abs(mark - target[axis]), default=None)
        if nearest is not None and abs(nearest - target[axis]) <= SNAP_MM:
            target[axis] = nearest
    if not _is_upright(zone.outline):
        outline = list(zone.outline)
        outline[corner] = (target[0], target[1])
        return replace(zone, outline=tuple(outline))
    fixed = zone.outline[(corner + 2) % 4]
    for axis in (0, 1):
        side = 1 if at[axis] > fixed[axis] else -1
        target[axis] = fixed[axis] + side * max(LEAST_MM, side * (target[axis] - fixed[axis]))
    return replace(zone, outline=tuple(_dragged_corner(point, at, (target[0], target[1])) for point in zone.outline))


def faults(zones: Sequence[Zone]) -> tuple[str, ...]:
    """What is wrong with these zones, one sentence each; nothing when they can be used."""
    told = [f"{zone.name} is no plain outline" for zone in zones if not _is_simple(zone.outline)]
    told += [f"{zone.name} is too small for a card" for zone in zones if _area(zone.outline) < LEAST_MM**2]
    names = [zone.name for zone in zones]
    told += [f"two zones are called {name}" for name in sorted({name for name in names if names.count(name) > 1})]
    for one, other in combinations(zones, 2):
        if _shared(one.outline, other.outline) > SHARED * min(_area(one.outline), _area(other.outline)):
            told.append(f"{one.name} and {other.name} overlap: a card could lie in both")
    return tuple(told)


def _sides(mat: Mat) -> tuple[Outline, ...]:
    wide, high, near, far = mat.width_mm, mat.height_mm, SEAT_GAP_MM, SEAT_GAP_MM + SEAT_DEPTH_MM
    return (
        ((0, high + near), (wide, high + near), (wide, high + far), (0, high + far)),
        ((0, -far), (wide, -far), (wide, -near), (0, -near)),
        ((-far, 0), (-near, 0), (-near, high), (-far, high)),
        ((wide + near, 0), (wide + far, 0), (wide + far, high), (wide + near, high)),
    )


def _split(outline: Outline, parts: int) -> list[Outline]:
    """An upright rectangle cut along its longer side."""
    (left, top), _, (right, bottom), _ = outline
    cut: list[Outline] = []
    for part in range(parts):
        low, high = part / parts, (part + 1) / parts
        if right - left >= bottom - top:
            x0, x1, y0, y1 = left + low * (right - left), left + high * (right - left), top, bottom
        else:
            x0, x1, y0, y1 = left, right, top + low * (bottom - top), top + high * (bottom - top)
        cut.append(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    return cut


def _marks(zone: Zone, axis: int) -> tuple[float, float, float]:
    values = [point[axis] for point in zone.outline]
    return min(values), (min(values) + max(values)) / 2, max(values)


def _shifted(zone: Zone, by: Sequence[float]) -> Zone:
    return replace(zone, outline=tuple((x + by[0], y + by[1]) for x, y in zone.outline))


def _dragged_corner(point: PointMm, at: PointMm, target: PointMm) -> PointMm:
    """Corners that share a side with the dragged one follow it on that axis."""
    return (
        target[0] if abs(point[0] - at[0]) < 1e-6 else point[0],
        target[1] if abs(point[1] - at[1]) < 1e-6 else point[1],
    )


def _is_upright(outline: Outline) -> bool:
    return len(outline) == 4 and len({round(x, 6) for x, _ in outline}) == len({round(y, 6) for _, y in outline}) == 2


def _contour(outline: Outline) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array(outline, np.float32)


def _area(outline: Outline) -> float:
    return float(cv2.contourArea(_contour(outline)))


def _contains(outline: Outline, point: PointMm) -> bool:
    return cv2.pointPolygonTest(_contour(outline), (float(point[0]), float(point[1])), False) >= 0


def _shared(one: Outline, other: Outline) -> float:
    """The area two outlines share; of outlines that bulge inwards, their hulls'."""
    hulls = [np.asarray(cv2.convexHull(_contour(outline)), np.float32) for outline in (one, other)]
    return float(cv2.intersectConvexConvex(hulls[0], hulls[1])[0])


def _is_simple(outline: Outline) -> bool:
    """No side crosses another, and no two corners fall together."""
    count = len(outline)
    if count < 3 or min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(outline, 2)) < 1:
        return False
    sides = [(outline[k], outline[(k + 1) % count]) for k in range(count)]
    apart = [(i, j) for i, j in combinations(range(count), 2) if j - i not in (1, count - 1)]
    return not any(_cross(*sides[i], *sides[j]) for i, j in apart)


def _cross(a: PointMm, b: PointMm, c: PointMm, d: PointMm) -> bool:
    def turn(p: PointMm, q: PointMm, r: PointMm) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
