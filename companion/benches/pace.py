"""How the app holds its budget on slower machines: the bundled game as a live camera, on a machine made slower.

The game's pictures come thirty times a second, whether they are looked at or not. A step takes the processor time that
it takes here, times the factor: so a quarter of this machine is shown on this machine, whatever else it does.

    factor    how many times slower
    level     where the pace settled: 0 does everything
    fps       pictures looked at in a second
    p50, p95  milliseconds a step, slowed down
    load      the share of the time that steps fill, over the second half; above 1 it would fall behind
    behind    milliseconds from taking a picture to having looked at it, p95
    rulings   judged events of the match; at full speed there are as many as the game has
    scale     the picture's size; a row with less than 1 is the same game opened anew as the pace before it advised
"""

import argparse
from collections.abc import Callable, Iterator
from time import process_time_ns
from typing import TYPE_CHECKING

from companion.benches import Row

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.pace import Pace
    from vision.sources.source import Source

HELP = "the budget held on slower machines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--factors", type=float, nargs="+", default=[1, 2, 4, 8], metavar="N", help="times slower")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    from vision.pace import Pace

    for factor in args.factors:
        pace = Pace()
        row = play(factor, pace)
        yield row
        if pace.level.scale < 1:
            yield play(factor, Pace(pace.number))


class _Live:
    """A recording as a camera on a clock that the bench moves: only the newest picture can be had."""

    def __init__(self, source: "Source") -> None:
        from vision.frame import Frame

        self.name, self.size = source.name, source.size
        self.now_ns = 0
        self._frames = [seen for seen in iter(source.read, None) if isinstance(seen, Frame)]
        self._next = 0

    def now(self) -> int:
        return self.now_ns

    def read(self) -> "Frame | None":
        if self._next >= len(self._frames):
            return None
        while self._next + 1 < len(self._frames) and self._frames[self._next + 1].t_ns <= self.now_ns:
            self._next += 1
        frame = self._frames[self._next]
        self._next += 1
        self.now_ns = max(self.now_ns, frame.t_ns)
        return frame

    def close(self) -> None:
        self._next = len(self._frames)


def play(factor: float, pace: "Pace", effort: Callable[[], int] = process_time_ns) -> Row:
    """The game on a machine so many times slower; `effort` tells the nanoseconds of work done until now."""
    from calibration.table_file import load_table
    from companion.core.codec import kinds_of
    from companion.games import load_game
    from companion.referee.demo import GAME_ID, OPTIONS, PLAYERS, demo_folder
    from companion.referee.session import TableSession
    from companion.store.log import MemoryLog
    from vision.pace import at_scale
    from vision.reader import Reader
    from vision.recognise.deck import load_deck
    from vision.sources.open import open_source
    from vision.sources.paced import Paced

    place, game = demo_folder(), load_game(GAME_ID)
    live = _Live(open_source(place / "recording.avi"))
    source = Paced(live, pace, live.now)
    table = at_scale(load_table(place / "table.json"), source.scale)
    reader = Reader(load_deck(place / "deck"))
    session = TableSession(source, reader, table, game, PLAYERS, MemoryLog(kinds_of(game.events)), OPTIONS)
    costs: list[float] = []
    behind: list[float] = []
    ends: list[int] = []
    while True:
        begun = effort()
        update = session.step()
        cost = round(factor * (effort() - begun))
        if update is None:
            break
        live.now_ns += cost
        costs.append(cost / 1e6)
        behind.append((live.now_ns - update.t_ns) / 1e6)
        ends.append(live.now_ns)
    half = next(place for place, end in enumerate(ends) if end >= ends[-1] / 2)
    busy = sum(costs[half:]) / max(1e-9, (ends[-1] - ends[half - 1]) / 1e6)
    return {
        "factor": factor,
        "scale": source.scale,
        "level": pace.number,
        "fps": round(1e9 * (len(ends) - half) / (ends[-1] - ends[half - 1]), 1),
        **_shares(costs),
        "load": round(busy, 2),
        "behind": _shares(behind)["p95"],
        "rulings": len(session.judged),
        "ok": busy <= 1,
    }


def _shares(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {f"p{share}": round(ordered[len(ordered) * share // 100], 1) for share in (50, 95)}
