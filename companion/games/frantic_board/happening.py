"""Events: what the d20 brings, and the orders of the event sheet. Unknown events are left to the people.

A pawn moved by an event is not moved by a move: cards are ignored, unless the order says `walk`.
"""

from dataclasses import replace

from companion.core.rulings import PLAYER_UNKNOWN, Ruling

from . import reasons
from .draft import Draft
from .events import EventRoll
from .movement import glide, walk
from .rounds import join_turn
from .script import DIE, FINISH, KNOWN_EVENTS, Order
from .state import NOBODY, Ask, EventDie, EventLine, Happening, Orders, Window


def event_roll(draft: Draft, event: EventRoll) -> Ruling:
    """The d20 says which event happens."""
    seat = draft.seat(event.player)
    facts = (("player", event.player), ("number", event.number), ("name", event.name))
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    join_turn(draft, seat, Happening(seat))
    frame = draft.frame
    if not isinstance(frame, Happening) or frame.player != seat:
        return draft.waits()
    if not 0 <= event.number <= 20:
        return Ruling(reasons.NO_SUCH_ROLL, (*facts, ("value", event.number)))
    line = _line(draft, event)
    if line is not None and event.number and event.name and event.name != line.name:
        return Ruling(reasons.EVENT_MISMATCH, (*facts, ("sheet", line.name)))
    draft.window = None
    if draft.table.house.re_roll_on == "any_roll":
        draft.window = Window(draft.before(), seat)
    if frame.again:
        draft.stack[-1] = replace(frame, again=frame.again - 1)
        return Ruling(reasons.ROLL_AGAIN, (*facts, ("value", event.number)))
    draft.stack.pop()
    if line is not None and line.orders:
        draft.stack.append(Orders(seat, line.orders))
        settle(draft)
        return Ruling(reasons.EVENT_HAPPENS, (*facts[:2], ("name", line.name)))
    draft.stack.append(Ask(seat))
    if line is not None:
        return Ruling(reasons.EVENT_ASK, (*facts[:2], ("name", line.name), ("text", line.text)))
    return Ruling(reasons.EVENT_UNKNOWN if event.number or event.name else reasons.EVENT_UNREAD, facts)


def _line(draft: Draft, event: EventRoll) -> EventLine | None:
    """What is known of this event: from the owner's sheet by number or name, or from the rulebook by name."""
    for line in draft.table.sheet:
        if line.number == event.number or (not event.number and line.name == event.name):
            return line
    orders = KNOWN_EVENTS.get(event.name)
    return None if orders is None else EventLine(event.number, event.name, "", orders)


def settle(draft: Draft) -> None:
    """Do every order on top of the stack, until the table waits for people again."""
    while draft.stack and isinstance(draft.stack[-1], Orders):
        frame = draft.stack.pop()
        assert isinstance(frame, Orders)
        if frame.orders:
            order, *rest = frame.orders
            if rest:
                draft.stack.append(Orders(frame.player, tuple(rest)))
            _do(draft, frame.player, order)


def _do(draft: Draft, seat: int, order: Order) -> None:
    if order.verb == "ask":
        draft.stack.append(Ask(seat))
        draft.say(reasons.ORDER_ASK)
    elif order.verb == "swap":
        _swap(draft, _who(draft, seat, order.who), _who(draft, seat, order.other))
    elif order.verb == "remove":
        _remove(draft, order.other)
    elif order.verb == "teleport":
        move_tile(draft, int(order.other), order.amount)
    else:
        _do_each(draft, seat, order)


def _do_each(draft: Draft, seat: int, order: Order) -> None:
    """An order to people, one after the other. What needs a die or wakes cards waits its turn on the stack."""
    people = _who(draft, seat, order.who)
    if order.amount == DIE:
        draft.stack.extend(EventDie(each, order.verb) for each in reversed(people))
    elif order.verb == "walk" and people != [seat]:
        draft.stack.extend(Orders(each, (replace(order, who="you"),)) for each in reversed(people))
    else:
        for each in people:
            _do_one(draft, each, order.verb, order.amount)


def _do_one(draft: Draft, seat: int, verb: str, amount: int) -> None:
    facts = (("player", draft.name(seat)), ("cards", amount))
    if verb == "advance":
        glide(draft, seat, amount)
    elif verb == "back":
        glide(draft, seat, -amount)
    elif verb == "walk":
        walk(draft, seat, seat, amount, back=False)
    elif verb == "goto":
        finish = draft.table.board.finish
        glide(draft, seat, (finish if amount == FINISH else min(amount, finish)) - draft.pawns[seat])
    elif verb == "die":
        draft.dice = (*draft.dice[:seat], amount, *draft.dice[seat + 1 :])
        draft.say(reasons.DIE_SET, facts[0], ("value", amount))
    elif verb == "draw":
        cards = min(amount, draft.pile)
        draft.give(seat, cards)
        draft.pile -= cards
        draft.say(reasons.DREW, facts[0], ("cards", cards))
    elif verb == "discard":
        for _ in range(min(amount, draft.hands[seat].count)):
            draft.take(seat)
        draft.say(reasons.DISCARDED, *facts)


def take_event_die(draft: Draft, frame: EventDie, value: int) -> None:
    """The die that an event asked for."""
    _do_one(draft, frame.player, frame.verb, value)


def _who(draft: Draft, seat: int, who: str) -> list[int]:
    around = draft.around(seat)
    if who == "all":
        return around
    if who in ("leaders", "last"):
        wanted = max(draft.pawns) if who == "leaders" else min(draft.pawns)
        return [each for each in around if draft.pawns[each] == wanted]
    return {"you": [seat], "others": around[:-1], "right": around[:1], "left": around[-2:-1]}[who]


def _swap(draft: Draft, some: list[int], others: list[int]) -> None:
    """Each of `some` goes where the others are, and each of them where `some` are ("Robin Hood")."""
    here, there = draft.pawns[some[0]], draft.pawns[others[0]]
    if here == there:
        draft.say(reasons.NOBODY_MOVES)
        return
    for seats, square in ((some, there), (others, here)):
        for seat in seats:
            draft.say(reasons.MOVED, ("player", draft.name(seat)), ("from", draft.pawns[seat]), ("to", square))
            draft.stand(seat, square)


def _remove(draft: Draft, colour: str) -> None:
    """Cards of a colour leave the board. Those whose colour nobody knows are left for the people to see to."""
    unsure = False
    for square, cards in enumerate(draft.squares):
        kept = tuple(laid for laid in cards if colour != "all" and laid.kind.colour != colour)
        unsure = unsure or (colour != "all" and any(not laid.kind.colour for laid in kept))
        if kept != cards:
            draft.put(square, kept)
    draft.say(reasons.COLOUR_UNSURE if unsure else reasons.COLOUR_REMOVED, ("colour", colour))


def move_tile(draft: Draft, number: int, square: int) -> bool:
    """Teleport tile `number` goes to a square between start and finish that carries no other tile."""
    others = (*draft.teleports[: number - 1], *draft.teleports[number:])
    if not 0 < square < draft.table.board.finish or square in others:
        return False
    draft.teleports = (*draft.teleports[: number - 1], square, *draft.teleports[number:])
    draft.say(reasons.TILE_MOVED, ("number", number), ("square", square))
    return True
