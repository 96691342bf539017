"""What a detector says: here lies a card, this is its outline. It never says which card, nor which way up."""

from dataclasses import dataclass
from typing import Protocol

from vision.image import FloatArray, Image


@dataclass(frozen=True, slots=True)
class Proposal:
    """One card's outline, whole even where the card is covered or leaves the picture.

    `quad` holds the four corners (4 x 2, pixels), clockwise as seen in the picture, and its first edge is a short edge
    of the card: the printed top is the first or the third edge, which of the two only recognition can tell.
    `visible` is the detector's estimate of the fraction of the card that can be seen.
    """

    quad: FloatArray
    score: float
    visible: float


class Detector(Protocol):
    """Anything that finds cards in a picture, surest first."""

    def detect(self, image: Image, widths: tuple[float, float] | None = None) -> list[Proposal]:
        """Where it is known how many pixels wide cards are in the picture, at least and at most, less is looked at."""
