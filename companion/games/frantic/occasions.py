"""The players' part in an event card: blind takes, discards, presents, bets, the market.

It decides whether an answer fits what the event asks for, and finishes what was done unseen.
"""

from companion.core.ids import UNKNOWN, CardId
from companion.core.rulings import CARD_NEEDED, Reason, Ruling

from . import reasons
from .cards import BLACK, FACES
from .giving import doubtful
from .happenings import doomed
from .state import BetsDue, BlindTakes, DiscardsDue, Hand, Market, PresentsDue, Seat, SetsDue
from .table import Table, blind, without, without_all

GAMBLING_DRAWS = 2

# ---------------------------------------------------------------- Charity


def take_blind(table: Table, due: BlindTakes, taker: Seat, source: Seat, cards: Hand) -> Ruling:
    cards = cards or (UNKNOWN,)
    facts = (("player", table.players[taker]), ("from", table.players[source]), ("cards", cards), ("count", 1))
    if (taker, source) not in due.takes:
        return Ruling(reasons.TAKE_NOT_DUE, facts)
    if len(cards) != 1:
        return Ruling(reasons.TAKE_COUNT, facts)
    left = without_all(table.hands[source], cards)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, (("player", table.players[source]), *facts[1:]))
    reason = reasons.ALL_SEEN if doubtful(table, source, cards) else reasons.TAKEN
    table.hands[source] = left
    table.hands[taker] += cards
    table.stack[-1] = BlindTakes(tuple(each for each in due.takes if each != (taker, source)))
    return Ruling(reason, facts)


def take_unseen(table: Table, due: BlindTakes) -> None:
    """In order; a hand that has run out gives nothing more."""
    table.stack.pop()
    for taker, source in due.takes:
        table.hands[source], gone = blind(table.hands[source], 1)
        table.hands[taker] += gone


# ---------------------------------------------------------------- Recession, Mating Season, Vandalism


def discard_some(table: Table, due: DiscardsDue, seat: Seat, cards: Hand) -> Ruling:
    """Recession: as many as are due, of one's own choice."""
    count = dict(due.due).get(seat, 0)
    facts = (("player", table.players[seat]), ("cards", cards), ("count", count))
    if not count:
        return Ruling(reasons.DISCARD_NOT_DUE, facts)
    if len(cards) != count and not table.forced:
        return Ruling(reasons.DISCARD_COUNT, facts)
    ruling = _discard(table, seat, cards)
    if ruling.reason is not reasons.NOT_IN_HAND:
        table.stack[-1] = DiscardsDue(tuple(each for each in due.due if each[0] != seat))
    return ruling


def discard_unseen(table: Table, due: DiscardsDue) -> None:
    table.stack.pop()
    for seat, count in due.due:
        table.hands[seat], gone = blind(table.hands[seat], count)
        table.slip_under(gone)


def discard_sets(table: Table, due: SetsDue, seat: Seat, cards: Hand) -> Ruling:
    """Mating Season and Vandalism: everything that must go, and nothing else."""
    facts = (("player", table.players[seat]), ("cards", cards), ("colour", due.colour))
    if seat not in due.seats:
        return Ruling(reasons.DISCARD_NOT_DUE, facts)
    if not table.forced:
        wrong = _wrong_set(table, due, seat, cards)
        if wrong:
            return Ruling(wrong, facts)
    ruling = _discard(table, seat, cards)
    if ruling.reason is not reasons.NOT_IN_HAND:
        answered(table, due, seat)
    return ruling


def _wrong_set(table: Table, due: SetsDue, seat: Seat, cards: Hand) -> Reason | None:
    """Known cards must be of the right sort, and none that is known to belong with them may stay."""
    read = tuple(card for card in cards if card != UNKNOWN)
    if due.colour not in ("", "?") and any(FACES[card].colour != due.colour for card in read):
        return reasons.VANDALISM_COLOUR
    if not due.colour and _odd_ones(table, cards):
        return reasons.MATING_SETS
    left = without_all(table.hands[seat], cards)
    if left is not None and due.colour != "?" and _should_go(table, due, left, read):
        return reasons.DISCARD_ALL
    return None


def _odd_ones(table: Table, cards: Hand) -> bool:
    """Is a card among those discarded that is no number, or the only one of its number?"""
    faces = [FACES[card] for card in cards if card != UNKNOWN]
    if any(not face.number or (face.colour == BLACK and not table.rules.mating_black) for face in faces):
        return True
    numbers = [face.number for face in faces]
    return UNKNOWN not in cards and any(numbers.count(number) == 1 for number in numbers)


def _should_go(table: Table, due: SetsDue, left: Hand, gone: Hand) -> bool:
    """Does a known card stay in the hand that belongs to what must go?"""
    if doomed(table, left, due.colour):
        return True
    if due.colour:
        return False
    numbers = {FACES[card].number for card in gone}
    stays = [FACES[card] for card in left if card != UNKNOWN]
    return any(face.number in numbers and (table.rules.mating_black or face.colour != BLACK) for face in stays)


def answered(table: Table, due: SetsDue, seat: Seat) -> None:
    table.stack[-1] = SetsDue(tuple(other for other in due.seats if other != seat), due.colour)


def _discard(table: Table, seat: Seat, cards: Hand) -> Ruling:
    facts = (("player", table.players[seat]), ("cards", cards))
    left = without_all(table.hands[seat], cards)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, facts)
    reason = reasons.ALL_SEEN if doubtful(table, seat, cards) else reasons.DISCARDED
    table.hands[seat] = left
    table.slip_under(cards)
    return Ruling(reason, facts)


# ---------------------------------------------------------------- Merry Christmas, Surprise Party


def give_present(table: Table, due: PresentsDue, seat: Seat, to: Seat, cards: Hand) -> Ruling:
    """Everybody gives at the same time: what was given lies aside until all have."""
    count = len(cards) if due.whole else 1
    facts = (("player", table.players[seat]), ("to", table.players[to]), ("cards", cards), ("count", count))
    if seat not in due.seats:
        return Ruling(reasons.GIVE_NOT_DUE, facts)
    if seat == to:
        return Ruling(reasons.GIVE_SELF, facts)
    if not cards or len(cards) != count:
        return Ruling(reasons.GIVE_COUNT, facts)
    left = without_all(table.hands[seat], cards)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, facts)
    reason = reasons.ALL_SEEN if doubtful(table, seat, cards) else reasons.GIVEN
    table.hands[seat] = left
    more = due.whole and left
    seats = due.seats if more else tuple(other for other in due.seats if other != seat)
    table.stack[-1] = PresentsDue(seats, due.whole, (*due.given, *((to, card) for card in cards)))
    return Ruling(reason, facts)


def presents_arrive(table: Table, due: PresentsDue) -> bool:
    if due.seats:
        return False
    table.stack.pop()
    for seat, card in due.given:
        table.hands[seat] += (card,)
    return True


def presents_unseen(table: Table, due: PresentsDue) -> Ruling | None:
    """Between two it is plain who gets a present; otherwise somebody must say."""
    if len(table.players) > 2:
        names = tuple(table.players[seat] for seat in due.seats)
        return Ruling(reasons.PRESENTS_NEEDED, (("players", names),))
    given = list(due.given)
    for seat in due.seats:
        table.hands[seat], gone = blind(table.hands[seat], 1)
        given += [(1 - seat, card) for card in gone]
    table.stack[-1] = PresentsDue((), due.whole, tuple(given))
    return None


# ---------------------------------------------------------------- Gambling Man


def bet(table: Table, due: BetsDue, seat: Seat, card: CardId) -> Ruling:
    facts = (("player", table.players[seat]), ("card", card), ("cards", (card,)), ("colour", due.colour))
    if seat not in due.seats:
        return Ruling(reasons.BET_NOT_DUE, facts)
    if card == UNKNOWN:
        return Ruling(CARD_NEEDED, facts)
    face = FACES[card]
    fits = not due.colour or (face.number and (face.colour == due.colour or (due.colour == "?" != face.colour)))
    if not (fits or table.forced):
        return Ruling(reasons.BET_COLOUR, facts)
    left = without(table.hands[seat], card)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, facts)
    reason = reasons.ALL_SEEN if doubtful(table, seat, (card,)) else reasons.BET_LAID
    table.hands[seat] = left
    _laid(table, due, seat, card)
    return Ruling(reason, facts)


def no_bet(table: Table, due: BetsDue, seat: Seat) -> Ruling:
    """`seat` says that there is no such card in the hand."""
    facts = (("player", table.players[seat]), ("colour", due.colour))
    if not due.colour or any(_could_bet(card, due.colour) for card in table.hands[seat] if card != UNKNOWN):
        return Ruling(reasons.BET_MUST, facts)
    _laid(table, due, seat, CardId(""))
    return Ruling(reasons.BET_NONE, facts)


def _could_bet(card: CardId, colour: str) -> bool:
    return bool(FACES[card].number) and FACES[card].colour == colour


def _laid(table: Table, due: BetsDue, seat: Seat, card: CardId) -> None:
    seats = tuple(other for other in due.seats if other != seat)
    table.stack[-1] = BetsDue(seats, due.colour, due.initiator, (*due.laid, (seat, card)))


def bets_revealed(table: Table, due: BetsDue) -> bool:
    """Players who plainly have no such card need not say so; when all have laid, somebody takes everything."""
    for seat in due.seats:
        hand = table.hands[seat]
        if UNKNOWN not in hand and due.colour not in ("", "?") and not any(_could_bet(c, due.colour) for c in hand):
            _laid(table, due, seat, CardId(""))
            return True
    if due.seats:
        return False
    table.stack.pop()
    laid = dict(due.laid)
    order = [seat for seat in table.from_right_of(due.initiator) if seat in laid]
    bets = [(seat, laid[seat]) for seat in order if laid[seat]]
    loser = _loser(table, due, bets)
    for seat, card in bets:
        table.hands[seat if loser is None else loser] += (card,)
    if loser is not None:
        table.tell(reasons.BETS_TAKEN, player=table.players[loser], cards=tuple(card for _, card in bets))
    for seat in order:
        if not laid[seat]:
            table.must_draw(seat, GAMBLING_DRAWS)
    return True


def _loser(table: Table, due: BetsDue, bets: list[tuple[Seat, CardId]]) -> Seat | None:
    """Highest number, or in the 2020 version second-lowest points; `bets` stand in the order that breaks ties."""
    if not bets:
        return None
    if due.colour:
        worst = max(FACES[card].number for _, card in bets)
    else:
        worst = sorted(FACES[card].points for _, card in bets)[:2][-1]
    tied = [seat for seat, card in bets if FACES[card].points == worst]
    if len(tied) > 1 and table.rules.gambling_tie == "nobody":
        return None
    return tied[0]


# ---------------------------------------------------------------- Market


def take_from_market(table: Table, due: Market, seat: Seat, cards: Hand) -> Ruling:
    cards = cards or (UNKNOWN,)
    facts = (("player", table.players[seat]), ("cards", cards), ("next", table.players[due.seats[0]]), ("count", 1))
    if seat != due.seats[0] and not table.forced:
        return Ruling(reasons.MARKET_ORDER, facts)
    if len(cards) != 1:
        return Ruling(reasons.TAKE_COUNT, facts)
    left = without_all(due.cards, cards)
    if left is None:
        return Ruling(reasons.MARKET_CARD, facts)
    table.hands[seat] += cards
    table.stack[-1] = Market(left, tuple(other for other in due.seats if other != seat))
    return Ruling(reasons.TAKEN, facts)


def market_unseen(table: Table, due: Market) -> None:
    table.stack.pop()
    left = due.cards
    for seat in due.seats:
        left, gone = blind(left, 1)
        table.hands[seat] += gone


def show_market(table: Table, due: Market, cards: Hand) -> Ruling:
    facts = (("cards", cards), ("count", len(due.cards)))
    if len(cards) != len(due.cards):
        return Ruling(reasons.MARKET_COUNT, facts)
    table.stack[-1] = Market(cards, due.seats)
    return Ruling(reasons.MARKET_OPEN, facts)
