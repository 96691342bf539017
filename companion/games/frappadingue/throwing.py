"""Throwing: how many piles, what the visible cards do, and whether anything scores."""

from dataclasses import replace

from companion.core.ids import UNKNOWN
from companion.core.rulings import CARD_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import ACCROCHAGE, FORCED_EXCHANGE, IN_PLAY, is_card
from .events import Throw
from .reading import scores_at_all
from .state import NOBODY, PILES, Facts, Phase, State, next_piles, with_cards
from .turns import After, lose_turn


def judge_throw(state: State, event: Throw, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("cards", event.cards))
    for card in event.cards:
        if not is_card(card):
            return Ruling(CARD_UNKNOWN, (("card", card), *facts))
    trouble = _trouble(state, event, seat)
    if trouble:
        expected = _expected(state)
        return Ruling(trouble, (*facts, ("piles", expected)))
    return Ruling(outcome(state, event), facts)


def _trouble(state: State, event: Throw, seat: int) -> Reason | None:
    """Why nobody may throw like this now, or what must be known to say it."""
    if state.turn not in (seat, NOBODY):
        return reasons.NOT_YOUR_TURN
    if state.phase is Phase.KEEPING:
        return reasons.MUST_KEEP
    if FORCED_EXCHANGE in event.cards:
        return reasons.REMOVED
    piles = len(event.cards)
    if piles == _expected(state) or _unread_specials(state, piles):
        return None
    # After a full hand an uncounted deck may be too small for five piles (FDU14).
    may_run_out = state.rules.deck == "uncounted" and state.rules.small_deck == "fewer_piles"
    if may_run_out and len(state.counter) >= PILES and 0 < piles < next_piles(state):
        return reasons.FEWER_PILES
    return reasons.WRONG_PILES


def _expected(state: State) -> int:
    """How many piles this throw has; as many as possible when the deck is counted and small."""
    piles = next_piles(state)
    if state.rules.deck == "uncounted" or state.rules.small_deck == "five_piles":
        return piles
    return min(piles, sum(IN_PLAY.values()) - len(state.counter))


def _unread_specials(state: State, piles: int) -> int:
    """How many unread cards of the last throw went into the counter too, if so many piles are left: they were specials.

    0 where the number of piles does not tell.
    """
    unread = state.throw.count(UNKNOWN)
    return next((number for number in range(1, unread + 1) if piles == PILES - (state.hand + number) % PILES), 0)


def outcome(state: State, event: Throw) -> Reason:
    """What the visible cards do."""
    if ACCROCHAGE in event.cards:
        first = not state.counter and state.rules.first_accrochage == "redraw"
        return reasons.REDRAW if first else reasons.CAUGHT
    if UNKNOWN in event.cards:
        return reasons.UNREAD
    return reasons.SCORES if scores_at_all(state, event.cards) else reasons.DEAD


def do_throw(state: State, event: Throw, seat: int, verdict: Verdict) -> After:
    if state.turn == NOBODY:
        state = replace(state, turn=seat, first=seat)
    happened = outcome(state, event)
    if happened is reasons.REDRAW:
        return replace(state, throw=()), ()
    if happened in (reasons.CAUGHT, reasons.DEAD):
        return lose_turn(state, seat, dead=happened is reasons.DEAD)
    specials = 0 if len(event.cards) == next_piles(state) else _unread_specials(state, len(event.cards))
    counter, hand = state.counter + (UNKNOWN,) * specials, (state.hand + specials) % PILES
    return with_cards(state, Phase.KEEPING, seat, event.cards, counter, hand, state.points), ()
