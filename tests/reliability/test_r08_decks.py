"""R2, R3, R8 and R14 for enrolled decks: any folder is a deck or gets one sentence; saving is whole; old ones open."""

import errno
import json
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from vision.recognise.deck import MANIFEST, load_deck, save_deck

SAVED = Path(__file__).parents[1] / "data" / "deck_v1"
NAMES = ["frankfurt/blue/7", "frankfurt/red/13", "frankfurt/yellow/20"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def loaded_or_refused(folder: Path) -> None:
    """Anything but BadInput is a bug, and so is an empty sentence."""
    try:
        assert load_deck(folder).faces
    except BadInput as wrong:
        assert wrong.what and str(folder) in str(wrong)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAVED, tmp_path / "deck"))


def rewritten(deck: Path, **changes: Any) -> None:
    manifest = json.loads((deck / MANIFEST).read_text("utf-8"))
    (deck / MANIFEST).write_text(json.dumps(manifest | changes), "utf-8")


def test_a_deck_of_version_1_opens() -> None:
    saved = load_deck(SAVED)
    assert (saved.game, sorted(face.name for face in saved.faces)) == ("frankfurt", NAMES)
    assert [face.name for face in saved.backs] == ["back"]


@given(picture=ANYTHING, field=st.sampled_from(["side", "name", "file", "crc32"]))
def test_any_entry_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, picture: Any, field: str) -> None:
    deck = Path(shutil.copytree(SAVED, tmp_path_factory.mktemp("any") / "deck"))
    pictures = json.loads((deck / MANIFEST).read_text("utf-8"))["pictures"]
    rewritten(deck, pictures=[picture, *pictures])
    loaded_or_refused(deck)
    rewritten(deck, pictures=[{**pictures[0], field: picture}, *pictures[1:]])
    loaded_or_refused(deck)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"format": "tapis-deck", "version": 99}', "\x00"])
def test_no_manifest_is_a_traceback(deck: Path, text: str) -> None:
    (deck / MANIFEST).write_text(text, "utf-8")
    with pytest.raises(BadInput, match=MANIFEST):
        load_deck(deck)


@pytest.mark.parametrize("file", ["../deck/back.jpg", "/etc/passwd", "a\x00b", "", ".", "sub/../back.jpg"])
def test_no_picture_is_taken_from_elsewhere(deck: Path, file: str) -> None:
    row = {"side": "face", "name": "x", "file": file, "crc32": zlib.crc32((deck / "back.jpg").read_bytes())}
    rewritten(deck, pictures=[row])
    with pytest.raises(BadInput, match="damaged"):
        load_deck(deck)


def test_every_cut_picture_is_named(deck: Path) -> None:
    picture = deck / "back.jpg"
    whole = picture.read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 50)):
        picture.write_bytes(whole[:length])
        with pytest.raises(BadInput, match=r"back\.jpg"):
            load_deck(deck)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("call", ["write_bytes", "write_text", "replace", "mkdir"])
def test_a_deck_that_cannot_be_written_leaves_the_old_one(
    deck: Path, call: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The n-th call fails, for every n until saving succeeds."""
    saved, before = load_deck(deck), sorted(deck.parent.iterdir())
    whole = getattr(Path, call)
    for failing in range(20):
        calls = iter(range(100))

        def once(self: Path, *args: Any, failing: int = failing, calls: Any = calls, **kwargs: Any) -> Any:
            if next(calls) == failing:
                raise OSError(code, "the disk says no", str(self))
            return whole(self, *args, **kwargs)

        with monkeypatch.context() as patched:
            patched.setattr(Path, call, once)
            try:
                save_deck(saved, deck, force=True)
                break
            except BadInput as wrong:
                assert "cannot be written" in wrong.what
        assert sorted(face.name for face in load_deck(deck).faces) == NAMES
        assert sorted(deck.parent.iterdir()) == before
    else:
        pytest.fail("saving never succeeded")
    assert failing >= 1 and sorted(face.name for face in load_deck(deck).faces) == NAMES
