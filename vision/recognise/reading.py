"""One card as it was read: which face, how sure, where. A value; it decides nothing and knows no game."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Reading:
    """A card seen in a picture.

    `card` is None where it is not known: a face that is not enrolled, too hidden, too blurred, or a back. `quad` is
    the outline of the whole physical card in picture coordinates, top left, top right, bottom right, bottom left as
    printed, so its order tells how the card is turned. `confidence` is the chance that `card` is right; for an unknown
    card it is the chance that there is a card of this `face` at all. `alternatives` are the other names it might have,
    best first.
    """

    card: str | None
    face: Literal["up", "down"]
    confidence: float
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()
