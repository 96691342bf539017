"""A turn: deal, start card, playing, drawing, passing, and throwing cards in out of turn.

It decides whether a card may be played here and now and by whom; what the card then triggers goes onto the stack.
"""

from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import CARD_NEEDED, CARD_UNKNOWN, OUT_OF_PHASE, OVERRULED_LEGAL, Reason, Ruling, Verdict

from . import reasons
from .attacks import (
    FANTASTIC_FOUR_DRAWS,
    aim,
    assume_target,
    attack_on,
    keep_wish,
    lay,
    make_wish,
    name_targets,
    turn_round,
)
from .cards import BLACK, COUNTERATTACK, EVENT_NAMES, FACES, FUCK_YOU, FUCK_YOU_HAND, NICE_TRY, Face, fits
from .claims import deal
from .events import Deal, Draw, Play, StartCard
from .flow import CLOSERS, current_turn, end_round, settle, suffers_event
from .giving import doubtful, wrong_cards
from .state import AGAIN, DONE, DRAWN, PILE_EMPTY, Attack, Dealt, EventDue, NiceTryDue, Seat, TargetDue, Turn, WishDue
from .table import Facts, Table, unsure, without

NICE_TRY_DRAWS = 3
#: Said together with a card, what is not due is what that card does not ask for.
ASKS_NOTHING = {
    reasons.WISH_NOT_DUE: reasons.WISH_NOT_ASKED,
    reasons.TARGET_NOT_DUE: reasons.TARGET_NOT_ASKED,
}
#: Why nobody at all can be the target of these.
LAPSED = {"equality": reasons.TARGET_NOT_FEWER, "skip": reasons.TARGET_SKIPPED}


# ---------------------------------------------------------------- playing


def play(table: Table, event: Play, seat: Seat) -> Ruling:
    """A card is laid: as a reaction where one is open, else as the card of the turn."""
    wrong = not_playable(event.card)
    if wrong:
        return wrong
    if event.card == UNKNOWN and _may_be_reaction(table, seat):
        return Ruling(CARD_NEEDED, (("player", event.player),))
    if event.card == COUNTERATTACK:
        assume_target(table, seat)
        at = attack_on(table, seat)
        if at is not None:
            return _counter(table, event, seat, at)
        if suffers_event(table, seat) and not table.forced:
            return Ruling(reasons.COUNTER_EVENT, (("player", event.player), ("card", event.card)))
    blocked = settle(table, seat, for_nice_try=event.card == NICE_TRY)
    if event.card == NICE_TRY and table.stack and isinstance(table.stack[-1], NiceTryDue):
        return _nice_try(table, event, seat)
    if blocked and (not table.forced or blocked.verdict is Verdict.ILLEGAL):
        return blocked
    return _play_in_turn(table, event, seat)


def _may_be_reaction(table: Table, seat: Seat) -> bool:
    """An unread card while a window is open: it may be the reaction, so nothing is taken for granted."""
    top = table.stack[-1]
    return attack_on(table, seat) is not None or (isinstance(top, NiceTryDue) and seat in top.open)


def not_playable(card: CardId) -> Ruling | None:
    if card == UNKNOWN:
        return None
    face = FACES.get(card)
    if face is None:
        return Ruling(CARD_UNKNOWN, (("card", card[:80]),))
    return Ruling(reasons.PLAY_EVENT_CARD, (("card", card),)) if face.symbol == "event" else None


def _play_in_turn(table: Table, event: Play, seat: Seat) -> Ruling:
    card = event.card
    facts: Facts = (("player", event.player), ("card", card), ("top", table.top), ("wish", table.wish))
    turn = current_turn(table)
    if (turn is None or turn.seat != seat) and not table.forced:
        return _out_of_turn(table, event)
    reason = CARD_NEEDED if card == UNKNOWN else fits(card, table.top, table.wish)
    if card == FUCK_YOU and len(table.hands[seat]) != FUCK_YOU_HAND:
        reason = reasons.NOT_TEN_CARDS
        facts = (*facts, ("count", len(table.hands[seat])))
    if reason.verdict is Verdict.ILLEGAL:
        if not table.forced:
            return Ruling(reason, facts)
        reason = OVERRULED_LEGAL
    left = without(table.hands[seat], card)
    if left is None and not table.forced:
        return Ruling(reasons.NOT_IN_HAND, (*facts, ("cards", (card,))))
    if card != UNKNOWN and doubtful(table, seat, (card,)):
        reason = reasons.ALL_SEEN
        facts = (*facts, ("cards", (card,)))
    table.hands[seat] = unsure(table.hands[seat], 1) if left is None else left
    table.stack = [Turn(seat, DONE)]
    refused = put_down(table, card, seat, event.wish, event.targets)
    return refused or Ruling(reason, facts)


def _out_of_turn(table: Table, event: Play) -> Ruling:
    """Why somebody may not play now; a Counterattack or a Nice Try deserves to be told more."""
    turn = current_turn(table)
    facts = (("player", event.player), ("card", event.card))
    if event.card == COUNTERATTACK:
        return Ruling(reasons.COUNTER_NO_ATTACK, facts)
    if event.card == NICE_TRY:
        return Ruling(reasons.NICE_TRY_NOBODY, facts)
    return Ruling(reasons.NOT_YOUR_TURN, (*facts, ("turn", table.players[turn.seat] if turn else "")))


def put_down(table: Table, card: CardId, seat: Seat, wish: str | int, targets: tuple[PlayerId, ...]) -> Ruling | None:
    """The card lies there: what it triggers is pushed, then its wish and targets are heard. A ruling refuses those."""
    lay(table, card)
    face = FACES.get(card)
    if face is None:
        # Nobody has read the card; if a wish was heard it is in force.
        table.stack.append(WishDue(seat, colour_only=False, optional=True))
        return _say(table, seat, "", wish, ()) if wish else None
    trigger(table, face, seat)
    return _say(table, seat, face.symbol, wish, targets)


def _say(table: Table, seat: Seat, special: str, wish: str | int, targets: tuple[PlayerId, ...]) -> Ruling | None:
    """Wish and targets said together with the card. What is refused refuses the whole claim."""
    spoken = [make_wish(table, seat, wish)] if wish != "" else []
    if targets:
        lapsed = LAPSED.get(special)
        nobody = lapsed and not any(isinstance(frame, TargetDue) for frame in table.stack)
        facts: Facts = (("player", table.players[seat]), ("target", targets[0]))
        spoken.append(Ruling(lapsed, facts) if lapsed and nobody else name_targets(table, seat, targets))
    refused = next((ruling for ruling in spoken if ruling.verdict is Verdict.ILLEGAL), None)
    if refused and refused.reason in ASKS_NOTHING:
        return Ruling(ASKS_NOTHING[refused.reason], (*refused.facts, ("card", table.pile[-1])))
    return refused


def trigger(table: Table, face: Face, seat: Seat) -> None:
    """What a card asks for once it lies there."""
    symbol = face.symbol
    if face.colour == BLACK:
        if len(table.events_seen) < len(EVENT_NAMES) or table.rules.event_deck == "reshuffle":
            table.stack.append(EventDue(seat))
    elif symbol == "second-chance":
        table.stack[-1] = Turn(seat, AGAIN)
    elif symbol in ("gift", "exchange", "skip"):
        aim(table, TargetDue(seat, symbol, source=seat))
    elif symbol == "fantastic-four":
        table.stack.append(WishDue(seat, colour_only=False))
        aim(table, TargetDue(seat, symbol, FANTASTIC_FOUR_DRAWS, source=seat))
    elif face.four_colour:
        table.stack.append(WishDue(seat, colour_only=symbol != "fantastic"))
        if symbol == "equality":
            aim(table, TargetDue(seat, symbol, optional=True, source=seat))


# ---------------------------------------------------------------- out of turn


def _counter(table: Table, event: Play, seat: Seat, at: int) -> Ruling:
    facts: Facts = (("player", event.player), ("card", event.card))
    left = without(table.hands[seat], event.card)
    if left is None and not table.forced:
        return Ruling(reasons.NOT_IN_HAND, (*facts, ("cards", (event.card,))))
    reason = reasons.ALL_SEEN if doubtful(table, seat, (event.card,)) else reasons.COUNTERED
    facts = (*facts, ("cards", (event.card,)))
    table.hands[seat] = unsure(table.hands[seat], 1) if left is None else left
    keep_wish(table)
    wish = table.wish
    lay(table, event.card)
    table.wish = wish
    if table.rules.counter_wish == "counterattacker":
        below = next(i for i, frame in enumerate(table.stack) if isinstance(frame, Turn)) + 1
        table.stack.insert(below, WishDue(seat, colour_only=True, optional=True))
        at += 1
    special = turn_round(table, seat, at)
    return _say(table, seat, special, _heard(table, event.wish), event.targets) or Ruling(reason, facts)


def _heard(table: Table, wish: str | int) -> str | int:
    return wish if table.rules.counter_wish == "counterattacker" else ""


def _nice_try(table: Table, event: Play, seat: Seat) -> Ruling:
    """Everybody who has run out draws three; the turn goes on where it stopped."""
    facts = (("player", event.player), ("card", event.card), ("cards", (event.card,)))
    left = without(table.hands[seat], event.card)
    if left is None:
        return Ruling(reasons.NOT_IN_HAND, facts)
    reason = reasons.ALL_SEEN if doubtful(table, seat, (event.card,)) else reasons.NICE_TRY_THROWN
    table.stack.pop()
    turn = current_turn(table)
    start = turn.seat if turn else seat
    out = [other for other in (start, *table.from_right_of(start)[:-1]) if not table.hands[other]]
    table.hands[seat] = left
    lay(table, event.card)
    for other in out:
        drawn = table.must_draw(other, NICE_TRY_DRAWS)
        table.tell(reasons.MUST_DRAW, player=table.players[other], count=drawn)
    table.stack.append(WishDue(seat, colour_only=True))
    return _say(table, seat, "", event.wish, event.targets) or Ruling(reason, facts)


# ---------------------------------------------------------------- drawing


def draw(table: Table, event: Draw, seat: Seat) -> Ruling:
    """One card in one's turn, also when one could play; on a 2nd Chance only when nothing fits."""
    wrong = not_playable(event.card)
    if wrong:
        return wrong
    blocked = settle(table, seat)
    if blocked and (not table.forced or blocked.verdict is Verdict.ILLEGAL):
        return blocked
    turn = current_turn(table)
    facts = (("player", event.player),)
    reason = _no_draw(table, turn, seat)
    if reason and not table.forced:
        name = table.players[turn.seat] if turn else ""
        return Ruling(reason, (*facts, ("turn", name)))
    if not table.draw_pile:
        end_round(table, PILE_EMPTY)
        return Ruling(reasons.DRAW_EMPTY, facts)
    again = turn is not None and turn.stage == AGAIN
    seen_twice = event.card != UNKNOWN and table.unseen(event.card) <= 0
    table.owe_nothing()
    table.draw(seat, 1)
    table.hands[seat] = (*table.hands[seat][:-1], event.card)
    table.stack = [Turn(seat, DONE if again and not table.rules.second_chance_play else DRAWN)]
    if seen_twice:
        return Ruling(reasons.ALL_SEEN, (*facts, ("cards", (event.card,))))
    return Ruling(reasons.DREW_AGAIN if again else reasons.DREW, facts)


def name_draw(table: Table, event: Draw, seat: Seat) -> Ruling:
    """One of the cards that `seat` has just been made to draw; it is in the hand already, unread."""
    wrong = wrong_cards((event.card,))
    if wrong:
        return wrong
    while isinstance(attack := table.stack[-1], Attack):
        blocked = CLOSERS[Attack](table, attack)
        if blocked:
            return blocked
    facts = (("player", event.player), ("card", event.card), ("cards", (event.card,)))
    hand = table.hands[seat]
    if not table.owed or not table.owed[seat] or UNKNOWN not in hand:
        return Ruling(reasons.DRAW_NOT_YOUR_TURN, facts)
    seen_twice = event.card != UNKNOWN and table.unseen(event.card) <= 0
    at = hand.index(UNKNOWN)
    table.hands[seat] = (*hand[:at], event.card, *hand[at + 1 :])
    table.owed = (*table.owed[:seat], table.owed[seat] - 1, *table.owed[seat + 1 :])
    table.naming = True
    return Ruling(reasons.ALL_SEEN if seen_twice else reasons.DREW_OWED, facts)


def _no_draw(table: Table, turn: Turn | None, seat: Seat) -> Reason | None:
    if turn is None or turn.seat != seat:
        return reasons.DRAW_NOT_YOUR_TURN
    if turn.stage == DRAWN:
        return reasons.DRAW_TWICE
    if turn.stage == AGAIN and any(playable(table, seat, card) for card in table.hands[seat]):
        return reasons.DRAW_MUST_PLAY
    return None


def playable(table: Table, seat: Seat, card: CardId) -> bool:
    """Does a card that is known to be in the hand fit?"""
    if card == UNKNOWN or (card == FUCK_YOU and len(table.hands[seat]) != FUCK_YOU_HAND):
        return False
    return fits(card, table.top, table.wish).verdict is Verdict.LEGAL


# ---------------------------------------------------------------- the start card


def start_card(table: Table, event: StartCard) -> Ruling:
    """The dealer's start card counts as if the dealer had played it; Fuck You there is as good as invisible."""
    if not table.stack:
        # Nobody told the deal, but there it lies.
        deal(table, Deal())
    if not isinstance(table.stack[-1], Dealt):
        return Ruling(OUT_OF_PHASE)
    wrong = not_playable(event.card)
    if wrong:
        return wrong
    facts = (("player", table.players[table.dealer]), ("card", event.card))
    seen_twice = event.card != UNKNOWN and table.unseen(event.card) <= 0
    table.draw_pile = max(0, table.draw_pile - 1)
    table.stack = [Turn(table.dealer, DONE)]
    if table.rules.start_card == "nobody":
        lay(table, event.card)
        if event.card in FACES and FACES[event.card].four_colour:
            table.top = CardId("")
        refused = None
    else:
        refused = put_down(table, event.card, table.dealer, event.wish, event.targets)
    if refused:
        return refused
    if event.card == UNKNOWN:
        return Ruling(CARD_NEEDED, facts)
    return Ruling(reasons.ALL_SEEN if seen_twice else reasons.STARTED, (*facts, ("cards", (event.card,))))
