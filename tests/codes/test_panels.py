"""A table's id in the squares of its mat: told by any panel, by parts of all of them, and never wrongly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.mat import PANEL
from companion.codes.code import TableCode
from companion.codes.panels import LONGEST_ID, panel_bits, table_of
from vision.codes.panels import BITS, PANELS, SQUARES, readings, squares_of

CODE = TableCode("7F3K9AQ2", "frankfurt_a3")
MATS = ("frantic_a3", "frankfurt_a3")
IDS = st.text("ABCXYZ0189", min_size=4, max_size=LONGEST_ID)


def seen(code: TableCode) -> np.ndarray:
    bits = panel_bits(code)
    assert bits is not None and len(bits) == BITS
    return np.where(squares_of(bits), 1.0, -1.0)


def told(looks: np.ndarray, mats: tuple[str, ...] = MATS) -> TableCode | None:
    return table_of(readings(looks), mats)


@settings(max_examples=30)
@given(IDS, st.integers(0, 3))
def test_every_id_is_told_by_any_one_panel(table: str, panel: int) -> None:
    code = TableCode(table, "frankfurt_a3")
    looks = np.zeros_like(seen(code))
    looks[panel] = seen(code)[panel]
    assert told(looks) == code


@pytest.mark.parametrize("hides", [1.0, -1.0, 0.0])
def test_half_of_every_panel_may_be_hidden(hides: float) -> None:
    """By something dark, by something bright, or out of the picture: a different half of each."""
    looks = seen(CODE)
    for panel, rows in enumerate(((0, 5), (6, 11), (0, 5), (6, 11))):
        looks[panel].reshape(PANEL[::-1])[slice(*rows)] *= 0
        if panel < 2:
            looks[panel].reshape(PANEL[::-1])[slice(*rows)] = hides
    assert told(looks) == CODE


def test_panels_that_show_something_else_only_disturb() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        looks = seen(CODE)
        for panel in rng.choice(4, 2, replace=False):
            looks[panel] = rng.uniform(-1, 1, looks.shape[1])
        assert told(looks) == CODE


def test_what_is_no_mat_of_ours_is_no_table() -> None:
    rng = np.random.default_rng(4)
    assert not [1 for _ in range(300) if told(rng.uniform(-1, 1, (PANELS, SQUARES))) is not None]
    for level in (-1.0, 0.0, 1.0):
        assert told(np.full((PANELS, SQUARES), level)) is None


def test_half_of_one_mat_and_half_of_another_is_one_of_them_or_none() -> None:
    other = TableCode("QQ3K9AQ2", "frantic_a3")
    looks = seen(CODE)
    looks[2:] = seen(other)[2:]
    assert told(looks) in (CODE, other, None)


def test_a_mat_that_is_not_known_is_no_table() -> None:
    assert told(seen(CODE), ("frantic_a3", "frankfurt_a4")) is None


def test_an_id_that_is_too_long_has_no_panels() -> None:
    assert panel_bits(TableCode("A" * (LONGEST_ID + 1), "frankfurt_a3")) is None
