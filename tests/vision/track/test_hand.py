"""Parts of labelled arms: what others cover of one that is seen on both sides of them."""

import numpy as np

from calibration.table_file import Seat
from vision.detect.sides import label_of
from vision.track.hand import with_covered

NORTH, EAST = label_of(Seat.NORTH), label_of(Seat.EAST)


def test_what_others_cover_of_an_arm_with_finger_tips_beyond_belongs_to_it() -> None:
    labels = np.zeros((80, 120), np.uint8)
    labels[:60, 40:60] = NORTH
    labels[25:45, 30:] = EAST
    # Its own shadow, taken for a part of the other.
    labels[45:50, 80:] = NORTH
    whole = with_covered(labels, Seat.NORTH)
    assert whole[:60, 40:60].all()
    assert not whole[:, :40].any() and not whole[:, 60:].any()


def test_an_arm_that_ends_under_others_ends_there() -> None:
    labels = np.zeros((80, 120), np.uint8)
    labels[:25, 40:60] = NORTH
    labels[25:45, 30:] = EAST
    assert (with_covered(labels, Seat.NORTH) == (labels == NORTH)).all()
