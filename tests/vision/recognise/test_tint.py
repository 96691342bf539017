"""Two faces that differ by a tint: the one whose colours a card has is told from the other, where all is explained."""

import numpy as np
import pytest

from vision.image import FloatArray
from vision.recognise.tint import tinted_like_another

CELLS = 96
TRUST = np.full(CELLS, 0.6, np.float32)
#: White paper with a coloured frame, and the same with a tint in thirty of its cells.
EMPTY = np.full((CELLS, 3), 5.4, np.float32)
EMPTY[:20] = (4.2, 5.0, 4.6)
TINT = np.zeros((CELLS, 3), np.float32)
TINT[40:70] = (-0.08, -0.03, -0.06)
HATCHED = EMPTY + TINT
#: A lamp adds the same to all logarithms.
LAMP = np.array((-0.4, -0.1, 0.1), np.float32)


def test_a_card_tinted_as_another_face_is_in_doubt_in_any_light() -> None:
    assert _doubted(HATCHED + LAMP, EMPTY, HATCHED)
    assert not _doubted(EMPTY + LAMP, EMPTY, HATCHED)
    assert not _doubted(HATCHED + LAMP, HATCHED, EMPTY)


def test_half_a_tint_is_no_reason_to_doubt() -> None:
    assert not _doubted(EMPTY + 0.6 * TINT + LAMP, EMPTY, HATCHED)


def test_uneven_light_says_nothing() -> None:
    slope = np.linspace(-0.4, 0.4, CELLS, dtype=np.float32)[:, None]
    assert not _doubted(HATCHED + slope, EMPTY, HATCHED)


@pytest.mark.parametrize("times", [0.1, 12.0])
def test_faces_that_differ_by_next_to_nothing_or_by_much_are_left_to_others(times: float) -> None:
    other = EMPTY + times * TINT
    assert not _doubted(other, EMPTY, other)


def test_any_of_the_likely_faces_may_be_meant() -> None:
    assert tinted_like_another(HATCHED, TRUST, EMPTY, np.stack([EMPTY, HATCHED]))
    assert not tinted_like_another(HATCHED, TRUST, EMPTY, np.zeros((0, CELLS, 3), np.float32))


def _doubted(card: FloatArray, face: FloatArray, other: FloatArray) -> bool:
    return tinted_like_another(np.asarray(card, np.float32), TRUST, face, np.asarray(other, np.float32)[None])
