"""The start of a round: columns are laid out and everybody reveals a card that starts a pile (1, 2, 11).

With constant stress, who has put the cards away goes on at once while others still collect (13).
"""

from dataclasses import replace

from companion.core.ids import UNKNOWN, PileId
from companion.core.rulings import CARD_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import FACES
from .columns import lay_out
from .events import LayOut, Open
from .round_end import end_if_collected, pile_of, settle_seat
from .state import DRAW_PILE, Laid, Phase, Pile, State, find_pile, put


def judge_lay_out(state: State, event: LayOut, seat: int) -> Ruling:
    facts = (("player", event.player), ("tops", event.tops))
    reason = _start_trouble(state, seat)
    if any(card != UNKNOWN and card not in FACES for card in event.tops):
        wrong = next(card for card in event.tops if card != UNKNOWN and card not in FACES)
        return Ruling(CARD_UNKNOWN, (("card", wrong), *facts))
    if reason:
        return Ruling(reason, facts)
    me = state.seats[seat]
    if me.columns and me.opened != state.round:
        return Ruling(reasons.LAID_OUT_AGAIN, facts)
    fresh = lay_out(_settled(state, seat).seats[seat])
    if len(event.tops) > len(fresh.columns) or any(not fresh.columns[i] for i in range(len(event.tops))):
        return Ruling(reasons.COLUMN_EMPTY, (("column", len(event.tops)), *facts))
    sizes = tuple(len(column) for column in fresh.columns if column)
    return Ruling(reasons.LAID_OUT, (*facts, ("sizes", sizes), ("draw", fresh.draw)))


def do_lay_out(state: State, event: LayOut, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    state = _settled(state, seat)
    me = lay_out(state.seats[seat])
    for index, card in enumerate(event.tops):
        me = replace(me, columns=put(me.columns, index, (*me.columns[index][:-1], card)))
    return replace(state, seats=put(state.seats, seat, me)), ()


def judge_open(state: State, event: Open, seat: int) -> Ruling:
    pile = event.pile or _next_name(state)
    facts = (("player", event.player), ("card", event.card), ("pile", pile))
    if event.card != UNKNOWN and event.card not in FACES:
        return Ruling(CARD_UNKNOWN, facts)
    reason = _start_trouble(state, seat)
    if reason:
        return Ruling(reason, facts)
    if find_pile(state, pile):
        return Ruling(reasons.PILE_EXISTS, facts)
    me = _settled(state, seat).seats[seat]
    draw = (me if me.columns else lay_out(me)).draw - 1
    reason = reasons.REOPENED if state.phase is Phase.COLLECTING else reasons.OPENED
    return Ruling(reason, (*facts, ("draw", draw)))


def do_open(state: State, event: Open, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    name = event.pile or _next_name(state)
    state = _settled(state, seat)
    me = state.seats[seat]
    me = me if me.columns else lay_out(me)
    this_round = state.round + (state.phase is Phase.COLLECTING)
    pile = Pile(name, (Laid(event.card, seat, DRAW_PILE, Verdict.LEGAL),), this_round)
    me = replace(me, draw=me.draw - 1, opened=this_round)
    state = replace(state, seats=put(state.seats, seat, me), piles=(*state.piles, pile), taken=())
    if state.phase is Phase.COLLECTING:
        return end_if_collected(state)
    return begin_if_open(state), ()


def begin_if_open(state: State) -> State:
    """Play begins when everybody has revealed an opening card."""
    if state.phase is Phase.OPENING and all(me.opened == state.round for me in state.seats):
        return replace(state, phase=Phase.PLAYING)
    return state


def _start_trouble(state: State, seat: int) -> Reason | None:
    """Why this player cannot begin a round now, if so."""
    me = state.seats[seat]
    collecting = state.phase is Phase.COLLECTING
    if state.phase is Phase.PLAYING or me.opened == state.round + collecting:
        return reasons.OPENED_AGAIN
    if collecting and not (state.rules.constant_stress and _may_go_on(state, seat)):
        return reasons.COLLECT_FIRST
    me = _settled(state, seat).seats[seat]
    return reasons.TOO_FEW if me.draw < (1 if me.columns else 2) else None


def _may_go_on(state: State, seat: int) -> bool:
    """Under constant stress: is it clear which pile this player takes?"""
    return state.seats[seat].opened < state.round or seat == state.winner or pile_of(state, seat) is not None


def _settled(state: State, seat: int) -> State:
    """The state with this player's cards of the last round put away."""
    if state.phase is Phase.COLLECTING and state.seats[seat].opened == state.round:
        return settle_seat(state, seat)
    return state


def _next_name(state: State) -> PileId:
    number = 1
    while find_pile(state, PileId(str(number))):
        number += 1
    return PileId(str(number))
