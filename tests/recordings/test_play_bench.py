"""`tapis bench play`: its games are games, its truth is the rules' own, and nothing right is called wrong."""

import json
from pathlib import Path

import pytest

from companion.benches._plays import GAMES, PIECE_S, minute
from companion.cli import main
from companion.core.events import Entry, NewMatch
from companion.core.fold import Match
from companion.core.rulings import Verdict
from companion.games import load_game
from vision.training.clips import Lay, Sort, Take


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_is_the_same_each_time_and_its_moves_are_judged_by_the_rules(game: str) -> None:
    (played, script), (_, again) = (minute(game, 5, 2) for _ in range(2))
    assert script == again and script.seconds == PIECE_S
    assert [act.t for act in script.acts] == sorted(act.t for act in script.acts)
    opening = NewMatch(game, tuple(played.seats.values()), played.options)
    match = Match(load_game(game)).extend(Entry(n, event) for n, event in enumerate((opening, *played.log), 1))
    assert sum(each.rulings[0].verdict is Verdict.ILLEGAL for each in match.judged) == played.wrong
    assert len([act for act in script.acts if isinstance(act, Lay | Sort)]) >= 8


@pytest.mark.parametrize("game", ["frankfurt", "frantic"])
def test_wrong_cards_go_back(game: str) -> None:
    played, script = minute(game, 5, 2)
    assert played.wrong == sum(isinstance(act, Take) for act in script.acts) > 0


@pytest.mark.slow
def test_a_minute_of_play_brings_no_false_call_and_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "pieces.jsonl"
    command = ["bench", "play", "--minutes", "1", "--seed", "5", "--json", "--keep", str(kept)]
    assert main(command) == 0
    piece, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert total["ok"] and total["false_illegal"] == 0 and piece["found"] >= 0.9 * piece["plays"]
    assert json.loads(kept.read_text("utf-8")) == piece
    kept.write_text(json.dumps(piece | {"plays": 1000}) + "\n", "utf-8")
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[1])["plays"] == 1000
