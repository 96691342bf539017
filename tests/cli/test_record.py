"""`tapis record`: an import is whole, ends when it should, and writes over nothing."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.demo import demo_folder
from vision.recording.doctor import examine


@pytest.fixture
def pictures(tmp_path: Path) -> str:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(40):
        cv2.imwrite(str(folder / f"{number:02d}.png"), np.full((48, 64, 3), 4 * number, np.uint8))
    return str(folder)


def test_a_source_is_recorded_whole_or_for_some_seconds(
    pictures: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, words, frames in (("all", [], 40), ("part", ["--seconds", "0.5"], 16)):
        out = tmp_path / name
        assert main(["record", pictures, "--out", str(out), "--json", *words]) == 0
        row = json.loads(capsys.readouterr().out)
        assert row["frames"] == frames and row["folder"] == str(out) and row["room"] in ("plenty", "little")
        diagnosis = examine(out)
        assert diagnosis.whole and diagnosis.frames == frames


@pytest.mark.parametrize(
    "words",
    [
        ["nowhere.avi", "--out", "new"],
        ["PICTURES", "--out", "PICTURES"],
        ["PICTURES", "--out", "new", "--table", str(demo_folder() / "table.json")],
        ["PICTURES"],
    ],
)
def test_wrong_use_is_one_sentence_and_leaves_nothing(
    pictures: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["record", *(pictures if word == "PICTURES" else word for word in words)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and not (tmp_path / "new").exists()
