"""The table from cards of known size, nothing printed: where they lie is not known, only that they are flat and alike.

All cards are explained together: the camera's pose, its focal length within reason, and each card's place and turn.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.errors import BadInput
from calibration.fit import LENS, LENS_SPREAD, Fit, Problem, conclude, fit_camera, numbers_of, pose_of, solve
from calibration.lens import Lens, usual_lens
from calibration.plane import Floats, Plane, fit_plane, plane_of

FEWEST_CARDS = 3
#: A detector's corners are off by about so many pixels.
CORNER_PX = 0.5
#: What a finger on a screen is off by, with a loupe to help it.
FINGER_PX = 1.5
#: What a table from cards must be as exact as, by its own estimate, before it is played on.
MOST_MM = 1.5
#: Of a card's place and turn nothing is believed beforehand.
ANYWHERE = 1e6


def fit_cards(
    quads_px: Sequence[ArrayLike], card_mm: tuple[float, float], size: tuple[int, int], lens: Lens | None = None
) -> Fit:
    """The table from the outlines of at least three cards, corners in order around each card, first side short.

    The millimetres begin in the middle of the cards; x runs to the right of the picture and y down.
    """
    quads = [np.asarray(quad, np.float64).reshape(4, 2) for quad in quads_px]
    if len(quads) < FEWEST_CARDS:
        raise BadInput(
            f"{len(quads)} cards are too few to calibrate by", do=f"lay {FEWEST_CARDS} or more cards flat and apart"
        )
    # Cards say little about the lens: it is believed to be a usual one more than with a mat. A given one is kept.
    believed = LENS_SPREAD * (1e-3 if lens else 0.5)
    lens = lens or usual_lens(size)
    shape = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * card_mm
    quads = [_in_order(quad) for quad in quads]
    straight = [lens.straighten(quad) for quad in quads]
    plane = _upright(_first_plane(straight, shape), straight, size)
    places = np.concatenate([_place(plane.to_mm(quad), shape) for quad in straight])
    seen = np.concatenate(quads)
    problem = Problem(
        size,
        seen,
        lambda numbers: _corners(numbers[LENS.stop :].reshape(-1, 3), shape),
        np.concatenate((numbers_of(lens), places)),
        np.concatenate((believed, np.full(len(places), ANYWHERE))),
    )
    # Nothing says where the millimetres begin: the first card keeps its place, all others are free.
    problem.spread[len(believed) : len(believed) + 3] = 1e-4
    start = np.concatenate((pose_of(plane, lens), problem.mean))
    numbers, weights, noise, spread = solve(problem, start, CORNER_PX)
    return conclude(problem, numbers, weights, noise, spread, problem.points(numbers), loose=True)


def check_sure(fit: Fit) -> None:
    """Refuse a table that the cards leave too uncertain; more of them, or larger in the picture, mend it."""
    if fit.residual_mm > MOST_MM:
        raise BadInput(
            f"the table may be {fit.residual_mm:.1f} mm off, {MOST_MM} is the most",
            do="lay one more card, farther out, hang the camera nearer, or print the mat",
        )


def _corners(places: Floats, shape: Floats) -> Floats:
    cos, sin = np.cos(places[:, 2]), np.sin(places[:, 2])
    turns = np.stack((np.stack((cos, -sin), axis=1), np.stack((sin, cos), axis=1)), axis=1)
    corners: Floats = np.einsum("cij,pj->cpi", turns, shape) + places[:, None, :2]
    return corners.reshape(-1, 2)


def _in_order(quad: Floats) -> Floats:
    """Clockwise as seen: cards are not mirrored."""
    around = cv2.contourArea(quad.astype(np.float32), oriented=True)
    return quad if around > 0 else quad[[1, 0, 3, 2]]


def _first_plane(quads: Sequence[Floats], shape: Floats) -> Plane:
    """One card says little about the tilt; the one whose plane makes all others most alike begins."""

    def unlike(plane: Plane) -> float:
        shapes = [plane.to_mm(quad) for quad in quads]
        return float(sum(np.abs(_fitted(mm, shape) - mm).sum() for mm in shapes))

    return min((fit_plane(shape, quad)[0] for quad in quads), key=unlike)


def _place(seen_mm: Floats, shape: Floats) -> Floats:
    """Middle and turn of a card from its corners."""
    middle = seen_mm.mean(axis=0)
    apart = seen_mm - middle
    turn = np.arctan2((shape[:, 0] * apart[:, 1] - shape[:, 1] * apart[:, 0]).sum(), (shape * apart).sum())
    return np.array((middle[0], middle[1], turn))


def _fitted(seen_mm: Floats, shape: Floats) -> Floats:
    return _corners(_place(seen_mm, shape)[None], shape)


def _upright(plane: Plane, quads: Sequence[Floats], size: tuple[int, int]) -> Plane:
    """The same plane with its origin in the middle of the cards and its x axis to the right of the picture."""
    middle = np.concatenate(quads).mean(axis=0)
    origin, right = plane.to_mm([middle, (middle[0] + size[0] / 20, middle[1])])
    turn = np.arctan2(*(right - origin)[::-1])
    cos, sin = np.cos(turn), np.sin(turn)
    moved = np.array([[cos, -sin, origin[0]], [sin, cos, origin[1]], [0, 0, 1]])
    return plane_of(np.array(plane.mm_to_px) @ moved)


def fit_corners(
    corners_px: ArrayLike, size_mm: tuple[float, float], size: tuple[int, int], lens: Lens | None = None
) -> Fit:
    """The table from the four corners of a rectangle of known size that somebody dragged: top left first, clockwise."""
    wide, high = size_mm
    table = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    return fit_camera(table, corners_px, size, table, lens or usual_lens(size), noise_px=FINGER_PX)
