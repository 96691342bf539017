"""tapis codes and tapis cameras: codes in pictures, a match by codes, a link, and what is kept of cameras."""

import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.codes.code import DeckCode, PlayerCode, code_text
from companion.core.codec import kinds_of
from companion.core.practice import new_match, random_events
from companion.games import load_game
from companion.store.exchange import export
from companion.store.log import MemoryLog
from tests.vision.codes.drawn import lay, photographed, table
from tests.vision.sources.rig import network_camera, part, picture


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A match of Frankfurt, long enough for several codes."""
    game = load_game("frankfurt")
    kept = MemoryLog(kinds_of(game.events))
    for event in random_events(game, new_match(game, 4), Random(1)):
        kept.append(event, lo_ns=len(kept.entries()) * 10**9, hi_ns=len(kept.entries()) * 10**9 + 5)
    path = tmp_path / "match.jsonl"
    export(kept.entries()[:60], path)
    return str(path)


def test_codes_in_a_picture_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(1)
    scene = lay(table(rng), code_text(DeckCode("frantic_board", "ours")), (180, 200), 4)
    scene = lay(scene, code_text(PlayerCode("Zoë")), (470, 240), 4, 20)
    scene = lay(scene, "HTTPS://EXAMPLE.ORG", (320, 410), 4)
    cv2.imwrite(str(tmp_path / "photo.png"), photographed(scene, rng))
    assert main(["codes", "--json", str(tmp_path / "photo.png")]) == 0
    rows = {row["kind"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (rows["deck"]["game"], rows["deck"]["deck"]) == ("frantic_board", "ours")
    assert rows["player"]["name"] == "Zoë" and len(rows["player"]["outline"]) == 4
    assert rows[None]["text"] == "HTTPS://EXAMPLE.ORG"


def test_a_match_goes_by_codes_and_comes_back(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes, back = tmp_path / "codes", tmp_path / "back.jsonl"
    assert main(["codes", "--show", log, "--out", str(codes)]) == 0
    assert main(["codes", "--take", str(codes), "--out", str(back)]) == 0
    capsys.readouterr()
    assert main(["score", "--json", log]) == 0
    expected = capsys.readouterr().out
    assert main(["score", "--json", str(back)]) == 0
    assert capsys.readouterr().out == expected
    assert main(["codes", "--take", str(codes), "--out", str(back)]) == 2
    assert "--force" in capsys.readouterr().err


def test_a_piece_that_was_not_seen_is_named(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = tmp_path / "codes"
    assert main(["codes", "--show", log, "--out", str(codes)]) == 0
    first, *others = sorted(codes.iterdir())
    assert others
    first.unlink()
    assert main(["codes", "--take", str(codes), "--out", str(tmp_path / "back.jsonl")]) == 2
    assert "pieces 1 " in capsys.readouterr().err
    assert not (tmp_path / "back.jsonl").exists()


def test_a_result_is_a_link(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codes", "--bg-stats", log]) == 0
    data = json.loads(parse_qs(urlsplit(capsys.readouterr().out.strip()).query)["data"][0])
    assert data["sourceName"] == "Tapis" and data["players"]


@pytest.mark.parametrize("words", [[], ["--show", "x.jsonl"], ["nothing.png"], ["--bg-stats", "nothing.jsonl"]])
def test_what_cannot_be_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codes", *words]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_cameras_are_remembered_listed_and_pictured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def parts() -> Iterator[bytes]:
        for number in itertools.count():
            yield part(picture(number, (160, 120)))
            time.sleep(0.01)

    kept = ["--file", str(tmp_path / "cameras.json")]
    with network_camera(parts) as url:
        assert main(["cameras", *kept, "--remember", url, "rotated=90", "mirrored=true"]) == 0
        assert main(["cameras", *kept, "--json", "--out", str(tmp_path / "out")]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (row,) = [row for row in rows if row["camera"] == url]
    assert row["settings"]["rotated"] == 90 and row["size"] == [120, 160]
    assert cv2.imread(row["picture"]).shape == (160, 120, 3)
    assert main(["cameras", *kept, "--json", "--out", str(tmp_path / "gone")]) == 0
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines() if url in line]
    assert row["picture"] is None and "no picture comes" in row["trouble"]
    assert main(["cameras", *kept, "--forget", url]) == 0


@pytest.mark.parametrize(
    "words",
    [["--forget", "webcam:1"], ["--remember", "nothing"], ["--remember", "webcam:1", "rotated=45"]]
    + [["--remember", "webcam:1", word] for word in ("rotated", "colour=1", "fps=fast")],
)
def test_what_cannot_be_remembered_is_said(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cameras", "--file", str(tmp_path / "cameras.json"), *words]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "cameras.json").exists()
