"""`tapis bench play`: its games are games, its truth is the rules' own, and nothing right is called wrong."""

import json

import numpy as np
import pytest

from companion.benches.play import PIECE_S, _story
from companion.cli import main
from companion.core.events import Entry, NewMatch
from companion.core.fold import Match
from companion.games import load_game
from vision.training.clips import Lay, Take


def test_a_piece_is_the_same_each_time_and_its_wrong_cards_go_back() -> None:
    (script, events), (again, _) = (_story(np.random.default_rng((5, 2)), 5002) for _ in range(2))
    assert script == again and script.seconds == PIECE_S
    laid = [act for act in script.acts if isinstance(act, Lay)]
    taken = [act for act in script.acts if isinstance(act, Take)]
    opening = NewMatch("frankfurt", ("Ann", "Ben"), (("wrong_cards", "live"),))  # type: ignore[arg-type]
    match = Match(load_game("frankfurt")).extend(Entry(n, event) for n, event in enumerate((opening, *events), 1))
    wrong = [each for each in match.judged if each.rulings[0].verdict.value == "illegal"]
    assert len(laid) >= 10 and len(wrong) == len(taken) > 0
    assert [act.t for act in script.acts] == sorted(act.t for act in script.acts)


@pytest.mark.slow
def test_a_minute_of_play_brings_no_false_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "play", "--minutes", "1", "--seed", "5", "--json"]) == 0
    piece, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert total["ok"] and total["false_illegal"] == 0 and piece["found"] >= 0.9 * piece["plays"]
