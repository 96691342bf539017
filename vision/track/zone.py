"""One pile and its surroundings as hands over it stir them: moving, quiet, covered. It does not know whose they are."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.fit import pose_of
from calibration.lens import usual_lens
from calibration.plane import Floats
from calibration.table_file import Pile, Seat, Table
from vision.track.change import MOVED, Change, Small, differing
from vision.track.hand import Mask

#: The surroundings are quiet when no more of them moves than this share, for so many frames.
STILL_SHARE, QUIET_FRAMES = 0.09, 3
#: A hand is on a pile when it covers at least this share of it.
ON_PILE = 0.16


@dataclass(slots=True)
class Zone:
    """A pile and its surroundings.

    `up` is by how many pixels (down, right) what is over it is seen elsewhere for every millimetre that it is higher.
    `quiet` is for how many frames it has been, `told` are the hands on it that were told, the lowest first.
    """

    pile: Pile
    card_px: float
    on: Mask
    around: Mask
    box: tuple[slice, slice]
    up: Floats
    stirred: bool = False
    quiet: int = 0
    told: list[Seat] = field(default_factory=list)

    def settled(self, before: Small, now: Small, change: Change) -> bool:
        """Has it just become quiet, with something on it?"""
        if not (self.stirred or change.moved[self.box].any()):
            self.quiet += 1
            return False
        # A dim picture's noise is no movement.
        here, there = (np.asarray(cv2.blur(picture[self.box], (3, 3)), np.uint8) for picture in (now, before))
        moved = np.count_nonzero((differing(here, there, MOVED) > 0) & self.around[self.box])
        if moved > STILL_SHARE * np.count_nonzero(self.around):
            self.stirred, self.quiet = True, 0
            return False
        self.quiet += 1
        if not self.stirred or self.quiet < QUIET_FRAMES:
            return False
        self.stirred = False
        covered = self.covered(change)
        if not covered:
            self.told.clear()
        return covered

    def covered(self, change: Change) -> bool:
        """Is there something on it?"""
        return bool(np.count_nonzero((change.foreground > 0) & self.on) > ON_PILE / 2 * np.count_nonzero(self.on))

    def under(self, hand: Mask) -> bool:
        """Does a hand cover enough of it to be on it?"""
        return int(np.count_nonzero(hand & self.on)) >= ON_PILE * max(1, int(np.count_nonzero(self.on)))


def zone_of(pile: Pile, table: Table, factor: int, size: tuple[int, int]) -> Zone:
    """In pictures of that size, so many times smaller than the table's."""
    on = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(on, [np.rint(np.array(pile.polygon) / factor - 0.5).astype(np.int32)], 1)
    around = cv2.dilate(on, np.ones((13, 13), np.uint8))
    ys, xs = np.nonzero(around)
    box = (slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1)) if len(xs) else (slice(0, 1), slice(0, 1))
    return Zone(pile, table.card_px(pile)[0] / factor, on > 0, around > 0, box, _up(pile, table) / factor)


def under_camera(table: Table, factor: int) -> tuple[float, float]:
    """The point straight under the camera in pictures so many times smaller than the table's: what comes down moves
    towards it. It is far out of the picture where the camera leans."""
    camera, turn, _ = _camera(table)
    right, down, depth = camera @ turn[:, 2]
    return float(right / depth / factor), float(down / depth / factor)


def _up(pile: Pile, table: Table) -> Floats:
    """Where a millimetre above a pile is seen, in pixels down and right of it."""
    camera, turn, origin = _camera(table)
    # Whichever way the calibration counts upwards, the camera is above the table.
    above = np.sign(-(turn.T @ origin)[2])
    across, down = table.plane.to_mm(np.mean(pile.polygon, axis=0))[0]
    seen = [camera @ (turn @ (across, down, height) + origin) for height in (0.0, above)]
    table_px, above_px = (each[1::-1] / each[2] for each in seen)
    return np.asarray(above_px - table_px, np.float64)


def _camera(table: Table) -> tuple[Floats, Floats, Floats]:
    """What a usual lens makes of directions, how the table is turned in front of it, and where its origin is: how far a
    camera leans is all that matters."""
    lens = usual_lens(table.size)
    pose = pose_of(table.plane, lens)
    camera = np.array([[lens.focal_px, 0, lens.middle[0]], [0, lens.focal_px, lens.middle[1]], [0, 0, 1]])
    return camera, np.asarray(cv2.Rodrigues(pose[:3])[0], np.float64), pose[3:]
