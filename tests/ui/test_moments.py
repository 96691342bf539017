"""Looking again: the last seconds whole, and of every ruling before them the pictures that decide it."""

import numpy as np
import pytest

from companion import moments
from companion.core.events import Entry, ManualScore
from companion.core.ids import PlayerId
from companion.moments import Moments
from companion.referee.session import Update


def entry(n: int, proof: str = "", hi_ns: int = 0) -> Entry:
    return Entry(n, ManualScore(PlayerId("Ann"), 1), hi_ns=hi_ns, proof=proof)


@pytest.fixture
def watched(monkeypatch):
    """A hundred pictures of which the last twenty are kept; an entry at the thirtieth, and one that people wrote."""
    monkeypatch.setattr(moments, "KEPT", 20)
    kept = Moments()
    for index in range(100):
        kept.add(Update(index, index * 1000, np.full((8, 8, 3), index, np.uint8), ()))
        if index == 30:
            kept.keep(entry(1, "film#20-25-30", 25_000))
        if index == 40:
            kept.keep(entry(2))
        if index == 95:
            kept.keep(entry(3, "film#90-92-94", 92_000))
    return kept


def test_what_decided_long_ago_can_be_looked_at_again(watched):
    row, place = watched.of(entry(1, "film#20-25-30", 25_000))
    assert [each.index for each in row] == [20, 25, 30] and place == 1


def test_what_people_wrote_shows_the_moment_it_was_written(watched):
    row, place = watched.of(entry(2))
    assert [each.index for each in row] == [40] and place == 0


def test_what_was_just_decided_is_looked_at_with_all_around_it(watched):
    row, place = watched.of(entry(3, "film#90-92-94", 92_000))
    assert len(row) == 20 and row[place].index == 92


def test_another_camera_in_the_same_match_forgets_nothing(watched):
    after = Moments(watched)
    assert [each.index for each in after.of(entry(1, "film#20-25-30", 25_000))[0]] == [20, 25, 30]
    assert after.of(entry(9)) == ((), 0)


def test_the_oldest_go_where_memory_is_short(watched, monkeypatch):
    monkeypatch.setattr(moments, "SPARED_BYTES", 1)
    watched.spare()
    watched.keep(entry(4, "film#96-97-98", 97_000))
    assert [each.index for each in watched.of(entry(4, "film#96-97-98", 97_000))[0]][-1] == 99
    assert watched.of(entry(1))[0] == watched.row
