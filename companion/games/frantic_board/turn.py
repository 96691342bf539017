"""A turn: play a card, move, draw. Here are the steps that a player takes; what the cards do is in `movement`."""

from dataclasses import replace

from companion.core.rulings import CARD_UNKNOWN, PLAYER_UNKNOWN, Ruling

from . import reasons
from .cards import FUCK_YOU, REMOTE, REVERSE, TILE, TROUBLEMAKER, Kind, Trigger
from .draft import Draft
from .events import Choose, EndTurn, Play, Roll
from .happening import settle, take_event_die
from .movement import advance_21, walk
from .placement import cannot_lie, judge_laying, laid, remark
from .rounds import begin_turn, end_of_turn, join_turn, next_to_place
from .state import (
    NOBODY,
    Ask,
    Ending,
    EventDie,
    Happening,
    Move,
    Partner,
    Phase,
    PlayCard,
    Target,
    TeleportRoll,
    Window,
)

# ---------------------------------------------------------------- step 1: play a card


def play(draft: Draft, event: Play) -> Ruling:
    """Lay a card from the hand: in the preparation as an obstacle, in a turn with its effect."""
    seat, kind = draft.seat(event.player), draft.kind(event.card)
    facts = (("player", event.player), ("card", event.card), ("square", event.square))
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    if kind is None:
        return Ruling(reasons.TILE_PLAYED if event.card.startswith(TILE) else CARD_UNKNOWN, facts)
    target = draft.seat(event.target) if event.target else NOBODY
    if event.target and target == NOBODY:
        return Ruling(PLAYER_UNKNOWN, (("player", event.target),))
    join_turn(draft, seat, Move(seat, seat), PlayCard(seat))
    _take_over_turn(draft, seat)
    own_turn = _may_play(draft, seat)
    if not own_turn and not (draft.forced and draft.phase in (Phase.PLACING, Phase.TURNS)):
        return draft.waits()
    wrong = cannot_lie(draft, event.square, event.arrow)
    if wrong is not None:
        return Ruling(wrong, (*facts, ("arrow", event.arrow)))
    if not draft.holds(seat, event.card) and not draft.forced:
        return Ruling(reasons.NOT_IN_HAND, facts)
    if target == seat and kind.type == REMOTE and draft.phase is Phase.TURNS:
        return Ruling(reasons.CHOSE_ONESELF, facts)
    ruling = judge_laying(draft, event.square, kind, event.arrow, facts)
    draft.take(seat, event.card)
    draft.lay(event.square, laid(draft, event.square, event.card, kind, event.arrow))
    draft.window = None
    remark(draft, kind, event.arrow, facts)
    if own_turn and draft.phase is Phase.PLACING:
        next_to_place(draft)
    elif own_turn:
        draft.stack.pop()
        _act_when_played(draft, seat, kind, target)
    return ruling


def _take_over_turn(draft: Draft, seat: int) -> None:
    """Who plays a card next says that the turn before is over, if only the drawing was left of it."""
    frame = draft.frame
    if isinstance(frame, Ending) and seat == (frame.player + 1) % len(draft.pawns):
        draft.say(reasons.TURN_ENDED, ("player", draft.name(frame.player)))
        if not end_of_turn(draft):
            begin_turn(draft, seat)


def _may_play(draft: Draft, seat: int) -> bool:
    if draft.phase is Phase.PLACING:
        return seat == draft.turn
    frame = draft.frame
    return isinstance(frame, PlayCard) and frame.player == seat


def _act_when_played(draft: Draft, seat: int, kind: Kind, target: int) -> None:
    """The effects of cards that act when they are played. The move of this turn waits on top of the stack."""
    player = ("player", draft.name(seat))
    if Trigger.REACTION in kind.triggers:
        draft.say(reasons.REACTION_IDLE, player)
    if Trigger.PLAYED not in kind.triggers:
        return
    if kind.type == REVERSE:
        draft.stack[-1] = Move(seat, seat, back=True)
        draft.say(reasons.REVERSED, player)
    elif kind.type == REMOTE:
        draft.stack[-1] = Target(seat)
        if target != NOBODY:
            _take_over(draft, seat, target)
    elif kind.type == FUCK_YOU:
        draft.say(reasons.FUCK_YOU_PLAYED, player)
        advance_21(draft, seat)
        if draft.pawns[seat] == draft.table.board.finish and draft.table.house.fuck_you_past_finish == "no_move":
            draft.stack.pop()
    elif kind.type == TROUBLEMAKER:
        draft.stack[-1] = Happening(seat)
        draft.say(reasons.TROUBLEMAKER_PLAYED, player)
    else:
        draft.say(reasons.CARD_ASK, player, ("card", f"board/{kind.type}"))
        draft.stack.append(Ask(seat))


def _take_over(draft: Draft, seat: int, target: int) -> None:
    """A Remote: the move of this turn moves somebody else's pawn. That is an attack, so it may be blocked."""
    draft.stack[-1] = Move(seat, target, attack=True)
    draft.say(reasons.REMOTE_TARGET, ("player", draft.name(seat)), ("target", draft.name(target)))
    draft.open_window(target)


def choose(draft: Draft, event: Choose) -> Ruling:
    """Name the player to swap with, or whose pawn a Remote moves."""
    seat, target = draft.seat(event.player), draft.seat(event.target)
    facts = (("player", event.player), ("target", event.target))
    for name, place in ((event.player, seat), (event.target, target)):
        if place == NOBODY:
            return Ruling(PLAYER_UNKNOWN, (("player", name),))
    frame = draft.frame
    if not isinstance(frame, Partner | Target) or frame.player != seat:
        return draft.waits()
    if target == (frame.pawn if isinstance(frame, Partner) else seat):
        return Ruling(reasons.CHOSE_ONESELF, facts)
    if isinstance(frame, Target):
        _take_over(draft, seat, target)
        return Ruling(reasons.CHOSEN, facts)
    before = draft.before()
    draft.stack.pop()
    here, there = draft.pawns[frame.pawn], draft.pawns[target]
    draft.stand(frame.pawn, there)
    draft.stand(target, here)
    # Only another player is attacked: who moves by Remote may well bring the own pawn into it.
    draft.window = Window(before, target=target if target != seat else NOBODY)
    settle(draft)
    return Ruling(reasons.SWAPPED, (*facts, ("here", here), ("there", there)))


# ---------------------------------------------------------------- step 2: move


def roll(draft: Draft, event: Roll) -> Ruling:
    """A six-sided die is cast: for a move, a teleport, or an event."""
    seat = draft.seat(event.player)
    facts = (("player", event.player), ("value", event.value))
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    join_turn(draft, seat, Move(seat, seat))
    frame = draft.frame
    if isinstance(frame, PlayCard) and draft.hands[frame.player].count == 0:
        # Nothing in the hand to play, so the turn begins with its move.
        draft.stack.pop()
        frame = draft.frame
    if not isinstance(frame, Move | TeleportRoll | EventDie) or frame.player != seat:
        return draft.waits()
    if not 0 <= event.value <= 6:
        return Ruling(reasons.NO_SUCH_ROLL, facts)
    value = event.value
    fixed = draft.dice[seat]
    if fixed:
        if value not in (0, fixed) and not draft.forced:
            return Ruling(reasons.DIE_IS_SET, (*facts, ("set", fixed)))
        value = fixed
        draft.dice = (*draft.dice[:seat], 0, *draft.dice[seat + 1 :])
    target = frame.pawn if isinstance(frame, Move) and frame.attack else NOBODY
    answerable = not isinstance(frame, EventDie) or draft.table.house.re_roll_on == "any_roll"
    draft.window = Window(draft.before(), seat if answerable else NOBODY, target)
    if frame.again:
        draft.stack[-1] = replace(frame, again=frame.again - 1)
        return Ruling(reasons.ROLL_AGAIN, facts)
    draft.stack.pop()
    if not value:
        draft.stack.append(Ask(seat, NOBODY if isinstance(frame, EventDie) else frame.pawn, 0, _goes_back(frame)))
        return Ruling(reasons.ROLL_UNREAD, facts)
    if isinstance(frame, Move):
        walk(draft, seat, frame.pawn, value, frame.back)
    elif isinstance(frame, TeleportRoll):
        _teleport(draft, frame, value)
    else:
        take_event_die(draft, frame, value)
    settle(draft)
    return Ruling(reasons.ROLLED, facts)


def _goes_back(frame: Move | TeleportRoll | EventDie) -> bool:
    return isinstance(frame, Move) and frame.back


def _teleport(draft: Draft, frame: TeleportRoll, value: int) -> None:
    """To the tile with the number rolled. It was no move's end, so the tile there does not act again."""
    facts = (("player", draft.name(frame.pawn)), ("number", value))
    if value == frame.tile:
        draft.say(reasons.TELEPORT_BROKEN, *facts)
        return
    draft.stand(frame.pawn, draft.teleports[value - 1])
    draft.say(reasons.TELEPORTED, *facts, ("to", draft.teleports[value - 1]))


# ---------------------------------------------------------------- step 3: draw, and the end of the turn


def end_turn(draft: Draft, event: EndTurn) -> Ruling:
    """Everybody refills, then the round ends or the next player's turn begins."""
    seat = draft.seat(event.player)
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
    join_turn(draft, seat)
    frame = draft.frame
    if not isinstance(frame, Ending) or frame.player != seat:
        return draft.waits()
    if not end_of_turn(draft):
        begin_turn(draft, (seat + 1) % len(draft.pawns))
    return Ruling(reasons.TURN_ENDED, (("player", event.player),))
