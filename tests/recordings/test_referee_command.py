"""From a live table to a recording to a verdict: what was recorded is judged as it was judged live."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.table_file import load_table
from companion.cli import main
from companion.commands._seen_table import seen_table
from companion.commands.referee import decided
from companion.core.codec import kinds_of
from companion.games import load_game
from companion.recorder import Recorded, begin_recording
from companion.referee.demo import GAME_ID, OPTIONS, PLAYERS, demo_folder
from companion.referee.session import TableSession
from companion.store.lines import Lines, read_lines
from companion.store.log import MemoryLog
from vision.frame import Frame
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.recording.proof import lies_in
from vision.recording.writer import MATCH, SEEN
from vision.sources.open import open_source
from vision.sources.scripted import Scripted

#: The first seconds: two cards are laid.
FRAMES = 45
MATCH_KNOWN = {"game": GAME_ID, "options": dict(OPTIONS), "seats": {seat.value: name for seat, name in PLAYERS.items()}}
DECK = str(demo_folder() / "deck")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, object]]]:
    """A session that is recorded while it is played: the folder, and the rulings as they were told."""
    folder = tmp_path_factory.mktemp("live") / "friday"
    table = load_table(demo_folder() / "table.json")
    clip = open_source(demo_folder() / "recording.avi")
    frames = [seen for seen in (clip.read() for _ in range(FRAMES)) if isinstance(seen, Frame)]
    source = Scripted(frames, clip.size, "camera")
    recorder = begin_recording(folder, source, table, MATCH_KNOWN)
    game = load_game(GAME_ID)
    log = MemoryLog(kinds_of(game.events))
    session = TableSession(
        Recorded(source, recorder), Reader(load_deck(demo_folder() / "deck")), table, game, PLAYERS, log, OPTIONS
    )
    told = []
    for update, rows in decided(session, "en"):
        recorder.update(update)
        told += rows
    session.close()
    return folder, told


def refereed(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["referee", "--deck", DECK, "--json", str(folder), *more]) == 0
    return capsys.readouterr().out


def test_the_recording_is_judged_as_the_table_was(
    live: tuple[Path, list[dict[str, object]]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder, told = live
    *rows, scores = map(json.loads, refereed(folder, capsys, "--proof", str(tmp_path / "proof")).splitlines())
    assert [row["text"] for row in rows] == [row["text"] for row in told]
    assert [row["event"] for row in rows] == ["match", "open", "open", "discard", "discard"]
    assert scores["kind"] == "scores" and [line["player"] for line in scores["scores"]] == ["Ann", "Ben"]
    assert {"t_lo_ms", "t_hi_ms", "verdict", "code", "rule", "facts", "proof", "source"} <= rows[-1].keys()


def test_both_logs_lie_beside_the_pictures(live: tuple[Path, list[dict[str, object]]]) -> None:
    folder, told = live
    lines = tuple((folder / MATCH).read_bytes().splitlines())
    entries = read_lines(Lines(lines), kinds_of(load_game(GAME_ID).events)).entries
    assert len(entries) == len(told)
    seen = [json.loads(line) for line in (folder / SEEN).read_text("utf-8").splitlines()]
    assert [row["kind"] for row in seen] == ["place", "place"] and all(len(row["frames"]) == 3 for row in seen)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deck", DECK, "nowhere.mp4"], "nowhere.mp4"),
        (["--deck", DECK, str(demo_folder() / "recording.avi")], "--game"),
    ],
)
def test_what_is_missing_is_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert main(["referee", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and err.count("\n") == 1


def test_without_a_table_file_the_opening_cards_are_the_piles(capsys: pytest.CaptureFixture[str]) -> None:
    found = seen_table(demo_folder() / "recording.avi", GAME_ID, demo_folder() / "deck", "S,N")
    true = load_table(demo_folder() / "table.json")
    assert len(found.piles) == 2 and found.seats == true.seats
    for pile, other in zip(found.piles, sorted(true.piles, key=lambda each: min(each.polygon)), strict=True):
        middle = tuple(sum(part) / len(pile.polygon) for part in zip(*pile.polygon, strict=True))
        assert lies_in((middle[0], middle[1]), other.polygon)
        assert found.card_px(pile)[1] == pytest.approx(true.card_px(other)[1], rel=0.08)
    assert "pile-1, pile-2" in capsys.readouterr().err


def test_a_video_in_which_no_table_is_to_be_seen_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    assert main(["referee", "--deck", DECK, "--game", GAME_ID, str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "--table" in err and err.count("\n") == 1
