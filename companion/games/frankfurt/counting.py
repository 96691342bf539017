"""Counting by hand: what people count has the last word; the box holds 132 cards, so much can be checked (FFU11)."""

from dataclasses import replace

from companion.core.rulings import PLAYER_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import DECK_SIZE
from .columns import face_down
from .events import Count
from .round_end import between_rounds, crown, game_won
from .state import COLUMN_SIZES, Column, Facts, Seat, State, on_table, put


def judge_count(state: State, event: Count) -> Ruling:
    if event.player not in state.players and (event.player or event.draw is not None or event.columns is not None):
        return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
    facts: Facts = (("player", event.player),)
    reason = _trouble(state, event)
    if reason:
        return Ruling(reason, facts)
    counted = _counted(state, event)
    missing = DECK_SIZE - on_table(counted)
    if missing < 0:
        return Ruling(reasons.COUNT_IMPOSSIBLE, (*facts, ("missing", missing)))
    same = on_table(counted) == on_table(state) and counted == state
    facts = (*facts, ("lid", counted.lid), ("missing", missing))
    if event.player:
        me = counted.seats[state.players.index(event.player)]
        facts = (*facts, ("draw", me.draw), ("columns", me.left))
    return Ruling(reasons.COUNT_AGREES if same else reasons.COUNT_CORRECTED, facts)


def _trouble(state: State, event: Count) -> Reason | None:
    numbers = [number for number in (event.draw, event.columns, event.lid) if number is not None]
    if state.rules.corrections == "none":
        return reasons.COUNT_FORBIDDEN
    if not numbers:
        return reasons.COUNT_EMPTY
    if min(numbers) < 0 or (event.columns or 0) > sum(COLUMN_SIZES):
        return reasons.COUNT_IMPOSSIBLE
    return None


def do_count(state: State, event: Count, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    state = _counted(state, event)
    if between_rounds(state):
        state = crown(state)
    return state, game_won(state)


def _counted(state: State, event: Count) -> State:
    if event.lid is not None:
        state = replace(state, lid=event.lid)
    if not event.player:
        return state
    seat = state.players.index(event.player)
    me = state.seats[seat]
    if event.draw is not None:
        me = replace(me, draw=event.draw)
    if event.columns is not None and event.columns != me.left:
        me = _with_columns(me, event.columns)
    return replace(state, seats=put(state.seats, seat, me))


def _with_columns(me: Seat, cards: int) -> Seat:
    """So many column cards, nobody knows where: the largest columns first, their tops unread."""
    columns: list[Column] = []
    rest = cards
    for size in reversed(COLUMN_SIZES):
        columns.insert(0, face_down(min(size, rest)))
        rest -= min(size, rest)
    return replace(me, columns=tuple(columns), unplaced=0)
