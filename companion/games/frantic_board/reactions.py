"""Cards thrown in to answer an opponent's action: Block against an attack, Re-Roll against a roll.

An action is done at once; the window it leaves open holds the table as it was before, so that an answer can go back.
"""

from dataclasses import replace

from companion.core.rulings import CARD_NEEDED, CARD_UNKNOWN, PLAYER_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import BLOCK, RE_ROLL, UNREAD, Kind, Trigger
from .draft import Draft
from .events import ThrowIn
from .placement import cannot_lie, judge_laying, laid, remark
from .state import NOBODY, Ask, EventDie, Happening, Move, Partner, Phase, PlayCard, TeleportRoll, Window


def throw_in(draft: Draft, event: ThrowIn) -> Ruling:
    """Answer what has just happened with a card, which then lies on the board."""
    seat, kind = draft.seat(event.player), draft.kind(event.card)
    facts = (("player", event.player), ("card", event.card), ("square", event.square))
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    if kind is None:
        return Ruling(CARD_UNKNOWN, facts)
    if draft.phase is not Phase.TURNS:
        return draft.waits()
    if not draft.holds(seat, event.card) and not draft.forced:
        return Ruling(reasons.NOT_IN_HAND, facts)
    if kind is not UNREAD and Trigger.REACTION not in kind.triggers:
        return Ruling(reasons.NOT_A_REACTION, facts)
    wrong = _why_not(draft, seat, kind)
    if wrong is not None and not draft.forced:
        return Ruling(wrong, facts)
    window = draft.window
    if window is not None and wrong is None and kind.type in (BLOCK, RE_ROLL):
        draft.restore(window.before)
    lying = _lay(draft, seat, event, kind)
    if lying is not None and lying.verdict is Verdict.ILLEGAL and not draft.forced:
        return lying
    if window is not None and wrong is None and kind.type == BLOCK:
        return Ruling(_block(draft), facts)
    if window is not None and wrong is None and kind.type == RE_ROLL:
        return Ruling(_re_roll(draft, seat, window), facts)
    draft.window = None
    draft.stack.append(Ask(seat))
    return Ruling(CARD_NEEDED if kind is UNREAD else reasons.CARD_ASK, facts)


def _why_not(draft: Draft, seat: int, kind: Kind) -> Reason | None:
    """Is there something that this card may answer, for this player?"""
    window = draft.window
    if kind.type == BLOCK:
        if isinstance(draft.frame, Partner) and seat in (draft.frame.pawn, draft.frame.player):
            return reasons.OWN_SWAP
        if window is None or window.target == NOBODY:
            return reasons.NOT_ATTACKED
        if window.target != seat:
            before = window.before.stack[-1]
            own = isinstance(before, Partner) and seat in (before.pawn, before.player)
            return reasons.OWN_SWAP if own else reasons.NOT_ATTACKED
    elif kind.type == RE_ROLL:
        if window is None or window.roller == NOBODY:
            return reasons.NO_ROLL
        if window.roller == seat and draft.table.house.re_roll_on == "opponents_move" and not _answered(window):
            return reasons.OWN_ROLL
    return None


def _answered(window: Window) -> bool:
    """Was the roll already changed by an opponent, so that the roller answers that opponent?"""
    frame = window.before.stack[-1]
    return isinstance(frame, Move | TeleportRoll | EventDie | Happening) and frame.answered


def _lay(draft: Draft, seat: int, event: ThrowIn, kind: Kind) -> Ruling | None:
    """The card leaves the hand and lies on the board, where somebody has seen where."""
    facts = (("player", event.player), ("card", event.card), ("square", event.square))
    draft.take(seat, event.card)
    if not event.square:
        draft.say(reasons.SQUARE_NEEDED, *facts)
        return None
    wrong = cannot_lie(draft, event.square, "")
    if wrong is not None:
        return Ruling(wrong, facts)
    ruling = judge_laying(draft, event.square, kind, "", facts)
    draft.lay(event.square, laid(draft, event.square, event.card, kind, ""))
    draft.more.append(ruling)
    remark(draft, kind, "", facts)
    return ruling


def _block(draft: Draft) -> Reason:
    """The attack does not happen: no swap, or no move at all for the one who attacked."""
    attack = draft.stack.pop()
    draft.window = None
    return reasons.SWAP_BLOCKED if isinstance(attack, Partner) else reasons.REMOTE_BLOCKED


def _re_roll(draft: Draft, seat: int, window: Window) -> Reason:
    """The die must be rolled again; where it has not been yet since the last Re-Roll, once more after that."""
    if isinstance(draft.frame, PlayCard):
        draft.stack.pop()
    frame = draft.frame
    assert isinstance(frame, Move | TeleportRoll | EventDie | Happening)
    answered = frame.answered or seat != window.roller
    draft.stack[-1] = replace(frame, answered=answered, again=frame.again + (not window.rolled))
    # An event may have set the die; it is thrown now.
    draft.dice = (*draft.dice[: window.roller], 0, *draft.dice[window.roller + 1 :])
    draft.window = None
    draft.window = Window(draft.state(), window.roller, window.target, rolled=False)
    return reasons.RE_ROLLED
