"""R20: a match is not refereed with a picture and a sound whose clocks cannot be compared."""

from pathlib import Path

import pytest

from calibration.clock import ZeroTest, zero_test
from calibration.errors import BadInput

SECOND = 1_000_000_000


def claps(*offsets_ms: float) -> ZeroTest:
    seen = [k * SECOND for k in range(1, len(offsets_ms) + 1)]
    return zero_test(seen, [at + round(ms * 1e6) for at, ms in zip(seen, offsets_ms, strict=True)])


def test_offset_and_spread_are_measured() -> None:
    test = claps(62, 58, 60, 66)
    assert test.offset_ms == pytest.approx(61)
    assert test.spread_ms == pytest.approx(5)
    assert test.claps == 4
    test.check()


@pytest.mark.parametrize("offsets", [(60, 61), (10, 60, 110), (450, 451, 452)], ids=["few", "spread", "far"])
def test_refereeing_is_refused_above_the_limit(offsets: tuple[float, ...]) -> None:
    with pytest.raises(BadInput, match=r"clap|apart"):
        claps(*offsets).check()


def test_a_clap_that_was_not_heard_does_not_count() -> None:
    assert zero_test([SECOND, 2 * SECOND, 9 * SECOND], [SECOND + 50_000_000, 2 * SECOND + 52_000_000]).claps == 2
    with pytest.raises(BadInput, match="heard"):
        zero_test([SECOND], [])


def test_it_is_kept_with_the_calibration(tmp_path: Path) -> None:
    from calibration.calibration import load_calibration, save_calibration
    from tests.calibration.test_calibration import EXAMPLE

    save_calibration(EXAMPLE, tmp_path / "t.json")
    kept = load_calibration(tmp_path / "t.json").zero
    assert kept == EXAMPLE.zero and kept is not None
    kept.check()
