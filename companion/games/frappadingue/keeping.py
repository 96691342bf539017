"""Keeping: which cards of a throw go into the counter, how they are read, and what the specials add."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.ids import UNKNOWN, CardId
from companion.core.rulings import CARD_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import NAMES, SPECIALS, is_card, special_points
from .events import Keep
from .reading import values_of, worth
from .state import PILES, Facts, Phase, State, next_piles, with_cards
from .turns import After


@dataclass(frozen=True, slots=True)
class Move:
    """What goes into the counter (specials last), what stays on the table, and what it is worth."""

    cards: tuple[CardId, ...]
    stays: tuple[CardId, ...]
    specials: tuple[CardId, ...]
    points: int


def judge_keep(state: State, event: Keep, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("cards", event.cards))
    for card in event.cards:
        if not is_card(card):
            return Ruling(CARD_UNKNOWN, (("card", card), *facts))
    if state.turn != seat:
        return Ruling(reasons.NOT_YOUR_TURN, facts)
    if not state.throw:
        return Ruling(reasons.NO_THROW, facts)
    move = _move(state, event)
    if move is None:
        return Ruling(reasons.NOT_THROWN, facts)
    more: Facts = (
        ("specials", move.specials),
        ("gained", move.points),
        ("points", state.points + move.points),
        ("piles", PILES - (state.hand + len(move.cards)) % PILES),
    )
    return Ruling(_reason(state, event, move), (*facts, *more))


def _reason(state: State, event: Keep, move: Move) -> Reason:
    if not event.cards:
        return reasons.KEEP_NOTHING
    if event.declared not in ("best", "singles", *NAMES):
        return reasons.DECLARED_UNKNOWN
    if all(card in SPECIALS for card in event.cards):
        return reasons.SPECIALS_ALONE
    wrong = _unscored(state, event, move)
    # What is unread may complete a combination, or be a special that must come too.
    if UNKNOWN in event.cards:
        return reasons.KEPT_UNREAD
    if wrong:
        return wrong
    if UNKNOWN in move.stays:
        return reasons.KEPT_UNREAD
    if state.rules.keeping == "all_scoring" and _leaves_points(state, move):
        return reasons.KEEP_ALL
    return reasons.WITH_SPECIALS if move.specials else reasons.KEPT


def _unscored(state: State, event: Keep, move: Move) -> Reason | None:
    """Why some of the cards cannot be put into the counter."""
    values = values_of(event.cards)
    size = NAMES.get(event.declared, 0)
    if size and state.rules.reading == "declared" and max(values.values(), default=0) < size:
        return reasons.NO_COMBINATION
    for value, count in values.items():
        if worth(state, value, count, event.declared) <= 0:
            return reasons.NO_POINTS
    # What is neither a KM card nor a special has no business in the counter.
    return None if sum(values.values()) + len(move.specials) == len(move.cards) else reasons.NO_POINTS


def _leaves_points(state: State, move: Move) -> bool:
    """Does a card stay on the table that scores with the others of its value?"""
    thrown = values_of(state.throw)
    return any(worth(state, value, thrown[value]) > 0 for value in values_of(move.stays))


def _move(state: State, event: Keep) -> Move | None:
    """The cards that go and stay; None if some are not among the visible ones. An unread one may be any card."""
    stays = list(state.throw)
    for card in event.cards:
        if card in stays:
            stays.remove(card)
        elif UNKNOWN in stays:
            stays.remove(UNKNOWN)
        else:
            return None
    forced = [card for card in stays if card in SPECIALS]
    stays = [card for card in stays if card not in SPECIALS]
    cards = (*event.cards, *forced)
    specials = tuple(card for card in cards if card in SPECIALS)
    return Move(cards, tuple(stays), specials, _points(state, cards, event.declared))


def _points(state: State, cards: Sequence[CardId], declared: str) -> int:
    points = 0
    for value, count in values_of(cards).items():
        points += worth(state, value, count, declared)
    for card in cards:
        if card in SPECIALS:
            points += special_points(card, state.rules.plus_five)
    return points


def _after(state: State, move: Move) -> State:
    counter = (*state.counter, *move.cards)
    hand, kept = min(PILES, state.hand + len(move.cards)), state.kept + len(move.cards)
    return with_cards(state, Phase.THROWING, state.turn, move.stays, counter, hand, state.points + move.points, kept)


def do_keep(state: State, event: Keep, seat: int, verdict: Verdict) -> After:
    move = _move(state, event)
    if move is None:
        return state, ()
    after = _after(state, move)
    facts: Facts = (("player", event.player), ("points", after.points), ("piles", next_piles(after)))
    full = (Ruling(reasons.FULL_HAND, facts),) if after.hand == PILES else ()
    go_on = (Ruling(reasons.GO_ON, facts),) if after.points % 100 else ()
    return after, (*full, *go_on)
