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


def held(state: State, value: int, fresh: bool) -> int:
    """How many cards of the counter may still grow into a combination: those of the throw that is being kept.

    None of a fresh throw then, but for a house rule: all of the hand (FDU8).
    """
    cards = state.hand % PILES if state.rules.combinations == "across_throws" else 0 if fresh else state.kept
    return values_of(state.counter[-cards:]).get(value, 0) if cards else 0


def worth(state: State, value: int, cards: int, declared: str = "best", fresh: bool = False) -> int:
    """Points of so many cards of one value put into the counter together; 0 if they cannot be put there."""
    if declared == "best" or state.rules.reading == "always_best":
        before = held(state, value, fresh)
        return best(value, before + cards) - best(value, before) if before else best(value, cards)
    size = NAMES.get(declared, 0)
    if not size or cards < size:
        return SINGLES.get(value, 0) * cards
    if cards > size and value not in SINGLES:
        return 0
    return BRELAN[value] * COMBINATIONS[size] + SINGLES.get(value, 0) * (cards - size)


def scores_at_all(state: State, cards: Iterable[CardId]) -> bool:
    """Is there a card or combination in a fresh throw that may be kept?"""
    return any(worth(state, value, count, fresh=True) > 0 for value, count in values_of(cards).items())
