"""Every rule of the rulebooks has a test, every worked case has one named after it, and the page says so truly."""

from pathlib import Path

import pytest

import companion.games
from companion.games import game_ids
from tests.conformance import coverage
from tests.conformance.coverage import CASES, ROOT, cases_of, rules_of

PAGE = ROOT / "docs" / "rules-coverage.md"
OURS = [game for game in game_ids() if (Path(companion.games.__file__).parent / game).is_dir()]


def test_every_game_of_ours_has_a_table() -> None:
    assert sorted(CASES) == sorted(OURS)


@pytest.mark.parametrize("game_name", OURS)
def test_every_rule_names_tests_that_exist(game_name: str) -> None:
    rules, tests = rules_of(game_name), coverage.tests_of(game_name)
    assert len(rules) >= 15
    unproven = [rule for rule, named in rules if not named]
    assert not unproven, f"no test is named for: {unproven}"
    missing = sorted({test for _, named in rules for test in named} - set(tests))
    assert not missing, f"docs/coverage/{game_name}.md names tests that do not exist: {missing}"


@pytest.mark.parametrize("game_name", OURS)
def test_every_worked_case_has_a_test_named_after_it(game_name: str) -> None:
    letters, count = CASES[game_name]
    covered = {case for test in coverage.tests_of(game_name) for case in cases_of(test)}
    missing = [f"{letters}-{number}" for number in range(1, count + 1) if f"{letters}-{number}" not in covered]
    assert not missing, f"no test is named after {', '.join(missing)}"


def test_the_page_is_what_the_tables_and_tests_say_today(update: bool) -> None:
    if update:
        PAGE.write_text(coverage.page(), encoding="utf-8")
    assert PAGE.read_text("utf-8") == coverage.page(), "write it again: pytest tests/conformance --update"


def test_case_numbers_are_taken_from_the_beginning_of_a_name() -> None:
    assert cases_of("test_ff_31_32_33_short_draw_piles") == ("FF-31", "FF-32", "FF-33")
    assert cases_of("test_fd_18_200_can_be_validated") == ("FD-18",)
    assert cases_of("test_ff_9_only_odd_fits_on_a_20") == ("FF-9",)
    assert cases_of("test_fc_1") == ("FC-1",) and cases_of("test_no_card_is_ever_lost") == ()
