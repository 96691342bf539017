"""`tapis screenshots`: one picture a screen, size, theme and language, and none of mine written over."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands._scenes import SCENES
from companion.commands.screenshots import LANGUAGES, SIZES, THEMES, plan

PROJECT = Path(__file__).parents[2]
TAKE = """
import sys
from pathlib import Path
from companion.commands.screenshots import take
from companion.referee import demo
from companion.ui.window import open_window
from tests.ui.fake import SCRIPT, FakeSession
demo.open_demo = lambda: FakeSession(SCRIPT[:4])
if not open_window():
    sys.exit(77)
take(Path(sys.argv[1]), "tablet", ("dark",), ("en", "fr"))
"""


def test_every_picture_has_a_name_of_its_own():
    names = [path for size in SIZES for path in plan(Path(), size).values()]
    assert len(set(names)) == len(SCENES) * len(SIZES) * len(THEMES) * len(LANGUAGES)


def test_a_picture_that_is_there_is_not_written_over(tmp_path, capsys):
    (tmp_path / "watch-phone-dark-de.png").write_text("mine")
    assert main(["screenshots", "--out", str(tmp_path)]) == 2
    assert "watch-phone-dark-de.png" in capsys.readouterr().err
    assert (tmp_path / "watch-phone-dark-de.png").read_text() == "mine"


@pytest.mark.slow
def test_every_scene_is_taken_in_every_language(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", TAKE, str(tmp_path)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    if done.returncode == 77:
        pytest.skip("no window can be opened here")
    assert done.returncode == 0, done.stderr
    pictures = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(pictures) == {path.name for path in plan(tmp_path, "tablet", ("dark",), ("en", "fr")).values()}
    # No two show the same: not two scenes, and not one scene in two languages.
    assert len(set(pictures.values())) == len(pictures)
