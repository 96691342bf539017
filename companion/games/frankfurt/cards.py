"""The deck and the one question asked of it all the time: does this card fit on that one?

The answer for every pair is worked out once, with its reason. Nothing here knows players or piles.
"""

from itertools import product

from companion.core.ids import CardId
from companion.core.rulings import Reason, Verdict

from . import reasons

COLOURS = ("yellow", "red", "blue")
VALUES = (8, 10, 12, 14, 16, 18, 20, 1, 3, 5, 7, 9, 11, 13)

#: The box holds 132 cards. How often each face is in it is printed nowhere (FFU1): three of each make 126.
DECK_SIZE = 132
COPIES = 3


def card_id(colour: str, value: int) -> CardId:
    return CardId(f"frankfurt/{colour}/{value}")


FACES = {card_id(colour, value): (colour, value) for colour, value in product(COLOURS, VALUES)}
DECK = tuple((card, COPIES) for card in FACES)


def fit(card: CardId, top: CardId) -> Reason:
    """Why `card` may, or may not, lie on `top`; both are faces of the deck."""
    (colour, value), (top_colour, top_value) = FACES[card], FACES[top]
    if colour != top_colour:
        if value > top_value:
            return reasons.HIGHER
        return reasons.LOWER if value < top_value else reasons.EQUAL
    if value % 2:
        return reasons.BOTH_ODD if top_value % 2 else reasons.ODD_ON_EVEN
    return reasons.EVEN_ON_ODD if top_value % 2 else reasons.BOTH_EVEN


#: (card, top) -> why, for all pairs; and card -> the tops it fits on.
FIT = {(card, top): fit(card, top) for card, top in product(FACES, FACES)}
FITS_ON = {card: frozenset(top for top in FACES if FIT[card, top].verdict is Verdict.LEGAL) for card in FACES}
