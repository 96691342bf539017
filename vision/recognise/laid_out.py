"""Cards laid out side by side for enrolment: finds them all in one picture, in the order in which one reads a page.

It decides which outlines are cards, and the order. Which card is which is for whoever laid them out to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect.find import open_detector
from vision.detect.overlap import overlap
from vision.detect.proposal import Detector
from vision.detect.size import nested, strange
from vision.image import FloatArray, Image
from vision.recognise.crop import Pyramid, canvas_corners, sides, top_first
from vision.recognise.deck import SHORT_SIDE, fits_a_card
from vision.recognise.spot import lying_card

#: A card of a shorter side than this is too small in its picture to be enrolled.
SMALLEST = 48
#: An outline below this score, or of a card that is covered more than this, is not enrolled.
SURE, WHOLE = 0.5, 0.45
#: Two outlines that share this much are one card.
ONE = 0.4
#: An outline that fills this much of a picture of a card's shape is the picture's own: a flat scan.
FILLS = 0.85
#: The rims around an outline in which its exact edges are looked for, in shares of the card, and how large the part of
#: the picture is made for that, in pixels of its long side.
RIMS, LONG = (0.14, 0.1, 0.2), 480
#: An exact outline is the same card's if it shares this much with the detector's.
AGREES = 0.88


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the picture: where it lies, and how it looks at the deck's own size, standing as it was seen."""

    quad: FloatArray
    view: Image


def laid_out(image: Image, detector: Detector | None = None) -> tuple[Laid, ...]:
    """Every whole card of a picture, row by row. A flat scan of one card is that card."""
    quads = _found(image, detector or open_detector())
    rim = canvas_corners(image.shape[1], image.shape[0])
    scan = fits_a_card(image.shape[1], image.shape[0]) and bool(quads)
    if scan and all(overlap(quad, rim) > FILLS for quad in quads):
        quads = [rim]
    pyramid = Pyramid(image)
    return tuple(Laid(quad, _view(pyramid, quad)) for quad in in_reading_order(quads))


def in_reading_order(quads: Sequence[FloatArray]) -> list[FloatArray]:
    """The rows from the top, each from the left. A row may slope, and its cards may lie a little up or down."""
    left = sorted(quads, key=lambda quad: float(quad[:, 1].mean()))
    ordered: list[FloatArray] = []
    while left:
        first = left[0]
        reach = 0.5 * float(np.ptp(first[:, 1]))
        row = [quad for quad in left if abs(float(quad[:, 1].mean() - first[:, 1].mean())) < reach]
        ordered += sorted(row, key=lambda quad: float(quad[:, 0].mean()))
        left = [quad for quad in left if all(quad is not other for other in row)]
    return ordered


def _found(image: Image, detector: Detector) -> list[FloatArray]:
    proposals = [
        each
        for each in detector.detect(image)
        if each.score >= SURE and each.visible >= WHOLE and min(sides(each.quad)) >= SMALLEST
    ]
    kept: list[FloatArray] = []
    for quad in (top_first(proposal.quad) for proposal in proposals):
        if all(overlap(quad, other) < ONE and not nested(quad, other) for other in kept):
            kept.append(quad)
    odd = strange(kept, [1.0] * len(kept))
    return [_exact(image, quad) for quad, is_odd in zip(kept, odd, strict=True) if not is_odd]


def _exact(image: Image, quad: FloatArray) -> FloatArray:
    """The same outline laid along the card's own edges: the middle of what several views of it say, where they agree.

    A printed frame or a shadow's edge is often as clear as the card's rim, but not from every view.
    """
    views = (_alone(image, quad, rim) for rim in RIMS)
    exact = [view for view in views if view is not None and overlap(view, quad) >= AGREES]
    return np.asarray(np.median(exact, axis=0), np.float32) if exact else quad


def _alone(image: Image, quad: FloatArray, rim: float) -> FloatArray | None:
    """The card as the only one of its part of the picture."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    left, top = (int(v) for v in np.maximum(0, low - rim * (high - low)))
    right, bottom = (int(v) + 1 for v in np.minimum(image.shape[1::-1], high + rim * (high - low)))
    part = np.ascontiguousarray(image[top:bottom, left:right])
    scale = max(1.0, LONG / max(part.shape[:2]))
    large = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    exact = lying_card(large)
    if exact is None:
        return None
    return np.asarray((exact + 0.5) / scale - 0.5 + np.array((left, top)), np.float32)


def _view(pyramid: Pyramid, quad: FloatArray) -> Image:
    across, down = sides(quad)
    scale = SHORT_SIDE / min(across, down)
    return pyramid.crop(quad, round(across * scale), round(down * scale))
