"""How pawns move: along the track past cards that act, and on from the card where they land. Each acts once a turn.

Only real moves wake the cards. Events and the 21 squares of a Fuck You pass over them (see `glide`).
"""

from collections.abc import Callable

from companion.core.rulings import CARD_NEEDED

from . import reasons
from .board import BACK, FORWARD, NOWHERE, START
from .cards import FUCK_YOU, JUMP, PUSH, SECOND_CHANCE, SNAIL, STOP, SWAP, TROUBLEMAKER, UNREAD, Trigger, X
from .draft import Draft
from .state import Ask, Happening, Laid, Move, Partner, TeleportRoll

#: Remaining steps while people are asked: the walk waits.
WAITS = -1


def walk(draft: Draft, mover: int, pawn: int, steps: int, back: bool) -> None:
    """Move a pawn along the track, square by square. Cards it passes may stop it; the one it reaches may act."""
    origin = at = draft.pawns[pawn]
    one, left = (-1 if back else 1), steps
    finish, squares = draft.table.board.finish, draft.squares
    while left > 0:
        if not 0 <= at + one <= finish:
            turned = _beyond(draft, one, origin)
            if turned is not None:
                _step(draft, pawn, turned)
                if turned == origin:
                    return
                at = turned
                break
            one = -one
            continue
        at += one
        cards = squares[at]
        if not cards or at in draft.teleports:
            left -= 1
            continue
        top = cards[-1]
        if top.kind.type == X and draft.table.house.x == "not_counted":
            continue
        left -= 1
        if left and at not in draft.fired and (top.kind is UNREAD or Trigger.PASSING in top.kind.triggers):
            _step(draft, pawn, at)
            left = _pass(draft, mover, pawn, at, top, left, back)
    _step(draft, pawn, at)
    if steps and left != WAITS:
        land(draft, mover, pawn, FORWARD if one > 0 else BACK, back)


def _beyond(draft: Draft, one: int, origin: int) -> int | None:
    """The move goes past an end of the track: where it ends (FBU4, FBU5), or None where it turns back."""
    house, board = draft.table.house, draft.table.board
    rule = house.overshoot if one > 0 else house.below_start
    if rule == "bounce":
        return None
    if rule == "stay":
        draft.say(reasons.NO_ROOM)
        return origin
    return board.finish if one > 0 else START


def _pass(draft: Draft, mover: int, pawn: int, square: int, card: Laid, left: int, back: bool) -> int:
    """A card acts on a pawn that passes it: how many steps are left, or WAITS."""
    house = draft.table.house
    draft.fired = (*draft.fired, square)
    facts = (("player", draft.name(pawn)), ("card", card.card), ("square", square))
    if card.kind.type == STOP and house.stop == "ends_move":
        draft.say(reasons.STOPPED, *facts)
        return 0
    if card.kind.type == SNAIL and house.snail == "halve":
        draft.say(reasons.SLOWED, *facts, ("left", (left + 1) // 2))
        return (left + 1) // 2
    draft.say(CARD_NEEDED if card.kind is UNREAD else reasons.PASSING_ASK, *facts, ("left", left))
    draft.stack.append(Ask(mover, pawn, left, back))
    return WAITS


def _step(draft: Draft, pawn: int, square: int) -> None:
    origin = draft.pawns[pawn]
    if square != origin:
        draft.stand(pawn, square)
        draft.say(reasons.MOVED, ("player", draft.name(pawn)), ("from", origin), ("to", square))


def land(draft: Draft, mover: int, pawn: int, heading: str, back: bool) -> None:
    """A pawn has come to the end of its move, travelling along `heading`: what lies there may send it on."""
    while True:
        at = draft.pawns[pawn]
        if at in draft.teleports:
            if at not in draft.fired:
                draft.fired = (*draft.fired, at)
                draft.stack.append(TeleportRoll(mover, pawn, draft.teleports.index(at) + 1))
            return
        on = _past_closed(draft, pawn, at, heading, back)
        if on != at:
            draft.say(reasons.CLOSED_SQUARE, ("player", draft.name(pawn)), ("square", at))
            _step(draft, pawn, on)
            continue
        card = draft.top(at)
        if card is None or at in draft.fired:
            return
        if card.kind is not UNREAD and Trigger.LANDING not in card.kind.triggers:
            return
        draft.fired = (*draft.fired, at)
        effect = LANDED.get(card.kind.type, _ask)
        sent = effect(draft, mover, pawn, at, card, back)
        if not sent:
            return
        heading = sent


def _past_closed(draft: Draft, pawn: int, at: int, heading: str, back: bool) -> int:
    """Where a pawn that is brought onto an X (or, where the table plays so, onto another pawn) goes on to."""
    board = draft.table.board
    taken = draft.pawns if draft.table.house.shared_square == "next_free" else ()
    while START < at < board.finish and at not in draft.teleports:
        card = draft.top(at)
        crowded = any(square == at for other, square in enumerate(taken) if other != pawn)
        if not crowded and (card is None or card.kind.type != X):
            break
        on = board.beside(at, heading)
        if on == NOWHERE:
            # A sideways push has come to the edge: on along the track.
            heading = BACK if back else FORWARD
            on = board.beside(at, heading)
        at = on
    return at


def reach(draft: Draft, at: int, to: int) -> int:
    """Where a pawn ends that should get from `at` to `to`, when that is off the track (FBU4, FBU5)."""
    house, finish = draft.table.house, draft.table.board.finish
    if to > finish:
        return {"stop": finish, "bounce": max(START, 2 * finish - to), "stay": at}[house.overshoot]
    if to < START:
        return START if house.below_start == "stop" else at
    return to


def glide(draft: Draft, pawn: int, steps: int) -> None:
    """Move a pawn without waking any card: by an event, or by a Fuck You."""
    at = draft.pawns[pawn]
    _step(draft, pawn, reach(draft, at, at + steps))


def advance_21(draft: Draft, pawn: int) -> None:
    """The 21 squares of a Fuck You that is played. What lies on the way is ignored; nobody can stand on an X."""
    at = draft.pawns[pawn]
    to = reach(draft, at, at + 21)
    _step(draft, pawn, _past_closed(draft, pawn, to, FORWARD, back=False))


# ---------------------------------------------------------------- what the cards do to a pawn that lands on them
# Each answers with the direction it sent the pawn in, or with an empty text when the pawn stays.


def _push(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    if not card.arrow:
        return _ask_arrow(draft, mover, pawn, at, card)
    to = draft.table.board.beside(at, card.arrow)
    if to == NOWHERE:
        draft.say(reasons.PUSH_OFF_BOARD, ("player", draft.name(pawn)), ("square", at))
        return ""
    draft.say(reasons.PUSHED, ("player", draft.name(pawn)), ("square", at), ("arrow", card.arrow))
    _step(draft, pawn, to)
    return card.arrow


def _jump(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    if card.arrow not in (FORWARD, BACK):
        return _ask_arrow(draft, mover, pawn, at, card)
    to = reach(draft, at, at + (2 if card.arrow == FORWARD else -2))
    draft.say(reasons.JUMPED, ("player", draft.name(pawn)), ("square", at), ("arrow", card.arrow))
    _step(draft, pawn, to)
    return card.arrow if to != at else ""


def _second_chance(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    draft.say(reasons.SECOND_CHANCE, ("player", draft.name(pawn)))
    # Who moves another's pawn by Remote attacks with this move too.
    draft.stack.append(Move(mover, pawn, back, attack=mover != pawn))
    return ""


def _swap(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    draft.say(reasons.SWAP_REACHED, ("player", draft.name(pawn)))
    draft.stack.append(Partner(mover, pawn))
    return ""


def _fuck_you(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    limit = draft.table.house.hand_limit
    if limit and draft.hands[pawn].count >= limit:
        draft.say(reasons.HAND_LIMIT, ("player", draft.name(pawn)), ("limit", limit))
        return ""
    draft.lift(at)
    draft.give(pawn, 1, card.card)
    draft.say(reasons.FUCK_YOU_TAKEN, ("player", draft.name(pawn)))
    return ""


def _troublemaker(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    draft.say(reasons.EVENT_TRIGGERED, ("player", draft.name(mover)))
    draft.stack.append(Happening(mover))
    return ""


def _ask_arrow(draft: Draft, mover: int, pawn: int, at: int, card: Laid) -> str:
    draft.say(reasons.ARROW_NEEDED, ("player", draft.name(pawn)), ("card", card.card), ("square", at))
    draft.stack.append(Ask(mover, pawn))
    return ""


def _ask(draft: Draft, mover: int, pawn: int, at: int, card: Laid, back: bool) -> str:
    """A card that nobody has read, or whose effect only its own text tells."""
    reason = CARD_NEEDED if card.kind is UNREAD else reasons.CARD_ASK
    draft.say(reason, ("player", draft.name(pawn)), ("card", card.card), ("square", at))
    draft.stack.append(Ask(mover, pawn, 0, back))
    return ""


LANDED: dict[str, Callable[[Draft, int, int, int, Laid, bool], str]] = {
    PUSH: _push,
    JUMP: _jump,
    SECOND_CHANCE: _second_chance,
    SWAP: _swap,
    FUCK_YOU: _fuck_you,
    TROUBLEMAKER: _troublemaker,
}
