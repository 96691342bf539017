"""`tapis games`, `tapis matches` and `tapis bench`: what they print, and that they never write over anything."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.benches import rules
from companion.cli import command_names, main
from companion.core.codec import encode_entry, kinds_of
from companion.core.practice import as_log, new_match, random_events
from companion.games import game_ids, load_game
from companion.store.sqlite import MatchFile

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    game = load_game("frankfurt")
    path = tmp_path / "played.jsonl"
    entries = as_log(random_events(game, new_match(game, 3), Random(2)))
    path.write_text("".join(encode_entry(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def _rows(capsys: Capture) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_command_has_a_help_worth_reading(capsys: Capture) -> None:
    for name in ("score", "games", "play", "matches", "bench"):
        assert name in command_names()
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0 and len(capsys.readouterr().out) > 400


def test_games_are_listed_with_their_options_in_every_language(capsys: Capture) -> None:
    assert main(["games", "--json"]) == 0
    rows = _rows(capsys)
    assert tuple(row["game"] for row in rows) == game_ids()
    for row in rows:
        for option in row["options"]:  # type: ignore[attr-defined]
            assert option["code"] and option["text"] and isinstance(option["unsure"], bool)
            assert option["default"] in [choice["choice"] for choice in option["choices"]]
    for lang in ("en", "fr", "de"):
        assert main(["games", "--lang", lang]) == 0
        out = capsys.readouterr().out
        assert all(load_game(game).words[lang]["name"] in out for game in game_ids())
    assert main(["games", "--game", "chess"]) == 2


def test_matches_come_in_go_out_and_are_summed_up(log: Path, tmp_path: Path, capsys: Capture) -> None:
    file = str(tmp_path / "table.tapis")
    assert main(["matches", file, "--import", str(log)]) == 0
    assert main(["matches", file, "--import", str(log)]) == 0
    capsys.readouterr()
    assert main(["matches", file, "--json"]) == 0
    rows = _rows(capsys)
    assert [row["match"] for row in rows] == [2, 1] and rows[0]["over"] is True and rows[0]["game"] == "frankfurt"
    assert main(["matches", file, "--statistics", "--json"]) == 0
    people = _rows(capsys)
    assert sum(int(str(row["won"])) for row in people) == 2 * len(rows[0]["winners"])  # type: ignore[arg-type]
    assert {row["matches"] for row in people} == {2}
    out = tmp_path / "again.jsonl"
    assert main(["matches", file, "--match", "1", "--export", str(out)]) == 0
    assert out.read_bytes() == log.read_bytes()
    assert main(["matches", file, "--export", str(out)]) == 2
    assert main(["matches", file, "--export", str(out), "--force"]) == 0
    for words in ([], ["--statistics"]):
        assert main(["matches", file, *words]) == 0
        assert "Ann" in capsys.readouterr().out


def test_a_damaged_match_file_is_saved_into_a_new_one(log: Path, tmp_path: Path, capsys: Capture) -> None:
    path, saved = tmp_path / "table.tapis", tmp_path / "saved.tapis"
    main(["matches", str(path), "--import", str(log)])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entry SET line = line || ' ' WHERE n = 30")
    connection.close()
    capsys.readouterr()
    assert main(["score", "--json", str(path)]) == 1
    rows = _rows(capsys)
    assert len(rows) == 29 + 2 and rows[-1]["line"] == 30
    assert main(["matches", str(path), "--recover", str(saved)]) == 1
    assert "29 entries saved" in capsys.readouterr().out
    assert main(["matches", str(path), "--recover", str(saved)]) == 2
    assert main(["score", "--json", str(saved)]) == 0
    assert main(["play", "--game", "frankfurt", "--log", str(path)]) == 2
    file = MatchFile(saved)
    assert len(file.resume(1, kinds_of(load_game("frankfurt").events)).entries()) == 29
    file.close()


def test_a_damaged_log_is_not_imported_at_all(log: Path, tmp_path: Path, capsys: Capture) -> None:
    log.write_text(log.read_text() + "oops\n")
    file = tmp_path / "table.tapis"
    assert main(["matches", str(file), "--import", str(log)]) == 2
    assert "nothing was imported" in capsys.readouterr().err
    assert main(["matches", str(file), "--json"]) == 0 and _rows(capsys) == []
    assert main(["matches", str(tmp_path / "none.tapis")]) == 2


def test_the_bench_prints_a_row_a_game_and_knows_its_floor(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ENOUGH_EVENTS", 200)
    monkeypatch.setattr(rules, "FLOOR_EVENTS_PER_S", 1)
    words = ["bench", "rules", "--game", "frankfurt", "--repeat", "1", "--short", "--json"]
    assert main(words) == 0
    (row,) = _rows(capsys)
    assert row["game"] == "frankfurt" and int(str(row["events_per_s"])) > 1 and row["ok"] is True
    monkeypatch.setattr(rules, "FLOOR_EVENTS_PER_S", 10**9)
    assert main(words) == 1
    assert main(["bench"]) == 2 and main(["bench", "dishes"]) == 2


def test_what_is_printed_is_utf_8_on_every_machine() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "companion", "games", "--lang", "fr", "--json"]
    printed = subprocess.run(command, env=env, capture_output=True, check=True).stdout.decode("utf-8")
    assert "é" in printed and len(printed.splitlines()) == len(game_ids())
