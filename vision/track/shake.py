"""How far the whole picture is shifted against the still table, and when the knocks came that shook it.

A hand that hits the table shakes the camera that stands on it: the picture swings like any damped spring. The swing is
seen to hundredths of a pixel, so its beginning tells the moment of the knock far better than one frame. It decides
shifts and moments; which hand knocked is not its business.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image

Floats = NDArray[np.float64]

#: So many of the pixels with the steepest print measure the shift; below the least nothing can be said.
STEEPEST, LEAST = 2500, 150
#: Slopes of a noisy, finely printed picture come out too small, and shifts too large, by about this.
TOO_LARGE = 1.55
#: No shift is larger, in small pixels.
LARGEST = 1.2
#: A tablet on its stand swings so many times a second and calms down so fast (1/s): expectation and spread.
SWINGS, CALMS = (11.0, 5.0), (9.0, 4.0)
#: Where the search for the best fit begins: pitches, and moments in standard deviations from the guess.
PITCHES = (8.0, 11.0, 15.0)
GRID = np.linspace(-2.5, 2.5, 11)
#: Pixels by which a single shift is uncertain.
NOISE_PX = 0.004
#: Pictures that are shifted less show no knock at all.
SHAKEN_PX = 0.015
#: A knock is believed when so much would stay unexplained without it, in times of what stays anyway.
BELIEVED = 25.0


class StillTable:
    """What the table looks like at rest, prepared for measuring shifts against it."""

    def __init__(self, table: Image) -> None:
        self._still = _outlines(table)
        slope_x = cv2.Sobel(self._still, -1, 1, 0, ksize=1, scale=0.5)
        slope_y = cv2.Sobel(self._still, -1, 0, 1, ksize=1, scale=0.5)
        power = slope_x**2 + slope_y**2
        power[:3], power[-3:], power[:, :3], power[:, -3:] = 0, 0, 0, 0
        count = min(STEEPEST, power.size)
        self._ys, self._xs = np.unravel_index(np.argpartition(power.ravel(), -count)[-count:], power.shape)
        self._slopes = np.column_stack([slope_x[self._ys, self._xs], slope_y[self._ys, self._xs]]).astype(np.float64)
        self._steepness = np.linalg.norm(self._slopes, axis=1)
        self._levels = self._still[self._ys, self._xs]

    @staticmethod
    def free(foreground: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Where the table is in view. A shaken picture differs along all thin lines too: those are free."""
        covered = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.dilate(covered, np.ones((7, 7), np.uint8)) == 0)

    def shift(self, picture: Image, free: NDArray[np.bool_]) -> tuple[float, float]:
        """Pixels right and down by which `picture` is shifted; only where `free` is set is the table in view."""
        apart = self._levels - _outlines(picture)[self._ys, self._xs]
        # What differs by more than a large shift would make it differ is covered by something.
        seen = free[self._ys, self._xs] & (np.abs(apart) < LARGEST * self._steepness + 4)
        if np.count_nonzero(seen) < LEAST:
            return 0.0, 0.0
        slopes, apart = self._slopes[seen], apart[seen].astype(np.float64)
        shift, weight = np.zeros(2), np.ones(len(apart))
        for _ in range(6):
            weighted = slopes * weight[:, None]
            shift = np.linalg.solve(weighted.T @ slopes + 1e-3 * np.eye(2), weighted.T @ apart)
            left = np.abs(apart - slopes @ shift)
            weight = 1 / (1 + (left / (1.5 * np.median(left) + 1)) ** 2) ** 2
        return float(shift[0]) / TOO_LARGE, float(shift[1]) / TOO_LARGE


def moved_back(picture: Image, shift: tuple[float, float]) -> Image:
    """The picture as it would be without the shift."""
    if max(abs(shift[0]), abs(shift[1])) < 0.03:
        return picture
    height, width = picture.shape[:2]
    back = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    moved = cv2.warpAffine(picture, back, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _outlines(picture: Image) -> FloatArray:
    """Without the slow changes of light: only what is sharp says where the table is."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(grey - cv2.boxFilter(grey, -1, (9, 9)), np.float32)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in seconds and its standard deviation."""

    t_s: float
    sigma_s: float


@dataclass(frozen=True, slots=True)
class Knocks:
    """When each knock came, and how much of the swing only it explains, in times of what nothing explains."""

    moments: tuple[Moment, ...]
    strengths: tuple[float, ...]


def fit_knocks(times: Floats, shifts: Floats, guesses: Sequence[Moment]) -> Knocks:
    """Sharpen the moments of knocks by the shifts (n x 2, pixels) of the pictures at `times` (s).

    Every knock starts a damped swing of its own direction and strength at the one pitch of this stand.
    """
    if np.abs(shifts).max(initial=0.0) < SHAKEN_PX:
        return Knocks(tuple(guesses), (0.0,) * len(guesses))
    knocking = list(range(len(guesses)))
    values, sigma, left = _fit(times, shifts, guesses)
    gains: list[float] = []
    while knocking:
        # How much worse is everything explained without this knock, in times of what stays unexplained anyway?
        noise = left / shifts.size + 1.0
        fewer = [_fit(times, shifts, _but(knocking, guesses, k), np.delete(values, k)) for k in range(len(knocking))]
        gains = [(other[2] - left) / noise for other in fewer]
        weakest = int(np.argmin(gains))
        if gains[weakest] > BELIEVED:
            break
        knocking.pop(weakest)
        values, sigma, left = fewer[weakest]
    moments, strengths = list(guesses), [0.0] * len(guesses)
    for place, knock in enumerate(knocking):
        moments[knock] = Moment(float(values[place]), float(sigma[place]))
        strengths[knock] = gains[place]
    return Knocks(tuple(moments), tuple(strengths))


def _but(knocking: Sequence[int], guesses: Sequence[Moment], place: int) -> list[Moment]:
    return [guesses[knock] for k, knock in enumerate(knocking) if k != place]


def _fit(
    times: Floats, shifts: Floats, guesses: Sequence[Moment], start: Floats | None = None
) -> tuple[Floats, Floats, float]:
    """The best moments, pitch and calm, their standard deviations, and what they leave unexplained."""
    if not guesses:
        return np.array(start), np.zeros(2), float(((shifts / NOISE_PX) ** 2).sum())
    prior = np.array([*(guess.t_s for guess in guesses), SWINGS[0], CALMS[0]])
    spread = np.array([*(guess.sigma_s for guess in guesses), SWINGS[1], CALMS[1]])
    if start is None:
        starts = [_search(times, shifts, pitch, prior, spread) for pitch in PITCHES]
        start = min(starts, key=lambda values: float((_misfit(times, shifts, values, prior, spread) ** 2).sum()))
    found, sigma = _settle(times, shifts, start, prior, spread)
    return found, sigma, float((_misfit(times, shifts, found, prior, spread) ** 2).sum())


def _swings(times: Floats, values: Floats) -> Floats:
    """The swing of each knock at each time (n x knocks) for unit strength."""
    *knocks, pitch, calm = values
    since = np.maximum(times[:, None] - np.array(knocks)[None], 0.0)
    return np.asarray(np.exp(-calm * since) * np.sin(2 * np.pi * pitch * since), np.float64)


def _strengths(swings: Floats, shifts: Floats) -> Floats:
    """The swing of each knock right and down; two knocks at once share it."""
    ridge = 1e-2 * np.eye(swings.shape[1])
    return np.asarray(np.linalg.solve(swings.T @ swings + ridge, swings.T @ shifts), np.float64)


def _misfit(times: Floats, shifts: Floats, values: Floats, prior: Floats, spread: Floats) -> Floats:
    """What the best strengths leave unexplained, in standard deviations, and how far from what was expected."""
    swings = _swings(times, values)
    strength = _strengths(swings, shifts)
    return np.concatenate([((shifts - swings @ strength) / NOISE_PX).ravel(), (values - prior) / spread])


def _search(times: Floats, shifts: Floats, pitch: float, prior: Floats, spread: Floats) -> Floats:
    """The best moments on a grid around the guesses, for one pitch, each knock in turn while the others stay."""
    values = prior.copy()
    values[-2] = pitch
    for _ in range(2):
        for knock in range(len(prior) - 2):
            tries = np.tile(values, (len(GRID), 1))
            tries[:, knock] = prior[knock] + GRID * spread[knock]
            costs = [float((_misfit(times, shifts, tried, prior, spread) ** 2).sum()) for tried in tries]
            values = tries[int(np.argmin(costs))]
    return values


def _settle(times: Floats, shifts: Floats, start: Floats, prior: Floats, spread: Floats) -> tuple[Floats, Floats]:
    """Damped least squares: values and their standard deviations."""
    steps = np.array([2e-4] * (len(start) - 2) + [0.02, 0.02])
    values, damping = start, 1.0
    left = _misfit(times, shifts, values, prior, spread)
    for _ in range(10):
        slopes = np.column_stack(
            [
                (_misfit(times, shifts, values + step, prior, spread) - left) / step[k]
                for k, step in enumerate(np.diag(steps))
            ]
        )
        normal = slopes.T @ slopes
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slopes.T @ left)
        tried = _misfit(times, shifts, values + move, prior, spread)
        if (tried**2).sum() < (left**2).sum():
            values, left, damping = values + move, tried, damping / 4
        else:
            damping *= 4
    excess = max(1.0, (left**2).sum() / max(1, shifts.size))
    sigma = np.sqrt(np.diag(np.linalg.inv(normal)) * excess)
    return values, np.asarray(sigma, np.float64)
