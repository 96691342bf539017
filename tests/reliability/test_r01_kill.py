"""R1: kill -9 loses no accepted event. What the table has heard is in the log, and the log folds as if nothing was."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.core.fold import fold
from companion.core.practice import as_log
from companion.games._template import GAME
from companion.store import schema
from companion.store.sqlite import MatchFile
from tests.reliability.scripted import open_log, script

ROOT = Path(__file__).parents[2]


def _killed(kind: str, path: Path, rng: Random) -> int:
    """Play in a process of its own, kill it at a random instant; returns the last number it said."""
    command = [sys.executable, "-m", "tests.reliability.scripted", kind, str(path)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(rng.random() * 0.05)
    child.send_signal(signal.SIGKILL)
    said = [first, *child.stdout.readlines()]
    child.wait()
    child.stdout.close()
    return max((int(line) for line in said if line.endswith(b"\n")), default=0)


def _check(kind: str, path: Path, said: int) -> None:
    log = open_log(kind, path)
    entries = log.entries()
    assert len(entries) >= said, f"{said} entries were heard, {len(entries)} are there"
    assert [entry.event for entry in entries] == script()[: len(entries)]
    assert fold(GAME, entries).judged == fold(GAME, as_log(script()[: len(entries)])).judged
    if kind != "jsonl":
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    log.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("kind", ["sqlite", "jsonl", "export"])
@pytest.mark.parametrize("runs", [2, pytest.param(34, marks=pytest.mark.slow)])  # two kills a run, three kinds: 204
def test_a_killed_match_has_everything_that_was_heard(kind: str, runs: int, tmp_path: Path) -> None:
    rng = Random(f"{kind} {runs}")
    for run in range(runs):
        path = tmp_path / f"{run}.match"
        _check(kind, path, _killed(kind, path, rng))
        # It goes on after the kill, and survives the next one.
        _check(kind, path, _killed(kind, path, rng) if len(open_log(kind, path).entries()) < len(script()) else 0)
        if path.with_suffix(".json").exists():
            exported = json.loads(path.with_suffix(".json").read_text("utf-8"))
            assert exported["entries"][0]["event"] == "match", "an export is whole or not there"


def test_a_kill_inside_a_migration_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match"
    log = open_log("sqlite", path)
    log.append(script()[0])
    later = (*schema.MIGRATIONS, "CREATE TABLE seat (player TEXT); INSERT INTO seat VALUES ('Ann');")
    # What a killed migration leaves: its statements without the COMMIT.
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(f"BEGIN IMMEDIATE; {later[-1]} PRAGMA user_version = 2;")
    connection.close()
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    with closing(MatchFile(path)) as file:
        assert file.connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert file.connection.execute("SELECT * FROM seat").fetchall() == [("Ann",)]
        assert [entry.event for entry in file.resume(1, log.kinds).entries()] == script()[:1]  # type: ignore[attr-defined]
