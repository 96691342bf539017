"""Cards that go from hand to hand by Gift and Exchange, chosen or blind, seen or unseen.

It decides who may hand what to whom. Whatever nobody has seen stays an unread card.
"""

from companion.core.ids import UNKNOWN, CardId
from companion.core.rulings import CARD_UNKNOWN, Reason, Ruling

from . import reasons
from .cards import FACES, FUCK_YOU
from .state import GiveDue, Seat, SwapDue
from .table import Table, blind, chosen, without_all


def wrong_cards(cards: tuple[CardId, ...]) -> Ruling | None:
    """A name among `cards` that no playing card has."""
    for card in cards:
        if card != UNKNOWN and (card not in FACES or FACES[card].symbol == "event"):
            return Ruling(CARD_UNKNOWN, (("card", card[:80]),))
    return None


def doubtful(table: Table, seat: Seat, cards: tuple[CardId, ...]) -> bool:
    """Conservation: all copies of one of `cards` have been seen elsewhere, so something was misread."""
    hand = table.hands[seat]
    for card in cards:
        more = cards.count(card) - hand.count(card)
        if more > 0 and card != UNKNOWN and more > table.unseen(card):
            return True
    return False


def give(table: Table, due: GiveDue | SwapDue, to: Seat, cards: tuple[CardId, ...]) -> Ruling:
    """The cards of a Gift, or the first half of an Exchange."""
    seat = due.seat
    count = due.count if isinstance(due, GiveDue) else due.gives
    facts = (("player", table.players[seat]), ("to", table.players[to]), ("cards", cards), ("count", count))
    if to != (due.to if isinstance(due, GiveDue) else due.other):
        return Ruling(reasons.GIVE_OTHER, facts)
    if FUCK_YOU in cards and not table.forced:
        return Ruling(reasons.GIVE_FUCK_YOU, facts)
    left = without_all(table.hands[seat], cards)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, facts)
    reason = _amount(table, seat, cards, count)
    if reason is reasons.GIVE_COUNT and not table.forced:
        return Ruling(reason, facts)
    if doubtful(table, seat, cards):
        reason = reasons.ALL_SEEN
    table.hands[seat] = left
    if isinstance(due, GiveDue):
        table.stack.pop()
        table.hands[to] += cards
    else:
        _swapped(table, SwapDue(seat, to, 0, due.takes, cards, due.taken))
    return Ruling(reason, facts)


def _amount(table: Table, seat: Seat, cards: tuple[CardId, ...], count: int) -> Reason:
    """One card fewer is right where the last card in the hand is Fuck You; a hidden hand leaves that open."""
    if len(cards) == count:
        return reasons.GIVEN
    last = len(table.hands[seat]) - len(cards) == 1
    if last and len(cards) == count - 1 and table.could_hold(seat, FUCK_YOU):
        return reasons.GIVE_FEWER
    return reasons.GIVE_COUNT


def take(table: Table, due: SwapDue, cards: tuple[CardId, ...]) -> Ruling:
    """The second half of an Exchange: blind, from the hand as it was before the cards given came to it."""
    cards = cards or (UNKNOWN,) * due.takes
    facts = (("player", table.players[due.seat]), ("cards", cards), ("count", due.takes))
    if len(cards) != due.takes:
        return Ruling(reasons.TAKE_COUNT, facts)
    hand = table.hands[due.other]
    left = without_all(hand, cards)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, (("player", table.players[due.other]), *facts[1:]))
    reason = reasons.ALL_SEEN if doubtful(table, due.other, cards) else reasons.TAKEN
    table.hands[due.other] = left
    _swapped(table, SwapDue(due.seat, due.other, due.gives, 0, due.given, cards))
    return Ruling(reason, facts)


def _swapped(table: Table, due: SwapDue) -> None:
    """Half of an Exchange is done; when both are, the cards come to their new hands."""
    if due.gives or due.takes:
        table.stack[-1] = due
        return
    table.stack.pop()
    table.hands[due.seat] += due.taken
    table.hands[due.other] += due.given


def give_unseen(table: Table, due: GiveDue) -> None:
    """The Gift was given, but nobody told the app which cards."""
    table.stack.pop()
    table.hands[due.seat], gone = chosen(table.hands[due.seat], due.count)
    table.hands[due.to] += gone


def swap_unseen(table: Table, due: SwapDue) -> None:
    given, taken = due.given, due.taken
    if due.takes:
        table.hands[due.other], taken = blind(table.hands[due.other], due.takes)
    if due.gives:
        table.hands[due.seat], given = chosen(table.hands[due.seat], due.gives)
    _swapped(table, SwapDue(due.seat, due.other, 0, 0, given, taken))
