"""Which card lies on which: every ordered pair of the 67 playing faces, without a wish and under each wish.

The expectation is written down here once more and in another way than in the game: as sets of faces, by counting.
"""

import itertools
from collections import Counter

import pytest

from companion.core.rulings import Verdict
from companion.games.frantic.cards import COLOURS, DECK, FACES, PLAYING_CARDS, fits
from tests.games.frantic.scene import card

FOUR = {card(name) for name in ("fantastic", "fantastic-four", "counterattack", "equality", "nice-try")}
ANYWHERE = FOUR | {card("fuck-you")}
FACE_IDS = [face.card for face in PLAYING_CARDS]


def expected(top: str) -> set[str]:
    """What may lie on `top`, read off the id alone."""
    parts = top.split("/")
    if parts[1] == "special":
        symbol, colour = parts[2], parts[3]
        return set(ANYWHERE) | {c for c in FACE_IDS if f"/{colour}" in c or f"/{symbol}/" in c}
    colour, number = parts[1], parts[2]
    same = {c for c in FACE_IDS if c.endswith(f"/{number}")}
    if colour == "black":
        return set(ANYWHERE) | {c for c in same if "/black/" not in c}
    return set(ANYWHERE) | same | {c for c in FACE_IDS if f"/{colour}" in c}


def playable(top: str, wish: str) -> set[str]:
    return {c for c in FACE_IDS if fits(c, card(""), "") and fits(c, top, wish).verdict is Verdict.LEGAL}  # type: ignore[arg-type]


def test_every_pair_without_a_wish() -> None:
    total = 0
    for top in FACE_IDS:
        if top not in ANYWHERE:
            assert playable(top, "") == expected(top), top
            total += len(expected(top))
    # 36 coloured numbers take 13 of their colour, 3 of their number, 1 black, 6 neutral; 16 specials take 13 of their
    # colour, 3 of their symbol, 6 neutral; 9 black ones take 4 of their number and 6 neutral.
    assert total == 36 * (13 + 3 + 1 + 6) + 16 * (13 + 3 + 6) + 9 * (4 + 6) == 1270


@pytest.mark.parametrize("wish", [*COLOURS, *map(str, range(1, 10))])
def test_every_pair_under_a_wish(wish: str) -> None:
    for top in FOUR:
        ending = {c for c in FACE_IDS if c.endswith(f"/{wish}") or f"/{wish}/" in c}
        assert playable(top, wish) == ANYWHERE | ending
        assert len(playable(top, wish)) == (6 + 13 if wish in COLOURS else 6 + 5)


def test_every_pair_of_the_real_deck() -> None:
    """The same with copies: of all ordered pairs of two of the 125 cards (wishes apart) so many fit."""
    copies = {face: count for face, count in DECK if FACES[face].symbol != "event"}
    pairs = Counter(
        fits(upper, lower, "").verdict
        for lower, upper in itertools.product(copies, copies)
        if lower not in ANYWHERE
        for _ in range(copies[lower] * (copies[upper] - (lower == upper)))
    )
    numbers = 72 * (18 + 5 + 6 + 1 + 24 - 1)  # 18 + 5 of the colour, 6 of other colours, black, neutral; not itself
    black = 9 * (8 + 24)
    single = {"second-chance": 1, "skip": 1, "gift": 2, "exchange": 1}
    specials = sum(4 * n * (18 + 5 + 3 * n + 24 - 1) for n in single.values())
    assert pairs[Verdict.LEGAL] == numbers + black + specials
    assert sum(pairs.values()) == 101 * 124


def test_an_unread_card_below_leaves_it_open() -> None:
    for face in FACE_IDS:
        verdict = fits(face, card("?"), "").verdict
        assert verdict is (Verdict.LEGAL if face in ANYWHERE else Verdict.UNDECIDED)
