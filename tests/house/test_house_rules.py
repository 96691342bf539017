"""The project keeps its house rules, and every rule can fail: each is broken once in a small tree of its own."""

from pathlib import Path

import pytest

from tests.house import checks

PROJECT = Path(__file__).parents[2]

#: One file each: where it stands, its offending line, and what must be reported about it.
WRONG_IMPORTS = [
    ("calibration/plane.py", "from vision.frame import Frame", "calibration.plane must not import vision.frame.Frame"),
    ("calibration/mat.py", "import kivy", "calibration.mat must not import kivy"),
    ("vision/detect/cards.py", "from companion.core import ids", "must not import companion.core.ids"),
    ("vision/table.py", "import cv2", "vision.table must not import cv2"),
    ("vision/reader.py", "from vision.training import compose", "training is never part of the app"),
    ("vision/reader.py", "import torch", "vision.reader must not import torch"),
    ("vision/watcher.py", "import threading", "only companion.watching, the grabber and the labeller start threads"),
    ("companion/core/fold.py", "import numpy", "companion.core.fold must not import numpy"),
    ("companion/core/words.py", "from companion.games import load_game", "companion.core stands below it"),
    (
        "companion/games/chess/rules.py",
        "from companion.games.poker.rules import State",
        "must not import companion.games.poker",
    ),
    ("companion/games/chess/__init__.py", "from ..poker import rules", "must not import companion.games.poker.rules"),
    ("companion/games/chess/rules.py", "from vision.table import Table", "must not import vision.table.Table"),
    ("companion/referee/slaps.py", "import cv2", "companion.referee.slaps must not import cv2"),
    ("companion/store/log.py", "from companion.referee import session", "must not import companion.referee.session"),
    ("companion/ui/watch.py", "import sqlite3", "companion.ui.watch must not import sqlite3"),
    ("companion/ui/watch.py", "from companion.app import TapisApp", "must not import companion.app.TapisApp"),
]
RIGHT_IMPORTS = [
    ("companion/watching.py", "import threading"),
    ("companion/ui/watch.py", "from kivy.uix.widget import Widget"),
    ("companion/games/chess/rules.py", "from .board import Board"),
    ("companion/games/chess/rules.py", "from companion.core.ids import PlayerId"),
    ("vision/training/compose.py", "import torch"),
    ("companion/referee/session.py", "from vision.frame import Frame"),
]


def write(root: Path, name: str, text: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


@pytest.mark.parametrize("check", [checks.import_order, checks.sizes, checks.traces])
def test_the_project_keeps_the_rule(check):
    assert "\n".join(check(PROJECT)) == ""


@pytest.mark.parametrize(("file", "line", "report"), WRONG_IMPORTS)
def test_a_wrong_import_is_reported_with_its_line(tmp_path, file, line, report):
    write(tmp_path, file, f'"""A room."""\n\n\ndef late() -> None:\n    {line}\n')
    (found,) = checks.import_order(tmp_path)
    assert found.startswith(f"{file}:5: ")
    assert report in found


@pytest.mark.parametrize(("file", "line"), RIGHT_IMPORTS)
def test_a_right_import_is_not_reported(tmp_path, file, line):
    write(tmp_path, file, line + "\n")
    assert checks.import_order(tmp_path) == []


def test_a_module_of_700_lines_is_reported(tmp_path):
    write(tmp_path, "vision/long.py", "x = 1\n" * 700)
    assert checks.sizes(tmp_path) == ["vision/long.py:601: a module of 700 lines; 600 is the limit"]


def test_a_long_function_is_reported_where_it_begins(tmp_path):
    body = "    x = 1\n" * 60
    write(tmp_path, "vision/long.py", f"def fine():\n{body[10:]}\n\ndef endless():\n{body}")
    assert checks.sizes(tmp_path) == ["vision/long.py:63: endless has 61 lines; 60 is the limit"]


def test_a_path_of_somebodys_machine_is_reported(tmp_path):
    own = "/" + "home/jo"
    write(tmp_path, "docs/how.md", f"first\nput it into {own}/cards\n")
    assert checks.traces(tmp_path) == [f"docs/how.md:2: {own} is a trace of one machine"]


def test_a_private_package_index_is_reported(tmp_path):
    private = "https://packages.example.org/" + "simple"
    write(tmp_path, "uv.lock", f'registry = "{private}"\nregistry = "https://pypi.org/simple"\n')
    assert checks.traces(tmp_path) == [f"uv.lock:1: {private} is a trace of one machine"]


def test_an_untyped_function_is_reported_by_mypy(tmp_path):
    from mypy import api

    write(tmp_path, "untyped.py", "def add(a, b):\n    return a + b\n")
    out, _, status = api.run(["--strict", "--no-incremental", str(tmp_path / "untyped.py")])
    assert status == 1
    assert "untyped.py:1: error: Function is missing a type annotation" in out
