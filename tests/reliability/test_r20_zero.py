"""R20: a match is not refereed with a picture and a sound whose clocks cannot be compared."""

import json
from pathlib import Path

import pytest

from calibration.clock import ZeroTest, zero_noted, zero_test
from calibration.errors import BadInput
from companion.cli import main
from companion.core.codec import kinds_of
from companion.core.events import ManualScore, NewMatch
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.moments import frames_in
from companion.referee.claims import Certainty, Claim
from companion.referee.session import TableSession
from companion.store.log import MatchLog, MemoryLog
from companion.store.sqlite import begin_match
from tests.referee.test_session import PLAYERS
from tests.vision.observe.scene import TABLE, Scene
from vision.sources.scripted import Scripted

GAME = load_game("frankfurt")
SECOND = 1_000_000_000


def claps(*offsets_ms: float) -> ZeroTest:
    seen = [k * SECOND for k in range(1, len(offsets_ms) + 1)]
    return zero_test(seen, [at + round(ms * 1e6) for at, ms in zip(seen, offsets_ms, strict=True)])


def test_offset_and_spread_are_measured() -> None:
    test = claps(62, 58, 60, 66)
    assert test.offset_ms == pytest.approx(61)
    assert test.spread_ms == pytest.approx(5)
    assert test.claps == 4
    test.check()


@pytest.mark.parametrize("offsets", [(60, 61), (10, 60, 110), (450, 451, 452)], ids=["few", "spread", "far"])
def test_refereeing_is_refused_above_the_limit(offsets: tuple[float, ...]) -> None:
    with pytest.raises(BadInput, match=r"clap|apart"):
        claps(*offsets).check()


def test_a_clap_that_was_not_heard_does_not_count() -> None:
    assert zero_test([SECOND, 2 * SECOND, 9 * SECOND], [SECOND + 50_000_000, 2 * SECOND + 52_000_000]).claps == 2
    with pytest.raises(BadInput, match="heard"):
        zero_test([SECOND], [])


def test_it_is_kept_with_the_calibration(tmp_path: Path) -> None:
    from calibration.calibration import load_calibration, save_calibration
    from tests.calibration.test_calibration import EXAMPLE

    save_calibration(EXAMPLE, tmp_path / "t.json")
    kept = load_calibration(tmp_path / "t.json").zero
    assert kept == EXAMPLE.zero and kept is not None
    kept.check()


def sit_down(log: MatchLog, zero: ZeroTest | None) -> TableSession:
    return TableSession(Scripted([], TABLE.size), Scene([]), TABLE, GAME, PLAYERS, log, zero=zero)


def test_a_table_with_a_bad_zero_test_is_not_refereed() -> None:
    log = MemoryLog(kinds_of(GAME.events))
    with pytest.raises(BadInput, match="40 ms apart, give or take 30 ms"):
        sit_down(log, ZeroTest(40.0, 30.0, 5))
    assert log.entries() == (), "and nothing was begun"


def test_what_was_measured_is_in_the_match_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.tapis"
    zero = claps(62, 58, 60, 66)
    for each in (None, zero):
        log = begin_match(file, kinds_of(GAME.events))
        sit_down(log, each).close()
    assert main(["matches", str(file)]) == 0
    tested, untested = capsys.readouterr().out.splitlines()
    assert tested.endswith("; sound 61 ms after the picture, give or take 5 ms") and "sound" not in untested
    assert main(["matches", str(file), "--json"]) == 0
    row, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert row["zero"] == {"offset_ms": 61.0, "spread_ms": 5.0, "claps": 4}


def test_a_match_that_people_began_notes_it_with_the_first_thing_that_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, zero = tmp_path / "table.tapis", claps(62, 58, 60, 66)
    log = begin_match(file, kinds_of(GAME.events))
    log.append(NewMatch("frankfurt", tuple(PLAYERS.values())))
    session = sit_down(log, zero)
    session.say(ManualScore(PlayerId("Ann"), 5))
    seen = Claim(ManualScore(PlayerId("Ben"), 7), Certainty.CERTAIN, 1, 2, 1.0, "camera#1-2-3")
    proofs = [session.commit(seen).entry.proof for _ in range(2)]
    session.close()
    assert proofs == [f"{zero.noted()} camera#1-2-3", "camera#1-2-3"]
    assert zero_noted(proofs[0]) == zero and frames_in(proofs[0]) == (1, 2, 3)
    assert main(["matches", str(file)]) == 0
    assert "sound 61 ms after the picture" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "game.avi#1", "zero_test:", "zero_test:1,2", "zero_test:a,b,c"])
def test_other_notes_are_no_zero_test(text: str) -> None:
    assert zero_noted(text) is None
