"""A camera over a plane, from points whose millimetres and pixels are known: pose, focal length and bending together.

It weighs points by how well the others explain them, so that a few wrong ones do no harm, and says how far off it
expects to be. Where the points come from (markers, cards, a finger) is not its business.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.errors import BadInput
from calibration.lens import Lens, usual_lens
from calibration.plane import Floats, Plane, fit_plane, plane_of

#: The numbers of a lens among all: the focal length's logarithm, k1, k2, and how far the axis is off in x and y.
LENS = slice(6, 11)
#: What is believed of them before anything is seen, as standard deviations.
LENS_SPREAD = np.array((0.2, 0.06, 0.02, 0.006, 0.006))
#: A corner found in a picture is off by so many pixels at the very least; also keeps perfect points from dividing by 0.
LEAST_NOISE_PX = 0.03
#: Points count less from so many deviations on (Geman and McClure's weights).
DOUBTFUL = 4.0
STEPS = 60
#: The residual that is told is exceeded by this share of the places.
BEYOND = 0.05


@dataclass(frozen=True, slots=True)
class Fit:
    """`residual_mm` is how far off 95 of 100 places of the asked area are expected to be; `rms_mm` how well it fits."""

    plane: Plane
    lens: Lens
    rms_mm: float
    residual_mm: float
    #: Which of the points were believed.
    believed: tuple[bool, ...]

    def to_px(self, points_mm: ArrayLike) -> Floats:
        return self.lens.bend(self.plane.to_px(points_mm))

    def to_mm(self, points_px: ArrayLike) -> Floats:
        return self.plane.to_mm(self.lens.straighten(points_px))


@dataclass(frozen=True, slots=True)
class Problem:
    """What has to be explained: `seen` from `points`, and the prior (mean and deviation) of every number but the pose.

    The numbers are: turn (3), place (3), the lens (`LENS`), then whatever a caller adds.
    """

    size: tuple[int, int]
    seen: Floats
    points: Callable[[Floats], Floats]
    mean: Floats
    spread: Floats

    def project(self, numbers: Floats, points_mm: Floats) -> Floats:
        lens = lens_of(numbers, self.size)
        return lens.bend(plane_from(numbers, lens).to_px(points_mm))

    def misses(self, numbers: Floats) -> Floats:
        """Pixels between what was seen and what is expected."""
        missed: Floats = self.project(numbers, self.points(numbers)) - self.seen
        return missed

    def surprises(self, numbers: Floats) -> Floats:
        """How far the numbers are from what was believed before, in deviations; the pose may be anything."""
        surprise: Floats = (numbers[6:] - self.mean) / self.spread
        return surprise


def lens_of(numbers: Floats, size: tuple[int, int]) -> Lens:
    focal, k1, k2, x, y = map(float, numbers[LENS])
    return Lens(size, float(np.exp(focal)), k1, k2, (x, y))


def numbers_of(lens: Lens) -> Floats:
    """What `lens_of` makes a lens of."""
    return np.array((np.log(lens.focal_px), lens.k1, lens.k2, *lens.off))


def plane_from(numbers: Floats, lens: Lens) -> Plane:
    """Rotation, place and focal length as the homography of the plane z = 0."""
    turned = np.asarray(cv2.Rodrigues(numbers[:3])[0], np.float64)
    camera = np.array([[lens.focal_px, 0, lens.middle[0]], [0, lens.focal_px, lens.middle[1]], [0, 0, 1]])
    return plane_of(camera @ np.column_stack((turned[:, 0], turned[:, 1], numbers[3:6])))


def fit_camera(
    points_mm: ArrayLike,
    points_px: ArrayLike,
    size: tuple[int, int],
    area_mm: ArrayLike,
    lens: Lens | None = None,
    noise_px: float = LEAST_NOISE_PX,
) -> Fit:
    """The plane and lens that explain the points, and how well over `area_mm` (points of interest).

    A given lens is kept. `noise_px` is how far off the points are known to be at least.
    """
    table, seen = np.asarray(points_mm, np.float64), np.asarray(points_px, np.float64)
    if len(table) < 4 or table.shape != seen.shape:
        raise BadInput("a table needs at least four points seen both ways", do="show more of the mat or mark more")
    guess = lens or usual_lens(size)
    plane, _ = fit_plane(table, guess.straighten(seen))
    start = np.concatenate((pose_of(plane, guess), numbers_of(guess)))
    believed = LENS_SPREAD * (1e-3 if lens else 1.0)
    problem = Problem(size, seen, lambda _: table, start[LENS], believed)
    numbers, weights, noise, spread = solve(problem, start)
    return conclude(problem, numbers, weights, max(noise, noise_px), spread, np.asarray(area_mm, np.float64))


def conclude(
    problem: Problem,
    numbers: Floats,
    weights: Floats,
    noise: float,
    spread: Floats,
    area_mm: Floats,
    loose: bool = False,
) -> Fit:
    """`loose`: nothing said where the millimetres begin and which way they run, so that is no error."""
    lens = lens_of(numbers, problem.size)
    plane = plane_from(numbers, lens)
    believed = weights > 0.1
    table = problem.points(numbers)
    errors = (plane.to_mm(lens.straighten(problem.seen)) - table)[believed]
    rms = float(np.sqrt((errors**2).sum(axis=1).mean())) if len(errors) else float("inf")
    expected = _expected_mm(problem, numbers, spread * noise**2, area_mm, loose)
    return Fit(plane, lens, rms, expected, tuple(map(bool, believed)))


def solve(problem: Problem, start: Floats, least_px: float = LEAST_NOISE_PX) -> tuple[Floats, Floats, float, Floats]:
    """The likeliest numbers, the weight of every point, the noise in pixels, and the covariance for a noise of one.

    Levenberg and Marquardt's steps, with weights renewed on the way: first all points count, then the believable ones.
    """
    numbers, damping, noise, used = start, 1e-3, 1.0, 0.0
    weights = np.ones(len(problem.seen))
    for step in range(STEPS):
        misses = problem.misses(numbers)
        if step >= 3:
            # Numbers that were fitted to the points have taken a part of their noise away.
            free = max(0.25, 1 - used / misses.size)
            noise = max(least_px, 1.4826 * float(np.median(np.abs(misses))) / free**0.5)
            weights = (1 + (misses**2).sum(axis=1) / (DOUBTFUL * noise) ** 2) ** -2
        slopes, pull = _slopes(problem, numbers), problem.surprises(numbers)
        scale = np.repeat(weights, 2)[:, None]
        # The prior weighs against the points in units of their noise.
        trust = (noise / problem.spread) ** 2
        told = slopes.T @ (scale * slopes)
        normal = told.copy()
        normal[6:, 6:] += np.diag(trust)
        uphill = slopes.T @ (scale[:, 0] * misses.ravel())
        uphill[6:] += pull * trust * problem.spread
        diagonal = np.diag(np.diag(normal) + 1e-12)
        used = float(np.trace(np.linalg.solve(normal + 1e-12 * diagonal, told)))
        move = -np.linalg.solve(normal + damping * diagonal, uphill)
        better = _cost(problem, numbers + move, weights, noise) < _cost(problem, numbers, weights, noise)
        if better:
            numbers = numbers + move
        damping = max(1e-9, damping / 5) if better else min(1e6, damping * 8)
        if step > 6 and (float(np.abs(move).max()) < 1e-10 or damping >= 1e6):
            break
    return numbers, weights, noise, np.asarray(np.linalg.inv(normal + 1e-12 * diagonal), np.float64)


def pose_of(plane: Plane, lens: Lens) -> Floats:
    """The turn and the place of the camera that a plane means under a lens."""
    matrix = np.array(plane.mm_to_px)
    shifted = np.array([[1, 0, -lens.middle[0]], [0, 1, -lens.middle[1]], [0, 0, lens.focal_px]]) @ matrix
    scale = 2 / (np.linalg.norm(shifted[:, 0]) + np.linalg.norm(shifted[:, 1]))
    if shifted[2, 2] < 0:
        scale = -scale
    across, down, place = (shifted * scale).T
    left, _, right = np.linalg.svd(np.column_stack((across, down, np.cross(across, down))))
    turn = np.asarray(cv2.Rodrigues(left @ np.diag((1, 1, np.linalg.det(left @ right))) @ right)[0], np.float64)
    return np.concatenate((turn.ravel(), place))


def _cost(problem: Problem, numbers: Floats, weights: Floats, noise: float) -> float:
    misses = (problem.misses(numbers) ** 2).sum(axis=1)
    return float((weights * misses).sum() + noise**2 * (problem.surprises(numbers) ** 2).sum())


def _slopes(problem: Problem, numbers: Floats) -> Floats:
    """How every missed pixel changes with every number."""
    here, columns = problem.misses(numbers).ravel(), []
    for at, value in enumerate(numbers):
        nudged = numbers.copy()
        nudged[at] += (nudge := 1e-6 * max(1.0, abs(value)))
        columns.append((problem.misses(nudged).ravel() - here) / nudge)
    return np.column_stack(columns)


def _expected_mm(problem: Problem, numbers: Floats, covariance: Floats, area_mm: Floats, loose: bool) -> float:
    """The error that 95 of 100 points of the area will not exceed, if the noise is what it looks like."""
    columns = []
    for at, value in enumerate(numbers):
        nudged = numbers.copy()
        nudged[at] += (nudge := 1e-6 * max(1.0, abs(value)))
        columns.append((problem.project(nudged, area_mm) - problem.project(numbers, area_mm)) / nudge)
    by_number = np.stack(columns, axis=2)
    half_mm = np.array((0.5, 0.0))
    across = problem.project(numbers, area_mm + half_mm) - problem.project(numbers, area_mm - half_mm)
    down = problem.project(numbers, area_mm + half_mm[::-1]) - problem.project(numbers, area_mm - half_mm[::-1])
    in_mm = np.linalg.solve(np.stack((across, down), axis=2), by_number)
    if loose:
        in_mm = _without_motion(in_mm, area_mm)
    variance = np.einsum("pij,jk,pik->p", in_mm, covariance, in_mm)
    return _exceeded_by_few(np.maximum(variance, 1e-12))


def _exceeded_by_few(variance: Floats) -> float:
    """The distance that `BEYOND` of the places exceed, those known well and those known badly taken together.

    An error of variance v in two directions is larger than r by a chance of exp(-r^2 / v). Halving finds r.
    """
    low, high = 0.0, float(np.sqrt(-np.log(BEYOND) * variance.max()))
    while high - low > 1e-4 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if np.exp(-(middle**2) / variance).mean() > BEYOND else (low, middle)
    return high


def _without_motion(errors: Floats, area_mm: Floats) -> Floats:
    """What errors (points x 2 x numbers) leave of themselves after the best shift and turn of the whole area."""
    apart = area_mm - area_mm.mean(axis=0)
    ones, none = np.ones(len(apart)), np.zeros(len(apart))
    ways = (
        np.stack((ones, none), axis=1),
        np.stack((none, ones), axis=1),
        np.stack((-apart[:, 1], apart[:, 0]), axis=1),
    )
    motions = np.linalg.qr(np.column_stack([way.ravel() for way in ways]))[0]
    flat = errors.reshape(2 * len(apart), -1)
    left: Floats = flat - motions @ (motions.T @ flat)
    return left.reshape(errors.shape)
