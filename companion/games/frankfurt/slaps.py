"""Slaps: who has finished, whose hand is lower, and who may have which pile (10)."""

from dataclasses import replace

from companion.core.rulings import OUT_OF_PHASE, Reason, Ruling, Verdict

from . import reasons
from .events import Slap
from .round_end import end_round, free_piles, waiting
from .state import NOBODY, Facts, Phase, Pile, State, find_pile, with_pile


def judge_slap(state: State, event: Slap, seat: int) -> Ruling:
    me, pile = state.seats[seat], find_pile(state, event.pile)
    facts: Facts = (("player", event.player), ("pile", event.pile), ("left", me.left))
    if state.phase is Phase.OPENING and event.pile in dict(state.taken):
        yours = (event.pile, seat) in state.taken
        return Ruling(reasons.ALREADY_YOURS if yours else reasons.PILE_GONE, facts)
    if pile is None:
        return Ruling(reasons.PILE_MISSING, facts)
    if state.phase is Phase.PLAYING:
        return Ruling(reasons.ROUND_WON if me.finished else reasons.NOT_FINISHED, (*facts, ("cards", len(pile.cards))))
    if state.phase is not Phase.COLLECTING or me.opened != state.round:
        return Ruling(OUT_OF_PHASE, facts)
    if pile.round != state.round:
        return Ruling(reasons.PILE_MISSING, facts)
    other = "" if pile.taker == NOBODY else state.players[pile.taker]
    return Ruling(_race(state, event, seat, pile), (*facts, ("other", other), ("cards", len(pile.cards))))


def _race(state: State, event: Slap, seat: int, pile: Pile) -> Reason:
    """While piles are being collected: may this hand have this pile?"""
    if pile.taker == seat:
        return reasons.ALREADY_YOURS
    if any(other.taker == seat for other in state.piles):
        return reasons.SLAPPED_ALREADY
    if pile.taker == NOBODY:
        return reasons.TAKES
    # Only who is without column cards too may contest the first slap.
    if pile.taker == state.winner and not state.seats[seat].finished:
        return reasons.PILE_GONE
    if event.certainty == "too_close":
        return reasons.TOO_CLOSE
    return reasons.LOWER_HAND if _is_lower(event.layer, pile.layer) else reasons.UPPER_HAND


def _is_lower(new: int | None, old: int | None) -> bool:
    """Is the new hand below the one that was seen before it? Without layers the order of the log counts."""
    if new is None:
        return False
    return new == 0 if old is None else new < old


def do_slap(state: State, event: Slap, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    pile = find_pile(state, event.pile)
    if pile is None or pile.taker == seat:
        return state, ()
    if verdict is Verdict.LEGAL:
        winner = seat if pile.taker == state.winner else state.winner
        piles = with_pile(state, replace(pile, taker=seat, layer=event.layer))
        state = replace(state, phase=Phase.COLLECTING, piles=piles, winner=winner)
    slapped = tuple(other for other in state.slapped if other != seat)
    slapped = (seat, *slapped) if seat == state.winner else (*slapped, seat)
    state = replace(state, slapped=slapped, adding=(), added=())
    return end_round(state) if _all_clear(state) else (state, ())


def undo_slap(state: State) -> State:
    """The winner's last card was wrong: nobody has finished, all hands go back (FFU6)."""
    piles = tuple(replace(pile, taker=NOBODY, layer=None) for pile in state.piles)
    return replace(state, phase=Phase.PLAYING, piles=piles, winner=NOBODY, slapped=())


def _all_clear(state: State) -> bool:
    """Is it certain who takes which pile?"""
    left = waiting(state)
    if not left or not free_piles(state):
        return True
    if len(left) > 1:
        return False
    return left[0] in state.slapped or (len(state.seats) == 2 and _uncontested(state, left[0]))


def _uncontested(state: State, other: int) -> bool:
    """Two players need no race, unless the first slap itself may still be in doubt."""
    doubtful = any(
        laid.seat == state.winner and laid.verdict is not Verdict.LEGAL for pile in state.piles for laid in pile.cards
    )
    first = next(pile for pile in state.piles if pile.taker == state.winner)
    return not first.layer and not state.seats[other].finished and not doubtful
