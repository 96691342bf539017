"""Asks a network about many rows: a bounded number at once, so that two threads have work and memory stays small."""

from collections.abc import Callable, Sequence

import numpy as np

from vision.image import FloatArray

#: So many rows are asked about at once at most, and always a multiple of `STEP`: OpenCV lays out a network's memory by
#: the size of its input, and cannot run every network for one row alone.
MOST, STEP = 16, 4


def in_batches(ask: Callable[..., FloatArray], inputs: Sequence[FloatArray], counts: Sequence[int]) -> list[FloatArray]:
    """One number a row, by an `ask` that takes a part of each of the `inputs`; split into runs of `counts` rows."""
    total = sum(counts)
    full = [np.concatenate([rows, np.zeros((-total % STEP, *rows.shape[1:]), np.float32)]) for rows in inputs]
    told = [ask(*(rows[at : at + MOST] for rows in full)) for at in range(0, len(full[0]), MOST)]
    return np.split(np.concatenate(told)[:total], np.cumsum(counts)[:-1])
