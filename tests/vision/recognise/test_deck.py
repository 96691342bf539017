"""An enrolled deck is a folder that travels: written whole, checked on load, every problem told at once."""

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.errors import BadInput
from vision.image import Image
from vision.recognise.deck import MANIFEST, Deck, Face, load_deck, save_deck


def plain(colour: int) -> Image:
    return np.full((288, 192, 3), colour, np.uint8)


def little_deck() -> Deck:
    faces = tuple(Face(f"game/{k}", (plain(40 * k),)) for k in range(1, 4))
    return Deck("any", (*faces, Face("game/two", (plain(10), plain(20)))), (Face("back", (plain(200),)),))


def test_a_deck_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    save_deck(little_deck(), tmp_path / "deck")
    again = load_deck(tmp_path / "deck")
    assert [face.name for face in again.faces] == ["game/1", "game/2", "game/3", "game/two"]
    assert [len(face.views) for face in again.faces] == [1, 1, 1, 2]
    assert [face.name for face in again.backs] == ["back"]
    assert abs(int(again.faces[1].views[0].mean()) - 80) < 3


def test_a_copied_folder_is_the_same_deck(tmp_path: Path) -> None:
    save_deck(little_deck(), tmp_path / "deck")
    (tmp_path / "deck").rename(tmp_path / "elsewhere")
    assert len(load_deck(tmp_path / "elsewhere").faces) == 4


def test_an_existing_deck_is_kept_unless_forced(tmp_path: Path) -> None:
    save_deck(little_deck(), tmp_path / "deck")
    with pytest.raises(BadInput, match="already there"):
        save_deck(little_deck(), tmp_path / "deck")
    save_deck(Deck("any", little_deck().faces[:1]), tmp_path / "deck", force=True)
    assert len(load_deck(tmp_path / "deck").faces) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["deck"]


def test_a_folder_that_is_no_deck_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("dear")
    with pytest.raises(BadInput, match="not a deck"):
        save_deck(little_deck(), tmp_path / "letters", force=True)
    assert (tmp_path / "letters" / "dear.txt").read_text() == "dear"


def test_all_damage_is_told_at_once(tmp_path: Path) -> None:
    save_deck(little_deck(), tmp_path / "deck")
    (tmp_path / "deck" / "game__1.jpg").unlink()
    (tmp_path / "deck" / "game__2.jpg").write_bytes(b"no picture")
    with pytest.raises(BadInput) as wrong:
        load_deck(tmp_path / "deck")
    assert "game__1.jpg: is missing" in str(wrong.value)
    assert "game__2.jpg: is not the picture that was enrolled" in str(wrong.value)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something else"},
        {"version": 99},
        {"game": 7},
        {"pictures": None},
        {"pictures": []},
        {"pictures": [{"side": "face", "name": "a", "file": "../../etc/passwd", "crc32": 0}]},
        {"pictures": [3]},
    ],
)
def test_a_manifest_that_makes_no_sense_is_one_sentence(tmp_path: Path, change: dict[str, object]) -> None:
    save_deck(little_deck(), tmp_path / "deck")
    manifest = json.loads((tmp_path / "deck" / MANIFEST).read_text())
    (tmp_path / "deck" / MANIFEST).write_text(json.dumps(manifest | change))
    with pytest.raises(BadInput) as wrong:
        load_deck(tmp_path / "deck")
    assert "\n" not in str(wrong.value)


def test_what_is_no_deck_at_all(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="tapis enrol"):
        load_deck(tmp_path)
    (tmp_path / MANIFEST).write_text("{")
    with pytest.raises(BadInput, match="JSON"):
        load_deck(tmp_path)
