"""One place shows one card: of two names that were read off it, the less sure one is not said.

An outline that lies half on a card can look like another one: two of three symbols, a king's corner for a jack's. So of
every named card it is told where in the picture its face was recognised. A card that lies under another is recognised
where the other is not, and the other one less where it is covered itself; whoever is recognised mostly where a surer
card is as clear as elsewhere was read off that one. It knows pictures only, no faces and no rules.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray
from vision.recognise.crop import HEIGHT, WIDTH, canvas_corners
from vision.recognise.describe import CELL, COLUMNS, ROWS

#: The share of what speaks for a card that may lie where a surer one is as clear as it is elsewhere, or clearer; where
#: that one is half as clear it counts half. Of 567 pairs of right names that overlap, on traced and composed tables and
#: photographs of two real decks, one exceeds it (.64, the next .61); of ten wrong names that were read off another
#: card, most of them on the same photographs made smaller, the least has .65.
CONTESTED = 0.62
#: The middles of the cells on a card's canvas.
_MIDDLES = np.array([((x + 0.5) * CELL, (y + 0.5) * CELL) for y in range(ROWS) for x in range(COLUMNS)], np.float32)
_CANVAS = canvas_corners(WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True)
class Claim:
    """The outline of a named card, where in the picture its cells lie, and how clearly its face is seen in each."""

    quad: FloatArray
    places: FloatArray
    seen: FloatArray


def claim_of(quad: FloatArray, cells: FloatArray, trust: FloatArray, face: FloatArray) -> Claim:
    """`quad` is the outline as it was cut out, `cells` what was seen there, and `face` the same of the face."""
    home = cv2.getPerspectiveTransform(_CANVAS, quad.astype(np.float32))
    places = cv2.perspectiveTransform(_MIDDLES[None] - np.float32(0.5), home)[0]
    agreement = np.maximum((cells * face).sum(axis=1), 0)
    return Claim(quad, np.asarray(places, np.float32), np.asarray(trust * agreement, np.float32))


def read_off(lesser: Claim, surer: Claim) -> bool:
    """Was the lesser name read off the surer card?"""
    inside, there = _within(lesser.places, surer.quad), _within(surer.places, lesser.quad)
    if not inside.any() or not there.any():
        return False
    share = lesser.seen[inside].sum() / (lesser.seen.sum() + 1e-6)
    elsewhere = surer.seen[~there].mean() if not there.all() else 0.0
    return bool(share * min(1.0, surer.seen[there].mean() / (elsewhere + 1e-6)) > CONTESTED)


def _within(points: FloatArray, quad: FloatArray) -> NDArray[np.bool_]:
    """Which points lie in a convex outline, whichever way round it goes?"""
    sides = np.roll(quad, -1, axis=0) - quad
    apart = points[:, None] - quad
    turns = sides[:, 0] * apart[..., 1] - sides[:, 1] * apart[..., 0]
    return np.asarray((turns >= 0).all(axis=1) | (turns <= 0).all(axis=1))
