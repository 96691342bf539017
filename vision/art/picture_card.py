"""The face of a card that is no number: a pattern, an emblem on a plaque, its name, and the emblem in two corners."""

from collections.abc import Iterable

from vision.art.card import PAPER, banner, both_ways, card
from vision.art.drawing import Disc, Drawing, Point, Shape, rectangle
from vision.art.emblems import Emblem, Inks, laid
from vision.art.motifs import CENTRE

#: The middle of the plaque: above the middle of the card, the name stands below it.
MIDDLE: Point = (CENTRE[0], 37.4)
RADIUS = 17.4
#: Where a corner has room for the sign of a colour.
SIGN_AT: Point = (8.9, 16.0)


def picture_card(ground: Iterable[Shape], emblem: Emblem, inks: Inks, name: str, *signs: Shape) -> Drawing:
    """A whole face. `signs` go under the emblem in the corners."""
    plaque = (Disc(MIDDLE, RADIUS + 1.6, inks.line), Disc(MIDDLE, RADIUS, PAPER))
    tab = rectangle(0, 0, 15.2, 19.5 if signs else 14.4, PAPER)
    corner = (tab, *laid(emblem, inks, (8.9, 8.3), 0.44), *signs)
    return card(
        ground,
        plaque,
        laid(emblem, inks, MIDDLE, RADIUS / 14.0),
        banner(name, 57.4, inks.line),
        both_ways(corner),
    )
