"""The course of turns: stopping, losing a turn, whose turn is next, the target and the end of the match."""

from dataclasses import replace

from companion.core.events import ManualScore
from companion.core.ids import UNKNOWN
from companion.core.rulings import OUT_OF_PHASE, SCORED_BY_HAND, Reason, Ruling, Verdict

from . import reasons
from .events import Nothing, Turn, Validate
from .pad import write
from .reading import scores_at_all
from .state import NOBODY, PILES, Facts, Phase, State, with_cards

After = tuple[State, tuple[Ruling, ...]]


def judge_validate(state: State, event: Validate, seat: int) -> Ruling:
    total = state.totals[seat] + state.points
    facts: Facts = (("player", event.player), ("points", state.points), ("total", total))
    return Ruling(_validate_reason(state, seat), (*facts, ("opening", state.rules.opening)))


def _validate_reason(state: State, seat: int) -> Reason:
    rules = state.rules
    if state.turn != seat:
        return reasons.NOT_YOUR_TURN
    if state.phase is Phase.KEEPING:
        return reasons.MUST_KEEP
    if not state.counter:
        return reasons.EMPTY_COUNTER
    # An unread card left in the throw may be a special that had to come.
    if UNKNOWN in state.counter or UNKNOWN in state.throw:
        return reasons.VALIDATED_UNREAD
    if rules.full_hand == "must_throw" and state.hand == PILES:
        return reasons.MUST_THROW
    return _too_little(state, seat) or reasons.VALIDATED


def _too_little(state: State, seat: int) -> Reason | None:
    """Why what is in the counter cannot be written down, whoever stops."""
    rules, points, total = state.rules, state.points, state.totals[seat] + state.points
    if points % 100:
        return reasons.NOT_A_HUNDRED
    if points < rules.least:
        return reasons.TOO_LOW
    if points < rules.opening and not any(map(any, state.turns[seat])):
        return reasons.OPENING
    if rules.overshoot == "exact" and total > rules.target:
        return reasons.OVERSHOOT
    return None


def do_validate(state: State, event: Validate, seat: int, verdict: Verdict) -> After:
    return end_turn(state, seat, state.points)


def judge_nothing(state: State, event: Nothing, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("cards", state.throw))
    if state.turn != seat:
        return Ruling(reasons.NOT_YOUR_TURN, facts)
    if state.phase is not Phase.KEEPING:
        return Ruling(OUT_OF_PHASE, facts)
    scores = scores_at_all(state, state.throw)
    return Ruling(reasons.SOMETHING_SCORES if scores else reasons.NOTHING_SCORES, facts)


def do_nothing_scores(state: State, event: Nothing, seat: int, verdict: Verdict) -> After:
    return lose_turn(state, seat, dead=True)


def judge_turn(state: State, event: Turn, seat: int) -> Ruling:
    return Ruling(reasons.NEXT, (("player", event.player),))


def do_turn(state: State, event: Turn, seat: int, verdict: Verdict) -> After:
    """Whoever had an open counter loses it. A turn that the last round does not have ends the match."""
    before, state = state, _cleared(state, seat)
    lost = _lost(before, before.turn) if before.counter else ()
    if seat != before.turn and state.finisher != NOBODY and _is_last(state, seat):
        state, more = crown(state)
        return state, (*lost, *more)
    return state, lost


def _lost(state: State, seat: int) -> tuple[Ruling, ...]:
    return (Ruling(reasons.LOST, (("player", state.players[seat]), ("points", state.points))),)


# ---------------------------------------------------------------- the end of a turn


def lose_turn(state: State, seat: int, dead: bool) -> After:
    """The counter is lost; a house rule saves it when the throw was only dead, not a tangle (FDU6)."""
    saves = dead and state.rules.dead_throw == "counter_saved" and state.counter
    saved = saves and _too_little(state, seat) is None
    facts: Facts = (("player", state.players[seat]), ("points", state.points))
    after, more = end_turn(state, seat, state.points if saved else 0)
    return after, (Ruling(reasons.SAVED if saved else reasons.LOST, facts), *more)


def end_turn(state: State, seat: int, gained: int) -> After:
    """Write down what the turn brought, and pass on to the next player, or end the match."""
    turns = (*state.turns[:seat], write(state.turns[seat], gained), *state.turns[seat + 1 :])
    state = replace(state, turns=turns, totals=_plus(state.totals, seat, gained))
    reached = state.finisher == NOBODY and state.totals[seat] >= state.rules.target
    if reached:
        state = replace(state, finisher=seat)
    following = (seat + 1) % len(state.players)
    state = _cleared(state, following)
    if state.finisher != NOBODY and _is_last(state, following):
        return crown(state)
    return state, (_last_round(state),) if reached else ()


def _plus(totals: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return (*totals[:seat], totals[seat] + points, *totals[seat + 1 :])


def _cleared(state: State, turn: int) -> State:
    """The cards of throw and counter go back to the deck; it is somebody's turn."""
    return with_cards(state, Phase.THROWING, turn)


def _is_last(state: State, following: int) -> bool:
    rule = state.rules.last_round
    return rule == "at_once" or following == (state.finisher if rule == "one_more_turn" else state.first)


def crown(state: State) -> After:
    """The match is over: the highest total wins, whoever reached the target first (FDU5)."""
    highest = max(state.totals)
    winners = tuple(player for player, total in zip(state.players, state.totals, strict=True) if total == highest)
    over = replace(state, phase=Phase.OVER, winners=winners)
    return over, (Ruling(reasons.WON, (("players", winners), ("total", highest))),)


def _last_round(state: State) -> Ruling:
    player = state.players[state.finisher]
    return Ruling(reasons.LAST_ROUND, (("player", player), ("total", state.totals[state.finisher])))


# ---------------------------------------------------------------- points by hand


def judge_manual_score(state: State, event: ManualScore, seat: int) -> Ruling:
    return Ruling(SCORED_BY_HAND, (("player", event.player), ("points", event.points)))


def do_manual_score(state: State, event: ManualScore, seat: int, verdict: Verdict) -> After:
    """Points by hand count towards the target like any others; taking them away may undo that."""
    state = replace(state, totals=_plus(state.totals, seat, event.points))
    if state.phase is Phase.OVER:
        return crown(state)[0], ()
    reached = state.totals[seat] >= state.rules.target
    if not reached:
        return (replace(state, finisher=NOBODY) if state.finisher == seat else state), ()
    if state.finisher != NOBODY:
        return state, ()
    state = replace(state, finisher=seat)
    return crown(state) if state.rules.last_round == "at_once" else (state, (_last_round(state),))
