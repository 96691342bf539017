"""Golden tests: a recorded session, and beside it what was seen, ruled and scored when people found it right.

A golden recording is a recording with an `expected.json` in it. It decides nothing: it plays one again and compares.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from calibration.errors import BadInput
from calibration.table_file import Seat, table_of
from companion.commands.referee import decided, scores
from companion.core.codec import kinds_of
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.referee.rows import seen_row
from companion.referee.session import TableSession
from companion.store.log import MemoryLog
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.recording.reader import Recording

EXPECTED = "expected.json"
OWN_DECK = "deck"
LARGEST = 16_000_000
#: What may differ from machine to machine, and by how much a moment may.
LOOSE = ("confidence", "frames", "proof", "source")
TIMES, NEAR_MS = ("t_ms", "t_lo_ms", "t_hi_ms"), 70.0


def expectation(session: TableSession, deck: str) -> dict[str, Any]:
    """Everything a session says, from the first picture to the last, as plain data. `deck` is where its deck is."""
    seen: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    frames = 0
    for update, rows in decided(session, "en"):
        frames += not update.note
        seen += (seen_row(each) | {"frames": list(each.frames)} for each in update.seen)
        told += rows
    made = {"deck": deck, "frames": frames, "seen": seen, "told": told, "scores": scores(session)}
    # As it comes back from a file: rows and lists, no tuples.
    plain: dict[str, Any] = json.loads(json.dumps(made))
    return plain


def load_expected(folder: Path) -> dict[str, Any]:
    path = folder / EXPECTED
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError("too large")
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise BadInput(f"this is no golden recording ({wrong})", str(path), "`tapis adopt` makes one") from None
    if not isinstance(data, dict) or not isinstance(data.get("deck"), str):
        raise BadInput("this is no golden recording", str(path), "`tapis adopt` makes one")
    return data


def replay(folder: Path) -> dict[str, Any]:
    """What this version says of a golden recording."""
    deck = str(load_expected(folder)["deck"])
    recording = Recording(folder)
    try:
        known = recording.manifest.match
        game = load_game(str(known.get("game")))
        session = TableSession(
            source=recording,
            reader=Reader(load_deck(deck_of(folder, deck))),
            table=table_of(dict(recording.manifest.table or {}), str(folder)),
            game=game,
            players={Seat(seat): PlayerId(name) for seat, name in known["seats"].items()},
            log=MemoryLog(kinds_of(game.events)),
            options=tuple(known["options"].items()),
        )
        return expectation(session, deck)
    except (KeyError, ValueError, AttributeError):
        raise BadInput("its match cannot be read", str(folder), "adopt it again") from None
    finally:
        recording.close()


def deck_of(folder: Path, deck: str) -> Path:
    """A deck that comes with Tapis (`demo/deck`, `decks/frankfurt`), else the one in the recording itself."""
    ours = package() / deck
    if deck != OWN_DECK and ours.resolve().is_relative_to(package()) and ours.is_dir():
        return ours
    return folder / OWN_DECK


def package() -> Path:
    return Path(str(files("companion"))).resolve()


def differences(expected: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """One line for each thing that is not as it was. Another machine may see a moment a little earlier or later."""
    for part in ("frames", "scores"):
        if expected.get(part) != now[part]:
            yield f"{part}: expected {_short(expected.get(part))}, now {_short(now[part])}"
    for part in ("seen", "told"):
        left = list(now[part])
        for row in expected.get(part, []):
            same = next((place for place, other in enumerate(left) if _same(row, other)), None)
            if same is None:
                yield f"{part}: missing {_short(row)}"
            else:
                left.pop(same)
        yield from (f"{part}: new {_short(row)}" for row in left)


def _same(was: dict[str, Any], now: dict[str, Any]) -> bool:
    """What happened and what was said must be the same; times nearly; how sure and which frames may differ."""
    if was.keys() != now.keys():
        return False
    near = all(abs(was[name] - now[name]) <= NEAR_MS for name in TIMES if name in was)
    return near and all(was[name] == now[name] for name in was if name not in (*TIMES, *LOOSE))


def _short(data: Any) -> str:
    return json.dumps(data)[:300]
