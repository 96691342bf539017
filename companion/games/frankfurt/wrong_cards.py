"""Wrong cards on the piles: calling them and taking them back (6; FFU2 to FFU5)."""

from dataclasses import replace

from companion.core.ids import UNKNOWN
from companion.core.rulings import PLAYER_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .columns import put_back
from .discards import judge_fit
from .events import Challenge, TakeBack
from .penalties import penalty_for
from .slaps import undo_slap
from .state import DRAW_PILE, HIDDEN, Facts, Laid, Phase, Pile, State, find_pile, put, with_pile, with_table


def judge_challenge(state: State, event: Challenge, seat: int) -> Ruling:
    pile = find_pile(state, event.pile)
    facts: Facts = (("player", event.player), ("pile", event.pile))
    if pile is None or _out_of_reach(state, pile):
        return Ruling(reasons.PILE_MISSING, facts)
    if any(player not in state.players for player in event.agree):
        return Ruling(PLAYER_UNKNOWN, (("player", next(p for p in event.agree if p not in state.players)),))
    index = _called(pile, event)
    if index < 0:
        return Ruling(reasons.NOT_THERE, (*facts, ("card", event.card)))
    laid = pile.cards[index]
    below = pile.cards[index - 1].card if index else UNKNOWN
    facts = (*facts, ("card", laid.card), ("top", below), ("owner", state.players[laid.seat]))
    return Ruling(_judge_called(state, event, pile, index), facts)


def _out_of_reach(state: State, pile: Pile) -> bool:
    """Once the winner of a round plays on (constant stress), the old piles are history."""
    return (
        pile.round == state.round and state.phase is Phase.COLLECTING and state.seats[state.winner].opened != pile.round
    )


def _called(pile: Pile, event: Challenge) -> int:
    """Which card is called: the uppermost of this name; without a name the top card, or the wrong one under it."""
    if event.card != UNKNOWN:
        found = [i for i, laid in enumerate(pile.cards) if laid.card == event.card]
        return found[-1] if found else -1
    wrong = [i for i, laid in enumerate(pile.cards) if laid.verdict is Verdict.ILLEGAL]
    unread = pile.cards[-1].verdict is Verdict.UNDECIDED
    return wrong[-1] if wrong and not unread else len(pile.cards) - 1


def _judge_called(state: State, event: Challenge, pile: Pile, index: int) -> Reason:
    laid = pile.cards[index]
    if laid.column == DRAW_PILE:
        return reasons.NEEDS_NO_FIT
    if _too_late(state, pile.cards[index + 1 :]):
        return reasons.COVERED
    if state.rules.judge == "majority":
        callers = {event.player, *event.agree}
        return reasons.MAJORITY if 2 * len(callers) > len(state.players) else reasons.NO_MAJORITY
    if laid.verdict is Verdict.UNDECIDED:
        return reasons.CHALLENGE_UNREAD
    return reasons.UPHELD if laid.verdict is Verdict.ILLEGAL else reasons.FITS


def _too_late(state: State, above: tuple[Laid, ...]) -> bool:
    """Has the card been covered for good (FFU2)?"""
    until = state.rules.challenge_until
    if until == "round_end":
        return False
    if until == "covered":
        return bool(above)
    return any(laid.verdict is Verdict.LEGAL for laid in above)


def do_challenge(state: State, event: Challenge, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    """A card that was rightly called goes back; while nobody can tell, it stays."""
    pile = find_pile(state, event.pile)
    if verdict is not Verdict.LEGAL or pile is None:
        return state, ()
    index = _called(pile, event)
    if pile.cards[index].column == DRAW_PILE:
        return state, ()
    return _remove(state, pile, index, penalty=True, seen=False)


def _remove(state: State, pile: Pile, index: int, penalty: bool, seen: bool) -> tuple[State, tuple[Ruling, ...]]:
    laid, below, above = pile.cards[index], pile.cards[:index], pile.cards[index + 1 :]
    if above and below and above[0].verdict is Verdict.ILLEGAL:
        # What lay wrongly on the wrong card may fit on the one below it.
        again = judge_fit(above[0].card, below[-1].card).verdict
        above = (replace(above[0], verdict=again), *above[1:])
    me = put_back(state.seats[laid.seat], laid.column, laid.card, state.rules.returned_card == "next_hidden_again")
    me = replace(me, back=HIDDEN) if seen else me
    state = with_table(state, put(state.seats, laid.seat, me), with_pile(state, replace(pile, cards=(*below, *above))))
    rulings = penalty_for(state, laid.seat) if penalty else ()
    if state.phase is Phase.COLLECTING and laid.seat == state.winner:
        undone = Ruling(reasons.SLAP_UNDONE, (("player", state.players[laid.seat]), ("left", me.left)))
        return undo_slap(state), (undone, *rulings)
    return state, rulings


# ---------------------------------------------------------------- taking back


def judge_take_back(state: State, event: TakeBack, seat: int) -> Ruling:
    pile, me = find_pile(state, event.pile), state.seats[seat]
    facts: Facts = (("player", event.player), ("pile", event.pile), ("card", event.card))
    if pile is None or _out_of_reach(state, pile):
        return Ruling(reasons.PILE_MISSING, facts)
    if me.back != HIDDEN and event.card in (UNKNOWN, me.back):
        return Ruling(reasons.ALREADY_BACK, (*facts[:2], ("card", me.back)))
    top = pile.cards[-1]
    another = UNKNOWN not in (event.card, top.card) and event.card != top.card
    if top.seat != seat or another:
        mine = any(laid.seat == seat and laid.card == event.card for laid in pile.cards[:-1])
        return Ruling(reasons.BACK_COVERED if mine else reasons.NOT_YOURS, facts)
    facts = (*facts[:2], ("card", top.card))
    if top.column == DRAW_PILE or top.verdict is Verdict.LEGAL:
        return Ruling(reasons.BACK_FITS, facts)
    return Ruling(reasons.TAKEN_UNREAD if top.verdict is Verdict.UNDECIDED else reasons.TAKEN_BACK, facts)


def do_take_back(state: State, event: TakeBack, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    me, pile = state.seats[seat], find_pile(state, event.pile)
    if me.back != HIDDEN and event.card in (UNKNOWN, me.back):
        return replace(state, seats=put(state.seats, seat, replace(me, back=HIDDEN))), ()
    if pile is None or pile.cards[-1].seat != seat or pile.cards[-1].column == DRAW_PILE:
        return state, ()
    return _remove(state, pile, len(pile.cards) - 1, penalty=False, seen=True)
