"""R2: power loss leaves a valid prefix. A file cut anywhere opens, or is recovered, to a prefix of what was written."""

import shutil
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from calibration.errors import BadInput
from companion.core.codec import kinds_of
from companion.core.events import Entry
from companion.core.practice import as_log
from companion.games._template import GAME
from companion.store.jsonl import JsonLinesLog
from companion.store.lines import read_lines
from companion.store.recovery import lines_of_file, recover
from companion.store.sqlite import MatchFile
from tests.reliability.scripted import open_log, script

KINDS = kinds_of(GAME.events)
WRITTEN = tuple(as_log(script()[:150]))
FRAME_HEADER, WAL_HEADER, PAGE = 24, 32, 4096


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match file as it lies on the disk while it is being written: the database and its write-ahead log."""
    live = tmp_path_factory.mktemp("live") / "match"
    log = open_log("sqlite", live)
    for entry in WRITTEN:
        log.append(entry.event)
    frozen = tmp_path_factory.mktemp("frozen") / "match"
    for name in ("match", "match-wal"):
        shutil.copy(live.with_name(name), frozen.with_name(name))
    assert frozen.with_name("match-wal").stat().st_size > 50 * PAGE
    return frozen


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("closed") / "match"
    with closing(MatchFile(path)) as file:
        log = file.begin(KINDS)
        log.extend(WRITTEN)
    return path


def _is_prefix(entries: tuple[Entry, ...]) -> bool:
    return entries == WRITTEN[: len(entries)]


def _saved(path: Path, folder: Path) -> tuple[Entry, ...]:
    """What a person gets back: by opening the file, or else by recovering it into a new one."""
    before = path.read_bytes()
    try:
        with closing(MatchFile(path)) as file:
            numbers = file.matches()
            return file.resume(numbers[0], KINDS).entries() if numbers else ()
    except BadInput as refused:
        assert str(path) in str(refused)
        assert path.read_bytes() == before, "a damaged file is never written to"
    target = folder / f"saved{len(list(folder.iterdir()))}"
    try:
        found = recover(path, target)
    except BadInput as lost:
        assert str(path) in str(lost)
        return ()
    with closing(MatchFile(target)) as file:
        for match in found:
            entries = file.resume(match.match, KINDS).entries()
            assert len(entries) == match.entries
            return entries
    return ()


def _cuts(size: int, quick: int, boundaries: list[int], rng: Random) -> list[int]:
    return sorted({*rng.sample(range(size), min(size, quick)), *boundaries, 0, size - 1})


@pytest.mark.parametrize("many", [30, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_cut_write_ahead_log_opens_with_a_prefix(busy: Path, many: int, tmp_path: Path) -> None:
    wal = busy.with_name("match-wal").read_bytes()
    frames = list(range(WAL_HEADER, len(wal), PAGE + FRAME_HEADER))
    rng = Random(many)
    lengths = []
    for cut in _cuts(len(wal), many, frames if many > 100 else frames[::40], rng):
        shutil.copy(busy, tmp_path / "match")
        (tmp_path / "match-wal").write_bytes(wal[:cut])
        with closing(MatchFile(tmp_path / "match")) as file:
            numbers = file.matches()
            entries = file.resume(1, KINDS).entries() if numbers else ()
        assert _is_prefix(entries)
        lengths.append(len(entries))
    assert lengths == sorted(lengths), "a longer file never holds less"
    assert lengths[-1] >= len(WRITTEN) - 1


@pytest.mark.parametrize("many", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_cut_database_gives_back_a_prefix(closed: Path, many: int, tmp_path: Path) -> None:
    raw = closed.read_bytes()
    most = 0
    for cut in _cuts(len(raw), many, list(range(0, len(raw), PAGE)), Random(many)):
        path = tmp_path / "match"
        path.write_bytes(raw[:cut])
        (tmp_path / "recovered").mkdir(exist_ok=True)
        entries = _saved(path, tmp_path / "recovered")
        assert _is_prefix(entries)
        most = max(most, len(entries))
        for left in tmp_path.glob("match*"):
            left.unlink()
    assert most > len(WRITTEN) // 3, "something was saved of a file that lost only its end"


@pytest.mark.parametrize("many", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_cut_text_log_opens_with_every_whole_line(many: int, tmp_path: Path) -> None:
    path = tmp_path / "match"
    log = JsonLinesLog(path, KINDS)
    for entry in WRITTEN:
        log.append(entry.event)
    log.close()
    raw = path.read_bytes()
    for cut in _cuts(len(raw), many, [], Random(many)):
        path.write_bytes(raw[:cut])
        again = JsonLinesLog(path, KINDS)
        assert again.entries() == WRITTEN[: raw[:cut].count(b"\n")]
        assert again.append(WRITTEN[0].event).n == raw[:cut].count(b"\n") + 1
        again.close()


def test_an_altered_entry_ends_the_prefix_and_is_named(closed: Path, tmp_path: Path) -> None:
    path = tmp_path / "match"
    shutil.copy(closed, path)
    with closing(MatchFile(path)) as file:
        row = file.connection.execute("SELECT line FROM entry WHERE n = 40").fetchone()
        file.connection.execute("UPDATE entry SET line = ? WHERE n = 40", (row[0].replace("40", "040"),))
        with pytest.raises(BadInput, match="entry 40"):
            file.resume(1, KINDS)
    reading = read_lines(lines_of_file(path), KINDS)
    assert reading.entries == WRITTEN[:39] and reading.damage is not None and reading.line == 40
    assert "not as it was written" in str(reading.damage)


def test_a_missing_entry_ends_the_prefix_and_is_named(closed: Path, tmp_path: Path) -> None:
    path = tmp_path / "match"
    shutil.copy(closed, path)
    with closing(MatchFile(path)) as file:
        file.connection.execute("DELETE FROM entry WHERE n = 17")
        file.connection.execute("UPDATE entry SET n = n + 0 WHERE n > 17")
    reading = read_lines(lines_of_file(path), KINDS)
    assert reading.entries == WRITTEN[:16] and "entry 17 is missing" in str(reading.damage)


def test_exchanged_entries_end_the_prefix(closed: Path, tmp_path: Path) -> None:
    path = tmp_path / "match"
    shutil.copy(closed, path)
    with closing(MatchFile(path)) as file:
        for old, new in ((20, -1), (21, 20), (-1, 21)):
            file.connection.execute("UPDATE entry SET n = ? WHERE n = ?", (new, old))
    assert read_lines(lines_of_file(path), KINDS).entries == WRITTEN[:19]
