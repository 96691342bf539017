"""The coach: exact odds of the next throw, and the best keep, for a deck that was counted. Hidden unless asked for.

Pure arithmetic over all throws a deck can show; it knows the table's rules as they are by default (combinations of one
throw, +5 KM = 50) and looks one throw ahead.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TypeAlias

from companion.core.ids import CardId

from .cards import ACCROCHAGE, IN_PLAY, KM, PLUS_FIVE, SPECIALS, best, special_points
from .state import PILES

#: How many of each card of `KINDS` are in the deck.
Deck: TypeAlias = tuple[int, ...]

KINDS: tuple[CardId, ...] = tuple(IN_PLAY)
FIVE = SPECIALS[PLUS_FIVE]


@dataclass(frozen=True, slots=True)
class KeepChoice:
    """Cards of a throw that may be kept (the specials that must come too included), and what they are worth."""

    cards: tuple[CardId, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Odds:
    """Of the next throw: how likely a tangle or nothing at all ends the turn, and what the best keep brings."""

    tangle: Fraction
    dead: Fraction
    #: The mean of the most points a throw gives, where one that ends the turn gives none.
    mean: Fraction

    @property
    def scores(self) -> Fraction:
        return 1 - self.tangle - self.dead


@dataclass(frozen=True, slots=True)
class Advice:
    """A keep, the worth of the counter after it, and what it is worth on average to throw once more."""

    keep: KeepChoice
    counter: int
    may_stop: bool
    odds: Odds
    go_on: Fraction

    @property
    def worth(self) -> Fraction:
        return max(Fraction(self.counter), self.go_on) if self.may_stop else self.go_on


def deck_of(copies: Mapping[CardId, int] = IN_PLAY) -> Deck:
    return tuple(copies.get(card, 0) for card in KINDS)


def keeps(throw: Sequence[CardId]) -> tuple[KeepChoice, ...]:
    """Every different way to keep something of a throw; none if it ends the turn."""
    return _keeps(tuple(sorted(throw)))


@cache
def _keeps(throw: tuple[CardId, ...]) -> tuple[KeepChoice, ...]:
    if ACCROCHAGE in throw:
        return ()
    specials = tuple(card for card in throw if card in SPECIALS)
    extra = sum(special_points(card, FIVE) for card in specials)
    counts = Counter(card for card in throw if card in KM)
    sizes = [[0, *(k for k in range(1, count + 1) if best(KM[card], k))] for card, count in counts.items()]
    found = []
    for chosen in product(*sizes):
        if not any(chosen):
            continue
        kept = tuple(card for card, k in zip(counts, chosen, strict=True) for _ in range(k))
        points = sum(best(KM[card], k) for card, k in zip(counts, chosen, strict=True))
        found.append(KeepChoice((*kept, *specials), points + extra))
    return tuple(found)


def throws(deck: Deck, piles: int) -> Iterator[tuple[tuple[CardId, ...], int]]:
    """Every throw the deck can show, with the number of ways it comes about."""
    for kinds in combinations_with_replacement(range(len(KINDS)), piles):
        counts = Counter(kinds)
        ways = prod(comb(deck[kind], count) for kind, count in counts.items())
        if ways:
            yield tuple(KINDS[kind] for kind in kinds), ways


@cache
def odds(deck: Deck, piles: int) -> Odds:
    """Exact odds of a throw of so many piles out of this deck."""
    tangle = dead = points = total = 0
    for throw, ways in throws(deck, piles):
        total += ways
        choices = keeps(throw)
        if choices:
            points += ways * max(choice.points for choice in choices)
        elif ACCROCHAGE in throw:
            tangle += ways
        else:
            dead += ways
    if not total:
        return Odds(Fraction(0), Fraction(1), Fraction(0))
    return Odds(Fraction(tangle, total), Fraction(dead, total), Fraction(points, total))


def advise(
    throw: Sequence[CardId], counter: Sequence[CardId] = (), points: int = 0, hand: int = 0, deck: Deck | None = None
) -> tuple[Advice, ...]:
    """All keeps of a throw, the best first. `hand` of the cards in the counter belong to the hand being filled."""
    full = deck or deck_of()
    advices = []
    for keep in keeps(throw):
        gone = Counter((*counter, *keep.cards))
        left = tuple(count - gone[card] for card, count in zip(KINDS, full, strict=True))
        filled = (hand % PILES + len(keep.cards)) % PILES
        advices.append(_advice(keep, points + keep.points, odds(left, min(PILES - filled, sum(left)))))
    return tuple(sorted(advices, key=lambda advice: advice.worth, reverse=True))


def _advice(keep: KeepChoice, counter: int, after: Odds) -> Advice:
    may_stop = counter >= 100 and not counter % 100
    return Advice(keep, counter, may_stop, after, after.scores * counter + after.mean)
