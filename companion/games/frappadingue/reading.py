"""What cards of a throw are worth, and whether anything in it scores. It decides nothing about turns."""

from collections.abc import Iterable

from companion.core.ids import CardId

from .cards import BRELAN, COMBINATIONS, KM, NAMES, SINGLES, best
from .state import PILES, State


def values_of(cards: Iterable[CardId]) -> dict[int, int]:
    """How many cards of each KM value; specials and unread cards are left out."""
    counts: dict[int, int] = {}
    for card in cards:
        value = KM.get(card)
        if value:
            counts[value] = counts.get(value, 0) + 1
    return counts


def held(state: State, value: int) -> int:
    """How many cards of the counter may still grow into a combination: none, but for a house rule (FDU8)."""
    if state.rules.combinations == "one_throw" or state.hand in (0, PILES):
        return 0
    return values_of(state.counter[-state.hand :]).get(value, 0)


def worth(state: State, value: int, cards: int, declared: str = "best") -> int:
    """Points of so many cards of one value put into the counter together; 0 if they cannot be put there."""
    if declared == "best" or state.rules.reading == "always_best":
        before = held(state, value)
        return best(value, before + cards) - best(value, before) if before else best(value, cards)
    size = NAMES.get(declared, 0)
    if not size or cards < size:
        return SINGLES.get(value, 0) * cards
    if cards > size and value not in SINGLES:
        return 0
    return BRELAN[value] * COMBINATIONS[size] + SINGLES.get(value, 0) * (cards - size)


def scores_at_all(state: State, cards: Iterable[CardId]) -> bool:
    """Is there a card or combination that may be kept?"""
    return any(worth(state, value, count) > 0 for value, count in values_of(cards).items())
