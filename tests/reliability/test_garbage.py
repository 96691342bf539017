"""What stays is left out of searches for garbage, and nothing that became garbage is kept by that for good."""

import gc
import os
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.garbage import leave_out, look_through_all


class Ring:
    """It holds itself, so only a search finds that nobody else does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def searched_as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_is_left_out_is_not_searched_until_everything_is() -> None:
    ring = Ring()
    gone = weakref.ref(ring)
    look_through_all()
    leave_out()
    del ring
    gc.collect()
    assert gone() is not None and gc.get_freeze_count() > 0
    look_through_all()
    assert gone() is None and gc.get_freeze_count() == 0


def test_what_comes_after_is_searched_as_always() -> None:
    look_through_all()
    leave_out()
    ring = Ring()
    gone = weakref.ref(ring)
    del ring
    gc.collect()
    assert gone() is None


def _rss_mb() -> float:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system takes it back by itself")
def test_what_was_let_go_goes_back_to_the_machine() -> None:
    pictures = [os.urandom(70_000) for _ in range(2_000)]
    kept = pictures[::2]
    del pictures
    before = _rss_mb()
    look_through_all()
    assert before - _rss_mb() > 0.5 * len(kept) * 70_000 / 1e6
