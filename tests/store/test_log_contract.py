"""One contract, three logs: what goes in is there for good, in order, and nothing else is."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from calibration.errors import BadInput
from companion.core.codec import kinds_of
from companion.core.events import Correct, Entry, ManualScore, NewMatch, Void
from companion.core.ids import PlayerId
from companion.core.practice import new_match, random_events
from companion.games._template import GAME
from companion.games._template.events import EndRound, Lay
from companion.store.jsonl import JsonLinesLog
from companion.store.log import MatchLog, MemoryLog
from companion.store.sqlite import MatchFile

KINDS = kinds_of(GAME.events)
MATCH = new_match(GAME, 2)
ANN = PlayerId("Ann")


def _sqlite(path: Path) -> MatchLog:
    file = MatchFile(path)
    numbers = file.matches()
    return file.resume(numbers[-1], KINDS) if numbers else file.begin(KINDS)


def _jsonl(path: Path) -> MatchLog:
    return JsonLinesLog(path, KINDS)


def _memory(path: Path) -> MatchLog:
    return MemoryLog(KINDS)


KEPT: dict[str, Callable[[Path], MatchLog]] = {"sqlite": _sqlite, "jsonl": _jsonl}
ALL = {**KEPT, "memory": _memory}


@pytest.fixture(params=ALL)
def log(request: pytest.FixtureRequest, tmp_path: Path) -> MatchLog:
    return ALL[request.param](tmp_path / "match")


def test_entries_are_numbered_from_one_and_come_back_in_order(log: MatchLog) -> None:
    written = [log.append(event) for event in (MATCH, Lay(ANN), EndRound(), Void(2))]
    assert [entry.n for entry in written] == [1, 2, 3, 4]
    assert log.entries() == tuple(written)


def test_an_entry_keeps_when_and_from_where_it_came(log: MatchLog) -> None:
    entry = log.append(MATCH, lo_ns=10, hi_ns=2**60, source="camera", confidence=0.25, proof="frames/17 é")
    assert log.entries() == (entry,) == (Entry(1, MATCH, 10, 2**60, "camera", 0.25, "frames/17 é"),)


def test_a_log_is_empty_before_its_first_entry(log: MatchLog) -> None:
    assert log.entries() == ()


@pytest.mark.parametrize(
    "event",
    [
        ManualScore(ANN, 1, "half a pair: \ud800"),
        ManualScore(ANN, 2**70),
        ManualScore(ANN, 1, "x" * 5_000),
        Correct(1, Void(1)),
        NewMatch("highcard", ("Ann", 3)),  # type: ignore[arg-type]
    ],
)
def test_what_could_not_be_read_back_is_refused_and_leaves_nothing(log: MatchLog, event: ManualScore) -> None:
    log.append(MATCH)
    with pytest.raises(BadInput):
        log.append(event)
    assert len(log.entries()) == 1
    assert log.append(EndRound()).n == 2


def test_an_impossible_interval_is_refused(log: MatchLog) -> None:
    with pytest.raises(BadInput):
        log.append(MATCH, lo_ns=2, hi_ns=1)
    assert log.entries() == ()


@pytest.mark.parametrize("kind", KEPT)
def test_opening_again_goes_on_where_it_stopped(kind: str, tmp_path: Path) -> None:
    path, events = tmp_path / "match", random_events(GAME, MATCH, Random(3))
    for start in range(0, len(events), 7):
        log = KEPT[kind](path)
        assert [entry.event for entry in log.entries()] == events[:start]
        for event in events[start : start + 7]:
            log.append(event)
        log.close()
    assert [entry.event for entry in KEPT[kind](path).entries()] == events


@pytest.mark.parametrize("kind", KEPT)
def test_what_is_appended_is_on_the_disk_although_nobody_closed_the_log(kind: str, tmp_path: Path) -> None:
    log = KEPT[kind](tmp_path / "match")
    log.append(MATCH)
    log.append(Lay(ANN))
    assert KEPT[kind](tmp_path / "match").entries() == log.entries()


@pytest.mark.parametrize("kind", KEPT)
def test_a_log_that_cannot_be_made_says_so(kind: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no-such-folder"):
        KEPT[kind](tmp_path / "no-such-folder" / "match")


def test_a_match_file_holds_several_matches(tmp_path: Path) -> None:
    with closing(MatchFile(tmp_path / "match")) as file:
        first, second = file.begin(KINDS), file.begin(KINDS)
        second.append(MATCH)
        first.append(new_match(GAME, 3))
        second.append(EndRound())
        assert file.matches() == (1, 2)
        assert second.match is not None
        assert file.resume(second.match, KINDS).entries() == second.entries()


def test_a_match_that_does_not_exist_cannot_be_resumed(tmp_path: Path) -> None:
    with closing(MatchFile(tmp_path / "match")) as file, pytest.raises(BadInput, match="no match 5"):
        file.resume(5, KINDS)


def test_two_writers_of_one_match_do_not_overwrite_each_other(tmp_path: Path) -> None:
    first = _sqlite(tmp_path / "match")
    first.append(MATCH)
    second = _sqlite(tmp_path / "match")
    second.append(EndRound())
    with pytest.raises(BadInput, match="nothing accepted is lost"):
        first.append(Lay(ANN))
    assert [entry.event for entry in _sqlite(tmp_path / "match").entries()] == [MATCH, EndRound()]
