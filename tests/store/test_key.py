"""The household's key is made once, stays, and is read by nobody else."""

import os
import stat
from pathlib import Path

import pytest

from calibration.errors import BadInput
from companion.store.key import NAME, household_key


def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    key = household_key(folder)
    assert len(key) == 32 and household_key(folder) == key
    assert household_key(tmp_path / "other") != key
    assert [path.name for path in folder.iterdir()] == [NAME]
    if os.name == "posix":
        assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 64, b"Z" * 64])
def test_a_damaged_key_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(BadInput, match="key"):
        household_key(tmp_path)
