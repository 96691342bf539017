"""Every game keeps a playthrough in its folder: a match with regrets, in which every event of the game occurs.

`pytest tests/conformance --update` writes them again; read the difference before you commit it. A game that has none
gets a first one that way, made from its own `sample`.
"""

import re
from pathlib import Path
from random import Random
from typing import Any

from companion.core.codec import encode_entry
from companion.core.events import Correct, Entry, Event, Overrule, Void
from companion.core.fold import fold
from companion.core.game import Game
from companion.core.playthrough import actions, playthrough_path, tell
from companion.core.practice import as_log, new_match, random_events
from tests.conformance.disturbed import disturbed, played

AnyGame = Game[Any]


def test_the_playthrough_is_told_today_as_it_was_written(game: AnyGame, update: bool) -> None:
    path = playthrough_path(game)
    if update:
        log = actions(game, path.read_text("utf-8")) if path.exists() else _first(game)
        path.write_text(tell(game, log), encoding="utf-8")
    assert path.exists(), f"{game.info.id} has no playthrough: pytest tests/conformance --update"
    text = path.read_text("utf-8")
    assert tell(game, actions(game, text)).splitlines() == text.splitlines()


def test_every_event_occurs_in_the_playthrough(game: AnyGame) -> None:
    log = actions(game, playthrough_path(game).read_text("utf-8"))
    occur = {type(entry.event) for entry in log}
    missing = [event.KIND for event in (*game.events, Void, Correct, Overrule) if event not in occur]
    assert not missing, f"the playthrough of {game.info.id} never shows {', '.join(missing)}: add actions by hand"


def test_the_playthrough_comes_to_rulings_of_both_sorts(game: AnyGame) -> None:
    text = playthrough_path(game).read_text("utf-8")
    assert "\n  legal: " in text and "\n  illegal: " in text


def test_every_reason_comes_up(game: AnyGame, game_id: str) -> None:
    """At a disturbed table, in the playthrough or by name in the game's tests: no reason is only there to look good."""
    seen = set(re.findall(r"[\w.]+", playthrough_path(game).read_text("utf-8")))
    for path in (Path(__file__).parents[1] / "games" / game_id).rglob("*.py"):
        seen |= set(re.findall(r"[\w.]+", path.read_text("utf-8")))
    seen |= {word.rsplit(".", 1)[-1].lower() for word in seen}
    for seed in range(30):
        rng = Random(f"{game_id} reasons {seed}")
        match = fold(game, as_log(disturbed(game, played(game, rng, 300), rng)))
        seen |= {ruling.code for judged in match.judged for ruling in judged.rulings}
    untried = [r.code for r in game.reasons if not {r.code, r.code.rsplit(".", 1)[1]} & seen]
    assert not untried, f"nothing ever came to {untried}"


def _first(game: AnyGame) -> list[Entry]:
    """Of many random beginnings the one that shows most different events, with three regrets."""
    fewest, most = game.info.players
    made = [
        random_events(game, new_match(game, min(most, max(fewest, 3))), Random(f"{game.info.id} {seed}"), 150)
        for seed in range(200)
    ]
    events: list[Event] = max(made, key=lambda each: len({type(event) for event in each}))
    third = len(events) // 3
    second = events[1]
    events[third:third] = [Void(third), Correct(2, second, by="Ann", why="read again"), Void(third + 1)]
    events += [Overrule(third, "illegal", by="Bob", why="we all saw it")]
    log = as_log(events)
    assert all(encode_entry(entry) for entry in log)
    return log
