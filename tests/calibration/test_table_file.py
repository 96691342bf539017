"""The TABLE file: what is written is read back, and whatever is wrong with one is told in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.errors import BadInput
from calibration.table_file import Seat, load_table, plain, save_table, table_of

GOOD: dict[str, Any] = {
    "size": [854, 480],
    "mm_to_px": [[1.5, 0, 400], [0, -1.5, 240], [0, 0, 1]],
    "card_mm": [58, 87],
    "seats": ["S", "N"],
    "piles": [{"pile": "main", "polygon": [[300, 200], [500, 200], [500, 300], [300, 300]]}],
}


def test_a_table_is_written_and_read_back(tmp_path: Path) -> None:
    table = table_of(GOOD, "here")
    save_table(table, tmp_path / "table.json")
    assert load_table(tmp_path / "table.json") == table
    assert plain(table)["seats"] == ["S", "N"]
    assert table.seats == (Seat.SOUTH, Seat.NORTH)


def test_a_card_has_its_size_in_pixels() -> None:
    table = table_of(GOOD, "here")
    assert table.card_px(table.piles[0]) == pytest.approx((87, 130.5))


def test_an_existing_file_stays_unless_it_may_go(tmp_path: Path) -> None:
    table, path = table_of(GOOD, "here"), tmp_path / "table.json"
    path.write_text("mine")
    with pytest.raises(BadInput, match="--force"):
        save_table(table, path)
    assert path.read_text() == "mine"
    save_table(table, path, replace=True)
    assert load_table(path) == table
    assert [child.name for child in tmp_path.iterdir()] == ["table.json"]


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("size", [854], "size"),
        ("size", [854, 480.5], "size"),
        ("size", [True, 480], "size"),
        ("mm_to_px", [[1, 0], [0, 1]], "mm_to_px"),
        ("mm_to_px", [[0, 0, 0]] * 3, "mm_to_px"),
        ("mm_to_px", [[1, 0, float("nan")], [0, 1, 0], [0, 0, 1]], "mm_to_px"),
        ("card_mm", [58, 5], "card_mm"),
        ("card_mm", "58x87", "card_mm"),
        ("seats", ["S", "X"], "seats"),
        ("seats", "SN", "seats"),
        ("piles", [{"pile": "main"}], "piles"),
        ("piles", [{"pile": "", "polygon": [[0, 0], [1, 0], [1, 1]]}], "piles"),
        ("piles", [{"pile": "main", "polygon": [[0, 0], [1, 0]]}], "piles"),
        ("piles", GOOD["piles"] * 2, "same name"),
        ("piles", None, "piles"),
    ],
)
def test_a_wrong_part_is_named(part: str, value: Any, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        table_of({**GOOD, part: value}, "here")


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(BadInput) as wrong:
        table_of({"size": [0, 0], "seats": ["S"]}, "there")
    assert all(part in str(wrong.value) for part in ("there", "size", "mm_to_px", "card_mm", "piles"))


@pytest.mark.parametrize("text", ["", "not json", "[]", "[" * 100_000, '{"size": 1}', "\x00\xff"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=r"table\.json"):
        load_table(path)
    with pytest.raises(BadInput, match="nowhere"):
        load_table(tmp_path / "nowhere.json")


def test_what_is_written_is_the_documented_form(tmp_path: Path) -> None:
    save_table(table_of(GOOD, "here"), tmp_path / "t.json")
    written = json.loads((tmp_path / "t.json").read_text())
    assert set(written) == {"size", "mm_to_px", "card_mm", "seats", "piles"}
    assert set(written["piles"][0]) == {"pile", "polygon"}
