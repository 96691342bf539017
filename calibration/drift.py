"""The drift alarm: does the camera still see the table as it was calibrated? Moved, other light, covered: told at once.

Corners of everything that lies still, outside the watched places, are looked for again ten times a second. Hands and
cards move some of them; only what most of them say together is believed. When all is well again after a move, it says
how to bring the picture back, so that everything above may go on with the calibration it has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.picture import Picture, grey_of
from calibration.plane import Floats, Plane

#: A look every so often; frames in between cost nothing.
EVERY_NS = 95_000_000
#: The table is lost from so many millimetres on (below the 2 mm that matter), and found again below so many.
LOST_MM, FOUND_MM = 1.5, 1.0
#: So many looks must agree before the alarm; and before all is well again.
ALARM_LOOKS, CALM_LOOKS = 2, 6
#: A picture that stays put elsewhere for so many looks is the new place of the camera.
MOVED_LOOKS = 10
#: Looks of one second: how often the caller's own search, which is slow, may be asked for.
SEARCH_LOOKS = 10
#: The look at the table is done on a copy of about this width.
SMALL_WIDTH = 640
POINTS, FEWEST, SPACING_PX = 120, 12, 14
#: So many that lie where they lay are enough to see that all is well: of a table with few, an arm hides some.
FEWEST_WELL = 6
#: A point is found again if its surroundings differ by less than so many levels.
FOUND_LEVELS = 14.0
#: Of the points that were found, so many must tell one story, off by no more than so many small pixels.
MAJORITY, AGREE_PX = 0.5, 1.0
#: Light: brightness by more than this factor on most points, or on a third of them.
OTHER_LIGHT, LIT_SHARE = 1.4, 0.5
#: A covered lens: a dark picture or one without contrast.
DARK, FLAT = 12.0, 4.0

Matrix: TypeAlias = Floats


class Trouble(Enum):
    """Why rulings wait; also the note a person gets."""

    NONE = ""
    MOVED = "table_moved"
    LIGHT = "light_changed"
    BLOCKED = "view_blocked"


@dataclass(frozen=True, slots=True)
class Outlook:
    """`since_ns` is when the trouble was first seen. `onto` takes the picture back to where it was calibrated."""

    trouble: Trouble = Trouble.NONE
    since_ns: int = 0
    drift_mm: float = 0.0
    onto: tuple[tuple[float, ...], ...] | None = None

    @property
    def steady(self) -> bool:
        return self.trouble is Trouble.NONE


@dataclass(frozen=True, slots=True)
class _Reference:
    """The table as it was when all was well: its picture, its corners, and how bright it was around them."""

    flat: Picture
    points: NDArray[np.float32]
    light: Floats


@dataclass(frozen=True, slots=True)
class _Look:
    trouble: Trouble
    #: From the reference's small pixels to this picture's.
    motion: Matrix
    drift_mm: float
    light: float = 1.0


class DriftAlarm:
    """Feed it every frame of one camera. `places` are outlines in pixels in which things may change at any time."""

    def __init__(self, size: tuple[int, int], plane: Plane, places: Sequence[ArrayLike] = ()) -> None:
        self._factor = max(1, round(size[0] / SMALL_WIDTH))
        self._small = (size[0] // self._factor, size[1] // self._factor)
        self._plane = plane
        self._free = self._mask(places)
        self._area = self._spots(places, size)
        self._reference: _Reference | None = None
        self._onto: Matrix = np.eye(3)
        self._next_ns = 0
        self._troubled = self._calm = self._searching = 0
        self._since = 0
        self._before: _Look | None = None
        self._outlook = Outlook()

    @property
    def watches(self) -> bool:
        """Is there enough on this table to hold on to?"""
        return self._reference is not None and len(self._reference.points) >= FEWEST

    @property
    def wants_search(self) -> bool:
        """Lost, and nothing to be recognised: once a second it is worth looking for the mat."""
        return not self._outlook.steady and self._searching >= SEARCH_LOOKS

    def look(self, picture: Picture, t_ns: int) -> Outlook:
        if t_ns < self._next_ns and self._reference is not None:
            return self._outlook
        self._next_ns = t_ns + EVERY_NS
        small = self._shrunk(picture)
        if self._reference is None:
            self._reference = self._remember(small)
        elif self.watches:
            self._judge(self._compare(small), small, t_ns)
        elif _nothing_to_see(small):
            self._judge(_Look(Trouble.BLOCKED, np.eye(3), 0.0), small, t_ns)
        else:
            # A bare table cannot tell a move; when there is something on it, it is watched from then on.
            self._reference = self._remember(small)
            self._judge(_Look(Trouble.NONE, np.eye(3), 0.0), small, t_ns)
        return self._outlook

    def found(self, onto: Matrix, picture: Picture) -> Outlook:
        """Somebody found the table again: `onto` takes this picture back to where it was calibrated."""
        self._onto = onto
        self._well(self._shrunk(picture))
        return self._outlook

    def searched(self) -> None:
        """The search was in vain; it may be asked for again in a second."""
        self._searching = 0

    def _judge(self, look: _Look, small: Picture, t_ns: int) -> None:
        if self._outlook.steady:
            self._watch(look, t_ns)
        else:
            self._wait(look, small)
        self._before = look

    def _watch(self, look: _Look, t_ns: int) -> None:
        if look.trouble is Trouble.NONE:
            self._troubled = 0
            return
        if self._troubled == 0:
            self._since = t_ns
        self._troubled += 1
        if self._troubled >= ALARM_LOOKS:
            self._outlook = Outlook(look.trouble, self._since, look.drift_mm, self._outlook.onto)
            self._troubled = self._calm = self._searching = 0

    def _wait(self, look: _Look, small: Picture) -> None:
        """Lost: all is well after some looks with nothing amiss, or in which the picture stayed put elsewhere."""
        same = self._before is not None and self._alike(look, self._before)
        self._calm = self._calm + 1 if same and look.trouble is not Trouble.BLOCKED else 0
        self._searching = 0 if self._calm else self._searching + 1
        needed = CALM_LOOKS if look.trouble is Trouble.NONE else MOVED_LOOKS
        if self._calm < needed:
            if look.trouble is not Trouble.NONE:
                self._outlook = replace(self._outlook, trouble=look.trouble, drift_mm=look.drift_mm)
            return
        if look.drift_mm > FOUND_MM / 2:
            grow = np.diag((self._factor, self._factor, 1.0))
            self._onto = self._onto @ grow @ np.linalg.inv(look.motion) @ np.linalg.inv(grow)
        self._well(small)

    def _well(self, small: Picture) -> None:
        self._reference = self._remember(small)
        self._calm = self._searching = self._troubled = 0
        moved = not np.allclose(self._onto, np.eye(3), atol=1e-9)
        onto = tuple(tuple(map(float, row)) for row in self._onto / self._onto[2, 2]) if moved else None
        self._outlook = Outlook(onto=onto)

    def _alike(self, look: _Look, before: _Look) -> bool:
        """Do two looks tell of the same place and the same light?"""
        if abs(np.log(look.light / before.light)) > 0.08:
            return False
        return look.trouble is before.trouble and self._apart_mm(look.motion, before.motion) < FOUND_MM / 2

    def _compare(self, small: Picture) -> _Look:
        reference = self._reference
        blocked = _Look(Trouble.BLOCKED, np.eye(3), 0.0)
        if reference is None or _nothing_to_see(small):
            return blocked
        flat = _flattened(small)
        common = _common_motion(reference, flat, np.eye(3)) or _common_motion(
            reference, flat, _jump(reference.flat, flat)
        )
        if common is None:
            return blocked
        motion, which, places = common
        drift = self._apart_mm(motion, np.eye(3))
        ratios = _brightness(small, places) / reference.light[which]
        light = float(np.median(ratios))
        if drift > LOST_MM:
            return _Look(Trouble.MOVED, motion, drift, light)
        other = np.abs(np.log(ratios)) > np.log(OTHER_LIGHT)
        return _Look(Trouble.LIGHT if other.mean() > LIT_SHARE else Trouble.NONE, motion, drift, light)

    def _apart_mm(self, one: Matrix, other: Matrix) -> float:
        """How far apart two motions bring the places that matter, in millimetres on the table."""
        small = self._area / self._factor
        ends = [cv2.perspectiveTransform(small[None], motion)[0] * self._factor for motion in (one, other)]
        apart = self._plane.to_mm(ends[0]) - self._plane.to_mm(ends[1])
        return float(np.linalg.norm(apart, axis=1).max())

    def _remember(self, small: Picture) -> _Reference:
        flat = _flattened(small)
        found = cv2.goodFeaturesToTrack(flat, POINTS, 0.03, SPACING_PX, mask=self._free)
        points = np.asarray(found if found is not None else np.empty((0, 1, 2)), np.float32).reshape(-1, 1, 2)
        return _Reference(flat, points, _brightness(small, points.reshape(-1, 2)))

    def _shrunk(self, picture: Picture) -> Picture:
        wide, high = self._small
        blocks = picture[: high * self._factor, : wide * self._factor]
        return grey_of(np.asarray(cv2.resize(blocks, (wide, high), interpolation=cv2.INTER_AREA), np.uint8))

    def _mask(self, places: Sequence[ArrayLike]) -> Picture:
        free = np.full((self._small[1], self._small[0]), 255, np.uint8)
        for place in places:
            cv2.fillPoly(free, [np.rint(np.asarray(place) / self._factor).astype(np.int32)], 0)
        # Corners near the border leave the picture first, and the places get a little room.
        free = np.asarray(cv2.erode(free, np.ones((9, 9), np.uint8)), np.uint8)
        free[:8], free[-8:], free[:, :8], free[:, -8:] = 0, 0, 0, 0
        return free

    def _spots(self, places: Sequence[ArrayLike], size: tuple[int, int]) -> Floats:
        """Where drift is measured: at the watched places, or all over the picture's middle."""
        if places:
            return np.concatenate([np.asarray(place, np.float64) for place in places])
        wide, high = size
        return np.array([(wide * x, high * y) for x in (0.25, 0.5, 0.75) for y in (0.25, 0.5, 0.75)])


def brought_back(picture: Picture, onto: ArrayLike) -> Picture:
    """The picture as the camera would have taken it before it was moved."""
    size = (picture.shape[1], picture.shape[0])
    back = cv2.warpPerspective(picture, np.asarray(onto, np.float64), size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(back, np.uint8)


#: Logarithms: another lamp adds a constant, which flattening takes away.
_LOG = np.clip(46 * np.log(np.arange(256) + 1.0), 0, 255).astype(np.uint8)


def _flattened(small: Picture) -> Picture:
    """Only what is printed, woven or grown there: without the light that falls on it."""
    levels = cv2.LUT(small, _LOG)
    around = cv2.boxFilter(levels, -1, (21, 21))
    return np.asarray(cv2.addWeighted(levels, 1, around, -1, 128), np.uint8)


_Common: TypeAlias = tuple[Matrix, NDArray[np.int64], NDArray[np.float32]]


def _common_motion(reference: _Reference, flat: Picture, guess: Matrix) -> _Common | None:
    """What most of the points that are found again do together, which these are, and where; None if they disagree."""
    which, after = _found_again(reference, flat, guess)
    if len(which) < max(FEWEST_WELL, len(reference.points) / 5):
        return None
    before = reference.points.reshape(-1, 2)[which]
    if len(which) < FEWEST:
        # So few tell no motion; that there was none is a simpler question.
        stays = np.linalg.norm(after - before, axis=1) < AGREE_PX
        enough = stays.sum() >= FEWEST_WELL and stays.mean() >= MAJORITY
        return (np.eye(3), which[stays], after[stays]) if enough else None
    motion, agreeing = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=AGREE_PX)
    if motion is None:
        return None
    whole: Matrix = np.vstack((np.asarray(motion, np.float64), (0, 0, 1)))
    if len(before) >= 2 * FEWEST:
        tilted, joining = cv2.findHomography(before, after, cv2.RANSAC, AGREE_PX)
        # The richer motion must earn its freedom.
        if tilted is not None and np.sum(joining) > 1.1 * np.sum(agreeing):
            whole, agreeing = np.asarray(tilted, np.float64), joining
    inliers = np.asarray(agreeing).reshape(-1).astype(bool)
    return (whole, which[inliers], after[inliers]) if inliers.mean() >= MAJORITY else None


def _found_again(reference: _Reference, flat: Picture, guess: Matrix) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The numbers of the points that are found in the picture, looked for where the guess says, and their places."""
    start = np.asarray(cv2.perspectiveTransform(reference.points, guess), np.float32)
    now, status, error = cv2.calcOpticalFlowPyrLK(
        reference.flat, flat, reference.points, start, winSize=(15, 15), maxLevel=3, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    good = (np.asarray(status).reshape(-1) == 1) & (np.asarray(error).reshape(-1) < FOUND_LEVELS)
    return np.flatnonzero(good), np.asarray(now, np.float32).reshape(-1, 2)[good]


def _jump(before: Picture, after: Picture) -> Matrix:
    """How the whole picture jumped, roughly, for bumps too large to be followed point by point."""
    orb = cv2.ORB.create(600, fastThreshold=8)
    (spots, marks), (other_spots, other_marks) = (orb.detectAndCompute(flat, None) for flat in (before, after))
    if marks is None or other_marks is None:
        return np.eye(3)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, other_marks)
    if len(pairs) < FEWEST:
        return np.eye(3)
    here = np.array([spots[pair.queryIdx].pt for pair in pairs], np.float32)
    there = np.array([other_spots[pair.trainIdx].pt for pair in pairs], np.float32)
    motion, agreeing = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=3)
    if motion is None or np.sum(agreeing) < FEWEST:
        return np.eye(3)
    return np.vstack((np.asarray(motion, np.float64), (0, 0, 1)))


def _brightness(small: Picture, points: NDArray[np.float32]) -> Floats:
    soft = cv2.boxFilter(small, -1, (9, 9))
    high, wide = small.shape
    columns = np.clip(np.rint(points[:, 0]).astype(int), 0, wide - 1)
    rows = np.clip(np.rint(points[:, 1]).astype(int), 0, high - 1)
    light: Floats = np.asarray(soft, np.float64)[rows, columns] + 1
    return light


def _nothing_to_see(small: Picture) -> bool:
    level, spread = cv2.meanStdDev(small)
    return bool(level[0, 0] < DARK or spread[0, 0] < FLAT)
