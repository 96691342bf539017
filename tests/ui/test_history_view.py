"""The history, the statistics and the library in words: in three languages, with what is not known left out."""

from datetime import datetime
from pathlib import Path

import pytest

from companion.core.careers import Career, Timing
from companion.core.scores import Ranking
from companion.core.words import LANGUAGES
from companion.ui.history_view import Played, career_view, games_of, played_view
from companion.ui.library_view import Recorded, recorded_view

PLAYED = Played(3, datetime(2026, 11, 18, 20, 15), "frantic", ("Ann", "Ben"), (12, 154), ("Ann",), True)
CAREER = Career(
    "frankfurt", "Ann", Ranking.LOWEST, 4, 3, 2, (40, 12, 31), 3, 120, 6, Timing(5, 412.4, 8.6, 320.0, 19.4)
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_says_when_who_and_how_it_ended(language):
    view = played_view(PLAYED, language)
    assert "20:15" in view.title and "2026" in view.title
    assert view.totals == "Ann 12 · Ben 154"
    assert "Ann" in view.ending
    assert view.ending != played_view(Played(3, PLAYED.started, "frantic", ("Ann",), (0,), (), False), language).ending


def test_a_career_tells_times_with_what_the_camera_leaves_open():
    view = career_view(CAREER, "en")
    assert view.head == "2 of 3 matches won"
    assert dict(view.facts) == {
        "Average total": "27.7",
        "Best match": "12",
        "Best round": "3",
        "Wrong plays": "6 of 120",
        "From card to hand (5 seen)": "412 ± 9 ms",
        "Fastest slap": "320 ± 19 ms",
    }
    (path,) = view.chart.paths
    assert path == ((0.0, 1.0), (0.5, 0.3), (1.0, 0.775))


def test_what_is_not_known_is_left_out():
    view = career_view(Career("frankfurt", "Ann", Ranking.LOWEST, 1), "en")
    assert (view.facts, view.chart) == ((), None)
    assert "none finished" in view.head


def test_the_game_played_most_comes_first():
    careers = (
        Career("a", "x", Ranking.LOWEST, 2),
        Career("b", "x", Ranking.LOWEST, 3),
        Career("a", "y", Ranking.LOWEST, 2),
    )
    assert games_of(careers) == ("a", "b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recording_says_what_is_known_of_it(language):
    path = Path("r")
    known = recorded_view(Recorded(path, "r", "frantic", "2026-11-18T20:15:00", ("Ann",), 92_100_000, None), language)
    assert "20:15" in known.facts and "Ann" in known.facts and "92" in known.facts
    strange = recorded_view(Recorded(path, "r", "chess", "yesterday", (), 10, None, "it is damaged"), language)
    assert (strange.title, strange.trouble) == ("r", "it is damaged")
    assert "yesterday" not in strange.facts
