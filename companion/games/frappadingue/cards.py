"""The deck and what cards are worth: singles, combinations, specials. Nothing here knows players or turns."""

from companion.core.ids import UNKNOWN, CardId


def km(value: int) -> CardId:
    return CardId(f"frappa/km/{value}")


VALUES = (7, 8, 9, 10, 11, 12, 13)
KM = {km(value): value for value in VALUES}
SPECIALS = {
    CardId(f"frappa/mod/{sign}"): points for sign, points in (("+5", 50), ("-5", -50), ("+10", 100), ("-10", -100))
}
PLUS_FIVE = CardId("frappa/mod/+5")
ACCROCHAGE = CardId("frappa/accrochage")
#: Two of these are in the box; in Family mode they are taken out before the match.
FORCED_EXCHANGE = CardId("frappa/echange-force")

#: How often each card is in the box is printed nowhere (FDU1). This is a stand-in until the owner counts.
DECK = (
    *((card, 8) for card in KM),
    *((card, 2) for card in SPECIALS),
    (ACCROCHAGE, 2),
    (FORCED_EXCHANGE, 2),
)
IN_PLAY = {card: copies for card, copies in DECK if card != FORCED_EXCHANGE}
FACES = frozenset(card for card, _ in DECK)

SINGLES = {8: 100, 12: 50}
BRELAN = {7: 100, 8: 1000, 9: 200, 10: 300, 11: 400, 12: 500, 13: 600}
#: Three, four and five of a kind, as multiples of the brelan.
COMBINATIONS = {3: 1, 4: 2, 5: 4}
NAMES = {"brelan": 3, "carre": 4, "quinte": 5}


def is_card(card: CardId) -> bool:
    """Is it of this box, or a card that nobody has read yet?"""
    return card == UNKNOWN or card in FACES


def special_points(card: CardId, plus_five: int) -> int:
    """What a KM special adds; the sheet prints +30 for +5 KM, all else says +50 (option `plus_five`)."""
    return plus_five if card == PLUS_FIVE else SPECIALS[card]


def best(value: int, cards: int) -> int:
    """The most that so many cards of one value are worth together; 0 if they are worth nothing."""
    combination = COMBINATIONS.get(cards)
    return BRELAN[value] * combination if combination else SINGLES.get(value, 0) * cards
