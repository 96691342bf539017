"""`tapis watch` with wrong or damaged input: one sentence and exit status 2, never half an answer."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.demo import demo_folder

DECK, TABLE = str(demo_folder() / "deck"), str(demo_folder() / "table.json")


@pytest.fixture
def still(tmp_path: Path) -> str:
    """Six frames of an empty table, as large as the bundled TABLE says."""
    wood = np.random.default_rng(1).integers(70, 110, (405, 720, 3)).astype(np.uint8)
    folder = tmp_path / "still"
    folder.mkdir()
    for number in range(6):
        cv2.imwrite(str(folder / f"{number}.jpg"), wood)
    return str(folder)


def test_an_empty_table_tells_only_its_end(still: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--deck", DECK, "--table", TABLE, "--json", still]) == 0
    (end,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (end["kind"], end["frames"]) == ("end", 6)


def test_a_damaged_picture_is_a_gap_in_order_of_time(still: str, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(still) / "3.jpg").write_bytes(b"damaged")
    assert main(["watch", "--deck", DECK, "--table", TABLE, "--json", still]) == 0
    gap, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert gap == {"kind": "gap", "t_ms": 100.0, "reason": "unreadable_picture"}
    assert end["frames"] == 5


@pytest.mark.parametrize(
    ("deck", "table", "clip", "told"),
    [
        ("nowhere", TABLE, None, "nowhere"),
        (DECK, "nowhere.json", None, "nowhere.json"),
        (DECK, TABLE, "nowhere.avi", "nowhere.avi"),
    ],
)
def test_what_is_missing_is_one_sentence(
    still: str, capsys: pytest.CaptureFixture[str], deck: str, table: str, clip: str | None, told: str
) -> None:
    assert main(["watch", "--deck", deck, "--table", table, "--json", clip or still]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and err.count("\n") == 1


def test_pictures_of_another_size_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((48, 64, 3), np.uint8))
    assert main(["watch", "--deck", DECK, "--table", TABLE, "--json", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "720x405" in err
