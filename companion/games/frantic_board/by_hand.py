"""The generic operations: what people do where the app does not know an event, a card or what happened.

They write down what is so; they wake no card and are open to everybody during a round. A log may begin with them.
"""

from companion.core.ids import UNKNOWN
from companion.core.rulings import CARD_UNKNOWN, PLAYER_UNKNOWN, Ruling

from . import reasons
from .cards import CARDS_TOTAL, TILE, TILES
from .draft import HAND, Draft
from .events import (
    CountHand,
    CountPile,
    Discard,
    Done,
    Draw,
    MovePawn,
    MoveTeleport,
    PutCard,
    RemoveCard,
    SetDie,
    Steps,
    SwapPawns,
    TakeCard,
    Walk,
)
from .happening import move_tile, settle
from .movement import walk
from .placement import cannot_lie, laid, protected, remark
from .rounds import end_round, join_round, next_to_place
from .state import NOBODY, Ask, Ending, Hand, Phase


def _closed(draft: Draft, *players: str) -> Ruling | None:
    """Why nothing can be done by hand here: between rounds, or by somebody who does not sit here."""
    for player in players:
        if player not in draft.table.players:
            return Ruling(PLAYER_UNKNOWN, (("player", player),))
    join_round(draft)
    return None if draft.dealt else draft.waits()


def move_pawn(draft: Draft, event: MovePawn) -> Ruling:
    facts = (("player", event.player), ("to", event.square))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    if not 0 <= event.square <= draft.table.board.finish:
        return Ruling(reasons.NO_SUCH_SQUARE, (("square", event.square),))
    seat = draft.seat(event.player)
    if draft.pawns[seat] != event.square:
        # Saying where a pawn stands anyway leaves everything as it is, also what may still be answered.
        draft.window = None
        draft.stand(seat, event.square)
    return Ruling(reasons.PAWN_SET, facts)


def swap_pawns(draft: Draft, event: SwapPawns) -> Ruling:
    wrong = _closed(draft, event.player, event.other)
    if wrong is not None:
        return wrong
    one, other = draft.seat(event.player), draft.seat(event.other)
    here, there = draft.pawns[one], draft.pawns[other]
    draft.window = None
    draft.stand(one, there)
    draft.stand(other, here)
    facts = (("player", event.player), ("target", event.other), ("here", here), ("there", there))
    return Ruling(reasons.SWAPPED, facts)


def walk_pawn(draft: Draft, event: Walk) -> Ruling:
    """An event that says "move": as in a turn, cards act."""
    facts = (("player", event.player), ("steps", event.steps))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    if abs(event.steps) > draft.table.board.finish:
        return Ruling(reasons.NO_SUCH_ROLL, (*facts, ("value", event.steps)))
    if draft.phase is not Phase.TURNS:
        return draft.waits()
    seat = draft.seat(event.player)
    draft.window = None
    walk(draft, seat, seat, abs(event.steps), event.steps < 0)
    return Ruling(reasons.WALKED, facts)


def steps(draft: Draft, event: Steps) -> Ruling:
    """Somebody says how far a pawn that waits on a card goes on."""
    facts = (("player", event.player), ("steps", event.steps))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    frame = draft.frame
    if not isinstance(frame, Ask) or frame.pawn == NOBODY or frame.pawn != draft.seat(event.player):
        return draft.waits()
    if not 0 <= event.steps <= draft.table.board.finish:
        return Ruling(reasons.NO_SUCH_ROLL, (*facts, ("value", event.steps)))
    draft.window = None
    draft.stack.pop()
    walk(draft, frame.player, frame.pawn, event.steps, frame.back)
    settle(draft)
    return Ruling(reasons.WALKED, facts)


def done(draft: Draft, event: Done) -> Ruling:
    """What the people did is written down; the turn goes on."""
    if event.player and draft.seat(event.player) == NOBODY:
        return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
    if not isinstance(draft.frame, Ask):
        return draft.waits()
    draft.window = None
    draft.stack.pop()
    settle(draft)
    return Ruling(reasons.DONE)


# ---------------------------------------------------------------- cards


def put_card(draft: Draft, event: PutCard) -> Ruling:
    facts = (("card", event.card), ("square", event.square), ("player", event.player))
    wrong = _closed(draft, *((event.player,) if event.player else ()))
    if wrong is not None:
        return wrong
    kind = draft.kind(event.card)
    if kind is None:
        return Ruling(reasons.TILE_PLAYED if event.card.startswith(TILE) else CARD_UNKNOWN, facts)
    reason = cannot_lie(draft, event.square, event.arrow) or protected(draft, event.square)
    if reason is not None:
        return Ruling(reason, (*facts, ("arrow", event.arrow)))
    if event.player:
        seat = draft.seat(event.player)
        if not draft.holds(seat, event.card):
            return Ruling(reasons.NOT_IN_HAND, facts)
        draft.take(seat, event.card)
    draft.window = None
    draft.lay(event.square, laid(draft, event.square, event.card, kind, event.arrow))
    remark(draft, kind, event.arrow, facts)
    _still_placing(draft)
    return Ruling(reasons.CARD_PUT, facts)


def take_card(draft: Draft, event: TakeCard) -> Ruling:
    facts = (("player", event.player), ("square", event.square))
    wrong = _closed(draft, event.player) or _nothing_there(draft, event.square)
    if wrong is not None:
        return wrong
    draft.window = None
    taken = draft.lift(event.square)
    draft.give(draft.seat(event.player), 1, taken.card)
    return Ruling(reasons.CARD_TAKEN, (*facts, ("card", taken.card)))


def remove_card(draft: Draft, event: RemoveCard) -> Ruling:
    wrong = _closed(draft) or _nothing_there(draft, event.square)
    if wrong is not None:
        return wrong
    draft.window = None
    removed = draft.lift(event.square)
    return Ruling(reasons.CARD_REMOVED, (("square", event.square), ("card", removed.card)))


def _nothing_there(draft: Draft, square: int) -> Ruling | None:
    """Teleport tiles stay on the board, and an empty square has nothing to give."""
    facts = (("square", square),)
    if not 0 <= square <= draft.table.board.finish:
        return Ruling(reasons.NO_SUCH_SQUARE, facts)
    if square in draft.teleports:
        return Ruling(reasons.TILE_TAKEN, facts)
    return None if draft.squares[square] else Ruling(reasons.NO_CARD_THERE, facts)


def draw(draft: Draft, event: Draw) -> Ruling:
    """Refilling at the end of a turn, or what an event orders."""
    facts = (("player", event.player), ("cards", event.cards))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    frame, seat = draft.frame, draft.seat(event.player)
    if not isinstance(frame, Ending | Ask) and not draft.forced:
        return draft.waits()
    if not 1 <= event.cards <= CARDS_TOTAL:
        return Ruling(reasons.NOT_SO_MANY, facts)
    held = draft.hands[seat].count
    if isinstance(frame, Ending):
        if held + event.cards > HAND and not draft.forced:
            return Ruling(reasons.HAND_FULL, (*facts, ("held", held)))
        if event.cards > draft.pile:
            draft.give(seat, draft.pile)
            draft.pile = 0
            end_round(draft)
            return Ruling(reasons.ROUND_ENDS_PILE, facts)
    if event.cards > draft.pile:
        return Ruling(reasons.PILE_SHORT, (*facts, ("pile", draft.pile)))
    draft.window = None
    draft.give(seat, event.cards)
    draft.pile -= event.cards
    return Ruling(reasons.DREW, facts)


def discard(draft: Draft, event: Discard) -> Ruling:
    facts = (("player", event.player), ("cards", event.cards), ("card", event.card))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    seat = draft.seat(event.player)
    if draft.kind(event.card) is None:
        return Ruling(CARD_UNKNOWN, facts)
    if not 1 <= event.cards <= draft.hands[seat].count or (event.card != UNKNOWN and event.cards != 1):
        return Ruling(reasons.NOT_SO_MANY, facts)
    if not draft.holds(seat, event.card):
        return Ruling(reasons.NOT_IN_HAND, facts)
    draft.window = None
    for _ in range(event.cards):
        draft.take(seat, event.card)
    _still_placing(draft)
    return Ruling(reasons.DISCARDED, facts)


# ---------------------------------------------------------------- tiles, dice, counting


def move_teleport(draft: Draft, event: MoveTeleport) -> Ruling:
    facts = (("number", event.number), ("square", event.square))
    wrong = _closed(draft)
    if wrong is not None:
        return wrong
    if not 1 <= event.number <= TILES or not move_tile(draft, event.number, event.square):
        return Ruling(reasons.TILE_NOWHERE, facts)
    draft.window = None
    draft.more.clear()
    return Ruling(reasons.TILE_MOVED, facts)


def set_die(draft: Draft, event: SetDie) -> Ruling:
    facts = (("player", event.player), ("value", event.value))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    if not 1 <= event.value <= 6:
        return Ruling(reasons.NO_SUCH_ROLL, facts)
    seat = draft.seat(event.player)
    draft.dice = (*draft.dice[:seat], event.value, *draft.dice[seat + 1 :])
    return Ruling(reasons.DIE_SET, facts)


def count_hand(draft: Draft, event: CountHand) -> Ruling:
    facts = (("player", event.player), ("cards", event.cards))
    wrong = _closed(draft, event.player)
    if wrong is not None:
        return wrong
    if not 0 <= event.cards <= CARDS_TOTAL:
        return Ruling(reasons.NOT_SO_MANY, facts)
    seat = draft.seat(event.player)
    known = draft.hands[seat].known
    draft.hands[seat] = Hand(event.cards, known if len(known) <= event.cards else ())
    _still_placing(draft)
    return Ruling(reasons.HAND_COUNTED, facts)


def count_pile(draft: Draft, event: CountPile) -> Ruling:
    facts = (("cards", event.cards),)
    wrong = _closed(draft)
    if wrong is not None:
        return wrong
    if not 0 <= event.cards <= CARDS_TOTAL:
        return Ruling(reasons.NOT_SO_MANY, facts)
    draft.pile = event.cards
    return Ruling(reasons.PILE_COUNTED, facts)


def _still_placing(draft: Draft) -> None:
    """In the preparation a hand has become smaller: the one who was due may have nothing left to lay."""
    if draft.phase is Phase.PLACING and draft.hands[draft.turn].count <= HAND:
        next_to_place(draft)
