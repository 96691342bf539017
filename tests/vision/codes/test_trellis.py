"""Four rows of squares tell the bits: all of them, any two with faults, and one without."""

from itertools import combinations, product

import numpy as np
import pytest

from vision.codes.trellis import MEMORY, POLYNOMIALS, gathered, spread

LENGTH = 71


def looked_at(bits: np.ndarray) -> np.ndarray:
    return np.where(spread(bits), 1.0, -1.0)[None]


@pytest.mark.parametrize(("rows", "least"), [(1, 1), (2, 8), (3, 14), (4, 20)])
def test_messages_differ_in_so_many_squares(rows: int, least: int) -> None:
    """The code is linear: how two messages differ is itself a message, the shortest ones being the nearest."""
    nearest = min(
        spread(bits)[list(some)].sum()
        for bits in product((False, True), repeat=9)
        if any(bits)
        for some in combinations(range(len(POLYNOMIALS)), rows)
    )
    assert nearest >= least


@pytest.mark.parametrize(("rows", "faults"), [((2,), 0), ((0, 3), 3), ((1, 2), 3), ((0, 1, 2, 3), 9)])
def test_some_rows_are_enough_and_faults_are_mended(rows: tuple[int, ...], faults: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        bits = rng.random(LENGTH) < 0.5
        seen = np.zeros((1, len(POLYNOMIALS), LENGTH + MEMORY))
        seen[:, list(rows)] = looked_at(bits)[:, list(rows)]
        wrong = rng.choice(len(rows) * (LENGTH + MEMORY), faults, replace=False)
        for fault in wrong:
            seen[0, rows[fault % len(rows)], fault // len(rows)] *= -1
        assert (gathered(seen)[0] == bits).all()


def test_looks_do_not_disturb_each_other() -> None:
    rng = np.random.default_rng(2)
    messages = rng.random((3, LENGTH)) < 0.5
    seen = np.concatenate([looked_at(bits) for bits in messages])
    assert (gathered(seen) == messages).all()
