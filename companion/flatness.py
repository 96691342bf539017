"""What an app that runs for long takes of the machine, sample by sample, and whether any of it grows.

It looks at this process and nothing else, and decides by the samples alone: the same samples, the same verdict.
"""

import gc
import os
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from companion.garbage import leave_out, look_through_all

#: The first quarter of an hour is for warming up, or half of a run that is shorter than two of them.
WARM_S = 15 * 60
#: How much the middle of the last quarter may lie above that of the first: errands come and go.
ROOM = {"threads": 2, "files": 6, "textures": 100, "widgets": 100}
MOST_GROWTH, MOST_SLOPE_MB_H, MOST_DRIFT = 0.05, 1.0, 0.05
#: A slope is drawn through the middles of so many stretches, and told with twice its standard error.
STRETCHES = 12
#: A screen's thread that stands in the queue for a processor for more of its time tells of the machine, not of the app.
MOST_WAITING = 0.2
FEWEST = 16


@dataclass(frozen=True, slots=True)
class Sample:
    """What there is at one moment. `late_ms` are the times from camera to screen since the last sample; `ran_s` and
    `waited_s` how long the screen's thread has run and has waited for a processor so far."""

    at_s: float
    rss_mb: float
    threads: int
    files: int
    textures: int
    widgets: int
    seen: int
    late_ms: tuple[float, ...]
    ran_s: float = 0.0
    waited_s: float = 0.0


def sample(at_s: float, seen: int, late_ms: tuple[float, ...]) -> Sample:
    textures, widgets = _alive()
    threads = len(list(Path("/proc/self/task").iterdir()))
    files = sum(map(_counts, Path("/proc/self/fd").iterdir()))
    return Sample(at_s, _rss_mb(), threads, files, textures, widgets, seen, late_ms, *scheduled_s())


def _rss_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _alive() -> tuple[int, int]:
    """Textures and widgets that nobody has let go."""
    from kivy.graphics.texture import Texture
    from kivy.uix.widget import Widget

    look_through_all()
    # Of the type itself: a proxy would ask what it stands for, which may be gone. All in one call, in which no other
    # thread has its turn: OpenCV refuses to go on with a tuple that somebody else holds, and here everything is held;
    # a list, because `tuple` refuses as well.
    kinds = Counter(list(map(type, chain.from_iterable(map(gc.get_objects, (None,))))))
    textures, widgets = (sum(n for kind, n in kinds.items() if issubclass(kind, of)) for of in (Texture, Widget))
    leave_out()
    return textures, widgets


def _counts(descriptor: Path) -> bool:
    """Kivy keeps a font open for every size of letters: those are a few dozen, and no leak."""
    try:
        return descriptor.readlink().suffix != ".ttf"
    except OSError:
        return False


def scheduled_s() -> tuple[float, float]:
    """How long this process' first thread has run, and has waited for a processor; zeros where Linux does not tell."""
    try:
        ran, waited, _ = Path("/proc/self/schedstat").read_text("ascii").split()
    except (OSError, ValueError):
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


def enough(samples: list[Sample]) -> bool:
    """Whether there is enough after warming up to be judged by."""
    return len(_warm(samples)) >= FEWEST


def _warm(samples: list[Sample]) -> list[Sample]:
    warm_s = min(WARM_S, samples[-1].at_s / 2) if samples else 0.0
    return [each for each in samples if each.at_s >= warm_s]


def judge(samples: list[Sample]) -> dict[str, Any]:
    """What was flat after warming up, and what was not: `faults` names it."""
    if not enough(samples):
        return {"ok": False, "why": "too short to tell"}
    warm = _warm(samples)
    quarter = len(warm) // 4
    early, last = warm[:quarter], warm[-quarter:]
    row: dict[str, Any] = {"samples": len(samples)}
    faults = _memory(row, warm, early, last)
    for name, room in ROOM.items():
        was, now = (median(getattr(each, name) for each in part) for part in (early, last))
        row[name] = [round(was), round(now)]
        if now > was + room:
            faults.append(name)
    faults += _latency(row, warm, early, last)
    return row | {"faults": faults, "ok": not faults}


def _memory(row: dict[str, Any], warm: list[Sample], early: list[Sample], last: list[Sample]) -> list[str]:
    before, after = (median(each.rss_mb for each in part) for part in (early, last))
    slope, give = _slope([(each.at_s / 3600, each.rss_mb) for each in warm])
    row |= {"rss_mb": round(after, 1), "rss_growth": round(after / before - 1, 4)}
    row |= {"rss_slope_mb_h": round(slope, 1), "give_or_take": round(give, 1)}
    grown = ["rss"] if after > before * (1 + MOST_GROWTH) else []
    return grown + (["rss_slope"] if slope - give > MOST_SLOPE_MB_H else [])


def _latency(row: dict[str, Any], warm: list[Sample], early: list[Sample], last: list[Sample]) -> list[str]:
    """It counts only where the app had a processor whenever it wanted one."""
    first, final = (_p95([late for each in part for late in each.late_ms]) for part in (early, last))
    ran, waited = warm[-1].ran_s - warm[0].ran_s, warm[-1].waited_s - warm[0].waited_s
    waiting = waited / (ran + waited) if ran + waited else 0.0
    row |= {"late_p95_ms": [round(first, 1), round(final, 1)], "waiting": round(waiting, 2)}
    if waiting > MOST_WAITING or not first:
        return []
    row["late_drift"] = round(final / first - 1, 3)
    return ["late_drift"] if row["late_drift"] > MOST_DRIFT else []


def _slope(points: list[tuple[float, float]]) -> tuple[float, float]:
    """The straight line through the middles of stretches, and twice its standard error: neighbouring samples are
    alike, so each by itself would promise too much."""
    size = max(1, len(points) // STRETCHES)
    parts = [points[at : at + size] for at in range(0, len(points) - size + 1, size)]
    xs, ys = ([median(point[axis] for point in part) for part in parts] for axis in (0, 1))
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - x_mean) ** 2 for x in xs)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / spread
    left = sum((y - y_mean - slope * (x - x_mean)) ** 2 for x, y in zip(xs, ys, strict=True))
    return slope, float(2 * (left / (len(xs) - 2) / spread) ** 0.5)


def _p95(values: list[float]) -> float:
    return sorted(values)[len(values) * 95 // 100] if values else 0.0
