"""The resolution stack: what goes on by itself, what a further event closes, when a round ends, whose turn comes next.

It decides when a frame is done. What a frame does when it is done stands in `attacks`, `giving` and `occasions`.
"""

from collections.abc import Callable
from typing import Any

from companion.core.ids import UNKNOWN
from companion.core.rulings import Ruling

from . import reasons
from .attacks import assume_target, candidates, lay, strike
from .cards import COUNTERATTACK, NICE_TRY, WISH_UNKNOWN, WISH_UNKNOWN_COLOUR
from .giving import give_unseen, swap_unseen
from .occasions import (
    bets_revealed,
    discard_unseen,
    market_unseen,
    presents_arrive,
    presents_unseen,
    take_unseen,
)
from .scoring import counted_at_end, score_round
from .state import (
    AGAIN,
    BOMB,
    DONE,
    DRAWN,
    HAND_EMPTY,
    Attack,
    BetsDue,
    BlindTakes,
    Counting,
    Dealt,
    DiscardsDue,
    EventDue,
    GiveDue,
    Market,
    NiceTryDue,
    OpenHands,
    PresentsDue,
    Seat,
    SetsDue,
    SwapDue,
    TargetDue,
    Turn,
    WishDue,
)
from .table import Table

# ---------------------------------------------------------------- what goes on by itself


def run(table: Table) -> None:
    """Resolve from the top of the stack until somebody has to do something."""
    while table.stack:
        frame = table.stack[-1]
        step = AUTOMATIC.get(frame.__class__)
        if step is None or not step(table, frame):
            return


def _attack_goes_on(table: Table, attack: Attack) -> bool:
    """A window stays open only as long as one of the victims may hold a Counterattack."""
    if any(not share.closed and table.could_hold(share.victim, COUNTERATTACK) for share in attack.shares):
        return False
    strike(table, attack)
    return True


def _turn_goes_on(table: Table, turn: Turn) -> bool:
    """Everything that the play triggered is resolved: does the round end, or who is next?"""
    if turn.stage != DONE:
        return False
    if table.ending:
        end_round(table, table.ending)
        return True
    if all(table.hands):
        _next_turn(table, turn.seat)
        return True
    answer = tuple(seat for seat, hand in enumerate(table.hands) if hand and table.could_hold(seat, NICE_TRY))
    if answer:
        table.stack.append(NiceTryDue(answer))
        table.tell(reasons.OUT_OF_CARDS, players=_names_out(table))
    else:
        end_round(table, HAND_EMPTY)
    return True


def _next_turn(table: Table, seat: Seat) -> None:
    """Anticlockwise, past those who must miss a turn; under a Time Bomb nobody has a fourth turn."""
    while True:
        seat = table.next_seat(seat)
        missing = seat in table.skipped
        if table.bomb and (not missing or table.rules.bomb_skips_count):
            if not table.bomb[seat]:
                end_round(table, BOMB)
                return
            table.bomb = (*table.bomb[:seat], table.bomb[seat] - 1, *table.bomb[seat + 1 :])
        if not missing:
            table.stack[-1] = Turn(seat)
            return
        table.skipped = tuple(other for other in table.skipped if other != seat)
        table.tell(reasons.TURN_MISSED, player=table.players[seat])


def _window_goes_on(table: Table, window: NiceTryDue) -> bool:
    if window.open:
        return False
    end_round(table, HAND_EMPTY)
    return True


def end_round(table: Table, why: str) -> None:
    table.ending = why
    table.stack = [Counting(counted_at_end(table))]
    table.tell(reasons.ROUND_OVER[why], players=_names_out(table))


def _names_out(table: Table) -> tuple[str, ...]:
    return tuple(player for player, hand in zip(table.players, table.hands, strict=True) if not hand)


def _count_goes_on(table: Table, count: Counting) -> bool:
    if -1 in count.counted or table.held:
        return False
    score_round(table, count.counted)
    return True


def _pop_when_empty(table: Table, frame: BlindTakes | DiscardsDue | SetsDue | Market | OpenHands) -> bool:
    if isinstance(frame, BlindTakes):
        waiting: object = any(table.hands[source] for _, source in frame.takes)
    elif isinstance(frame, DiscardsDue):
        waiting = frame.due
    else:
        waiting = frame.seats
    if waiting:
        return False
    table.stack.pop()
    return True


AUTOMATIC: dict[type, Callable[[Table, Any], bool]] = {
    Attack: _attack_goes_on,
    Turn: _turn_goes_on,
    NiceTryDue: _window_goes_on,
    Counting: _count_goes_on,
    PresentsDue: presents_arrive,
    BetsDue: bets_revealed,
    BlindTakes: _pop_when_empty,
    DiscardsDue: _pop_when_empty,
    SetsDue: _pop_when_empty,
    Market: _pop_when_empty,
    OpenHands: _pop_when_empty,
}

# ---------------------------------------------------------------- what a further event closes


def settle(table: Table, seat: Seat | None, for_nice_try: bool = False) -> Ruling | None:
    """`seat` acts next: close what lies over the turn. The ruling says what must be told first, if anything.

    Physical tables say "next" by playing on: windows close, optional effects are waived, hidden cards have moved.
    """
    top = table.stack[-1] if table.stack else None
    if isinstance(top, Turn) and top.seat == seat:
        return None  # by far the most frequent case
    assume_target(table)
    run(table)
    while table.stack:
        frame = table.stack[-1]
        if isinstance(frame, Turn):
            if frame.seat == seat or not _ends_unseen(table, frame):
                return None
            run(table)
            seat = None
            continue
        if for_nice_try and isinstance(frame, NiceTryDue):
            return None
        blocked = CLOSERS[frame.__class__](table, frame)
        if blocked is not None:
            return blocked
        run(table)
    return Ruling(reasons.ROUND_COUNTING)


def _ends_unseen(table: Table, turn: Turn) -> bool:
    """Somebody else acts: a turn that only needs its end is over; a 2nd Chance as last card means one card drawn."""
    if turn.stage == AGAIN and not table.hands[turn.seat]:
        table.draw(turn.seat, 1)
    elif turn.stage != DRAWN:
        return False
    table.stack[-1] = Turn(turn.seat, DONE)
    return True


def _close_wish(table: Table, due: WishDue) -> None:
    table.stack.pop()
    if not due.optional:
        table.wish = WISH_UNKNOWN_COLOUR if due.colour_only else WISH_UNKNOWN


def _close_target(table: Table, due: TargetDue) -> Ruling | None:
    if not due.optional and candidates(table, due):
        return Ruling(reasons.TARGET_NEEDED, (("player", table.players[due.seat]), ("special", due.special)))
    table.stack.pop()
    return None


def _close_attack(table: Table, attack: Attack) -> Ruling | None:
    if table.rules.window == "confirm":
        victims = tuple(table.players[share.victim] for share in attack.shares if not share.closed)
        return Ruling(reasons.WINDOW_OPEN, (("players", victims),))
    strike(table, attack)
    return None


def _close_nice_try(table: Table, window: NiceTryDue) -> Ruling | None:
    if table.rules.window == "confirm":
        return Ruling(reasons.WINDOW_OPEN, (("players", tuple(table.players[seat] for seat in window.open)),))
    end_round(table, HAND_EMPTY)
    return None


def _event_needed(table: Table, due: EventDue) -> Ruling:
    return Ruling(reasons.EVENT_NEEDED, (("player", table.players[due.seat]),))


def _sets_needed(table: Table, due: SetsDue) -> Ruling:
    return Ruling(reasons.SETS_NEEDED, (("players", tuple(table.players[seat] for seat in due.seats)),))


def _bets_needed(table: Table, due: BetsDue) -> Ruling:
    return Ruling(reasons.BETS_NEEDED, (("players", tuple(table.players[seat] for seat in due.seats)),))


def _close_eye(table: Table, frame: OpenHands) -> None:
    table.stack.pop()


def _round_over(table: Table, frame: Counting) -> Ruling:
    return Ruling(reasons.ROUND_COUNTING)


def _start_unseen(table: Table, frame: Dealt) -> None:
    """The game is on, so the dealer has turned up a start card that nobody has told."""
    table.draw_pile -= 1
    table.stack = [Turn(table.dealer, DONE)]
    lay(table, UNKNOWN)


CLOSERS: dict[type, Callable[[Table, Any], Ruling | None]] = {
    WishDue: _close_wish,
    TargetDue: _close_target,
    Attack: _close_attack,
    GiveDue: give_unseen,
    SwapDue: swap_unseen,
    EventDue: _event_needed,
    BlindTakes: take_unseen,
    DiscardsDue: discard_unseen,
    SetsDue: _sets_needed,
    PresentsDue: presents_unseen,
    BetsDue: _bets_needed,
    Market: market_unseen,
    OpenHands: _close_eye,
    NiceTryDue: _close_nice_try,
    Counting: _round_over,
    Dealt: _start_unseen,
}


def suffers_event(table: Table, seat: Seat) -> bool:
    """Is an event under way in which `seat` still has a part? Then no card of theirs is the card of a turn yet."""
    frame = table.stack[-1]
    if isinstance(frame, BlindTakes):
        return any(seat in pair for pair in frame.takes)
    if isinstance(frame, DiscardsDue):
        return any(seat == owing for owing, _ in frame.due)
    if isinstance(frame, SetsDue | PresentsDue | BetsDue | Market):
        return seat in frame.seats
    if isinstance(frame, EventDue | OpenHands):
        bottom = table.stack[0]
        return not isinstance(bottom, Turn) or table.next_seat(bottom.seat) != seat
    return False


def current_turn(table: Table) -> Turn | None:
    """The turn on top of the stack, in which somebody may act."""
    frame = table.stack[-1] if table.stack else None
    return frame if isinstance(frame, Turn) else None
