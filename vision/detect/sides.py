"""Where arms are in a picture, and from which side of it each comes: a small network and the bare table together.

The network learnt hands, sleeves, gloves and their shadows from `vision/training/arms`; what it is sure of spreads over
everything near that is not the table, nor the table in the shade. A shadow, a card or a light that is switched on is no
arm, and where the table's own grain or print is seen there is none, in whatever light. It decides a label for every
pixel; motion and time are not its business.
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.detect.colours import Colours, Labels, first_of_most
from vision.image import FloatArray, Image

#: What the labels stand for; 0 is no arm.
SEATS = (None, Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
#: The network's picture: small enough to look at every frame of a disturbance, large enough to tell fingers apart.
SIZE = (256, 160)
MODEL = Path(__file__).parent.parent / "models" / "arms.onnx"
#: The chance from which on a pixel is an arm.
ARM = 0.5
#: Levels by which a patch differs from the table in any shade, and a pixel from the table, to be something else.
APART, DIFFERS = 7.0, 12.0
#: A shadow leaves at least so much of the light, and nothing makes the table brighter than this.
DARKEST, BRIGHTEST = 0.4, 1.1
#: The table is seen where its fine pattern is so much alike; one fainter than this (levels) is noise.
ALIKE, FAINT = 0.5, 1.4
#: What is seen of the table so near, if it is such a share of all there, tells the light to so many levels.
AROUND, LEAST_KNOWN, LIT = 21, 0.1, 10.0
#: Something is an arm when the network sees one in so many of its pixels.
SEEN_PX = 25
#: An arm spreads no further than this from what the network is sure of.
FURTHEST = 6


def label_of(seat: Seat) -> int:
    return SEATS.index(seat)


class Sides:
    """Labels pictures. Not for use by two threads at once."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def labels(self, picture: Image, table: Image, colours: Colours | None = None) -> Labels:
        """For every pixel the number in SEATS of the arm that is seen there; `table` is what it looked like before.

        `colours` are those of the arms in the pictures before, and learn from this one.
        """
        chances = self._chances(picture, table)
        covered = ~table_seen(picture, table)
        arm = (chances[0] < 1 - ARM) & covered
        something = arm | (something_else(picture, table) & covered)
        count, parts = cv2.connectedComponents(something.astype(np.uint8))
        seen = np.bincount(parts[arm], minlength=count)
        seen[0] = 0
        something = (seen > SEEN_PX)[parts]
        sides = (colours or Colours()).labels(picture, chances[1:], arm & something)
        return _spread(sides, something)

    def arms(self, picture: Image) -> Labels:
        """The same for arms that may have been there always: as they are seen in a picture by itself."""
        chances = self._chances(picture, picture)
        return np.where(chances[0] < 1 - ARM, first_of_most(chances[1:]) + 1, 0).astype(np.uint8)

    def _chances(self, picture: Image, table: Image) -> FloatArray:
        """For every pixel the chance of no arm, and of an arm from each side."""
        height, width = picture.shape[:2]
        both = [cv2.resize(each, SIZE, interpolation=cv2.INTER_AREA) for each in (picture, table)]
        self._net.setInput(np.concatenate([cv2.dnn.blobFromImage(each, 1 / 255) for each in both], axis=1))
        scores = self._net.forward()[0]
        likely = np.exp(scores - scores.max(axis=0))
        likely /= likely.sum(axis=0)
        return np.stack([np.asarray(cv2.resize(each, (width, height)), np.float32) for each in likely])


def something_else(picture: Image, table: Image) -> NDArray[np.bool_]:
    """Where the picture does not show the table, neither in the light nor in the shade."""
    seen, bare = picture.astype(np.float32), table.astype(np.float32)
    power, common, whole = (_patch(one * other) for one, other in _pairs(bare, seen))
    shade = np.clip(common / np.maximum(power, 1.0), DARKEST, BRIGHTEST)
    apart = whole - 2 * shade * common + shade * shade * power
    blue, green, red = cv2.split(cv2.absdiff(picture, table))
    most = cv2.max(cv2.max(blue, green), red)
    other = ((apart > 3 * APART**2) & (most > DIFFERS)).astype(np.uint8)
    clean = cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(clean, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)) > 0)


def table_seen(picture: Image, table: Image) -> NDArray[np.bool_]:
    """Where the table's fine pattern is in the picture too, however dark or tinted it is: a shadow leaves it there."""
    seen, bare = (_fine(each) for each in (picture, table))
    power, common, whole = (cv2.boxFilter(one * other, -1, (7, 7)) for one, other in _pairs(bare, seen))
    alike = (power > FAINT**2) & (common > 0) & (common**2 > ALIKE**2 * power * whole)
    clean = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    # The rim of an arm is as much alike as there is table beside it.
    seen_there = np.asarray(cv2.erode(clean, np.ones((3, 3), np.uint8)), np.uint8)
    return np.asarray((seen_there > 0) | _lit_alike(picture, table, seen_there))


def _lit_alike(picture: Image, table: Image, known: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where it may be plain table, in the light that falls on what is `known` to be table around there."""
    share = cv2.boxFilter(known.astype(np.float32), -1, (AROUND, AROUND))
    there = known[..., None].astype(np.float32)
    lit, bare = (cv2.boxFilter(each * there, -1, (AROUND, AROUND)) for each in (picture, table))
    blue, green, red = cv2.split(cv2.absdiff(picture.astype(np.float32), table * (lit / np.maximum(bare, 1e-3))))
    alike = (cv2.max(cv2.max(blue, green), red) < LIT) & (share > LEAST_KNOWN)
    return np.asarray(cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def _fine(picture: Image) -> FloatArray:
    levels = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(levels - cv2.boxFilter(levels, -1, (5, 5)), np.float32)


def _pairs(bare: FloatArray, seen: FloatArray) -> tuple[tuple[FloatArray, FloatArray], ...]:
    return (bare, bare), (seen, bare), (seen, seen)


def _patch(values: FloatArray) -> FloatArray:
    """The sum over the colours, its mean over a patch."""
    return np.asarray(cv2.boxFilter(cv2.transform(values, np.ones((1, 3), np.float32)), -1, (5, 5)), np.float32)


def _spread(labels: Labels, where: NDArray[np.bool_]) -> Labels:
    """What is no table takes the label of the nearest pixel that has one."""
    if not labels.any():
        return labels
    bare = (labels == 0).astype(np.uint8)
    away, nearest = cv2.distanceTransformWithLabels(bare, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    names = np.zeros(int(nearest.max()) + 1, np.uint8)
    names[nearest[labels > 0]] = labels[labels > 0]
    return np.where(where & (away < FURTHEST), names[nearest], labels).astype(np.uint8)
