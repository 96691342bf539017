"""The coach's arithmetic against brute force, and the table of how many keeps every throw has."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from companion.core.events import NewMatch
from companion.core.ids import CardId, PlayerId
from companion.core.rulings import Verdict
from companion.games.frappadingue import GAME, events
from companion.games.frappadingue.cards import ACCROCHAGE
from companion.games.frappadingue.coach import KINDS, advise, deck_of, keeps, odds
from tests.games.frappadingue.table import card, cards

#: piles -> (different throws, different keeps of all of them, throws that end the turn). Two ways of counting agree.
KEEPS = {1: (12, 2, 10), 2: (78, 25, 57), 3: (364, 174, 238), 4: (1365, 889, 814), 5: (4368, 3710, 2427)}


def counted_keeps(throw: tuple[CardId, ...]) -> int:
    """Keeps of a throw, tried out: every subset of its KM cards, each value 8, 12 or three and more of a kind."""
    if ACCROCHAGE in throw:
        return 0
    values = sorted(int(each.rsplit("/", 1)[1]) for each in throw if each.startswith("frappa/km/"))
    subsets = {subset for size in range(1, len(values) + 1) for subset in combinations(values, size)}
    return sum(all(v in (8, 12) or n >= 3 for v, n in Counter(subset).items()) for subset in subsets)


@pytest.mark.parametrize("piles", KEEPS)
def test_every_throw_has_so_many_keeps(piles: int) -> None:
    throws = list(combinations_with_replacement(KINDS, piles))
    counts = [counted_keeps(throw) for throw in throws]
    assert [len(keeps(throw)) for throw in throws] == counts
    assert (len(throws), sum(counts), counts.count(0)) == KEEPS[piles]


@pytest.mark.parametrize("throw", [cards(8, 8, 8, 12, "+10"), cards(9, 9, 9, 9, "-5"), cards(7, 9, 12, 12, "+5")])
def test_the_coach_and_the_rules_agree_about_every_keep(throw: tuple[CardId, ...]) -> None:
    player = PlayerId("A")
    state = GAME.start(NewMatch("frappadingue", (player, PlayerId("B"))))
    state = GAME.apply(state, events.Throw(player, throw)).state
    for choice in keeps(throw):
        step = GAME.apply(state, events.Keep(player, choice.cards))
        assert step.rulings[0].verdict is Verdict.LEGAL and step.state.points == choice.points


@pytest.mark.parametrize("piles", [1, 2, 3, 4])
def test_odds_are_those_of_all_throws_drawn_one_by_one(piles: int) -> None:
    copies = {card(8): 2, card(9): 3, card(12): 1, card("+10"): 1, card("acc"): 1}
    pack = [each for each, count in copies.items() for _ in range(count)]
    tangle = dead = points = total = 0
    for drawn in permutations(pack, piles):
        total += 1
        tangle += ACCROCHAGE in drawn
        choices = keeps(drawn)
        dead += not choices and ACCROCHAGE not in drawn
        points += max((choice.points for choice in choices), default=0)
    found = odds(deck_of(copies), piles)
    assert found.tangle == Fraction(tangle, total) and found.dead == Fraction(dead, total)
    assert found.mean == Fraction(points, total) and found.scores == 1 - Fraction(tangle + dead, total)


def test_the_best_keep_comes_first() -> None:
    advices = advise(cards(8, 8, 8, 7, 9))
    assert advices[0].keep.cards == cards(8, 8, 8) and advices[0].may_stop
    assert [advice.worth for advice in advices] == sorted((advice.worth for advice in advices), reverse=True)
    assert advise(cards(7, 9, 10, 11, 13)) == () and advise(cards("acc", 8, 8, 8, 8)) == ()


def test_an_odd_fifty_cannot_stop() -> None:
    (advice,) = advise(cards(12, 7, 9, 10, 11))
    assert not advice.may_stop and advice.worth == advice.go_on < 200


def test_an_empty_deck_gives_nothing() -> None:
    assert odds(deck_of({}), 0).dead == 1
