"""One place shows one card: who was read off another's surface is told from who lies under or on it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.image import FloatArray
from vision.recognise.claim import Claim, claim_of, read_off
from vision.recognise.describe import CELLS, COLUMNS, ROWS

CARD = np.array([(100, 100), (200, 100), (200, 250), (100, 250)], np.float32)
#: A card's width to the right, half of one, and one whose lower half it shows.
ASIDE, HALF, BELOW = np.float32((100, 0)), np.float32((50, 0)), np.float32((0, 75))


def test_cells_lie_where_the_picture_shows_them() -> None:
    claim = _claim(CARD)
    assert np.allclose(claim.places[0], (100 + 100 / 16, 100 + 150 / 24), atol=0.6)
    assert np.allclose(claim.places.mean(axis=0), CARD.mean(axis=0), atol=0.6)


def test_who_is_seen_on_a_surer_card_was_read_off_it() -> None:
    surer = _claim(CARD)
    lesser = _seen(_claim(CARD + HALF), lambda x, _: x < 4)
    assert read_off(lesser, surer)
    assert not read_off(surer, lesser), "it is seen elsewhere as well"


def test_a_card_under_another_is_seen_where_that_is_not() -> None:
    surer = _claim(CARD)
    covered = _seen(_claim(CARD + HALF), lambda x, _: x >= 4)
    assert not read_off(covered, surer)


def test_a_card_on_another_is_seen_where_that_is_covered() -> None:
    below = _seen(_claim(CARD), lambda _, y: y < 6)
    on_it = _seen(_claim(CARD + BELOW), lambda _, y: y < 6)  # its other half is under a third card
    assert not read_off(on_it, below)


def test_cards_side_by_side_have_nothing_in_common() -> None:
    assert not read_off(_claim(CARD + 1.1 * ASIDE), _claim(CARD))


def test_the_way_round_of_an_outline_does_not_matter() -> None:
    surer = _claim(CARD)
    mirrored = replace(surer, quad=surer.quad[::-1])
    assert read_off(_seen(_claim(CARD + HALF), lambda x, _: x < 4), mirrored)


def _claim(quad: FloatArray) -> Claim:
    same = np.full((CELLS, 4), 0.5, np.float32)
    return claim_of(np.asarray(quad, np.float32), same, np.ones(CELLS, np.float32), same)


def _seen(claim: Claim, where: Callable[[int, int], bool]) -> Claim:
    """The same card, seen in some of its cells (x, y) only."""
    kept = [where(x, y) for y in range(ROWS) for x in range(COLUMNS)]
    return replace(claim, seen=claim.seen * np.array(kept, np.float32))
