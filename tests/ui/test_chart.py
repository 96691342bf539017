"""The chart of the totals: what stands beside it, and that no line is told by its colour alone."""

import pytest

from companion.core.scores import Ranking, Score, Scores
from companion.core.sheet import Line
from companion.ui.score_view import chart, heights, steps
from tests.ui.touch import press


def drawn(rounds: int, limit: int | None = None):
    lines = [Line(n, str(n), False, (10, 20), (10 * n, 20 * n), whole=True) for n in range(1, rounds + 1)]
    totals = (Score("Ann", 10 * rounds), Score("Ben", 20 * rounds))
    return chart(lines, Scores(Ranking.LOWEST, totals, limit))


@pytest.mark.parametrize(
    ("limit", "told"), [(None, {0: 0.0, 100: 1.0}), (80, {0: 0.0, 80: 0.8, 100: 1.0}), (150, {0: 0.0, 150: 1.0})]
)
def test_the_ends_and_the_limit_are_written_beside_it(limit, told):
    assert heights(drawn(5, limit)) == told


def test_a_chart_of_nothing_has_one_number():
    assert heights(drawn(0)) == {0: 0.0}
    assert steps(drawn(0), 5) == ()


def test_rounds_are_numbered_as_far_as_there_is_room():
    assert [step for step, _ in steps(drawn(5), 9)] == [1, 2, 3, 4, 5]
    assert [step for step, _ in steps(drawn(24), 9)] == [3, 6, 9, 12, 15, 18, 21, 24]
    assert steps(drawn(4), 0) == ((4, 1.0),)


def test_every_line_ends_in_its_players_mark(launch, monkeypatch):
    marks = []
    monkeypatch.setattr("companion.ui.chart.draw_symbol", lambda name, *_: marks.append(name))
    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go", "Round 1", "5", "Next player", "6", "Write it down", "scores")
    assert marks[-2:] == ["circle", "square"]
