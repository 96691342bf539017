"""The game that comes with Tapis, through the real path: exactly these rulings, these scores, at these times."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.codec import kinds_of
from companion.core.fold import fold
from companion.core.words import say
from companion.games import load_game
from companion.referee.demo import PLAYERS, demo_folder, open_demo
from companion.store.sqlite import MatchFile
from tests.recordings.played import KINDS, LATE_NS, Played, happened, play, truth

RULINGS = """\
legal: A match begins: Ann, Ben.
legal: Ann opens pile left with yellow 8.
legal: Ben opens pile right with blue 5.
legal: yellow 9 fits on blue 5: another colour, and higher.
legal: red 12 fits on yellow 8: another colour, and higher.
legal: red 7 fits on red 12: same colour, odd onto even.
illegal: Ben: red 3 does not fit on yellow 9. Another colour must be higher.
legal: Ben takes red 3 back.
legal: Ben has taken red 3 back.
legal: blue 10 fits on yellow 9: another colour, and higher.
legal: blue 13 fits on red 7: another colour, and higher.
illegal: Ann: blue 14 does not fit on blue 10. In the same colour only odd goes onto even.
legal: Ann takes blue 14 back.
legal: yellow 20 fits on blue 13: another colour, and higher.
legal: Ann has taken blue 14 back.
legal: yellow 11 fits on yellow 20: same colour, odd onto even.
""".splitlines()
GAME_KINDS = kinds_of(load_game("frankfurt").events)
SEAT_OF = {player: seat.value for seat, player in PLAYERS.items()}


@pytest.fixture(scope="module")
def match_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bundled") / "matches.tapis"


@pytest.fixture(scope="module")
def played(match_file: Path) -> Played:
    return play(open_demo(match_file))


def test_the_rulings_are_exactly_these(played: Played) -> None:
    assert played.rulings == RULINGS
    assert played.questions == 0


def test_the_scores_are_exactly_these(played: Played) -> None:
    # 66 cards each, one opened a pile; Ann discarded three for good and Ben four.
    assert [(line.player, line.total) for line in played.scores.lines] == [("Ann", 62), ("Ben", 61)]
    assert played.scores.leaders == ("Ben",)


def test_the_match_file_keeps_the_whole_game(played: Played, match_file: Path) -> None:
    with closing(MatchFile(match_file)) as file:
        entries = file.resume(1, GAME_KINDS).entries()
    game = load_game("frankfurt")
    match = fold(game, entries)
    told = [ruling for judged in match.judged for ruling in judged.rulings]
    assert [f"{ruling.verdict.value}: {say(ruling, game.words)}" for ruling in told] == RULINGS
    assert match.scores == played.scores


def test_what_was_seen_is_what_happened(played: Played) -> None:
    told = [(KINDS[s["event"].KIND], SEAT_OF[s["event"].player], s["event"].pile, s["event"].card) for s in played.seen]
    true = [(e["type"], e["seat"], e["pile"], e["card"]) for e in truth("bundled")["events"]]
    assert sorted(told) == sorted(true)


def test_every_interval_holds_the_moment(played: Played) -> None:
    when = {(e["type"], e["card"]): happened(e) for e in truth("bundled")["events"]}
    for seen in played.seen:
        moment = when[KINDS[seen["event"].KIND], seen["event"].card] * 1e6
        assert seen["lo_ns"] - 1e9 / 15 <= moment <= seen["hi_ns"] + 1e9 / 15


def test_tapis_watch_tells_it_as_the_contract_says(capsys: pytest.CaptureFixture[str]) -> None:
    folder = demo_folder()
    deck, table, clip = (str(folder / part) for part in ("deck", "table.json", "recording.avi"))
    assert main(["watch", "--deck", deck, "--table", table, "--json", clip]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    *events, end = rows
    assert end["kind"] == "end" and end["frames"] == truth("bundled")["frames"]
    assert set(end["ms_per_frame"]) == {"p50", "p95"}
    assert [row["t_ms"] for row in events] == sorted(row["t_ms"] for row in events)
    places = {row["card"]: row for row in events if row["kind"] == "place"}
    true = [event for event in truth("bundled")["events"] if event["type"] == "place"]
    assert len(places) == len(true)
    for event in true:
        row = places[event["card"]]
        assert set(row) == {"kind", "pile", "seat", "card", "t_ms", "t_lo_ms", "t_hi_ms", "confidence"}
        assert (row["pile"], row["seat"]) == (event["pile"], event["seat"])
        assert row["t_lo_ms"] <= row["t_ms"] <= row["t_hi_ms"]
        assert abs(row["t_ms"] - event["rest_ms"]) * 1e6 <= LATE_NS
