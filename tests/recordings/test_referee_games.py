"""`tapis referee` on recordings of the other games: what it rules, and what it asks because no camera can see it."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.decks import deck_folder

GOLDEN = Path(__file__).parent / "golden"


def told(clip: str, game: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    deck = str(deck_folder(game))
    assert main(["referee", str(GOLDEN / clip), "--game", game, "--deck", deck, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_frantic_asks_for_a_wish(capsys: pytest.CaptureFixture[str]) -> None:
    rows = told("fc-wish", "frantic", capsys)
    assert [(row["event"], row["verdict"]) for row in rows if row["kind"] == "ruling"][1:] == [
        ("start_card", "legal"),
        ("play", "legal"),
    ]
    (question,) = [row for row in rows if row["kind"] == "question"]
    assert question["missing"] == ["wish"] and question["pile"] == "discard"


def test_frappadingue_calls_a_card_that_scores_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    rows = told("fd-wrong", "frappadingue", capsys)
    called = [row for row in rows if row.get("verdict") == "illegal"]
    assert [row["code"] for row in called] == ["frappadingue.keep.no_points"]
    assert rows[-1]["kind"] == "scores"
