"""Reads a still: finds the cards, names them against an enrolled deck, and says of each how sure it is.

It decides what is reported: which outlines are one card, which names are sure enough to say aloud. A wrong name is
much worse than none. It knows the deck, never the game.
"""

from collections.abc import Sequence
from time import perf_counter

import cv2
import numpy as np

from calibration.table_file import Table
from vision.detect.find import open_detector
from vision.detect.proposal import Detector
from vision.detect.size import nested, strange
from vision.image import FloatArray, Image
from vision.recognise.crop import Pyramid, sides
from vision.recognise.deck import Deck
from vision.recognise.flat import Flat
from vision.recognise.gallery import Gallery
from vision.recognise.identify import ONE_PLACE, identify
from vision.recognise.look import SURE, Identity
from vision.recognise.reading import Reading

#: Two outlines of the same name that share this much of their union are one card.
_SAME_NAMED = 0.4
#: Sides this many times as long, or as short, as the table's cards are of something else.
_OTHER_SIZE = 1.4
#: An outline without a name is told from this score of the detector: below it, it may as well lie on nothing.
_TOLD = 0.85
Region = tuple[int, int, int, int]


class Reader:
    """Reads pictures against one deck. Not for use by two threads at once."""

    def __init__(self, deck: Deck, detector: Detector | None = None, table: Table | None = None) -> None:
        """With a `table`, outlines that are not of its cards' size are no cards of it."""
        self.gallery = Gallery(deck)
        self.gallery.make_ahead()
        self._table = table
        self._detector = detector or open_detector()
        self.stage_ms: dict[str, float] = {}

    def read(
        self, image: Image, within: Region | None = None, widths: tuple[float, float] | None = None
    ) -> tuple[Reading, ...]:
        """Every card of the picture, or of the region (x, y, width, height) of it, surest first. With `widths`, how
        wide cards are there at least and at most, it is done sooner.
        """
        if widths is None and self._table is not None:
            widths = self._table.card_widths(within)
        left, top = (0, 0) if within is None else (max(0, within[0]), max(0, within[1]))
        if within is not None:
            image = np.ascontiguousarray(image[top : within[1] + within[3], left : within[0] + within[2]])
        if min(image.shape[:2], default=0) < 16:
            return ()
        begun = perf_counter()
        proposals = self._detector.detect(image, widths)
        if self._table is not None:
            corner = np.array((left, top), np.float32)
            proposals = [each for each in proposals if of_card_size(each.quad + corner, self._table)]
        found = perf_counter()
        flat = self._flat(left, top)
        identities = identify(Pyramid(image), [proposal.quad for proposal in proposals], self.gallery, flat)
        readings = [
            self._reading(identity, proposal.score, (left, top))
            for identity, proposal in zip(identities, proposals, strict=True)
        ]
        kept = plausible(one_each([r for r in readings if r.card is not None or r.confidence >= _TOLD]))
        self.stage_ms = {"detect": 1000 * (found - begun), "recognise": 1000 * (perf_counter() - found)}
        return tuple(kept)

    def name(self, image: Image, outlines: Sequence[FloatArray]) -> tuple[Reading, ...]:
        """The cards in outlines that are known already (clockwise, a short side first), surest first."""
        identities = identify(Pyramid(image), list(outlines), self.gallery)
        return tuple(one_each([self._reading(identity, identity.chance, (0, 0)) for identity in identities]))

    def _flat(self, left: int, top: int) -> Flat | None:
        """Where the cards lie, in the part of the picture that begins there; None while no table is known."""
        if self._table is None:
            return None
        return Flat(self._table.plane.moved(-left, -top), (min(self._table.card_mm), max(self._table.card_mm)))

    def _reading(self, identity: Identity, score: float, origin: tuple[int, int]) -> Reading:
        quad = identity.quad + np.array(origin, np.float32)
        tl, tr, br, bl = ((float(x), float(y)) for x, y in quad)
        name = self.gallery.names[self.gallery.owner[identity.row]]
        back = self.gallery.entries[identity.row % len(self.gallery.entries)].back
        if identity.chance < SURE:
            told = ((name, identity.chance), *identity.rivals) if not back else identity.rivals
            told = tuple(sorted(told, key=lambda one: -one[1]))
            return Reading(None, "down" if back else "up", score, (tl, tr, br, bl), told)
        if back:
            return Reading(None, "down", identity.chance, (tl, tr, br, bl))
        return Reading(name, "up", identity.chance, (tl, tr, br, bl), identity.rivals)


def of_card_size(quad: FloatArray, table: Table) -> bool:
    """Are the sides of an outline, laid onto the table, those of its cards? A card on a pile looks a little larger."""
    spans = sides(np.asarray(table.plane.to_mm(quad), np.float32))
    shares = [span / mm for span, mm in zip(sorted(spans), sorted(table.card_mm), strict=True)]
    return min(shares) > 1 / _OTHER_SIZE and max(shares) < _OTHER_SIZE


def one_each(readings: list[Reading]) -> list[Reading]:
    """Of readings that outline the same card only the best: a named one before an unnamed, then the surest."""
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: (r.card is None, -r.confidence)):
        if not any(_is_one(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _is_one(reading: Reading, other: Reading) -> bool:
    named_alike = reading.card is not None and reading.card == other.card
    return shared_area(reading.quad, other.quad) >= (_SAME_NAMED if named_alike else ONE_PLACE)


def plausible(readings: list[Reading]) -> list[Reading]:
    """The readings without unnamed outlines that the named ones show to be none of a card.

    A picture on a card, or a ring of cards, has the corners of a card but not its size. What is named stays.
    """
    quads = [np.array(reading.quad, np.float32) for reading in readings]
    odd = strange(quads, [1.0 if reading.card else 0.2 for reading in readings])
    kept: list[Reading] = []
    for k, reading in enumerate(readings):
        inside = any(nested(quads[k], np.array(other.quad, np.float32)) for other in kept)
        if reading.card is not None or not (odd[k] or inside):
            kept.append(reading)
    return kept


def shared_area(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> float:
    """Shared area over joint area of two outlines."""
    first, second = np.array(one, np.float32), np.array(other, np.float32)
    shared = cv2.intersectConvexConvex(first, second)[0]
    joint = cv2.contourArea(first) + cv2.contourArea(second) - shared
    return float(shared / joint) if joint > 0 else 0.0
