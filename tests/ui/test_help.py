"""What can be looked up during a match: how the game goes, and the house rules that count at this table."""

import pytest

from companion.core.events import NewMatch
from companion.core.words import LANGUAGES
from companion.games import game_ids, load_game
from companion.ui.help_view import rules_view
from tests.ui.touch import press, settle


@pytest.mark.parametrize("game_id", game_ids())
def test_every_house_rule_with_a_choice_is_told_in_every_language(game_id):
    game = load_game(game_id)
    match = NewMatch(game_id, ("Ann", "Ben"))
    told = {language: rules_view(game, match, language) for language in LANGUAGES}
    assert len({len(rules) for rules in told.values()}) == 1
    for rules in told.values():
        assert all(rule.name and rule.choice and rule.about and not rule.changed for rule in rules)


def test_what_was_changed_comes_first():
    match = NewMatch("frantic", ("Ann", "Ben"), (("final_tie", "last_round"),))
    first, *others = rules_view(load_game("frantic"), match, "en")
    assert (first.choice, first.changed) == ("the better last round wins", True)
    assert not any(rule.changed for rule in others)


def test_the_rules_are_a_press_or_a_key_away_and_back_is_the_table(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "10 cards", "Go", "Rules")
    screen = app.screens.get_screen("help")
    assert app.here == "help" and "anticlockwise" in screen.facts
    rows = screen.ids.rules.children[::-1]
    assert (rows[0].choice, rows[0].changed) == ("10 cards", True)
    app.language = "de"
    settle()
    assert screen.ids.rules.children[-1].choice == "10 Karten"
    app.go_back()
    assert app.here == "table"
    app.go_help()
    assert app.here == "help"
