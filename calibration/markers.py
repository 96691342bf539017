"""Finds a printed mat in a picture: which sheet it is, and where the corners of its markers are, to parts of a pixel.

Markers are found twice: as they lie in the picture, then in a straightened view of the sheet, where small, tilted and
dim ones are as large as the others. What does not show the bits it must have is not believed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadInput
from calibration.lens import Lens
from calibration.mat import CELLS, DICTIONARY, Marker, Mat, Paper, marker_cells, mat_for, paper_of
from calibration.picture import Picture, grey_of, sampled
from calibration.plane import Floats, Plane, fit_plane

#: Resolution of the straightened view: a marker's cell becomes 15 pixels and more.
VIEW_PX_PER_MM = 3.0
#: Paper around the sheet that is looked at too, while it is not yet known exactly where the sheet is.
VIEW_MARGIN_MM = 15.0
#: The share of a marker's cells that must be as printed. Random ones agree by half.
CELLS_RIGHT = 0.9
#: An edge is looked for so many cells to both sides of where it is expected, but no farther than so many pixels.
EDGE_CELLS, EDGE_PX = 0.7, 4.0
#: Half of what a blurred edge takes up.
BLUR_PX = 2.0
#: Places along an edge, leaving out its ends, where blur rounds the corner.
ALONG = np.linspace(0.12, 0.88, 25)


@dataclass(frozen=True, slots=True)
class Seen:
    """A marker of the mat and its corners in the picture: top left, top right, bottom right, bottom left."""

    marker: Marker
    corners_px: Floats


def find_mat(picture: Picture, lens: Lens, game: str = "") -> tuple[Mat, tuple[Seen, ...]]:
    """The sheet in the picture and its markers, found and refined. The lens may be a guess."""
    grey = grey_of(picture)
    found = _detect(grey)
    paper = _paper(found)
    if paper is None:
        # A dim or far sheet: twice as large, cells are more than a few pixels.
        twice = np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
        found = [(marker_id, (corners - 0.5) / 2) for marker_id, corners in _detect(twice)]
        paper = _paper(found)
    if paper is None:
        raise BadInput(
            "no printed mat is to be seen", do="show at least two of its corner marks, flat, in even light, nearer"
        )
    mat = mat_for(game, paper)
    return mat, look_again(grey, mat, lens, _agreeing(mat, found, lens))


def look_again(grey: Picture, mat: Mat, lens: Lens, known: Sequence[Seen]) -> tuple[Seen, ...]:
    """From some markers to all that can be seen, with refined corners."""
    seen = tuple(known)
    for _ in range(2):
        if not seen:
            break
        plane = _plane(seen, lens)
        near = _in_view(grey, mat, lens, plane)
        refined = (refine(grey, marker, _expected(marker, near, plane, lens)) for marker in mat.markers)
        seen = _agreeing_quads([one for one in refined if one is not None], lens)
    return seen


def refine(grey: Picture, marker: Marker, corners_px: Floats) -> Seen | None:
    """The corners from the four edges, each a line through many places; None if it does not show its bits."""
    corners = corners_px
    for _ in range(2):
        if not _shows_bits(grey, marker, corners):
            return None
        lines = [_edge(grey, corners[k], corners[(k + 1) % 4], corners.mean(axis=0)) for k in range(4)]
        if any(line is None for line in lines):
            return None
        meeting = [_meet(lines[k - 1], lines[k]) for k in range(4)]
        if any(point is None for point in meeting):
            return None
        moved = np.array(meeting)
        if np.linalg.norm(moved - corners, axis=1).max() > 3 * EDGE_PX:
            return None
        corners = moved
    return Seen(marker, corners)


def _detector(smallest: float) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = smallest
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.polygonalApproxAccuracyRate = 0.05
    parameters.minOtsuStdDev = 3.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def _detect(grey: Picture, smallest: float = 0.02) -> list[tuple[int, Floats]]:
    corners, ids, _ = _detector(smallest).detectMarkers(grey)
    if ids is None:
        return []
    return [
        (int(marker_id), np.asarray(quad, np.float64).reshape(4, 2))
        for marker_id, quad in zip(np.asarray(ids).reshape(-1), corners, strict=True)
    ]


def _paper(found: Sequence[tuple[int, Floats]]) -> Paper | None:
    """The sheet most markers belong to; one marker alone could be a pattern on a table cloth."""
    votes = Counter(paper for marker_id, _ in found if (paper := paper_of(marker_id)) is not None)
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] >= 2 else None


def _agreeing(mat: Mat, found: Sequence[tuple[int, Floats]], lens: Lens) -> tuple[Seen, ...]:
    seen = [Seen(marker, quad) for marker_id, quad in found if (marker := mat.marker(marker_id)) is not None]
    return _agreeing_quads(seen, lens)


def _agreeing_quads(seen: Sequence[Seen], lens: Lens) -> tuple[Seen, ...]:
    """The markers that lie together as on the sheet: each may be the judge once, the largest company wins."""
    best: list[Seen] = []
    for one in range(len(seen)):
        for other in range(one + 1, len(seen)):
            plane = _plane((seen[one], seen[other]), lens)
            company = [item for item in seen if _off(item, plane, lens) < 0.35]
            if len(company) > len(best):
                best = company
        if len(best) == len(seen):
            break
    return tuple(best)


def _plane(seen: Sequence[Seen], lens: Lens) -> Plane:
    points = np.concatenate([np.array(one.marker.spot.corners_mm) for one in seen])
    return fit_plane(points, lens.straighten(np.concatenate([one.corners_px for one in seen])))[0]


def _off(seen: Seen, plane: Plane, lens: Lens) -> float:
    """How far a marker is from where the others say it must be, in its own sides."""
    spot = seen.marker.spot
    apart = plane.to_mm(lens.straighten(seen.corners_px)) - np.array(spot.corners_mm)
    return float(np.linalg.norm(apart, axis=1).max() / spot.width_mm)


def _in_view(grey: Picture, mat: Mat, lens: Lens, plane: Plane) -> dict[int, Floats]:
    """Markers found in the straightened sheet: their corners in the picture."""
    wide, high = (round((side + 2 * VIEW_MARGIN_MM) * VIEW_PX_PER_MM) for side in (mat.width_mm, mat.height_mm))
    columns, rows = np.meshgrid(np.arange(wide), np.arange(high))
    spots_mm = np.column_stack((columns.ravel(), rows.ravel())) / VIEW_PX_PER_MM - VIEW_MARGIN_MM
    view = sampled(grey, lens.bend(plane.to_px(spots_mm)).reshape(high, wide, 2))
    found = {}
    for marker_id, quad in _detect(view, 0.05):
        marker = mat.marker(marker_id)
        quad_mm = quad / VIEW_PX_PER_MM - VIEW_MARGIN_MM
        if marker is not None and np.linalg.norm(quad_mm - marker.spot.corners_mm, axis=1).max() < VIEW_MARGIN_MM:
            found[marker_id] = lens.bend(plane.to_px(quad_mm))
    return found


def _expected(marker: Marker, near: dict[int, Floats], plane: Plane, lens: Lens) -> Floats:
    """Where the marker was found in the view, else where it should be."""
    return near.get(marker.id, lens.bend(plane.to_px(marker.spot.corners_mm)))


def _shows_bits(grey: Picture, marker: Marker, corners: Floats) -> bool:
    """Do its cells differ as printed, and the paper around it from its black?"""
    grid = np.arange(-1, CELLS + 1) + 0.5
    spots = np.array([(x, y) for y in grid for x in grid]) / CELLS
    square = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), np.float32)
    onto = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    where = np.asarray(cv2.perspectiveTransform(spots[None].astype(np.float32), onto), np.float32)
    where = where.reshape(CELLS + 2, CELLS + 2, 2)
    # The marker must be in the picture; the paper around it may be cut off by the picture's end.
    if not _inside(grey, where[1:-1, 1:-1]):
        return False
    levels = sampled(grey, where).astype(np.float64)
    white = np.ones((CELLS + 2, CELLS + 2), bool)
    white[1:-1, 1:-1] = ~np.array(marker_cells(marker.id))
    seen = _within(grey, where)
    bright, dark = np.median(levels[white & seen]), np.median(levels[~white & seen])
    limit, contrast = (bright + dark) / 2, bright - dark
    inner, expected = levels[1:-1, 1:-1] > limit, white[1:-1, 1:-1]
    return bool(contrast > 12 and (inner == expected).mean() >= CELLS_RIGHT)


def _edge(grey: Picture, start: Floats, end: Floats, middle: Floats) -> tuple[Floats, Floats] | None:
    """The line between black and white near two corners: a point of it and its direction."""
    along = end - start
    length = float(np.linalg.norm(along))
    outward = np.array((along[1], -along[0])) / length
    if outward @ (start - middle) < 0:
        outward = -outward
    reach = min(EDGE_PX, max(1.5, EDGE_CELLS * length / CELLS))
    offsets = np.arange(-reach, reach + 0.125, 0.25)
    places = start + ALONG[:, None] * along
    where = (places[:, None] + offsets[None, :, None] * outward).astype(np.float32)
    # Beyond the picture's end nothing rises; the blurred edge itself must be in the picture whole.
    if not _inside(grey, where[:, np.abs(offsets) <= BLUR_PX]):
        return None
    levels = sampled(grey, where).astype(np.float64)
    rise = np.maximum(np.diff(levels, axis=1), 0)
    steps = (offsets[1:] + offsets[:-1]) / 2
    at = steps[rise.argmax(axis=1)]
    for _ in range(5):
        # The middle of the rise, by a window that follows it: a fixed one would cut off one of its sides.
        near = rise * np.exp(-0.5 * (steps - at[:, None]) ** 2)
        strength = near.sum(axis=1)
        at = (near * steps).sum(axis=1) / np.maximum(strength, 1e-9)
    good = strength > 0.4 * np.median(strength)
    if np.median(strength) < 8 or good.sum() < 8:
        return None
    return _line(places[good] + at[good, None] * outward)


def _line(points: Floats) -> tuple[Floats, Floats] | None:
    """A line through most of the points: those far off are left out."""
    kept = points
    for _ in range(3):
        middle = kept.mean(axis=0)
        direction = np.linalg.svd(kept - middle)[2][0]
        apart = np.abs((points - middle) @ np.array((-direction[1], direction[0])))
        kept = points[apart <= max(0.15, 2.5 * float(np.median(apart)))]
        if len(kept) < 8:
            return None
    return middle, direction


def _meet(one: tuple[Floats, Floats] | None, other: tuple[Floats, Floats] | None) -> Floats | None:
    if one is None or other is None:
        return None
    directions = np.column_stack((one[1], -other[1]))
    if abs(np.linalg.det(directions)) < 0.1:
        return None
    meeting: Floats = one[0] + np.linalg.solve(directions, other[0] - one[0])[0] * one[1]
    return meeting


def _inside(grey: Picture, points: NDArray[np.float32]) -> bool:
    return bool(_within(grey, points).all())


def _within(grey: Picture, points: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which of the points are in the picture."""
    high, wide = grey.shape[:2]
    return np.asarray(((points >= 0) & (points <= (wide - 1, high - 1))).all(axis=-1))
