"""R8: malformed logs and imports. Whatever a file holds, the answer is its valid prefix and one sentence, soon."""

import io
import json
import sqlite3
import tempfile
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from companion.core.codec import encode_entry, kinds_of
from companion.core.practice import as_log
from companion.games._template import GAME
from companion.store.exchange import export, lines_of_export
from companion.store.lines import named_game, read_lines
from companion.store.recovery import lines_of_file, recover
from companion.store.sqlite import MAGIC, MatchFile
from tests.reliability.scripted import script

KINDS = kinds_of(GAME.events)
ENTRIES = tuple(as_log(script()[:40]))
LINES = [encode_entry(entry).encode() for entry in ENTRIES]
ENDINGS = (".jsonl", ".json", ".csv")


def _read(raw: bytes, suffix: str) -> int:
    """Read a file as `tapis score` does; returns how many entries were right."""
    log = lines_of_export(io.BytesIO(raw), suffix)
    reading = read_lines(log, KINDS)
    if reading.damage is not None:
        assert reading.line >= 1 and 5 < len(str(reading.damage)) < 500
    for n, entry in enumerate(reading.entries, 1):
        assert entry.n == n
    return len(reading.entries)


@given(st.binary(max_size=2_000), st.sampled_from(ENDINGS))
def test_any_bytes_are_read_or_refused(raw: bytes, suffix: str) -> None:
    _read(raw, suffix)


@given(st.sampled_from(ENDINGS), st.integers(0, 2**32), st.integers(1, 6))
def test_damaged_files_give_their_prefix(suffix: str, seed: int, wounds: int) -> None:
    raw = bytearray(_exported(suffix))
    rng = Random(seed)
    for _ in range(wounds):
        place = rng.randrange(len(raw))
        kind = rng.randrange(4)
        if kind == 0:
            raw[place] = rng.randrange(256)
        elif kind == 1:
            del raw[place : place + rng.randrange(1, 80)]
        elif kind == 2:
            raw[place:place] = raw[rng.randrange(len(raw)) :][: rng.randrange(1, 200)]
        else:
            raw[place:place] = rng.choice([b"\x00", b"\xff\xfe", b"[" * 500, b'"', b"\n\n", b"1e999", b"\xed\xa0\x80"])
        raw = raw or bytearray(b" ")
    assert _read(bytes(raw), suffix) <= len(ENTRIES) + 200


_EXPORTS: dict[str, bytes] = {}


def _exported(suffix: str) -> bytes:
    if not _EXPORTS:
        with tempfile.TemporaryDirectory() as folder:
            for ending in ENDINGS:
                path = Path(folder) / f"match{ending}"
                export(ENTRIES, path)
                _EXPORTS[ending] = path.read_bytes()
    return _EXPORTS[suffix]


@pytest.mark.parametrize("suffix", ENDINGS)
def test_an_export_comes_back_as_it_left(suffix: str) -> None:
    assert read_lines(lines_of_export(io.BytesIO(_exported(suffix)), suffix), KINDS).entries == ENTRIES


@pytest.mark.parametrize("suffix", ENDINGS)
def test_windows_ends_of_lines_and_a_byte_order_mark_change_nothing(suffix: str) -> None:
    raw = b"\xef\xbb\xbf" + _exported(suffix).replace(b"\n", b"\r\n")
    assert _read(raw, suffix) == len(ENTRIES)


def test_empty_lines_count_as_lines_but_not_as_entries() -> None:
    log = lines_of_export(io.BytesIO(b"\n".join([LINES[0], b"", b"  ", LINES[1], b"oops"])), ".jsonl")
    reading = read_lines(log, KINDS)
    assert len(reading.entries) == 2 and reading.line == 5 and "line 5" in str(reading.damage)


HUGE: dict[str, tuple[bytes, str]] = {
    "one line without end": (b"x" * 20_000_000, ".jsonl"),
    "a million brackets": (b"[" * 1_000_000, ".jsonl"),
    "a million brackets in a document": (b"[" * 1_000_000, ".json"),
    "a document that is too large": (b'{"format": "' + b"x" * 17_000_000, ".json"),
    "a table of one cell": (b'"' + b"x" * 10_000_000, ".csv"),
    "a hundred thousand commas": (b"," * 100_000, ".csv"),
    "a number of a million digits": (b'{"event":"void","target":' + b"9" * 900_000 + b"}", ".jsonl"),
    "ten thousand keys": (json.dumps({f"k{n}": n for n in range(10_000)}).encode(), ".jsonl"),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_file_is_refused_without_taking_the_memory(name: str) -> None:
    raw, suffix = HUGE[name]
    tracemalloc.start()
    assert _read(raw, suffix) == 0
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64_000_000


@given(st.binary(max_size=300))
def test_a_log_names_its_game_or_says_that_it_does_not(raw: bytes) -> None:
    log = lines_of_export(io.BytesIO(raw), ".jsonl")
    try:
        assert isinstance(named_game(log), str)
    except BadInput as wrong:
        assert "line 1" in str(wrong)


@pytest.fixture(scope="module")
def match_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("file") / "match"
    file = MatchFile(path)
    for _ in range(3):
        file.begin(KINDS).extend(ENTRIES)
    file.close()
    return path.read_bytes()


@pytest.mark.parametrize("many", [60, pytest.param(250, marks=pytest.mark.slow)])
def test_a_match_file_with_flipped_bytes_gives_prefixes_or_a_sentence(
    many: int, match_file: bytes, tmp_path: Path
) -> None:
    rng = Random(many)
    for run in range(many):
        raw = bytearray(match_file)
        for _ in range(rng.randrange(1, 20)):
            raw[rng.randrange(0 if run % 2 else len(MAGIC), len(raw))] = rng.randrange(256)
        source, target = tmp_path / "damaged", tmp_path / f"saved{run}"
        source.write_bytes(raw)
        try:
            for match in recover(source, target):
                log = lines_of_file(target, match.match)
                assert read_lines(log, KINDS).entries == ENTRIES[: match.entries]
        except BadInput as wrong:
            assert str(source) in str(wrong)
        assert source.read_bytes() == raw, "the damaged file was only read"
        try:
            MatchFile(source).close()
        except BadInput as wrong:
            assert str(source) in str(wrong)


@pytest.mark.parametrize(
    "raw", [b"", b"x", MAGIC, MAGIC + b"\0" * 84, MAGIC + b"\xff" * 8_000], ids=["empty", "x", "magic", "nulls", "ones"]
)
def test_what_is_no_match_file_says_so(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(raw)
    with pytest.raises(BadInput):
        lines_of_file(path)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE photo (name TEXT)")
    connection.close()
    with pytest.raises(BadInput, match="another program"):
        MatchFile(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("photo",)]
    connection.close()


def test_a_match_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match"
    file = MatchFile(path)
    file.connection.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(BadInput, match="version 99"):
        MatchFile(path)
