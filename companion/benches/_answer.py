"""How soon a ruling is there: a recording played as if its pictures came from a camera, each at its own time.

A picture that comes while the one before is still being looked at waits. It decides when a pile had settled by the
pictures alone: with the first one from which on nothing moves there until the ruling comes.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

import cv2
import numpy as np

from calibration.table_file import Pile
from companion.referee.demo import open_recording
from companion.referee.session import TableSession, Update
from vision.image import Image
from vision.observe import Observation

#: Looked back so far; and so much of a pile (levels of 255, share of its pixels) makes it a pile that moves.
KEPT, LEVELS, SHARE = 90, 14, 0.01
#: Pictures are compared at half their width.
HALF = 0.5


@dataclass(slots=True)
class Answers:
    """Milliseconds: `after` from settling to the ruling, of which `waited` for more pictures; `costs` of every picture.

    `late` pictures had to wait for the one before.
    """

    after: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    late: int = 0


def answers(folder: Path, by_processor: bool = True) -> Answers:
    """With the processor's time, or the time on the wall of a machine that may do other things too."""
    session, clock, found = open_recording(folder), process_time if by_processor else perf_counter, Answers()
    shots: deque[tuple[int, Image]] = deque(maxlen=KEPT)
    free_ns = 0.0
    for update, cost_ns in _steps(session, clock):
        found.costs.append(cost_ns / 1e6)
        found.late += free_ns > update.t_ns
        free_ns = max(free_ns, update.t_ns) + cost_ns
        shots.append((update.t_ns, _small(update.image)))
        if update.judged:
            for pile in session.places.piles:
                if any(isinstance(seen, Observation) and seen.pile == pile.name for seen in update.seen):
                    settled_ns = _settled_ns(shots, pile)
                    found.waited.append((update.t_ns - settled_ns) / 1e6)
                    found.after.append((free_ns - settled_ns) / 1e6)
    session.close()
    return found


def _steps(session: TableSession, clock: Callable[[], float]) -> Iterator[tuple[Update, float]]:
    while True:
        begun = clock()
        update = session.step()
        if update is None:
            return
        yield update, 1e9 * (clock() - begun)


def _small(image: Image) -> Image:
    return np.asarray(cv2.resize(image, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA), np.uint8)


def _settled_ns(shots: "deque[tuple[int, Image]]", pile: Pile) -> int:
    """When the first picture was taken from which on nothing moves on the pile."""
    (left, top), (right, bottom) = (np.array(pile.polygon).min(axis=0), np.array(pile.polygon).max(axis=0))
    box = (slice(int(top * HALF), int(bottom * HALF) + 1), slice(int(left * HALF), int(right * HALF) + 1))
    last = len(shots) - 1
    while last > 0:
        apart = cv2.absdiff(shots[last][1][box], shots[last - 1][1][box]).max(axis=2)
        if float((apart > LEVELS).mean()) > SHARE:
            break
        last -= 1
    return shots[last][0]
