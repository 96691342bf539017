"""A round from the deal to its points: dealing, the first d20, placing, refilling, the end and its score."""

from dataclasses import replace

from companion.core.ids import UNKNOWN
from companion.core.rulings import MATCH_OVER, PLAYER_UNKNOWN, Ruling

from . import reasons
from .cards import CARDS_TOTAL
from .draft import HAND, Draft
from .events import Deal, FirstRoll, LimitAgreed, ShowHand, Starts
from .scoring import is_over, points_of
from .state import NOBODY, Ending, Frame, Hand, Move, Phase, PlayCard

FIRST_DEAL = {2: 8, 3: 7}


def cards_each(players: int) -> int:
    """How many cards are dealt to each of so many players."""
    return FIRST_DEAL.get(players, 6)


def agree_limit(draft: Draft, event: LimitAgreed) -> Ruling:
    """Another limit than the rulebook's, agreed before the first round."""
    facts = (("points", event.points),)
    if draft.phase is not Phase.SETUP and not draft.forced:
        return Ruling(reasons.LIMIT_LATE, facts)
    if not 1 <= event.points <= 10_000:
        return Ruling(reasons.LIMIT_SENSELESS, facts)
    draft.table = replace(draft.table, limit=event.points)
    return Ruling(reasons.LIMIT_AGREED, facts)


# ---------------------------------------------------------------- preparation


def deal(draft: Draft, event: Deal) -> Ruling:
    """A new round: pawns to the start, every card off the board, teleports where they are printed, cards dealt."""
    table = draft.table
    seats = len(table.players)
    each = cards_each(seats)
    facts = (("cards", event.cards or each), ("each", each), ("players", seats))
    if is_over(draft.was):
        return Ruling(MATCH_OVER)
    if draft.phase not in (Phase.SETUP, Phase.COUNT) or (draft.dealt and draft.phase is Phase.SETUP):
        return draft.waits()
    if event.cards not in (0, each) and not (draft.forced and 0 < event.cards * seats <= CARDS_TOTAL):
        return Ruling(reasons.DEAL_COUNT, facts)
    if draft.phase is Phase.COUNT:
        _clear_for_new_round(draft)
    draft.hands = [Hand(event.cards or each)] * seats
    draft.pile = cards_total(draft) - seats * (event.cards or each)
    draft.dealt = True
    _begin_placing(draft)
    return Ruling(reasons.DEALT, facts)


def cards_total(draft: Draft) -> int:
    """How many cards there are: the owner's count where it is complete, else the rulebook's 94."""
    counts = [kind.count for kind in draft.table.kinds]
    return sum(counts) if all(counts) else CARDS_TOTAL


def _clear_for_new_round(draft: Draft) -> None:
    seats = len(draft.pawns)
    board = draft.table.board
    draft.phase = Phase.SETUP
    draft.pawns = [0] * seats
    draft.squares = ((),) * (board.finish + 1)
    draft.teleports = board.teleports
    draft.dice = (0,) * seats
    draft.first_rolls = (0,) * seats
    draft.first = (draft.first + 1) % seats if draft.table.house.next_first == "next" else NOBODY


def first_roll(draft: Draft, event: FirstRoll) -> Ruling:
    """Everybody rolls the d20; the highest begins. Those who tie for the highest roll again, nobody else."""
    seat = draft.seat(event.player)
    facts = (("player", event.player), ("value", event.value))
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    if draft.phase is not Phase.SETUP or draft.first != NOBODY:
        return draft.waits()
    if not 0 <= event.value <= 20:
        return Ruling(reasons.NO_SUCH_ROLL, facts)
    rolls = draft.first_rolls
    if rolls[seat] == NOBODY:
        return Ruling(reasons.FIRST_OUT, facts)
    if rolls[seat]:
        return Ruling(reasons.FIRST_TWICE, facts)
    if not event.value:
        return Ruling(reasons.ROLL_UNREAD, facts)
    draft.first_rolls = rolls = (*rolls[:seat], event.value, *rolls[seat + 1 :])
    if 0 not in rolls:
        _compare_first(draft)
    return Ruling(reasons.FIRST_ROLLED, facts)


def _compare_first(draft: Draft) -> None:
    rolls = draft.first_rolls
    best = [seat for seat, value in enumerate(rolls) if value == max(rolls)]
    if len(best) == 1:
        _set_first(draft, best[0])
        return
    draft.first_rolls = tuple(0 if seat in best else NOBODY for seat in range(len(rolls)))
    draft.say(reasons.FIRST_TIED, ("players", tuple(draft.name(seat) for seat in best)))


def starts(draft: Draft, event: Starts) -> Ruling:
    """The table says who begins."""
    seat = draft.seat(event.player)
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
    if draft.phase is not Phase.SETUP:
        return draft.waits()
    _set_first(draft, seat)
    return Ruling(reasons.FIRST_NAMED, (("player", event.player),))


def _set_first(draft: Draft, seat: int) -> None:
    draft.first = seat
    draft.say(reasons.FIRST_IS, ("player", draft.name(seat)))
    _begin_placing(draft)


def _begin_placing(draft: Draft) -> None:
    if draft.dealt and draft.first != NOBODY and draft.phase is Phase.SETUP:
        draft.phase = Phase.PLACING
        draft.turn = draft.first
        if all(hand.count <= HAND for hand in draft.hands):
            begin_turn(draft, draft.first)
        elif draft.hands[draft.first].count <= HAND:
            next_to_place(draft)


# ---------------------------------------------------------------- a log that begins in the middle of a round


def join_round(draft: Draft) -> None:
    """Nobody has seen the first deal: take it that everybody has laid cards in preparation and holds four."""
    if draft.phase is Phase.SETUP and not draft.dealt:
        seats = len(draft.pawns)
        draft.hands = [Hand(HAND)] * seats
        draft.pile = cards_total(draft) - seats * HAND
        draft.dealt = True
        draft.say(reasons.DEAL_UNSEEN)


def join_turn(draft: Draft, seat: int, *steps: Frame) -> None:
    """Nobody has seen any of the d20 either: whoever does something first goes first, with these steps to go."""
    join_round(draft)
    if draft.phase is Phase.SETUP and (draft.first != NOBODY or not any(draft.first_rolls)):
        _set_first(draft, seat if draft.first == NOBODY else draft.first)
        if draft.turn == seat and draft.stack:
            draft.stack[1:] = steps
        # What may be taken back later leads back to here, not to before the round.
        draft.was = draft.state()


def next_to_place(draft: Draft) -> None:
    """Somebody has laid an obstacle: the next one who still holds more than four cards is due, or the round begins."""
    seats = len(draft.pawns)
    for step in range(1, seats + 1):
        seat = (draft.turn + step) % seats
        if draft.hands[seat].count > HAND:
            draft.turn = seat
            return
    draft.say(reasons.PLACING_DONE)
    begin_turn(draft, draft.first)


# ---------------------------------------------------------------- turns and the end of a round


def begin_turn(draft: Draft, seat: int) -> None:
    """It is somebody's turn: a card, a move, the end, with the card on top."""
    draft.phase = Phase.TURNS
    draft.turn = seat
    draft.stack = [Ending(seat), Move(seat, seat), PlayCard(seat)]
    draft.fired = ()
    draft.window = None
    draft.reached = draft.table.board.finish in draft.pawns
    draft.say(reasons.NEXT_TURN, ("player", draft.name(seat)))


def end_of_turn(draft: Draft) -> bool:
    """Refill every hand to four, then see whether the round ends with this turn."""
    draft.window = None
    draft.stack = []
    short = refill(draft)
    finish = draft.table.board.finish
    once = draft.table.house.finish_counts == "once_reached"
    arrived = tuple(draft.name(seat) for seat, square in enumerate(draft.pawns) if square == finish)
    if arrived or (once and draft.reached):
        end_round(draft)
        draft.more.insert(0, Ruling(reasons.ROUND_ENDS_FINISH, (("players", arrived),)))
        return True
    if short:
        end_round(draft)
        draft.more.insert(0, Ruling(reasons.ROUND_ENDS_PILE))
        return True
    return False


def refill(draft: Draft) -> bool:
    """Everybody with fewer than four cards draws, the player of this turn first. True when the pile ran out."""
    seats = len(draft.hands)
    for step in range(seats):
        seat = (draft.turn + step) % seats
        needed = HAND - draft.hands[seat].count
        if needed <= 0:
            continue
        drawn = min(needed, draft.pile)
        if drawn:
            draft.give(seat, drawn)
            draft.pile -= drawn
            draft.say(reasons.DREW, ("player", draft.name(seat)), ("cards", drawn))
        if drawn < needed:
            return True
    return False


def end_round(draft: Draft) -> None:
    """Write down what the round cost everybody: where the pawns stand, and each Fuck You known to be in a hand."""
    draft.phase = Phase.COUNT
    draft.stack = []
    draft.dealt = False
    points = tuple(points_of(draft, seat) for seat in range(len(draft.pawns)))
    draft.rounds = (*draft.rounds, points)
    for seat, scored in enumerate(points):
        draft.say(reasons.ROUND_POINTS, ("player", draft.name(seat)), ("points", scored))
    unseen = tuple(draft.name(seat) for seat, hand in enumerate(draft.hands) if hand.count > len(hand.known))
    if unseen:
        draft.say(reasons.HANDS_UNSEEN, ("players", unseen))


def show_hand(draft: Draft, event: ShowHand) -> Ruling:
    """A whole hand is shown. After the end of a round that settles what its Fuck Yous cost."""
    seat = draft.seat(event.player)
    facts = (("player", event.player), ("cards", event.cards))
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    for card in event.cards:
        if draft.kind(card) is None:
            return Ruling(reasons.HAND_STRANGE, (*facts, ("card", card)))
    if len(event.cards) > CARDS_TOTAL:
        return Ruling(reasons.NOT_SO_MANY, (*facts[:1], ("cards", len(event.cards))))
    join_round(draft)
    if draft.hands[seat].count != len(event.cards):
        draft.say(reasons.HAND_COUNT_DIFFERS, facts[0], ("cards", len(event.cards)), ("held", draft.hands[seat].count))
    draft.hands[seat] = Hand(len(event.cards), tuple(card for card in event.cards if card != UNKNOWN))
    if draft.phase is Phase.COUNT:
        *ended, last = draft.rounds
        draft.rounds = (*ended, (*last[:seat], points_of(draft, seat), *last[seat + 1 :]))
        draft.say(reasons.ROUND_POINTS, ("player", event.player), ("points", draft.rounds[-1][seat]))
    return Ruling(reasons.HAND_SHOWN, facts)
