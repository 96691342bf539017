"""R14: what an older version saved opens in this one, with the same totals, and the original file is left alone.

The files in tests/data are never written again. A new format version adds its own beside them, and keeps these.
"""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.codec import kinds_of
from companion.core.fold import Standing, fold
from companion.games._template import GAME
from companion.store.exchange import lines_of_export
from companion.store.lines import Lines, read_lines
from companion.store.recovery import lines_of_file
from companion.store.sqlite import MatchFile

DATA = Path(__file__).parents[1] / "data"
KINDS = kinds_of(GAME.events)
TOTALS = {"Ann": 4, "Bob": 5, "Cleo": 3}
ENTRIES = 59


def _lines(path: Path) -> Lines:
    if path.suffix == ".tapis":
        return lines_of_file(path)
    with path.open("rb") as stream:
        return lines_of_export(stream, path.suffix)


@pytest.mark.parametrize("suffix", [".tapis", ".jsonl", ".json", ".csv"])
def test_a_match_of_version_1_opens_with_the_same_totals(suffix: str) -> None:
    path = DATA / f"match_v1{suffix}"
    before = path.read_bytes()
    reading = read_lines(_lines(path), KINDS)
    match = fold(GAME, reading.entries)
    assert reading.damage is None and len(reading.entries) == ENTRIES
    assert match.scores is not None and {line.player: line.total for line in match.scores.lines} == TOTALS
    assert match.scores.winners == ("Bob",)
    standings = [judged.standing for judged in match.judged]
    assert {Standing.VOIDED, Standing.CORRECTED, Standing.OVERRULED} & set(standings)
    assert path.read_bytes() == before


def test_a_match_file_of_version_1_can_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "copy.tapis"
    shutil.copy(DATA / "match_v1.tapis", path)
    with closing(MatchFile(path)) as file:
        assert file.connection.execute("PRAGMA user_version").fetchone() == (1,)
        log = file.resume(file.matches()[-1], KINDS)
        assert log.append(log.entries()[1].event).n == ENTRIES + 1
        (line,) = file.history()
        assert (line.game, line.winners, line.totals) == ("highcard", ("Bob",), (4, 5, 3))
