"""Going on without acting. A player waives, ends a turn or has nothing to lay; without a name, the whole table goes on.

It decides what a `pass` means for the frame on top of the stack. Where nothing waits, it is harmless.
"""

from collections.abc import Callable
from typing import Any

from companion.core.rulings import Ruling

from . import reasons
from .attacks import strike
from .flow import CLOSERS, end_round
from .occasions import answered, discard_unseen, no_bet
from .state import (
    AGAIN,
    DONE,
    DRAWN,
    HAND_EMPTY,
    Attack,
    BetsDue,
    BlindTakes,
    DiscardsDue,
    GiveDue,
    Market,
    NiceTryDue,
    OpenHands,
    Seat,
    SetsDue,
    Share,
    SwapDue,
    TargetDue,
    Turn,
    WishDue,
)
from .table import Table


def go_on(table: Table, seat: Seat | None) -> Ruling:
    """`seat` passes, or everybody where it is None."""
    frame = table.stack[-1] if table.stack else None
    handler = PASSES.get(frame.__class__)
    ruling = handler(table, frame, seat) if handler else None
    return ruling or Ruling(reasons.NOTHING_WAITS)


def _turn(table: Table, turn: Turn, seat: Seat | None) -> Ruling | None:
    if seat != turn.seat and not (seat is None and turn.stage == DRAWN):
        return None
    facts = (("player", table.players[turn.seat]),)
    if turn.stage != DRAWN and not table.forced:
        return Ruling(reasons.PASS_SECOND_CHANCE if turn.stage == AGAIN else reasons.PASS_DRAW_FIRST, facts)
    table.stack[-1] = Turn(turn.seat, DONE)
    table.owe_nothing()
    return Ruling(reasons.TURN_ENDED, facts)


def _attack(table: Table, attack: Attack, seat: Seat | None) -> Ruling | None:
    """One victim lets it happen; with several, the window stays open for the others."""
    if seat is not None and all(share.victim != seat for share in attack.shares):
        return None
    shares = tuple(
        Share(share.source, share.victim, share.amount, share.closed or seat in (None, share.victim))
        for share in attack.shares
    )
    after = Attack(attack.special, shares)
    table.stack[-1] = after
    if all(share.closed for share in shares):
        strike(table, after)
    return Ruling(reasons.WINDOW_CLOSED)


def _nice_try(table: Table, window: NiceTryDue, seat: Seat | None) -> Ruling | None:
    if seat is None:
        end_round(table, HAND_EMPTY)
    elif seat in window.open:
        table.stack[-1] = NiceTryDue(tuple(other for other in window.open if other != seat))
    else:
        return None
    return Ruling(reasons.WINDOW_CLOSED)


def _optional(table: Table, due: WishDue | TargetDue, seat: Seat | None) -> Ruling | None:
    if seat not in (None, due.seat):
        return None
    if due.optional:
        table.stack.pop()
        return Ruling(reasons.WINDOW_CLOSED)
    reason = reasons.WISH_NEEDED if isinstance(due, WishDue) else reasons.TARGET_NEEDED
    special = "" if isinstance(due, WishDue) else due.special
    return Ruling(reason, (("player", table.players[due.seat]), ("special", special)))


def _sets(table: Table, due: SetsDue, seat: Seat | None) -> Ruling | None:
    if seat is not None and seat not in due.seats:
        return None
    if seat is None:
        table.stack[-1] = SetsDue((), due.colour)
    else:
        answered(table, due, seat)
    return Ruling(reasons.NOTHING_TO_DISCARD)


def _bets(table: Table, due: BetsDue, seat: Seat | None) -> Ruling | None:
    if seat is not None:
        return no_bet(table, due, seat) if seat in due.seats else None
    ruling = None
    for other in due.seats:
        frame = table.stack[-1]
        assert isinstance(frame, BetsDue)
        ruling = no_bet(table, frame, other)
        if ruling.reason is reasons.BET_MUST:
            break
    return ruling


def _unseen(table: Table, frame: Any, seat: Seat | None) -> Ruling | None:
    """What was due has been done, unseen; one player speaks only for what is their own."""
    if seat is not None and getattr(frame, "seat", None) != seat:
        return None
    blocked = CLOSERS[frame.__class__](table, frame)
    return blocked or Ruling(reasons.DONE_UNSEEN)


def _discards(table: Table, due: DiscardsDue, seat: Seat | None) -> Ruling | None:
    mine = tuple(each for each in due.due if seat in (None, each[0]))
    if not mine:
        return None
    discard_unseen(table, DiscardsDue(mine))
    table.stack.append(DiscardsDue(tuple(each for each in due.due if each not in mine)))
    return Ruling(reasons.DONE_UNSEEN)


def _eye(table: Table, frame: OpenHands, seat: Seat | None) -> Ruling:
    """Everybody must agree to go on."""
    left = () if seat is None else tuple(other for other in frame.seats if other != seat)
    table.stack[-1] = OpenHands(left)
    return Ruling(reasons.DONE_UNSEEN)


PASSES: dict[type, Callable[[Table, Any, Seat | None], Ruling | None]] = {
    Turn: _turn,
    Attack: _attack,
    NiceTryDue: _nice_try,
    WishDue: _optional,
    TargetDue: _optional,
    SetsDue: _sets,
    BetsDue: _bets,
    GiveDue: _unseen,
    SwapDue: _unseen,
    BlindTakes: _unseen,
    DiscardsDue: _discards,
    Market: _unseen,
    OpenHands: _eye,
}
