"""`tapis adopt`: a session becomes a golden recording; every one there is plays as it did when it was adopted."""

import json
import shutil
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands._golden import EXPECTED, differences, load_expected, replay
from companion.referee.demo import demo_folder

ADOPTED = sorted(path.parent for path in (Path(__file__).parent / "adopted").glob(f"*/{EXPECTED}"))
PARTS = {"--deck": "deck", "--table": "table.json"}
WORDS = [word for name, part in PARTS.items() for word in (name, str(demo_folder() / part))]
ASKED = [*WORDS, "--game", "frankfurt", "--players", "Ann,Ben", "--option", "wrong_cards=live"]


@pytest.mark.parametrize("folder", ADOPTED, ids=lambda folder: folder.name)
def test_golden_recordings_are_seen_and_judged_as_they_were(folder: Path) -> None:
    assert list(differences(load_expected(folder), replay(folder))) == []


def test_a_session_is_adopted_whole_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "golden"
    clip = str(demo_folder() / "recording.avi")
    assert main(["adopt", clip, *ASKED, "--end", "2.6", "--out", str(out), "--json"]) == 0
    *told, scores = map(json.loads, capsys.readouterr().out.splitlines())
    assert [row["event"] for row in told] == ["match", "open", "open", "discard", "discard"]
    assert scores["kind"] == "scores"
    expected = load_expected(out)
    assert expected["deck"] == "demo/deck" and not (out / "deck").exists() and expected["frames"] == 40
    expected["told"][3]["verdict"] = "illegal"
    (out / EXPECTED).write_text(json.dumps(expected))
    assert main(["adopt", "--check", str(out)]) == 1
    assert capsys.readouterr().out.count("told: ") == 2
    # Nothing is taken for another recording, and nothing half made is left behind.
    assert main(["adopt", clip, *ASKED, "--out", str(out)]) == 2
    assert main(["adopt", clip, *ASKED, "--begin", "99", "--out", str(tmp_path / "none")]) == 2
    assert not (tmp_path / "none").exists()


def test_what_is_no_golden_recording_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / EXPECTED).write_text("[")
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert main(["adopt", "--check", str(folder)]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and "golden" in err
    shutil.rmtree(tmp_path)
