"""The latest pictures, to look back to: where arms are in each, labelled once it is asked for.

It decides which pictures are looked back to and what of them is of which arm; what hands did is not its business.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.detect.ahead import Ahead, Coming
from vision.detect.colours import Colours, Labels
from vision.image import FloatArray
from vision.track.approach import LOOK_BACK
from vision.track.change import Small
from vision.track.hand import near_others

Mask = NDArray[np.bool_]

#: An arm in view covers at least so many small pixels.
ARM_PX = 150
#: The ground that arms are seen on is so many levels darker than a hand that is brighter than this, or brighter.
GROUND, DARK = 45.0, 100.0


@dataclass(slots=True)
class Shot:
    """One frame as it is kept: small, moved back by its shift."""

    index: int
    t_ns: int
    small: Small
    shift: tuple[float, float]
    grey: FloatArray
    #: At which sides of the picture something is that is no table.
    sides: frozenset[Seat]
    labels: Coming | None = None


class Shots:
    """The pictures `kept`, in their order, of which the last is the present.

    `table` is what it looked like before, `colours` are those of the arms.
    """

    def __init__(self, kept: Sequence[Shot], sides: Ahead, table: Small, colours: Colours) -> None:
        self.kept = kept
        self._sides, self._table, self._colours = sides, table, colours

    @property
    def last(self) -> Shot:
        return self.kept[-1]

    def recent(self) -> Sequence[Shot]:
        """The pictures that are looked back to."""
        return self.kept[-LOOK_BACK - 1 :]

    def frame_s(self) -> float:
        return (self.last.t_ns - self.kept[0].t_ns) / 1e9 / max(1, len(self.kept) - 1)

    def labels(self, shot: Shot) -> Labels:
        return self.asked(shot).result()

    def asked(self, shot: Shot) -> Coming:
        if shot.labels is None:
            shot.labels = self._sides.labels(shot.small, self._table, self._colours)
        return shot.labels

    def glance(self, shot: Shot) -> Coming:
        """At a picture alone."""
        return self._sides.labels(shot.small, self._table)

    def came_near(self) -> frozenset[Seat]:
        """The sides from which an arm may have come since."""
        return frozenset().union(*(shot.sides for shot in self.recent()))

    def alone(self) -> bool:
        """Did no more than one arm come? Then it meets no other, and few pictures need to be labelled."""
        return len(self.came_near()) < 2

    def cut_out(self, shots: Sequence[Shot], hand: FloatArray) -> Sequence[FloatArray]:
        """The pictures with what is no arm half faded to a plain ground, well apart from that `hand`: a table's pattern
        stays where it is and would hold the hand there. As they are where only one arm came."""
        if self.alone() or not hand.size:
            return [shot.grey for shot in shots]
        level = float(np.median(hand))
        ground = np.float32(level - GROUND if level > DARK else level + GROUND)
        arms = [cv2.dilate((self.labels(shot) > 0).astype(np.uint8), np.ones((3, 3), np.uint8)) for shot in shots]
        return [np.where(arm > 0, shot.grey, (shot.grey + ground) / 2) for shot, arm in zip(shots, arms, strict=True)]

    def there(self, shot: Shot, label: int) -> Mask | None:
        """Where an arm is, give or take a little; None if that is not known."""
        if self.alone():
            return None
        arm = np.asarray(self.labels(shot) == label, np.uint8)
        return cv2.dilate(arm, np.ones((5, 5), np.uint8)) > 0 if np.count_nonzero(arm) > ARM_PX else None

    def others(self, shot: Shot, label: int) -> Mask:
        return np.zeros(shot.grey.shape, np.bool_) if self.alone() else near_others(self.labels(shot), label)
