"""A badge that was printed here signs in here; for anybody else it is only a name."""

import json
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.codes.code import read_code
from companion.codes.meaning import AskWho, Known, SignIn, action_for
from companion.printing.order import Order, printed
from companion.store.key import household_key
from vision.art.raster import rasterise
from vision.codes.read import read_codes


def test_a_printed_badge_signs_in(tmp_path: Path) -> None:
    key = household_key(tmp_path)
    _, (page, *_) = printed(Order("seats", "frankfurt", players=("Ann", "Zoë"), key=key))
    seen = {code.text for code in read_codes(np.asarray(rasterise(page, round(page.width_mm * 4)), np.uint8))}
    known = Known(players=frozenset({"Ann", "Zoë"}))
    assert {action_for(read_code(text, key), known) for text in seen} == {SignIn("Ann"), SignIn("Zoë")}
    assert {action_for(read_code(text), known) for text in seen} == {AskWho("Ann", True), AskWho("Zoë", True)}


def test_printing_badges_makes_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.store.place.data_folder", lambda: tmp_path / "data")
    words = ["print", "seats", "--game", "frankfurt", "--players", "Ann", "--out", str(tmp_path / "b.pdf"), "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["pages"] >= 1
    assert household_key(tmp_path / "data") and (tmp_path / "data" / "household.key").exists()
