"""The history and statistics of a match file: what folds said, kept beside the log and never instead of it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from calibration.errors import BadInput
from companion.core.codec import kinds_of
from companion.core.fold import fold
from companion.core.ids import PlayerId
from companion.core.practice import new_match
from companion.core.scores import Ranking, Score, Scores
from companion.games._template import GAME
from companion.games._template.events import EndRound
from companion.store.sqlite import MatchFile

KINDS = kinds_of(GAME.events)


def _scores(ann: int, bob: int, *winners: str) -> Scores:
    lines = (Score(PlayerId("Ann"), ann), Score(PlayerId("Bob"), bob))
    return Scores(Ranking.HIGHEST, lines, 5, bool(winners), tuple(map(PlayerId, winners)))


@pytest.fixture
def file(tmp_path: Path) -> Iterator[MatchFile]:
    with closing(MatchFile(tmp_path / "match")) as opened:
        for _ in range(3):
            opened.begin(KINDS).append(new_match(GAME, 2))
        yield opened


def test_history_is_newest_first_and_says_who_won(file: MatchFile) -> None:
    file.remember(1, "highcard", 1, _scores(5, 2, "Ann"))
    file.remember(2, "highcard", 1, _scores(1, 2))
    newest, oldest = file.history()
    assert (newest.match, newest.over, newest.winners) == (2, False, ())
    assert (oldest.players, oldest.totals, oldest.winners) == (("Ann", "Bob"), (5, 2), ("Ann",))
    assert oldest.started_ns > 0


def test_remembering_again_takes_the_place_of_what_was(file: MatchFile) -> None:
    file.remember(1, "highcard", 1, _scores(5, 2, "Ann"))
    file.remember(1, "highcard", 1, _scores(4, 5, "Bob"))
    (line,) = file.history()
    assert line.winners == ("Bob",) and line.totals == (4, 5)


def test_statistics_count_finished_matches_only(file: MatchFile) -> None:
    file.remember(1, "highcard", 1, _scores(5, 2, "Ann"))
    file.remember(2, "highcard", 1, _scores(5, 5, "Ann", "Bob"))
    file.remember(3, "highcard", 1, _scores(4, 0))
    ann, bob = file.statistics()
    assert (ann.player, ann.matches, ann.won, ann.lowest, ann.highest, ann.average) == ("Ann", 2, 2, 5, 5, 5.0)
    assert (bob.player, bob.matches, bob.won, bob.lowest, bob.highest, bob.average) == ("Bob", 2, 1, 2, 5, 3.5)


def test_matches_that_grew_are_to_be_summed_up_again(file: MatchFile) -> None:
    assert file.unsummed() == (1, 2, 3)
    for match in (1, 2, 3):
        file.remember(match, "highcard", 1, _scores(0, 0))
    assert file.unsummed() == ()
    log = file.resume(2, KINDS)
    log.append(EndRound())
    assert file.unsummed() == (2,)
    assert fold(GAME, log.entries()).scores is not None


def test_a_total_beyond_all_numbers_is_a_sentence(file: MatchFile) -> None:
    with pytest.raises(BadInput, match="could not be written"):
        file.remember(1, "highcard", 1, _scores(2**70, 0))
    assert file.history() == ()
