"""Arms: foreground that reaches into the picture over its rim. Decides from which side, not whose arm it is.

A card that lies on a pile stands out from the table too, but does not reach the rim.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.track.change import Mask

#: An arm covers at least so many pixels of the rim of the small picture.
RIM_PX = 4
#: Pixels this close to the rim count as touching it: the outermost ones are often blended.
RIM = 2


@dataclass(frozen=True, slots=True)
class Arm:
    """One connected piece of foreground and the sides of the picture it reaches. `solid` is it without its shadow."""

    mask: NDArray[np.bool_]
    solid: NDArray[np.bool_]
    seats: tuple[Seat, ...]


def find_arms(foreground: Mask, solid: Mask) -> tuple[Arm, ...]:
    if not cv2.countNonZero(foreground):
        return ()
    # Motion blur and stripes of a sleeve tear an arm apart: close the small gaps.
    closed = cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(closed, connectivity=8)
    touching = {seat: np.bincount(rim.ravel(), minlength=count) for seat, rim in _rims(labels).items()}
    arms = []
    for label in range(1, count):
        seats = tuple(seat for seat, pixels in touching.items() if pixels[label] >= RIM_PX)
        if seats:
            mask = labels == label
            arms.append(Arm(mask, mask & (solid > 0), seats))
    return tuple(arms)


def touched(foreground: Mask) -> frozenset[Seat]:
    """The sides of the picture at which there is foreground."""
    return frozenset(seat for seat, rim in _rims(foreground).items() if np.count_nonzero(rim) >= RIM_PX)


def _rims(picture: NDArray[Any]) -> dict[Seat, NDArray[Any]]:
    return {
        Seat.NORTH: picture[:RIM],
        Seat.SOUTH: picture[-RIM:],
        Seat.WEST: picture[:, :RIM],
        Seat.EAST: picture[:, -RIM:],
    }


def reach(arm: Arm, box: tuple[int, int, int, int], seat: Seat) -> float:
    """How much of the ground from a side of the picture to `box` (left, top, right, bottom) an arm covers: 0 to 1.

    Two arms that touch are one piece of foreground; the way each takes to its pile tells them apart.
    """
    if seat not in arm.seats:
        return 0.0
    left, top, right, bottom = box
    way = {
        Seat.NORTH: arm.solid[:top, left:right],
        Seat.SOUTH: arm.solid[bottom:, left:right],
        Seat.WEST: arm.solid[top:bottom, :left],
        Seat.EAST: arm.solid[top:bottom, right:],
    }[seat]
    # A pile at the very rim leaves no way to look at.
    return float(way.mean()) if way.size else 1.0
