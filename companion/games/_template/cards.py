"""The deck: which faces there are and how often. It decides nothing about play."""

from companion.core.ids import UNKNOWN, CardId

COLOURS = ("red", "blue", "green", "yellow")
VALUES = range(1, 11)

#: Every face once. A card's id is game/…/…; each part is a word of the catalogues (`word.red`).
DECK = tuple((CardId(f"highcard/{colour}/{value}"), 1) for colour in COLOURS for value in VALUES)

#: Worked out once: looking a card up is faster than taking its id apart for every event.
VALUE_OF = {card: int(card.rsplit("/", 1)[1]) for card, _ in DECK}


def is_card(card: CardId) -> bool:
    """Is it of this deck, or a card that nobody has read yet?"""
    return card == UNKNOWN or card in VALUE_OF
