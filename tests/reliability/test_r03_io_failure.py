"""R3: the n-th input or output fails, for n = 1, 2, 3 ... until the match goes through. Nothing accepted is ever lost.

After each failure there is one sentence that says what to do, the log is as it was, and the event can be said again.
"""

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from calibration.errors import BadInput
from companion.core.events import Entry
from companion.core.practice import as_log
from companion.store import sqlite as match_files
from companion.store.exchange import export
from companion.store.jsonl import JsonLinesLog
from companion.store.sqlite import MatchFile
from tests.reliability.scripted import KINDS, open_log, script

EVENTS = script()[:12]
FAILURES = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES)


class _Disk:
    """Counts calls, and fails the n-th."""

    def __init__(self, nth: int, error: Exception) -> None:
        self.left, self.error, self.failed = nth, error, False

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left == 0:
                self.failed = True
                if function is _WRITE:
                    _WRITE(args[0], args[1][: len(args[1]) // 2])  # a full disk takes half a line
                raise self.error
            return function(*args, **kwargs)

        return called


_WRITE = os.write


@contextmanager
def _failing(monkeypatch: pytest.MonkeyPatch, disk: _Disk) -> Iterator[None]:
    with monkeypatch.context() as patch:
        for name in ("open", "write", "fsync", "ftruncate", "lseek"):
            patch.setattr(f"companion.store.jsonl.os.{name}", disk.call(getattr(os, name)))
        yield


@pytest.mark.parametrize("code", FAILURES, ids=lambda code: errno.errorcode[code])
def test_a_text_log_survives_every_failing_call(code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for nth in range(1, 500):
        path, disk = tmp_path / f"{nth}.jsonl", _Disk(nth, OSError(code, os.strerror(code)))
        accepted: list[Entry] = []
        with _failing(monkeypatch, disk):
            try:
                log = JsonLinesLog(path, KINDS)
            except BadInput as refused:
                assert os.strerror(code) in str(refused) and str(path) in str(refused)
                log = JsonLinesLog(path, KINDS)
            for event in EVENTS:
                accepted.append(_said_until_accepted(log, event, str(path)))
        log.close()
        assert accepted == as_log(EVENTS)
        assert list(JsonLinesLog(path, KINDS).entries()) == accepted
        if not disk.failed:
            assert nth > 3 * len(EVENTS)
            return
    raise AssertionError("the scenario never went through")


def _said_until_accepted(log: Any, event: Any, path: str) -> Entry:
    before = log.entries()
    try:
        entry: Entry = log.append(event)
    except BadInput as refused:
        assert "nothing accepted is lost" in str(refused) and path in str(refused)
        assert log.entries() == before
        entry = log.append(event)
    return entry


class _Connection(sqlite3.Connection):
    """A connection whose n-th statement fails."""

    disk: _Disk

    def execute(self, *args: Any) -> sqlite3.Cursor:
        cursor: sqlite3.Cursor = self.disk.call(super().execute)(*args)
        return cursor

    def executemany(self, *args: Any) -> sqlite3.Cursor:
        cursor: sqlite3.Cursor = self.disk.call(super().executemany)(*args)
        return cursor


@pytest.mark.parametrize("said", ["database or disk is full", "disk I/O error", "attempt to write a readonly database"])
def test_a_match_file_survives_every_failing_statement(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match"
    MatchFile(path).close()
    real = sqlite3.connect
    monkeypatch.setattr(match_files.sqlite3, "connect", lambda *a, **k: real(*a, **k, factory=_Connection))
    for nth in range(1, 500):
        _Connection.disk = _Disk(nth, sqlite3.OperationalError(said))
        try:
            file = MatchFile(path)
        except BadInput as refused:
            assert said in str(refused) and str(path) in str(refused)
            file = MatchFile(path)
        log = file.begin(KINDS)
        accepted = [_said_until_accepted(log, event, str(path)) for event in EVENTS]
        file.close()
        failed, _Connection.disk = _Connection.disk.failed, _Disk(0, RuntimeError())
        with closing(MatchFile(path)) as again:
            assert log.match is not None and list(again.resume(log.match, KINDS).entries()) == accepted == as_log(
                EVENTS
            )
            assert len(again.matches()) == nth, "a failed beginning leaves no match behind"
        if not failed:
            assert nth > 3 * len(EVENTS)
            return
    raise AssertionError("the scenario never went through")


_SMALL_DISK = """
import resource, signal, sys
from pathlib import Path
from calibration.errors import BadInput
from tests.reliability.scripted import open_log, script
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
accepted = 0
try:
    log = open_log(sys.argv[1], Path(sys.argv[2]))
    for event in script()[:60]:
        accepted = log.append(event).n
    print(accepted, "all")
except BadInput as refused:
    print(accepted, refused)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot limit the size of files")
@pytest.mark.parametrize("kind", ["sqlite", "jsonl"])
def test_a_disk_that_fills_up_anywhere_loses_nothing(kind: str, tmp_path: Path) -> None:
    heard = []
    for limit in (0, 500, 3_000, 4_096, 9_000, 40_000, 90_000, 200_000):
        path = tmp_path / f"{limit}"
        command = [sys.executable, "-c", _SMALL_DISK, kind, str(path), str(limit)]
        child = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
        assert child.returncode == 0, child.stderr
        accepted, said = child.stdout.strip().split(" ", 1)
        assert said == "all" or str(path) in said
        if int(accepted):
            entries = open_log(kind, path).entries()
            assert len(entries) >= int(accepted) and list(entries) == as_log(script()[: len(entries)])
        heard.append(int(accepted))
    assert heard == sorted(heard) and heard[0] < 60


@pytest.mark.parametrize("name", ["open", "fsync", "replace"])
def test_an_export_that_fails_leaves_the_old_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    export(as_log(EVENTS), path)
    before = path.read_bytes()
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with monkeypatch.context() as patch:
        owner = os if name == "fsync" else Path
        patch.setattr(owner, name, _Disk(1, full).call(getattr(owner, name)))
        with pytest.raises(BadInput, match="No space left"):
            export(as_log(script()), path, force=True)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
