"""Discarding: does the card fit, where does it lie, and what happens when several land at once (4, 5).

A wrong card stays on the pile until it is called, as on a real table; only in `live` mode it goes back at once.
"""

from dataclasses import replace

from companion.core.ids import UNKNOWN, CardId
from companion.core.rulings import CARD_UNKNOWN, PLAYER_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import FACES, FIT
from .columns import put_back, ready, source, take_from
from .events import Discard, Together
from .penalties import penalty_for
from .state import (
    HIDDEN,
    NOBODY,
    UNSEEN_COLUMN,
    Facts,
    Laid,
    Phase,
    Pile,
    Seat,
    State,
    find_pile,
    put,
    with_pile,
    with_table,
)

COPIES = {"three": 3, "four": 4}


def judge_discard(state: State, event: Discard, seat: int) -> Ruling:
    if state.phase is Phase.OPENING:
        state = ready(state, seat)
    card, me, pile = event.card, state.seats[seat], find_pile(state, event.pile)
    if card == UNKNOWN:
        card = _shown_card(me, event.column)
    elif card not in FACES:
        return Ruling(CARD_UNKNOWN, (("card", card), ("player", event.player)))
    if pile is None:
        # The last slap may end the round before a card in flight has landed.
        gone = state.phase is Phase.OPENING and event.pile in dict(state.taken)
        why_not = reasons.TOO_LATE if gone else reasons.PILE_MISSING
        return Ruling(why_not, (("player", event.player), ("card", card), ("pile", event.pile)))
    top = pile.cards[-1].card
    facts: Facts = (("player", event.player), ("card", card), ("top", top), ("pile", event.pile))
    reason = None if state.phase is Phase.PLAYING else _not_now(state, me, pile, seat)
    if reason is None and me.left <= 0:
        reason = reasons.NO_CARDS
    if reason is None:
        origin = source(me, card, event.column)
        reason = judge_fit(card, top) if isinstance(origin, int) else origin
    return Ruling(reason, facts)


def judge_fit(card: CardId, top: CardId) -> Reason:
    """Why `card` may lie on `top`, or not, or what must be read to know."""
    reason = FIT.get((card, top))
    if reason is None:
        return reasons.UNREAD if card == UNKNOWN else reasons.TOP_UNREAD
    return reason


def _shown_card(me: Seat, column: int | None) -> CardId:
    """A discard nobody read is the card its column showed, if that was known."""
    if column is None or not 1 <= column <= len(me.columns) or not me.columns[column - 1]:
        return UNKNOWN
    return me.columns[column - 1][-1] or UNKNOWN


def _not_now(state: State, me: Seat, pile: Pile, seat: int) -> Reason | None:
    """Outside of PLAYING: constant stress lets who is ready go on, a house rule lets losers play until they slap.

    On a pile that is open a card can be judged, whoever has not been seen opening one.
    """
    if state.rules.constant_stress and me.opened == pile.round == state.round + (state.phase is Phase.COLLECTING):
        return None
    if state.phase is Phase.OPENING:
        return None
    if not me.columns:
        return reasons.NO_CARDS
    if state.rules.after_slap == "freeze" or seat in state.slapped:
        return reasons.TOO_LATE
    return None if pile.taker == NOBODY else reasons.PILE_TAKEN


def do_discard(state: State, event: Discard, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    pile = find_pile(state, event.pile)
    if pile is None:
        return state, ()
    if state.phase is Phase.OPENING:
        state = ready(state, seat)
    me = state.seats[seat]
    card = event.card if event.card != UNKNOWN else _shown_card(me, event.column)
    origin = source(me, card, event.column)
    if not isinstance(origin, int):
        origin = UNSEEN_COLUMN
    columns, unplaced = take_from(me, origin)
    me = Seat(me.draw, me.before, columns, unplaced, me.opened, HIDDEN, me.by_hand, me.rounds)
    if verdict is Verdict.ILLEGAL and state.rules.wrong_cards == "live":
        me = put_back(me, origin, card, state.rules.returned_card == "next_hidden_again")
        back = Ruling(reasons.GOES_BACK, (("player", event.player), ("card", card)))
        return replace(state, seats=put(state.seats, seat, me)), (back, *penalty_for(state, seat))
    laid = Laid(card, seat, origin, verdict)
    piles = with_pile(state, Pile(pile.name, (*pile.cards, laid), pile.round, pile.taker, pile.layer))
    more = extra_copy(state, card, piles)
    return with_table(state, put(state.seats, seat, me), piles), (*more, *_early(state))


def _early(state: State) -> tuple[Ruling, ...]:
    """Before everybody was seen opening a pile: who is missing?"""
    if state.phase is not Phase.OPENING or state.rules.constant_stress:
        return ()
    each = zip(state.players, state.seats, strict=True)
    missing = tuple(player for player, me in each if me.opened != state.round)
    return (Ruling(reasons.TOO_EARLY, (("players", missing),)),)


def extra_copy(state: State, card: CardId, piles: tuple[Pile, ...]) -> tuple[Ruling, ...]:
    """When the deck was counted: a card that lies there more often than it exists was misread, somewhere."""
    if state.rules.copies == "uncounted" or card == UNKNOWN:
        return ()
    seen = sum(laid.card == card for pile in piles for laid in pile.cards)
    if seen <= COPIES[state.rules.copies]:
        return ()
    return (Ruling(reasons.EXTRA_COPY, (("card", card), ("seen", seen))),)


# ---------------------------------------------------------------- several cards at once


def judge_together(state: State, event: Together) -> Ruling:
    facts: Facts = (("players", event.players), ("cards", event.cards), ("pile", event.pile))
    state = _ready(state, event)
    trouble = _together_trouble(state, event)
    if trouble:
        return Ruling(trouble.reason, (*trouble.facts, *facts))
    verdicts = [ruling.verdict for ruling in _one_by_one(state, event)]
    stays = tuple(card for card, verdict in zip(event.cards, verdicts, strict=True) if verdict is not Verdict.ILLEGAL)
    if Verdict.UNDECIDED in verdicts:
        reason = reasons.TOGETHER_UNREAD
    elif not stays:
        reason = reasons.NONE_STAYS
    elif len(stays) == len(verdicts):
        reason = reasons.ALL_STAY
    else:
        reason = reasons.LOWER_BACK if verdicts[0] is Verdict.ILLEGAL else reasons.LOWER_COUNTS
    return Ruling(reason, (*facts, ("stays", stays)))


def _ready(state: State, event: Together) -> State:
    return ready(state, *(state.players.index(player) for player in event.players if player in state.players))


def _together_trouble(state: State, event: Together) -> Ruling | None:
    """Why these cards cannot have been discarded together, if so."""
    if (
        len(event.cards) < 2
        or len(event.players) != len(event.cards)
        or len(event.columns) not in (0, len(event.cards))
    ):
        return Ruling(reasons.TOGETHER_MALFORMED)
    for player in event.players:
        if player not in state.players:
            return Ruling(PLAYER_UNKNOWN, (("player", player),))
    for discard, seat in _discards(state, event):
        ruling = judge_discard(state, discard, seat)
        if ruling.verdict is Verdict.ILLEGAL and not ruling.reason.stays:
            return ruling
        if state.seats[seat].left < event.players.count(discard.player):
            return Ruling(reasons.NO_CARDS, ruling.facts)
    return None


def _discards(state: State, event: Together) -> tuple[tuple[Discard, int], ...]:
    """The single discards with their seats, the lowest first; what a column showed is known even if unread."""
    columns = event.columns or (None,) * len(event.cards)
    discards = []
    for player, card, column in zip(event.players, event.cards, columns, strict=True):
        seat = state.players.index(player)
        shown = card if card != UNKNOWN else _shown_card(state.seats[seat], column)
        discards.append((Discard(player, shown, event.pile, column), seat))
    return tuple(discards)


def _one_by_one(state: State, event: Together) -> tuple[Ruling, ...]:
    """Each card judged on what lies below it once the wrong ones below are gone."""
    pile = find_pile(state, event.pile)
    assert pile is not None
    top, rulings = pile.cards[-1].card, []
    for discard, seat in _discards(state, event):
        origin = source(state.seats[seat], discard.card, discard.column)
        reason = judge_fit(discard.card, top) if isinstance(origin, int) else origin
        facts = (("player", discard.player), ("card", discard.card), ("top", top), ("pile", event.pile))
        rulings.append(Ruling(reason, facts))
        top = top if reason.verdict is Verdict.ILLEGAL else discard.card
    return tuple(rulings)


def do_together(state: State, event: Together, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    if find_pile(state, event.pile) is None:
        return state, ()
    state = _ready(state, event)
    rulings = _one_by_one(state, event)
    for (discard, seat), ruling in zip(_discards(state, event), rulings, strict=True):
        if ruling.verdict is not Verdict.ILLEGAL:
            state, _ = do_discard(state, discard, seat, ruling.verdict)
        else:
            state = _show_returned(state, discard, seat)
    return state, rulings


def _show_returned(state: State, discard: Discard, seat: int) -> State:
    """A card that went back at once lies face up on its column again."""
    me = state.seats[seat]
    origin = source(me, discard.card, discard.column)
    if not isinstance(origin, int):
        return state
    columns, unplaced = take_from(me, origin)
    me = replace(me, columns=columns, unplaced=unplaced)
    return with_table(state, put(state.seats, seat, put_back(me, origin, discard.card, False)), state.piles)
