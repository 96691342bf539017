"""`tapis play`: short words become events, every ruling is answered, and the log is kept and resumed."""

import io
import json
import sys
from pathlib import Path

import pytest

from calibration.errors import BadInput
from companion.cli import main
from companion.commands._phrases import Phrases
from companion.core.codec import kinds_of
from companion.core.events import Accept, Correct, Event, ManualScore, Overrule, Void
from companion.core.fold import fold
from companion.core.ids import CardId, PlayerId
from companion.core.playthrough import read_playthrough
from companion.games import game_ids, load_game
from companion.games._template import GAME
from companion.games._template.events import EndRound, Lay

ANN, BOB = PlayerId("Ann"), PlayerId("Bob")
PHRASES = Phrases(kinds_of(GAME.events), ("Ann", "Bob", "Barbara"), [card for card, _ in GAME.info.deck])


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("lay Ann highcard/red/7", Lay(ANN, CardId("highcard/red/7"))),
        ("lay ann red/7", Lay(ANN, CardId("highcard/red/7"))),
        ("la a r/7", Lay(ANN, CardId("highcard/red/7"))),
        ("lay card=yellow/1 player=Bob", Lay(BOB, CardId("highcard/yellow/1"))),
        ("lay card=y/10 bo", Lay(BOB, CardId("highcard/yellow/10"))),
        ("lay Ann", Lay(ANN)),
        ("lay Ann ?", Lay(ANN)),
        ("end", EndRound()),
        ('manual Ann -5 "counted twice"', ManualScore(ANN, -5, "counted twice")),
        ('{"event":"lay","player":"Bob"}', Lay(BOB)),
        ("void 3", Void(3)),
        ('correct 3 "lay Bob red/1"', Correct(3, Lay(BOB, CardId("highcard/red/1")))),
        ("accept 3", Accept(3)),
        ("overrule 3 legal by=Ann", Overrule(3, "legal", by="Ann")),
    ],
)
def test_short_words_are_understood(text: str, event: Event) -> None:
    assert PHRASES.event(text) == event
    assert PHRASES.event(PHRASES.phrase(event)) == event


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dance", "no event is called 'dance'"),
        ("lay B", "more than one player"),
        ("lay Zoe", "Ann, Bob, Barbara"),
        ("lay Ann red/11", "no card"),
        ("lay Ann /1", "more than one card"),
        ("lay Ann red/1 now", "too much"),
        ("lay", "needs 'player'"),
        ("lay colour=red", "no field"),
        ("manual Ann many", "many"),
        ('lay "Ann', "quotation mark"),
        ('""', "no event"),
        ("{", "JSON"),
        ("correct 3 'void 1'", "inside"),
    ],
)
def test_what_cannot_be_understood_says_what_could_be(text: str, said: str) -> None:
    with pytest.raises(BadInput) as wrong:
        PHRASES.event(text)
    assert said in str(wrong.value)


def _play(monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(["play", "--game", "frankfurt", *words])


def test_every_line_is_answered_and_the_match_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("match.jsonl", "match.tapis"):
        log = str(tmp_path / name)
        assert (
            _play(monkeypatch, "manual a 5\nundo\nredo\nwhat\n# quiet\n\n", "--players", "Ann,Bob", "--log", log) == 0
        )
        out = capsys.readouterr().out
        assert "core.match_started" in out and "core.scored_by_hand" in out and "no event is called 'what'" in out
        assert _play(monkeypatch, "correct 2 manual b 7\nhistory\nscores\nvoid 99", "--log", log) == 0
        out = capsys.readouterr().out
        assert "core.corrected" in out and "core.target_missing" in out and "[corrected]" in out
        assert main(["score", "--json", log]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [row.get("event") for row in rows] == [
            "match", "manual_score", "void", "void", "correct", "void", None,
        ]  # fmt: skip
        assert rows[1]["facts"]["player"] == "Bob" and rows[1]["standing"] == "corrected"


def test_the_log_of_another_game_is_not_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "match.jsonl"
    log.write_text('{"event":"match","game":"frantic","players":["Ann","Bob"]}\n', encoding="utf-8")
    before = log.read_bytes()
    assert _play(monkeypatch, "manual a 5", "--log", str(log)) == 2
    assert "frantic" in capsys.readouterr().err and log.read_bytes() == before


def test_undo_and_redo_walk_back_and_forth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "match.jsonl"
    typed = "manual a 1\nmanual a 2\nundo\nundo\nundo\nredo\nredo\nredo\nundo\nmanual a 4\nredo"
    assert _play(monkeypatch, typed, "--players", "Ann,Bob", "--log", str(log)) == 0
    out = capsys.readouterr().out
    assert out.count("nothing to take back") == 1 and out.count("nothing to bring back") == 2
    main(["score", "--json", str(log)])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    counted = [
        row["facts"]["points"] for row in rows[:-1] if row["event"] == "manual_score" and row["standing"] == "stands"
    ]
    assert counted == [1, 4]


def test_a_match_can_be_saved_but_not_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.csv"
    assert _play(monkeypatch, f"save {path}\nsave {path}\nsave {tmp_path}/x.doc\nsave", "--players", "Ann,Bob") == 0
    out = capsys.readouterr().out
    assert "1 entries are in" in out and "exists already" in out and ".jsonl, .json or .csv" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "Ann"], "2 to 4 players"),
        ([], "2 to 4 players"),
        (["--players", "Ann,Ann"], "name of their own"),
        (["--players", "Ann,Bob", "--option", "speed=1"], "no option is called"),
    ],
)
def test_a_match_that_cannot_be_is_refused_before_it_begins(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "match.jsonl"
    assert _play(monkeypatch, "", *words, "--log", str(log)) == 2
    assert said in capsys.readouterr().err and not log.exists()


def test_help_names_every_event_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _play(monkeypatch, "help\nhelp manual_score\nhelp nothing", "--players", "Ann,Bob") == 0
    out = capsys.readouterr().out
    assert all(event.KIND in out for event in load_game("frankfurt").events) and "Somebody writes points" in out


@pytest.mark.parametrize("game_id", game_ids())
def test_every_event_of_a_playthrough_can_be_typed(game_id: str) -> None:
    game = load_game(game_id)
    log = read_playthrough(game)
    match = fold(game, log)
    assert match.scores is not None
    phrases = Phrases(
        kinds_of(game.events), [line.player for line in match.scores.lines], [card for card, _ in game.info.deck]
    )
    for entry in log[1:]:
        said = phrases.phrase(entry.event)
        assert phrases.event(said) == entry.event, said
