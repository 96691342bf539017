"""`tapis score`: the lines other programs rely on, what a damaged log gives, and what wrong use says."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.core.codec import decode_entry, kinds_of
from companion.core.practice import as_log
from companion.games import load_game
from companion.store.exchange import export
from companion.store.sqlite import MatchFile

MATCH = '{"event":"match","game":"frankfurt","players":["Ann","Bob"]}'
POINTS = '{"event":"manual_score","player":"Ann","points":5}'


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, Any]], str]:
    status = main(["score", "--json", *words])
    out = capsys.readouterr()
    return status, [json.loads(line) for line in out.out.splitlines()], out.err


def _log(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_every_entry_gives_a_ruling_and_the_last_line_the_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, rows, _ = _run(capsys, "--game", "frankfurt", _log(tmp_path, MATCH, POINTS, POINTS.replace("Ann", "Zoe")))
    assert status == 0 and len(rows) == 4
    for n, row in enumerate(rows[:-1], 1):
        assert row["n"] == n and {"event", "verdict", "code", "text", "rule", "facts", "standing"} <= row.keys()
    assert (rows[0]["event"], rows[0]["code"], rows[0]["standing"]) == ("match", "core.match_started", "stands")
    assert rows[0]["facts"]["players"] == ["Ann", "Bob"]
    assert rows[2]["verdict"] == "illegal" and rows[2]["code"] == "core.player_unknown"
    scores = rows[-1]
    assert {"scores", "leaders", "winners", "over", "limit"} <= scores.keys()
    assert [line["player"] for line in scores["scores"]] == ["Ann", "Bob"] and scores["over"] is False
    assert {"player", "total", "rounds"} <= scores["scores"][0].keys()


def test_the_language_changes_the_words_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = _log(tmp_path, MATCH, POINTS)
    rows = {lang: _run(capsys, "--game", "frankfurt", "--lang", lang, log)[1] for lang in ("en", "fr", "de")}
    assert len({row[0]["text"] for row in rows.values()}) == 3
    for lang in ("fr", "de"):
        for row, english in zip(rows[lang], rows["en"], strict=True):
            row.pop("text", None)
            assert row == {key: value for key, value in english.items() if key != "text"}


def test_what_was_taken_back_corrected_and_overruled_keeps_its_original(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        MATCH,
        POINTS,
        POINTS,
        POINTS.replace("Ann", "Zoe"),
        '{"event":"void","target":2}',
        '{"event":"correct","target":3,"to":{"event":"manual_score","player":"Bob","points":2}}',
        '{"event":"overrule","target":4,"verdict":"legal","by":"Ann"}',
    ]
    _, rows, _ = _run(capsys, "--game", "frankfurt", _log(tmp_path, *lines))
    assert [row["standing"] for row in rows[:4]] == ["stands", "voided", "corrected", "overruled"]
    assert rows[1]["code"] == "core.voided" and rows[1]["original"]["code"] == "core.scored_by_hand"
    assert rows[2]["facts"]["player"] == "Bob" and rows[2]["original"]["facts"]["player"] == "Ann"
    assert rows[3]["code"] == "core.overruled_legal" and rows[3]["original"]["code"] == "core.player_unknown"
    assert rows[3]["more"][0]["code"] == "core.player_unknown"


def test_a_damaged_log_gives_its_prefix_then_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, rows, err = _run(capsys, "--game", "frankfurt", _log(tmp_path, MATCH, POINTS, "", POINTS[:-3], POINTS))
    assert status == 1 and len(rows) == 4
    assert rows[-2]["leaders"] and rows[-1]["line"] == 4 and "line 4" in rows[-1]["error"]
    assert "line 4" in err and "Traceback" not in err


def test_a_log_that_is_damaged_from_its_first_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, rows, _ = _run(capsys, "--game", "frankfurt", _log(tmp_path, "{}"))
    assert status == 1 and rows[0]["scores"] == [] and rows[1]["line"] == 1


def test_an_empty_log_has_no_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, rows, _ = _run(capsys, "--game", "frankfurt", _log(tmp_path))
    assert status == 0
    assert rows == [{"scores": [], "leaders": [], "winners": [], "over": False, "limit": None}]


def test_a_log_comes_from_standard_input_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--game", "frankfurt", "-"], []):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{MATCH}\n{POINTS}".encode())))
        status, rows, _ = _run(capsys, *words)
        assert status == 0 and len(rows) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess", "x"], "no game is called 'chess'"),
        (["--game", "frankfurt", "no/such/file"], "no/such/file"),
        (["--lang", "tlh"], "--lang"),
        (["--volume", "11"], "--help"),
        (["one", "two"], "--help"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, rows, err = _run(capsys, *words)
    assert status == 2 and rows == [] and said in err and err.count("\n") == 1


def test_another_games_log_is_ruled_not_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, rows, _ = _run(capsys, "--game", "frantic", _log(tmp_path, MATCH, POINTS))
    assert status == 0 and [row["code"] for row in rows[:2]] == ["core.match_other_game", "core.match_missing"]


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".csv", ".tapis"])
def test_every_kind_of_file_gives_the_same(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("frankfurt")
    expected = _run(capsys, "--game", "frankfurt", _log(tmp_path, MATCH, POINTS))[1]
    main(["score", "--game", "frankfurt", str(tmp_path / "match.jsonl")])
    assert "by hand" in capsys.readouterr().out
    entries = [decode_entry(line, n, kinds_of(game.events)) for n, line in enumerate((MATCH, POINTS), 1)]
    assert entries == as_log([entry.event for entry in entries])
    path = tmp_path / f"other{suffix}"
    if suffix == ".tapis":
        file = MatchFile(path)
        file.begin(kinds_of(game.events)).extend(entries)
        file.close()
    else:
        export(entries, path)
    assert _run(capsys, str(path))[1] == expected
