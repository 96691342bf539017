"""The frame clock: how regularly a camera takes pictures, how long and row by row; and the zero test, one clap seen and
heard. It measures and judges times; where they come from is not its business.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.errors import BadInput
from calibration.plane import Floats

#: Refereeing needs picture and sound on one clock: their offset may be anything up to this, if it is always the same.
MOST_OFFSET_MS, MOST_SPREAD_MS = 400.0, 20.0
FEWEST_CLAPS = 3
#: A clap that was seen and one that was heard belong together within this.
PAIRED_MS = 500.0
#: A blow is heard where the sound rises by this factor above what was before.
RISE = 6.0
SOUND_STEP_S = 0.002
#: A zero test in a log: offset and spread in milliseconds, and the number of claps.
NOTE = "zero_test:"


@dataclass(frozen=True, slots=True)
class FrameClock:
    """`jitter_ms` holds 95 of 100 intervals; exposure and the delay from row to row only where they are known."""

    rate_hz: float
    jitter_ms: float
    missed: int
    exposure_ms: float | None = None
    row_us: float | None = None


@dataclass(frozen=True, slots=True)
class ZeroTest:
    """Sound minus picture, in milliseconds: the middle of some claps, and how far they are apart."""

    offset_ms: float
    spread_ms: float
    claps: int

    def noted(self) -> str:
        """As one word of text, for the log of a match that was refereed with it."""
        return f"{NOTE}{self.offset_ms:.3f},{self.spread_ms:.3f},{self.claps}"

    def check(self) -> None:
        """Refuse to referee with clocks that cannot be compared."""
        if self.claps < FEWEST_CLAPS:
            raise BadInput(f"the zero test has {self.claps} claps", do=f"clap {FEWEST_CLAPS} times in view")
        if abs(self.offset_ms) > MOST_OFFSET_MS or self.spread_ms > MOST_SPREAD_MS:
            raise BadInput(
                f"picture and sound are {self.offset_ms:.0f} ms apart, give or take {self.spread_ms:.0f} ms",
                do="close other apps or use another camera, then repeat the zero test",
            )


def zero_noted(text: str) -> ZeroTest | None:
    """The zero test that a log's text begins with, if it does."""
    if not text.startswith(NOTE):
        return None
    try:
        offset, spread, claps = text.split(" ", 1)[0].removeprefix(NOTE).split(",")
        return ZeroTest(float(offset), float(spread), int(claps))
    except ValueError:
        return None


def clock_of(times_ns: Sequence[int], exposure_ms: float | None = None, row_us: float | None = None) -> FrameClock:
    """From the times of at least ten frames. An interval of two or more usual ones means frames were missed."""
    steps = np.diff(np.asarray(times_ns, np.float64)) / 1e6
    if len(steps) < 9 or steps.min() <= 0:
        raise BadInput("ten frames in order of time are needed for a frame clock", do="let the camera run a second")
    usual = float(np.median(steps))
    whole = np.maximum(1, np.rint(steps / usual))
    jitter = float(np.percentile(np.abs(steps - whole * usual), 95))
    return FrameClock(1000 / usual, jitter, int(whole.sum() - len(steps)), exposure_ms, row_us)


def row_delay_us(rows_before: Floats, rows_after: Floats, lamp_hz: float = 100.0) -> float | None:
    """Time from row to row, from the dark bands that a flickering lamp leaves in a picture; None without such bands.

    `rows_before` and `rows_after` are the mean levels of every row of two frames of a still table.
    """
    ratio = np.log((rows_after + 1) / (rows_before + 1))
    rows = np.arange(len(ratio)) / len(ratio)
    trend = np.column_stack((np.ones(len(rows)), rows))

    def unexplained(waves: float) -> float:
        turns = 2 * np.pi * waves * rows
        parts = np.column_stack((trend, np.cos(turns), np.sin(turns)))
        fitted = parts @ np.linalg.lstsq(parts, ratio, rcond=None)[0]
        return float(((ratio - fitted) ** 2).sum())

    # Fewer waves than one in a picture could be anything's shade.
    best = min(np.arange(1.0, 12.0, 0.02), key=unexplained)
    straight = float(((ratio - trend @ np.linalg.lstsq(trend, ratio, rcond=None)[0]) ** 2).sum())
    if unexplained(best) > 0.3 * straight:
        return None
    return float(1e6 / lamp_hz * best / len(rows))


def claps_seen(times_ns: Sequence[int], motion: Sequence[float]) -> tuple[int, ...]:
    """When hands met: motion is large and ends at once. `motion` is what changed from the frame before, any unit."""
    levels = np.asarray(motion, np.float64)
    quiet, loud = np.median(levels), levels.max()
    if loud < 4 * quiet + 1e-9:
        return ()
    limit, met = quiet + 0.5 * (loud - quiet), []
    for k in range(1, len(levels) - 1):
        if levels[k] >= limit and levels[k] >= levels[k - 1] and levels[k + 1] < 0.5 * levels[k]:
            # The last moving interval is cut short by the blow: the less moved in it, the earlier that was.
            share = min(1.0, levels[k + 1] / levels[k])
            met.append(int(times_ns[k] + share * (times_ns[k + 1] - times_ns[k])))
    return tuple(met)


def claps_heard(samples: Floats, rate_hz: int, start_ns: int) -> tuple[int, ...]:
    """When blows were heard: the sound's power jumps far above what was before."""
    step = max(1, round(rate_hz * SOUND_STEP_S))
    power = np.sqrt((samples[: len(samples) // step * step].reshape(-1, step) ** 2).mean(axis=1)) + 1e-6
    heard, rest = [], 0
    for k in range(8, len(power)):
        before = float(np.median(power[max(0, k - 50) : k]))
        if rest == 0 and power[k] > RISE * before and power[k] > 0.1 * power.max():
            heard.append(start_ns + round(k * step / rate_hz * 1e9))
            rest = 75
        rest = max(0, rest - 1)
    return tuple(heard)


def zero_test(seen_ns: Sequence[int], heard_ns: Sequence[int]) -> ZeroTest:
    """Pairs each clap that was seen with the nearest that was heard."""
    apart = [min(((sound - sight) / 1e6 for sound in heard_ns), key=abs, default=np.inf) for sight in seen_ns]
    paired = np.array([ms for ms in apart if abs(ms) <= PAIRED_MS])
    if not len(paired):
        raise BadInput("no clap was both seen and heard", do="clap once a second above the middle of the table")
    spread = float(np.abs(paired - np.median(paired)).max())
    return ZeroTest(float(np.median(paired)), spread, len(paired))
