"""What a device keeps: matches, people, settings. Everything comes back, nothing damaged stops anybody, all can go."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from calibration.errors import BadInput
from companion.core.events import ManualScore, NewMatch
from companion.desk import Desk
from companion.games import load_game
from companion.ui.household import CHOICES, Household, Person, Settings, household_of, marks_of
from companion.ui.setup import setup_of

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_a_match_is_gone_on_with_where_it_was(desk):
    table = desk.begin(NewMatch("frantic", ("Ann", "Ben")))
    table.write(ManualScore("Ann", 12))
    table.close()
    kept = desk.running()
    assert (kept.line.players, kept.line.totals) == (("Ann", "Ben"), (12, 0))
    again = desk.resume(kept.line.match)
    assert again.model.scores.lines[0].total == 12
    again.write(ManualScore("Ann", 1))
    again.close()
    assert desk.running().line.totals == (13, 0)


def test_a_match_that_is_over_is_not_running(desk):
    table = desk.begin(NewMatch("frantic", ("Ann", "Ben")))
    table.write(ManualScore("Ann", 500))
    table.close()
    assert desk.running() is None
    assert desk.history()[0].line.winners == ("Ben",)


def test_a_match_with_wrong_players_is_refused_and_leaves_nothing_open(desk):
    with pytest.raises(BadInput):
        desk.resume(7)
    assert desk.history() == ()


KILLED = """
import os, signal, sys
from pathlib import Path
from companion.core.events import ManualScore, NewMatch
from companion.desk import Desk
table = Desk(Path(sys.argv[1])).begin(NewMatch("frantic", ("Ann", "Ben")))
for points in range(1, 4):
    table.write(ManualScore("Ann", points))
    print(points, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_kill_loses_nothing_that_was_shown(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["1", "2", "3"]
    assert Desk(tmp_path).running().line.totals == (6, 0)


def test_people_and_settings_come_back(desk, tmp_path):
    household = Household((Person("Ann", 3),), Settings(language="de", theme="light", font_scale=2.0))
    household = Household(household.people, household.settings, {"frantic": ("Ann", "Ben")}, {"frantic": {"hand": 5}})
    desk.change(household)
    assert Desk(tmp_path).household == household


@pytest.mark.parametrize(
    "wrong", ["", "[]", "{", '{"people": 3}', '{"people": [{"name": "A", "mark": 99}], "settings": {"theme": "x"}}']
)
def test_a_damaged_household_becomes_the_default(tmp_path, wrong):
    (tmp_path / "household.json").write_text(wrong)
    household = Desk(tmp_path).household
    assert household.settings == Settings()
    assert all(0 <= person.mark < 8 for person in household.people)


def test_names_from_a_file_are_cut_and_never_twice():
    data = {"people": [{"name": " Ann  B "}, {"name": "Ann B"}, {"name": "x" * 99}, {"name": 3}, {"name": ""}]}
    assert [person.name for person in household_of(data).people] == ["Ann B", "x" * 24]


def test_every_default_can_be_chosen():
    assert all(getattr(Settings(), name) in choices for name, choices in CHOICES.items())


def test_a_setting_must_be_of_its_kind():
    assert household_of({"settings": {"sounds": 1, "font_scale": True}}).settings == Settings()


def test_delete_everything_deletes_everything(desk, tmp_path):
    desk.begin(NewMatch("frantic", ("Ann", "Ben"))).close()
    desk.change(Household((Person("Ann", 3),)))
    desk.delete_everything()
    assert list(tmp_path.iterdir()) == []
    assert desk.household == Household()


def test_the_household_file_is_readable_and_small(desk, tmp_path):
    desk.change(Household((Person("Ann", 3),)))
    assert json.loads((tmp_path / "household.json").read_text())["people"] == [{"name": "Ann", "mark": 3, "photo": ""}]


def test_two_at_one_table_never_have_the_same_mark():
    household = Household((Person("Ann", 2), Person("Ben", 2)))
    assert len(set(marks_of(("Ann", "Ben", "Cleo"), household))) == 3


# ---------------------------------------------------------------- preparing a match


def guest(number):
    return f"Player {number}"


def test_a_new_match_needs_no_names():
    setup = setup_of(load_game("frantic"), Household(), guest)
    assert setup.match().players == ("Player 1", "Player 2")


def test_a_new_match_sits_as_the_table_last_sat():
    household = Household((Person("Eva"),), seats={"frantic": ("Ann", "Ben", "Cleo")}, rules={"frantic": {"hand": 5}})
    setup = setup_of(load_game("frantic"), household, guest)
    assert setup.players == ("Ann", "Ben", "Cleo")
    assert setup.match().options == (("hand", 5),)


def test_a_kept_house_rule_that_is_no_more_is_left_out():
    household = Household(rules={"frantic": {"hand": 99, "gone": 1}})
    assert setup_of(load_game("frantic"), household, guest).match().options == ()


@pytest.mark.parametrize(("game", "length"), [("frantic", "length"), ("frappadingue", "target"), ("frankfurt", "")])
def test_the_rulebooks_limits_are_offered_for_so_many_players(game, length):
    setup = setup_of(load_game(game), Household(), guest)
    limits = setup.limits()
    if not length:
        assert limits == ()
        return
    assert [limit.length for limit in limits if limit.chosen] == ["medium"]
    chosen = setup.with_length("long")
    assert [limit.length for limit in chosen.limits() if limit.chosen] == ["long"]
    assert dict(chosen.match().options).keys() == {length}


def test_no_more_sit_down_than_may_play():
    setup = setup_of(load_game("frankfurt"), Household(), guest)
    for number in range(9):
        setup = setup.with_player(f"P{number}")
    assert len(setup.players) == 4
    assert setup.turned().players == (*setup.players[1:], setup.players[0])
    drawn = {setup.drawn(Random(seed)).players for seed in range(50)}
    assert len(drawn) > 1 and all(sorted(players) == sorted(setup.players) for players in drawn)
