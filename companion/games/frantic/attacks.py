"""Specials against other players: naming targets, the Counterattack, and what Gift, Exchange, Skip, Equality and
Fantastic Four then do. It decides nothing about whose turn it is; it only pushes and pops frames of the stack.
"""

from companion.core.ids import CardId, PlayerId
from companion.core.rulings import PLAYER_UNKNOWN, Reason, Ruling

from . import reasons
from .cards import BLACK, COLOURS, FACES, FUCK_YOU
from .state import Attack, GiveDue, Seat, Share, SwapDue, TargetDue, Turn, WishDue
from .table import Table

FANTASTIC_FOUR_DRAWS = 4
GIFT_CARDS = 2


# ---------------------------------------------------------------- wishes


def make_wish(table: Table, seat: Seat, wish: str | int) -> Ruling:
    """`seat` names the wish that is due. Black is no colour; only Fantastic and Fantastic Four take a number."""
    at = _due(table, WishDue, seat)
    if at is None:
        return Ruling(reasons.WISH_NOT_DUE, (("player", table.players[seat]),))
    due = table.stack[at]
    assert isinstance(due, WishDue)
    text = str(wish).lower()
    facts = (("player", table.players[seat]), ("wish", text[:20]))
    if text == BLACK:
        return Ruling(reasons.WISH_BLACK, facts)
    if text not in COLOURS and not (len(text) == 1 and text in "123456789"):
        return Ruling(reasons.WISH_STRANGE, facts)
    if text not in COLOURS and due.colour_only and not table.forced:
        return Ruling(reasons.WISH_COLOUR_ONLY, facts)
    table.wish = text
    if table.rules.wish_is_colour and text in COLOURS:
        table.last_colour = text
    # Only the card on top carries a wish: whoever it was that still owed one for a card below no longer does.
    table.stack = [frame for frame in table.stack if not isinstance(frame, WishDue)]
    return Ruling(reasons.WISH_MADE, facts)


def _due(table: Table, sort: type[WishDue] | type[TargetDue], seat: Seat) -> int | None:
    for at in range(len(table.stack) - 1, -1, -1):
        frame = table.stack[at]
        if isinstance(frame, sort) and frame.seat == seat:
            return at
    return None


# ---------------------------------------------------------------- targets


def aim(table: Table, due: TargetDue) -> None:
    """A special wants a target; where nobody can be one, it lapses."""
    if candidates(table, due):
        table.stack.append(due)
    else:
        table.tell(reasons.TARGET_NONE, special=due.special)


def candidates(table: Table, due: TargetDue) -> tuple[Seat, ...]:
    """Who may be named: never oneself, nobody who is to miss a turn already, for Equality only who has fewer cards."""
    others = (seat for seat in table.from_right_of(due.seat) if seat != due.seat)
    return tuple(seat for seat in others if not _objection(table, due, seat))


def _objection(table: Table, due: TargetDue, seat: Seat) -> Reason | None:
    if seat == due.seat:
        return reasons.TARGET_SELF
    if due.special == "skip" and seat in table.skipped:
        return reasons.TARGET_SKIPPED
    if due.special == "equality" and len(table.hands[seat]) >= len(table.hands[due.source]):
        return reasons.TARGET_NOT_FEWER
    return None


def name_targets(table: Table, seat: Seat, names: tuple[PlayerId, ...]) -> Ruling:
    """`seat` names against whom the special goes; the victims may now react."""
    at = _due(table, TargetDue, seat)
    if at is None:
        return Ruling(reasons.TARGET_NOT_DUE, (("player", table.players[seat]),))
    due = table.stack[at]
    assert isinstance(due, TargetDue)
    facts = (("player", table.players[seat]), ("special", due.special), ("targets", names))
    if not names and due.optional:
        del table.stack[at]
        return Ruling(reasons.TARGET_WAIVED, facts)
    seats = [table.seat(name) for name in names]
    if not names or (len(seats) not in (1, due.amount) and not table.forced):
        reason = reasons.TARGET_ONE if due.amount == 1 else reasons.TARGET_COUNT
        return Ruling(reason, (*facts, ("amount", due.amount)))
    for name, victim in zip(names, seats, strict=True):
        if victim is None:
            return Ruling(PLAYER_UNKNOWN, (("player", name),))
        wrong = _objection(table, due, victim)
        if wrong and not table.forced:
            return Ruling(wrong, (*facts, ("target", name)))
    victims = [victim for victim in seats if victim is not None]
    table.stack[at] = Attack(due.special, _shares(due, victims))
    return Ruling(reasons.TARGET_NAMED, facts)


def _shares(due: TargetDue, victims: list[Seat]) -> tuple[Share, ...]:
    """One share a run of the same name, in the order in which it was named; one name takes everything."""
    if len(victims) == 1:
        return (Share(due.source, victims[0], due.amount),)
    shares: list[Share] = []
    for victim in victims:
        if shares and shares[-1].victim == victim:
            shares[-1] = Share(due.source, victim, shares[-1].amount + 1)
        else:
            shares.append(Share(due.source, victim))
    return tuple(shares)


def assume_target(table: Table, victim: Seat | None = None) -> None:
    """Nobody said who is meant, but it is plain: there is only one opponent, or it is the one who counters."""
    due = table.stack[-1] if table.stack else None
    if not isinstance(due, TargetDue) or due.seat == victim:
        return
    possible = candidates(table, due)
    if victim is None:
        plain = len(possible) == 1 and not due.optional
    else:
        # An optional effect may have been left out; then the next player simply plays the card in turn.
        plain = victim in possible and (due.amount == 1 or len(possible) == 1)
        plain = plain and not (due.optional and _next_to_play(table) == victim)
    if plain:
        name_targets(table, due.seat, (table.players[possible[0] if victim is None else victim],))


def _next_to_play(table: Table) -> Seat:
    return next(table.next_seat(frame.seat) for frame in table.stack if isinstance(frame, Turn))


# ---------------------------------------------------------------- the Counterattack


def attack_on(table: Table, seat: Seat) -> int | None:
    """Where on the stack an attack lies that `seat` may still counter."""
    for at in range(len(table.stack) - 1, -1, -1):
        frame = table.stack[at]
        if isinstance(frame, Attack) and any(share.victim == seat and not share.closed for share in frame.shares):
            return at
    return None


def turn_round(table: Table, seat: Seat, at: int) -> str:
    """`seat` has thrown a Counterattack: their share of the special is stopped, and may go on to somebody else."""
    attack = table.stack[at]
    assert isinstance(attack, Attack)
    whole = table.rules.counter_share == "whole"
    mine = [share for share in attack.shares if whole or share.victim == seat]
    rest = tuple(share for share in attack.shares if share not in mine)
    table.stack[at : at + 1] = [Attack(attack.special, rest)] if rest else []
    amount = sum(share.amount for share in mine)
    source = seat if table.rules.counter_source == "counterattacker" else mine[0].source
    aim(table, TargetDue(seat, attack.special, amount, optional=True, source=source))
    return attack.special


def keep_wish(table: Table) -> None:
    """Until the counterattacker wishes, what the attack card asked for still stands: its wish, or its colour."""
    face = FACES.get(table.top)
    if not table.wish and face and face.colour:
        table.wish = face.colour


# ---------------------------------------------------------------- effects


def strike(table: Table, attack: Attack) -> None:
    """Nobody counters (any more): the special does what it says, victim by victim in the order named."""
    table.stack.pop()
    for share in attack.shares:
        EFFECTS[attack.special](table, share)


def _skip(table: Table, share: Share) -> None:
    idle = len(table.players) == 2 and table.rules.skip_of_two == "nothing"
    if share.victim not in table.skipped and not idle:
        table.skipped = (*table.skipped, share.victim)
        table.tell(reasons.MUST_MISS, player=table.players[share.victim])


def _fantastic_four(table: Table, share: Share) -> None:
    drawn = table.must_draw(share.victim, share.amount)
    table.tell(reasons.MUST_DRAW, player=table.players[share.victim], count=drawn)


def _equality(table: Table, share: Share) -> None:
    fewer = len(table.hands[share.source]) - len(table.hands[share.victim])
    if fewer > 0:
        drawn = table.must_draw(share.victim, fewer)
        table.tell(reasons.MUST_DRAW, player=table.players[share.victim], count=drawn)


def _gift(table: Table, share: Share) -> None:
    count = min(GIFT_CARDS, giveable(table, share.source))
    if count:
        table.stack.append(GiveDue(share.source, share.victim, count))


def _exchange(table: Table, share: Share) -> None:
    takes = min(GIFT_CARDS, len(table.hands[share.victim]))
    gives = min(GIFT_CARDS, giveable(table, share.source))
    if takes == 0 and table.rules.exchange_with_none == "nothing":
        return
    if gives or takes:
        table.stack.append(SwapDue(share.source, share.victim, gives, takes))


EFFECTS = {
    "skip": _skip,
    "fantastic-four": _fantastic_four,
    "equality": _equality,
    "gift": _gift,
    "exchange": _exchange,
}


def giveable(table: Table, seat: Seat) -> int:
    """How many cards may be given by choice: all but Fuck You, where it is known to be there."""
    hand = table.hands[seat]
    return len(hand) - (FUCK_YOU in hand)


def lay(table: Table, card: CardId) -> None:
    """`card` is the new top of the discard pile; Fuck You is as good as invisible there."""
    table.pile = (*table.pile, card)
    table.owe_nothing()
    if card == FUCK_YOU:
        return
    table.top, table.wish = card, ""
    face = FACES.get(card)
    if face is None:
        table.last_colour = "?"
    elif face.colour and face.colour != BLACK:
        table.last_colour = face.colour
