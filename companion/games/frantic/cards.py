"""The deck: every face, how often it is there, what it scores, and which card may lie on which.

It decides nothing about turns, hands or effects. Looking a face up and comparing two of them is done once and kept.
"""

from dataclasses import dataclass
from functools import cache

from companion.core.ids import UNKNOWN, CardId
from companion.core.rulings import Reason

from . import reasons

COLOURS = ("blue", "red", "green", "yellow")
BLACK = "black"
NUMBERS = range(1, 10)
#: Specials of one colour and how many of each there are a colour.
ONE_COLOUR = {"second-chance": 1, "skip": 1, "gift": 2, "exchange": 1}
#: Specials of all four colours.
FOUR_COLOUR = {"fantastic": 11, "fantastic-four": 5, "counterattack": 4, "equality": 2, "nice-try": 1}
EVENT_NAMES: tuple[str, ...] = (
    "charity",
    "communism",
    "doomsday",
    "earthquake",
    "expansion",
    "finish-line",
    "friday-13th",
    "gambling-man",
    "market",
    "mating-season",
    "merry-christmas",
    "mexican-standoff",
    "recession",
    "robin-hood",
    "surprise-party",
    "all-seeing-eye",
    "third-time-lucky",
    "time-bomb",
    "tornado",
    "vandalism",
)

SPECIAL_POINTS = 7
FUCK_YOU_POINTS = 42
#: Fuck You may be played with exactly so many cards in the hand, itself included.
FUCK_YOU_HAND = 10

#: A wish that nobody has told the app: of a colour or a number, or of a colour for certain.
WISH_UNKNOWN = "?"
WISH_UNKNOWN_COLOUR = "?colour"


@dataclass(frozen=True, slots=True)
class Face:
    """One face of the deck. `symbol` is "number", "event" or the name of a special; 0 and "" where it has none."""

    card: CardId
    symbol: str
    colour: str = ""
    number: int = 0
    copies: int = 1
    points: int = SPECIAL_POINTS
    four_colour: bool = False


def _faces() -> tuple[Face, ...]:
    numbers = [
        Face(CardId(f"frantic/{colour}/{n}"), "number", colour, n, 1 if colour == BLACK else 2, n)
        for colour in (*COLOURS, BLACK)
        for n in NUMBERS
    ]
    one_colour = [
        Face(CardId(f"frantic/special/{name}/{colour}"), name, colour, copies=copies)
        for name, copies in ONE_COLOUR.items()
        for colour in COLOURS
    ]
    four_colour = [
        Face(CardId(f"frantic/special/{name}"), name, copies=copies, four_colour=True)
        for name, copies in FOUR_COLOUR.items()
    ]
    unique = Face(CardId("frantic/special/fuck-you"), "fuck-you", points=FUCK_YOU_POINTS)
    events = [Face(CardId(f"frantic/event/{name}"), "event", points=0) for name in EVENT_NAMES]
    return (*numbers, *one_colour, *four_colour, unique, *events)


FACES: dict[CardId, Face] = {face.card: face for face in _faces()}
DECK: tuple[tuple[CardId, int], ...] = tuple((face.card, face.copies) for face in FACES.values())
PLAYING_CARDS = tuple(face for face in FACES.values() if face.symbol != "event")
DECK_SIZE = sum(face.copies for face in PLAYING_CARDS)

FUCK_YOU = CardId("frantic/special/fuck-you")
COUNTERATTACK = CardId("frantic/special/counterattack")
NICE_TRY = CardId("frantic/special/nice-try")


def points_of(hand: tuple[CardId, ...]) -> int:
    return sum(FACES[card].points for card in hand)


@cache
def fits(card: CardId, top: CardId, wish: str) -> Reason:
    """May `card` lie on `top` under this wish? An empty `top` takes anything, an unread one leaves it open."""
    face = FACES[card]
    if face.four_colour:
        return reasons.FOUR_COLOUR
    if card == FUCK_YOU:
        return reasons.TEN_CARDS
    if wish:
        return _meets(face, wish)
    if not top:
        return reasons.ANYTHING
    if top == UNKNOWN:
        return reasons.TOP_NEEDED
    return _matches(face, FACES[top])


def _meets(face: Face, wish: str) -> Reason:
    if wish.isdigit():
        return reasons.WISH_MET if face.number == int(wish) else reasons.WISH_MISSED
    if wish == WISH_UNKNOWN:
        return reasons.WISH_NEEDED
    if face.colour == BLACK:
        return reasons.BLACK_NO_COLOUR
    if wish == WISH_UNKNOWN_COLOUR:
        return reasons.WISH_NEEDED
    return reasons.WISH_MET if face.colour == wish else reasons.WISH_MISSED


def _matches(face: Face, top: Face) -> Reason:
    if top.four_colour:
        # A four-colour card always carries a wish; here nobody has told it.
        return reasons.WISH_NEEDED
    if face.colour == BLACK:
        if top.colour == BLACK:
            return reasons.BLACK_ON_BLACK
        return reasons.SAME_NUMBER if face.number == top.number else reasons.BLACK_NEEDS_NUMBER
    if face.number and face.number == top.number:
        return reasons.SAME_NUMBER
    if top.colour == BLACK:
        return reasons.ON_BLACK
    if face.colour == top.colour:
        return reasons.SAME_COLOUR
    if face.symbol == top.symbol != "number":
        return reasons.SAME_SYMBOL
    return reasons.NO_MATCH
