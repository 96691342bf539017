"""`tapis app` where nobody sits at it: lines, pictures, and the folder named at the end."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import app
from tests.ui.fake import FakeSession

PROJECT = Path(__file__).parents[2]
PLAY = """
import sys
from companion.cli import main
from companion.commands import app
from tests.ui.fake import FakeSession
app.chosen = lambda args, match_file: FakeSession
sys.exit(main(["app", "--unattended", "--out", sys.argv[1]]))
"""


def test_without_a_window_the_game_is_told_and_drawn(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(app, "chosen", lambda args, match_file: FakeSession)
    folder = tmp_path / "pictures"
    assert main(["app", "--headless", "--out", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "x Not allowed: Ben: red 3 does not fit on blue 9." in told
    assert told.rstrip().endswith(str(folder))
    assert {path.name for path in folder.iterdir()} == {"ruling-00004.png", "ruling-00005.png", "final.png"}


def test_the_real_app_plays_by_itself_and_leaves_the_same_pictures(tmp_path):
    folder = tmp_path / "pictures"
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(folder)], cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "x Not allowed: Ben: red 3 does not fit on blue 9." in done.stdout
    if "No window can be opened" in done.stderr:
        pytest.skip("no window can be opened here")
    assert {path.name for path in folder.iterdir()} == {"ruling-00004.png", "ruling-00005.png", "final.png"}


def test_pictures_are_never_written_over(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(app, "chosen", lambda args, match_file: FakeSession)
    (tmp_path / "final.png").write_text("mine")
    assert main(["app", "--headless", "--out", str(tmp_path)]) == 2
    assert (tmp_path / "final.png").read_text() == "mine"
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--size", "big"], ["--size", "1x1"], ["no-such-folder"]])
def test_a_wrong_call_gets_one_sentence(wrong, capsys):
    assert main(["app", "--headless", *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1
