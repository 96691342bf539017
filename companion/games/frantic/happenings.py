"""The 20 event cards: what each does at once, and what it asks the players for.

Each is a function of the table and the seat of the initiator, who comes last. What depends on choice or on hidden
cards is pushed as a frame; `occasions` takes the answers. An event under way is carried out as far as possible.
"""

from collections.abc import Callable

from companion.core.ids import UNKNOWN

from .cards import EVENT_NAMES, FACES
from .state import (
    DOOMSDAY,
    FINISH_LINE,
    PILE_EMPTY,
    BetsDue,
    BlindTakes,
    DiscardsDue,
    Hand,
    Market,
    OpenHands,
    PresentsDue,
    Seat,
    SetsDue,
)
from .table import Table

Happening = Callable[[Table, Seat], None]

STANDOFF_DRAWS = 3
THIRD_TIME_DRAWS = 3
BOMB_TURNS = 3


def _charity(table: Table, initiator: Seat) -> None:
    """Everybody but those with most cards takes one, blind, from each of those."""
    most = max(map(len, table.hands))
    order = table.from_right_of(initiator)
    rich = [seat for seat in order if len(table.hands[seat]) == most]
    poor = [seat for seat in order if len(table.hands[seat]) < most]
    takes = tuple((taker, source) for taker in poor for source in rich)
    if takes:
        table.stack.append(BlindTakes(takes))


def _communism(table: Table, initiator: Seat) -> None:
    most = max(map(len, table.hands))
    for seat in table.from_right_of(initiator):
        table.must_draw(seat, most - len(table.hands[seat]))


def _doomsday(table: Table, initiator: Seat) -> None:
    table.ending = DOOMSDAY


def _earthquake(table: Table, initiator: Seat) -> None:
    if table.rules.earthquake == "right":
        table.hands = [table.hands[-1], *table.hands[:-1]]
    else:
        table.hands = [*table.hands[1:], table.hands[0]]


def _expansion(table: Table, initiator: Seat) -> None:
    for count, seat in enumerate(table.from_right_of(initiator), 1):
        table.must_draw(seat, count)


def _finish_line(table: Table, initiator: Seat) -> None:
    table.ending = FINISH_LINE


def _friday_13th(table: Table, initiator: Seat) -> None:
    """Nothing happens."""


def _gambling_man(table: Table, initiator: Seat) -> None:
    second_lowest = table.rules.gambling_man == "second_lowest"
    if not second_lowest and not table.last_colour:
        return
    order = table.from_right_of(initiator)
    if second_lowest:
        order = tuple(seat for seat in order if table.hands[seat])
    table.stack.append(BetsDue(order, "" if second_lowest else table.last_colour, initiator))


def _market(table: Table, initiator: Seat) -> None:
    shown = min(len(table.players), table.draw_pile)
    table.draw_pile -= shown
    if shown < len(table.players):
        table.ending = table.ending or PILE_EMPTY
    if shown:
        table.stack.append(Market((UNKNOWN,) * shown, table.from_right_of(initiator)[:shown]))


def _mating_season(table: Table, initiator: Seat) -> None:
    _sets(table, initiator, "")


def _vandalism(table: Table, initiator: Seat) -> None:
    if table.last_colour:
        _sets(table, initiator, table.last_colour)


def _sets(table: Table, initiator: Seat, colour: str) -> None:
    """Hands that are wholly known are cleared at once; the others say what they discard."""
    hidden = []
    for seat in table.from_right_of(initiator):
        hand = table.hands[seat]
        if UNKNOWN in hand or colour == "?":
            hidden.append(seat)
        else:
            gone = doomed(table, hand, colour)
            table.hands[seat] = tuple(card for card in hand if card not in gone)
            table.slip_under(gone)
            if gone:
                table.cleared = (*table.cleared, (seat, tuple(sorted(gone))))
    table.stack.append(SetsDue(tuple(seat for seat in hidden if table.hands[seat]), colour))


def doomed(table: Table, hand: Hand, colour: str) -> Hand:
    """The known cards of a hand that must go: all of a colour, or every set of equal numbers."""
    faces = [FACES[card] for card in hand if card != UNKNOWN]
    if colour:
        return tuple(face.card for face in faces if face.colour == colour)
    numbers = [face.number for face in faces if face.number and (table.rules.mating_black or face.colour != "black")]
    return tuple(
        face.card
        for face in faces
        if numbers.count(face.number) > 1 and (table.rules.mating_black or face.colour != "black")
    )


def _merry_christmas(table: Table, initiator: Seat) -> None:
    giving = tuple(seat for seat in table.from_right_of(initiator) if table.hands[seat])
    if len(table.players) == 2:
        table.hands.reverse()
    elif giving:
        table.stack.append(PresentsDue(giving, whole=True))


def _surprise_party(table: Table, initiator: Seat) -> None:
    giving = tuple(seat for seat in table.from_right_of(initiator) if table.hands[seat])
    if giving:
        table.stack.append(PresentsDue(giving, whole=False))


def _mexican_standoff(table: Table, initiator: Seat) -> None:
    order = table.from_right_of(initiator)
    for seat in order:
        table.slip_under(table.hands[seat])
        table.hands[seat] = ()
    for seat in order:
        table.must_draw(seat, STANDOFF_DRAWS)


def _recession(table: Table, initiator: Seat) -> None:
    order = enumerate(table.from_right_of(initiator), 1)
    due = tuple((seat, min(count, len(table.hands[seat]))) for count, seat in order if table.hands[seat])
    if due:
        table.stack.append(DiscardsDue(due))


def _robin_hood(table: Table, initiator: Seat) -> None:
    """Ties go to whoever is reached first anticlockwise from the initiator."""
    order = table.from_right_of(initiator)
    poorest = min(order, key=lambda seat: len(table.hands[seat]))
    richest = max(order, key=lambda seat: len(table.hands[seat]))
    if len(table.hands[poorest]) < len(table.hands[richest]):
        table.hands[poorest], table.hands[richest] = table.hands[richest], table.hands[poorest]


def _all_seeing_eye(table: Table, initiator: Seat) -> None:
    table.stack.append(OpenHands(table.from_right_of(initiator)))


def _third_time_lucky(table: Table, initiator: Seat) -> None:
    for seat in table.from_right_of(initiator):
        table.must_draw(seat, THIRD_TIME_DRAWS)


def _time_bomb(table: Table, initiator: Seat) -> None:
    table.bomb = (BOMB_TURNS,) * len(table.players)


def _tornado(table: Table, initiator: Seat) -> None:
    """All hands are shuffled and dealt one by one; where everybody gets what nobody has seen, all is unread."""
    seats = len(table.players)
    whole, extra = divmod(sum(map(len, table.hands)), seats)
    for place, seat in enumerate(table.from_right_of(initiator)):
        table.hands[seat] = (UNKNOWN,) * (whole + (place < extra))


HAPPENINGS: dict[str, Happening] = {
    "charity": _charity,
    "communism": _communism,
    "doomsday": _doomsday,
    "earthquake": _earthquake,
    "expansion": _expansion,
    "finish-line": _finish_line,
    "friday-13th": _friday_13th,
    "gambling-man": _gambling_man,
    "market": _market,
    "mating-season": _mating_season,
    "merry-christmas": _merry_christmas,
    "mexican-standoff": _mexican_standoff,
    "recession": _recession,
    "robin-hood": _robin_hood,
    "surprise-party": _surprise_party,
    "all-seeing-eye": _all_seeing_eye,
    "third-time-lucky": _third_time_lucky,
    "time-bomb": _time_bomb,
    "tornado": _tornado,
    "vandalism": _vandalism,
}
assert tuple(HAPPENINGS) == EVENT_NAMES
