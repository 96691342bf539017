"""From pictures to a deck to readings, through the command line: what is printed, refused and never overwritten."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import BAD, DONE, main
from vision.image import Image
from vision.recognise.crop import canvas_corners
from vision.training.art import random_deck


@pytest.fixture(scope="module")
def faces() -> tuple[Image, ...]:
    return random_deck(np.random.default_rng(3), 8, "plain_numeral").faces[:5]


@pytest.fixture
def scans(tmp_path: Path, faces: tuple[Image, ...]) -> Path:
    folder = tmp_path / "scans"
    folder.mkdir()
    for number, face in enumerate(faces):
        cv2.imwrite(str(folder / f"own__{number}.png"), face)
    return folder


def on_table(face: Image, quad: list[list[float]]) -> Image:
    height, width = face.shape[:2]
    warp = cv2.getPerspectiveTransform(canvas_corners(width, height), np.array(quad, np.float32))
    table = np.full((480, 640, 3), (70, 110, 60), np.uint8)
    table = np.clip(table + np.random.default_rng(0).normal(0, 4, table.shape), 0, 255).astype(np.uint8)
    laid = cv2.warpPerspective(face, warp, (640, 480), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), warp, (640, 480))
    table[mask > 127] = laid[mask > 127]
    return table


def enrolled(scans: Path, out: Path) -> Path:
    assert main(["enrol", "--game", "any", "--out", str(out), str(scans)]) == DONE
    return out


def test_enrolment_tells_what_it_made(scans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (scans / "own__9.png").write_text("not a picture")
    assert main(["enrol", "--game", "any", "--out", str(tmp_path / "deck"), "--json", str(scans)]) == DONE
    told = capsys.readouterr()
    outcome = json.loads(told.out)
    assert outcome["faces"] == 5 and outcome["backs"] == 0
    assert [Path(row["image"]).name for row in outcome["unused"]] == ["own__9.png"]
    assert "own__9.png" in told.err and "Traceback" not in told.err


def test_further_views_and_backs_are_told_apart(scans: Path, tmp_path: Path, faces: tuple[Image, ...]) -> None:
    cv2.imwrite(str(scans / "own__1@2.png"), faces[1])
    cv2.imwrite(str(scans / "back.png"), faces[0][::-1].copy())
    deck = enrolled(scans, tmp_path / "deck")
    rows = json.loads((deck / "deck.json").read_text())["pictures"]
    assert sum(row["name"] == "own/1" for row in rows) == 2
    assert [row["name"] for row in rows if row["side"] == "back"] == ["back"]


def test_a_deck_is_not_overwritten(scans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    enrolled(scans, tmp_path / "deck")
    assert main(["enrol", "--game", "any", "--out", str(tmp_path / "deck"), str(scans)]) == BAD
    assert "--force" in capsys.readouterr().err
    assert main(["enrol", "--game", "any", "--out", str(tmp_path / "deck"), "--force", str(scans)]) == DONE


def test_nothing_to_enrol_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for pictures in (tmp_path, tmp_path / "missing.jpg"):
        assert main(["enrol", "--game", "any", "--out", str(tmp_path / "deck"), str(pictures)]) == BAD
        assert capsys.readouterr().err.count("\n") == 1


def test_reading_prints_the_contract(
    scans: Path, tmp_path: Path, faces: tuple[Image, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    deck = enrolled(scans, tmp_path / "deck")
    quad = [[240.0, 110.0], [382.0, 122.0], [364.0, 332.0], [222.0, 320.0]]
    cv2.imwrite(str(tmp_path / "table.png"), on_table(faces[2], quad))
    (tmp_path / "broken.jpg").write_bytes(b"")
    capsys.readouterr()
    pictures = [str(tmp_path / name) for name in ("broken.jpg", "table.png")]
    shown = tmp_path / "seen"
    assert main(["read", "--deck", str(deck), "--json", "--show", str(shown), *pictures]) == BAD
    told = capsys.readouterr()
    assert told.err.count("\n") == 1 and "broken.jpg" in told.err
    row = json.loads(told.out)
    assert row["image"] == "table.png" and row["size"] == [640, 480] and row["ms"] > 0
    for card in row["cards"]:
        assert set(card) == {"card", "face", "confidence", "quad", "alternatives"}
        assert card["face"] in ("up", "down") and 0 <= card["confidence"] <= 1 and len(card["quad"]) == 4
    assert (shown / "table.png").exists()


def test_a_table_leaves_out_what_is_not_of_its_cards_size(
    scans: Path, tmp_path: Path, faces: tuple[Image, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    deck = enrolled(scans, tmp_path / "deck")
    still = tmp_path / "still.png"
    cv2.imwrite(str(still), on_table(faces[1], [[220, 100], [380, 100], [380, 340], [220, 340]]))
    counts = {}
    for mm in ((80, 120), (40, 60)):
        table = {"size": [640, 480], "mm_to_px": [[2, 0, 0], [0, 2, 0], [0, 0, 1]], "card_mm": mm}
        path = tmp_path / f"{mm[0]}.json"
        path.write_text(json.dumps(table | {"seats": ["S"], "piles": []}))
        capsys.readouterr()
        assert main(["read", "--deck", str(deck), "--table", str(path), "--json", str(still)]) == DONE
        counts[mm] = len(json.loads(capsys.readouterr().out)["cards"])
    assert counts == {(80, 120): 1, (40, 60): 0}


def test_a_card_photographed_again_goes_into_the_deck(
    scans: Path, tmp_path: Path, faces: tuple[Image, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    deck = enrolled(scans, tmp_path / "deck")
    before = (deck / "own__1.jpg").read_bytes()
    again, further = tmp_path / "own__1.png", tmp_path / "own__2@2.png"
    cv2.imwrite(str(again), faces[1] // 2)
    cv2.imwrite(str(further), faces[2] // 2)
    capsys.readouterr()
    assert main(["enrol", "--into", str(deck), "--json", str(again), str(further)]) == DONE
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["faces"], outcome["views"], outcome["game"]) == (5, 6, "any")
    assert (deck / "own__1.jpg").read_bytes() != before and (deck / "own__2@2.jpg").exists()
    assert main(["enrol", "--into", str(deck), "--game", "frankfurt", str(again)]) == BAD
