"""docs/events.md names every event of every game we ship, and each of its examples is read and ruled on."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.cli import main
from companion.commands import _events_doc
from companion.core.codec import decode, kinds_of
from companion.core.events import CORE_EVENTS
from companion.core.game import Game
from companion.core.playthrough import playthrough_path
from companion.games import game_ids, load_game

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "events.md"
OURS = Path(companion.games.__file__).parent

AnyGame = Game[Any]


def _ours() -> list[AnyGame]:
    """The games of this repository; others, named in TAPIS_GAMES, keep their documents where they live."""
    games = [load_game(game_id) for game_id in game_ids()]
    return [game for game in games if OURS in playthrough_path(game).parents]


def test_the_page_is_what_the_events_say_today(update: bool) -> None:
    page = _events_doc.page(_ours())
    if update:
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text("utf-8") == page, "write it again: tapis games --events > docs/events.md"


def test_every_event_is_on_the_page_with_an_example(game: AnyGame) -> None:
    page = _events_doc.page([game])
    for event in (*CORE_EVENTS, *game.events):
        section = re.search(rf"^### `{event.KIND}`\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
        assert section, f"{event.KIND} is not on the page"
        (example,) = re.findall(r"```json\n(.*)\n```", section[1])
        assert decode(json.loads(example), kinds_of(game.events)).KIND == event.KIND


def test_every_example_is_ruled_on(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    examples = re.findall(r"```json\n(.*)\n```", _events_doc.page([game]))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(examples).encode())))
    assert main(["score", "--game", game.info.id, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == len(examples) + 1 and all(row["code"] and row["text"] for row in rows[:-1])


def test_every_example_stands_in_the_playthrough_where_its_ruling_can_be_read(game: AnyGame) -> None:
    text = playthrough_path(game).read_text("utf-8")
    own = _events_doc.page([game]).split(f"(`{game.info.id}`)")[1]
    for example in re.findall(r"```json\n\{(.*)\n```", own):
        assert example.removesuffix("}") in text
