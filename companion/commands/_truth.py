"""Golden recordings with a truth of their own: what lay where, what happened, what the rules say of it, who leads.

A folder with a `truth.json` beside its recording (or beside the name of a film). It plays one through the same door as
`tapis referee` and counts on four levels how far what was told is what was so. It never decides what is good enough.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.errors import BadInput
from calibration.table_file import Seat, Table, load_table, table_of
from companion.commands._golden import deck_of
from companion.core.codec import decode, kinds_of
from companion.core.events import Entry, Event, NewMatch
from companion.core.fold import Judged, Match
from companion.core.game import Game
from companion.core.ids import PlayerId
from companion.core.rulings import Verdict
from companion.games import load_game
from companion.referee.rows import seen_row
from companion.referee.session import TableSession, Update
from companion.store.log import MemoryLog
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.recognise.reading import Reading
from vision.recording.reader import Recording
from vision.sources.open import open_source
from vision.sources.source import Source

TRUTH = "truth.json"
#: What was told belongs to what happened if it is of the same kind and place and no farther off in time.
NEAR_MS, SPREAD_WITHIN_MS = 450.0, 4_500.0

#: What is counted, by level; of `more` the more the better, of the rest the less.
LEVELS = {
    "seen": ("cards", "read", "misread", "mm"),
    "events": ("events", "found", "false", "seats", "named", "layers", "held", "ms"),
    "rulings": ("rulings", "given", "more", "false_illegal", "missed_illegal", "asked"),
    "scores": ("scores",),
}
MORE_IS_BETTER = ("read", "found", "seats", "named", "layers", "held", "given", "scores")
LESS_IS_BETTER = ("misread", "mm", "false", "ms", "more", "false_illegal", "missed_illegal", "asked")
#: What another machine may measure a little otherwise.
SLACK = {"mm": 0.3, "ms": 5.0}
#: Corners within so many millimetres are where the card is.
WHERE_MM = 4.0

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Truth:
    folder: Path
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.folder.name


def load_truth(folder: Path) -> Truth:
    path = folder / TRUTH
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise BadInput(f"this is no golden recording with a truth ({wrong})", str(path)) from None
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise BadInput("this is no golden recording with a truth", str(path))
    return Truth(folder, data)


def judged(truth: Truth, film: tuple[Source, Table] | None = None, look: Callable[[Update], None] | None = None) -> Row:
    """The row of one recording: everything that is counted, level by level.

    `film` stands for the recording itself; `look` is shown everything with its picture.
    """
    data, game = truth.data, load_game(str(truth.data["game"]))
    source, table = film or _source(truth)
    log = MemoryLog(kinds_of(game.events))
    for event in _before(data, game):
        log.append(event)
    try:
        session = TableSession(
            source=source,
            reader=Reader(load_deck(deck_of(truth.folder, str(data["deck"])))),
            table=table,
            game=game,
            players={Seat(seat): PlayerId(name) for seat, name in data["seats"].items()},
            log=log,
            options=tuple(data.get("options", {}).items()),
        )
        updates = []
        for update in iter(session.step, None):
            if look is not None:
                look(update)
            updates.append(_kept(update))
    finally:
        source.close()
    right = expected(data, game)
    row: Row = {"clip": truth.name, "frames": sum(not update.note for update in updates)}
    row |= _seen(data.get("checks", []), updates, table)
    row |= _events(data.get("events", []), [seen_row(each) for update in updates for each in update.seen])
    row |= _rulings(right.judged, session.judged, _asked(data, updates))
    row["scores"] = int(_totals(right) == _totals_of(session))
    return row | {"passes": passes(row)}


def passes(row: Row) -> list[str]:
    """The levels on which everything is as it should be."""
    fine = {
        "seen": row["read"] == row["cards"] and not row["misread"] and row["mm"] <= WHERE_MM,
        "events": row["found"] == row["seats"] == row["named"] == row["events"] and not row["false"],
        "rulings": row["given"] == row["rulings"] and not row["more"] and not row["asked"],
        "scores": bool(row["scores"]),
    }
    fine["events"] = fine["events"] and row["layers"] == row["events_layered"]
    return [level for level, good in fine.items() if good]


def worse(before: Row, now: Row) -> list[str]:
    """What is not as good any more."""
    found = []
    for name in (*MORE_IS_BETTER, *LESS_IS_BETTER):
        was, new = float(before.get(name, 0)), float(now[name])
        slack = SLACK.get(name, 0.0)
        if (new < was) if name in MORE_IS_BETTER else (new > was + slack):
            found.append(f"{name} was {before.get(name)}, is {now[name]}")
    return found


def _before(data: Mapping[str, Any], game: Game[Any]) -> list[Event]:
    """What was in the log when the camera began; nothing but for a match that goes on."""
    kinds = kinds_of(game.events)
    return [_opening(data, game), *(decode(row, kinds) for row in data["before"])] if data.get("before") else []


def _opening(data: Mapping[str, Any], game: Game[Any]) -> NewMatch:
    options = tuple(data.get("options", {}).items())
    return NewMatch(game.info.id, tuple(PlayerId(name) for name in data["seats"].values()), options)


def expected(data: Mapping[str, Any], game: Game[Any]) -> Match:
    """The match as it truly went, judged by the rules."""
    kinds = kinds_of(game.events)
    before = _before(data, game) or [_opening(data, game)]
    events = [*before, *(decode(row, kinds) for row in data.get("log", []))]
    return Match(game).extend(Entry(n, event) for n, event in enumerate(events, 1))


def _source(truth: Truth) -> tuple[Source, Table]:
    film = truth.data.get("film")
    if film:
        return open_source(truth.folder / str(film)), load_table(truth.folder / str(truth.data["table"]))
    recording = Recording(truth.folder)
    return recording, table_of(dict(recording.manifest.table or {}), str(truth.folder))


def _kept(update: Update) -> Update:
    """Without its picture, so that a long film fits into memory."""
    return replace(update, image=np.zeros((1, 1, 3), np.uint8))


# ---------------------------------------------------------------- the four levels


def _seen(checks: Iterable[Row], updates: list[Update], table: Table) -> Row:
    """Cards that lie still: read, read wrongly, and how far off their corners are (19 of 20 within `mm`)."""
    cards = read = misread = 0
    off: list[float] = []
    for check in checks:
        now = [update for update in updates if update.t_ns <= check["t_ms"] * 1e6]
        left = list(now[-1].readings) if now else []
        for card in check["cards"]:
            cards += 1
            near = min(left, key=lambda each: _apart_mm(each, card["quad"], table), default=None)
            if near is None or _apart_mm(near, card["quad"], table) > min(table.card_mm) / 2:
                continue
            left.remove(near)
            read += near.card == card["card"]
            misread += near.card not in (card["card"], None)
            off.append(_apart_mm(near, card["quad"], table))
        misread += sum(each.card is not None for each in left)
    return {"cards": cards, "read": read, "misread": misread, "mm": _most(off)}


def _apart_mm(reading: Reading, quad: Any, table: Table) -> float:
    """The farthest corner; a card turned by half lies in the same place."""
    seen, true = table.plane.to_mm(reading.quad), table.plane.to_mm(quad)
    return float(min(np.linalg.norm(seen - np.roll(true, turn, axis=0), axis=1).max() for turn in (0, 2)))


def _events(true: list[Row], told: list[Row]) -> Row:
    """What happened and was told, by whom, when; and what was told and did not happen."""
    left = list(told)
    counts: Counter[str] = Counter(events=len(true))
    counts["events_layered"] = sum("layer" in event for event in true)
    late: list[float] = []
    for event in true:
        same = [row for row in left if _same(event, row)]
        # Two hands may come within milliseconds: what was told of the same seat is meant first.
        row = min(
            same,
            key=lambda each: (each.get("seat") != event.get("seat"), abs(each["t_ms"] - event["t_ms"])),
            default=None,
        )
        if row is None:
            continue
        left.remove(row)
        counts["found"] += 1
        if event["kind"] == "spread":
            counts.update(("seats", "named", "held"))
            continue
        counts["seats"] += row["seat"] == event["seat"]
        counts["named"] += row.get("card") == event.get("card")
        counts["layers"] += "layer" in event and row.get("layer") == event["layer"]
        counts["held"] += row["t_lo_ms"] - 0.1 <= event["t_ms"] <= row["t_hi_ms"] + 0.1
        late.append(abs(row["t_ms"] - event["t_ms"]))
    names = ("events", "found", "seats", "named", "layers", "held", "events_layered")
    # A zone is also told while it is being filled: only a spread that was never so is false.
    wrong = [row for row in left if row["kind"] != "spread"]
    return {name: counts[name] for name in names} | {"false": len(wrong), "ms": _most(late)}


def _same(event: Row, row: Row) -> bool:
    if event["kind"] != row["kind"]:
        return False
    if event["kind"] == "spread":
        same = event["zone"] == row["zone"] and sorted(event["cards"]) == row["cards"]
        return bool(same and -NEAR_MS <= row["t_hi_ms"] - event["t_ms"] <= SPREAD_WITHIN_MS)
    return bool(event["pile"] == row["pile"] and abs(event["t_ms"] - row["t_ms"]) <= NEAR_MS)


def _rulings(right: Sequence[Judged], told: Sequence[Judged], asked: int) -> Row:
    """Events with their rulings, word for word; and what was called wrong and was not, or the other way round."""
    should, given = Counter(map(_key, right)), Counter(map(_key, told))
    illegal, called = _illegal(right), _illegal(told)
    return {
        "rulings": should.total(),
        "given": (should & given).total(),
        "more": (given - should).total(),
        "false_illegal": (called - illegal).total(),
        "missed_illegal": (illegal - called).total(),
        "asked": asked,
    }


def _key(judged: Judged) -> tuple[Any, ...]:
    event = judged.counted or judged.entry.event
    about = tuple(str(getattr(event, name, "")) for name in ("player", "card", "pile"))
    about = (*about, *sorted(getattr(event, "cards", ())))
    return (event.KIND, *about, *(ruling.code for ruling in judged.rulings))


def _illegal(told: Sequence[Judged]) -> "Counter[tuple[str, str]]":
    found: Counter[tuple[str, str]] = Counter()
    for each in told:
        player = str(getattr(each.entry.event, "player", ""))
        found.update((player, ruling.code) for ruling in each.rulings if ruling.verdict is Verdict.ILLEGAL)
    return found


def _asked(data: Mapping[str, Any], updates: list[Update]) -> int:
    """Questions that nobody needs to ask, and needed ones that were not asked."""
    due = Counter(data.get("asks", []))
    asked = Counter("+".join(question.missing) for update in updates for question in update.questions)
    return (asked - due).total() + (due - asked).total()


def _totals(match: Match) -> dict[str, int]:
    return {} if match.scores is None else {line.player: line.total for line in match.scores.lines}


def _totals_of(session: TableSession) -> dict[str, int]:
    return {} if session.scores is None else {line.player: line.total for line in session.scores.lines}


def _most(values: list[float]) -> float:
    """What 19 of 20 stay within."""
    return round(float(np.percentile(values, 95)), 1) if values else 0.0
