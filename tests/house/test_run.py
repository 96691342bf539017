"""What run.py decides before anything is installed. The whole way is walked by `.ci/run` in a fresh clone."""

import importlib.util
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def run(monkeypatch, tmp_path):
    """run.py as a module, with a .venv of its own that does not exist."""
    spec = importlib.util.spec_from_file_location("run", PROJECT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / "prepared.json")
    monkeypatch.setattr(module, "PYTHON", tmp_path / "python")
    return module


def test_a_wrong_python_gets_one_sentence(run, monkeypatch, capsys):
    monkeypatch.setattr(run.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        run.use_a_right_python()
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_wrong_python_looks_for_a_right_one(run, monkeypatch):
    monkeypatch.setattr(run.sys, "version_info", (3, 14, 0))
    monkeypatch.setattr(run.shutil, "which", lambda name: f"bin/{name}")
    monkeypatch.setattr(run, "succeeds", lambda command: command[0] == "bin/python3.12")
    monkeypatch.setattr(run, "become", lambda command: run.sys.exit(command[0]))
    with pytest.raises(SystemExit) as ended:
        run.use_a_right_python()
    assert ended.value.code == "bin/python3.12"


def test_without_root_the_missing_packages_are_one_line_to_copy(run, monkeypatch, capsys):
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(run.shutil, "which", lambda name: name if name == "apt-get" else None)
    run.add_packages(["libgl1", "libzbar0"])
    expected = "    sudo apt-get install -y --no-install-recommends libgl1 libzbar0"
    assert expected in capsys.readouterr().err.splitlines()


def test_a_second_start_has_nothing_to_prepare(run, monkeypatch):
    monkeypatch.setattr(run, "missing_packages", list)
    run.PYTHON.touch()
    run.STAMP.write_text(run.json.dumps(run.state([], testing=True)))
    assert run.is_prepared(run.state([], testing=True))
    assert run.is_prepared(run.state([], testing=False))


def test_a_changed_system_is_prepared_again(run):
    run.PYTHON.touch()
    run.STAMP.write_text(run.json.dumps(run.state(["libgl1"], testing=False)))
    assert not run.state(["libgl1"], testing=False)["window"]
    assert not run.is_prepared(run.state([], testing=False))


def test_a_damaged_stamp_is_no_stamp(run):
    run.STAMP.write_text('{"project": ')
    assert run.saved_state() == {}


def test_a_failed_step_shows_its_last_lines(run, capsys):
    assert not run.long_step("Failing", [run.sys.executable, "-c", "print('the cause'); raise SystemExit(1)"])
    assert "the cause" in capsys.readouterr().err


def test_the_headless_opencv_keeps_the_range_of_the_project(run):
    assert run.opencv_requirement().startswith("opencv-python>=")


def test_pytest_gets_the_callers_words_as_they_are(run):
    assert run.test_words(["-n", "0", "tests/house"]) == ["-n", "0", "tests/house"]
    assert run.test_words(["-k", "slap"])[-2:] == ["-k", "slap"]
