"""`tapis train` says in one sentence what is missing or wrong, and never replaces a file unasked."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.cli import BAD, main


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed here")
def test_without_torch_it_says_what_to_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "detector", "--out", str(tmp_path / "net.onnx")]) == BAD
    assert "tapis[train]" in capsys.readouterr().err


@pytest.mark.parametrize("share", ["0", "-1", "1.5", "nan"])
def test_a_wrong_share_is_refused(tmp_path: Path, share: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "detector", "--out", str(tmp_path / "net.onnx"), "--share", share]) == BAD
    assert "share" in capsys.readouterr().err


def test_a_file_that_is_there_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "net.onnx"
    there.write_text("mine")
    assert main(["train", "identity", "--out", str(there)]) == BAD
    assert there.read_text() == "mine"
    assert "--force" in capsys.readouterr().err
