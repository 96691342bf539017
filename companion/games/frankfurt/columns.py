"""The columns in front of a player: laying out, turning, reading and shifting cards, and where a discard came from."""

from dataclasses import replace

from companion.core.ids import UNKNOWN, CardId
from companion.core.rulings import CARD_UNKNOWN, OUT_OF_PHASE, Reason, Ruling, Verdict

from . import reasons
from .cards import FACES
from .events import ReadTop, Reveal, Shift
from .state import COLUMN_SIZES, HIDDEN, UNSEEN_COLUMN, Column, Facts, Phase, Seat, State, put, with_columns, with_table


def lay_out(seat: Seat) -> Seat:
    """Columns 1, 2, 3, 4 as far as the draw pile goes; one card is kept to open a pile (11)."""
    cards = min(sum(COLUMN_SIZES), max(seat.draw - 1, 0))
    columns, rest = [], cards
    for size in COLUMN_SIZES:
        here = min(size, rest)
        columns.append(face_down(here))
        rest -= here
    return replace(seat, draw=seat.draw - cards, columns=tuple(columns), unplaced=0, opened=0, back=HIDDEN)


def ready(state: State, *seats: int) -> State:
    """While a round opens, whoever discards has laid out, seen or not."""
    for seat in seats:
        me = state.seats[seat]
        if state.phase is Phase.OPENING and not me.columns:
            me = lay_out(me)
            state = with_table(state, put(state.seats, seat, me), state.piles)
    return state


def face_down(size: int) -> Column:
    """A fresh column: only the top card is turned up, and nobody has read it yet."""
    return (HIDDEN,) * (size - 1) + (UNKNOWN,) if size else ()


def source(seat: Seat, card: CardId, column: int | None) -> int | Reason:
    """The column (from 0) a discarded card came from, `UNSEEN_COLUMN`, or why it cannot have come from there."""
    if column is None:
        return _likely_source(seat, card)
    if not 1 <= column <= len(COLUMN_SIZES):
        return reasons.COLUMN_MISSING
    cards = seat.columns[column - 1]
    if not cards:
        # A card that went back to an unseen column may be this one.
        return UNSEEN_COLUMN if seat.unplaced < 0 else reasons.COLUMN_EMPTY
    top = cards[-1]
    return column - 1 if card in (top, UNKNOWN) or top in (UNKNOWN, HIDDEN) else reasons.NOT_TOP


def _likely_source(seat: Seat, card: CardId) -> int | Reason:
    """Without a column: the one that shows this card, or the only one it can have come from."""
    possible = -1
    for index, column in enumerate(seat.columns):
        if not column:
            continue
        top = column[-1]
        if top == card and card != UNKNOWN:
            return index
        if card == UNKNOWN or top in (UNKNOWN, HIDDEN):
            # With a second possible column nobody can know.
            possible = index if possible == -1 else len(seat.columns)
    if seat.unplaced or possible == len(seat.columns):
        return UNSEEN_COLUMN
    return reasons.NOT_TOP if possible == -1 else possible


def take_from(seat: Seat, index: int) -> tuple[tuple[Column, ...], int]:
    """Columns and unplaced discards after a card has left column `index`."""
    columns, unplaced = seat.columns, seat.unplaced
    if index == UNSEEN_COLUMN:
        unplaced += 1
    else:
        columns = put(columns, index, columns[index][:-1])
    if unplaced and sum(map(len, columns)) == unplaced:
        return ((),) * len(COLUMN_SIZES), 0
    return columns, unplaced


def put_back(seat: Seat, index: int, card: CardId, hide_next: bool) -> Seat:
    """A wrong card goes back on top of its column, face up; what lies below stays as it is (FFU3)."""
    if index == UNSEEN_COLUMN:
        return replace(seat, unplaced=seat.unplaced - 1, back=card)
    column = seat.columns[index]
    if hide_next and column:
        column = (*column[:-1], HIDDEN)
    return replace(seat, columns=put(seat.columns, index, (*column, card)), back=card)


# ---------------------------------------------------------------- turning and reading


def judge_reveal(state: State, event: Reveal, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("column", event.column), ("card", event.card))
    reason = _column_trouble(state, seat, event.column, event.card)
    if reason is None:
        column = state.seats[seat].columns[event.column - 1]
        turned = column[-1] == HIDDEN or _left_unseen(state.seats[seat], column)
        reason = reasons.REVEALED if turned else reasons.REVEALED_EARLY
    return Ruling(reason, facts)


def do_reveal(state: State, event: Reveal, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    me = state.seats[seat]
    column = me.columns[event.column - 1]
    unplaced = me.unplaced
    if column[-1] != HIDDEN:
        column, unplaced = column[:-1], unplaced - 1
    columns = put(me.columns, event.column - 1, (*column[:-1], event.card))
    return with_columns(state, seat, columns, unplaced), ()


def _left_unseen(seat: Seat, column: Column) -> bool:
    """May the unread top card of this column be one of the discards whose column nobody saw?"""
    return seat.unplaced > 0 and column[-1] == UNKNOWN and len(column) > 1


def judge_read_top(state: State, event: ReadTop, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("column", event.column), ("card", event.card))
    return Ruling(_column_trouble(state, seat, event.column, event.card) or reasons.READ, facts)


def do_read_top(state: State, event: ReadTop, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    me = state.seats[seat]
    column = me.columns[event.column - 1]
    columns = put(me.columns, event.column - 1, (*column[:-1], event.card))
    return with_columns(state, seat, columns, me.unplaced), ()


def _column_trouble(state: State, seat: int, column: int, card: CardId) -> Reason | None:
    """Why nothing can be turned or read in this column, if so."""
    if card != UNKNOWN and card not in FACES:
        return CARD_UNKNOWN
    if not 1 <= column <= len(COLUMN_SIZES):
        return reasons.COLUMN_MISSING
    columns = state.seats[seat].columns
    if not columns:
        return OUT_OF_PHASE
    return None if columns[column - 1] else reasons.COLUMN_EMPTY


# ---------------------------------------------------------------- shifting


def judge_shift(state: State, event: Shift, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("from_column", event.from_column), ("to_column", event.to_column))
    return Ruling(_shift_reason(state, event, seat), facts)


def _shift_reason(state: State, event: Shift, seat: int) -> Reason:
    me = state.seats[seat]
    if not all(1 <= column <= len(COLUMN_SIZES) for column in (event.from_column, event.to_column)):
        return reasons.COLUMN_MISSING
    if state.phase is not Phase.PLAYING and not (state.rules.constant_stress and me.opened):
        return OUT_OF_PHASE
    if not me.columns[event.from_column - 1]:
        return reasons.COLUMN_EMPTY
    target = me.columns[event.to_column - 1]
    if event.from_column == event.to_column or (target and not _may_be_empty(me, target)):
        return reasons.SHIFT_FULL
    if event.cards != 1:
        return reasons.SHIFT_MANY
    if me.columns[event.from_column - 1][-1] == HIDDEN:
        return reasons.SHIFT_HIDDEN
    return reasons.SHIFTED


def _may_be_empty(seat: Seat, column: Column) -> bool:
    """May all cards of this column be among the discards whose column nobody saw?"""
    return seat.unplaced >= len(column) and all(card in (UNKNOWN, HIDDEN) for card in column)


def do_shift(state: State, event: Shift, seat: int, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    me = state.seats[seat]
    columns, unplaced = me.columns, me.unplaced
    target = columns[event.to_column - 1]
    if target and _may_be_empty(me, target):
        unplaced, target = unplaced - len(target), ()
    origin = columns[event.from_column - 1]
    moved = max(1, min(event.cards, len(origin)))
    columns = put(columns, event.from_column - 1, origin[:-moved])
    columns = put(columns, event.to_column - 1, (*target, *origin[-moved:]))
    return with_columns(state, seat, columns, unplaced), ()
