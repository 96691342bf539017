"""Bits spread over four rows so that any two of the rows, and usually less, tell them: a convolutional code.

Every row is made from all the bits by a polynomial of its own. Of every pair of rows at least eight squares differ
between any two messages, of three fourteen, of all twenty. The decoder takes what was seen as it is (sure, doubtful,
hidden) and finds the message that agrees with it best (Viterbi). What the bits mean is not known here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Found by trying all fours of polynomials of this memory for the largest distances of their pairs.
POLYNOMIALS = (0o145, 0o163, 0o165, 0o173)
MEMORY = 6
_STATES = 1 << MEMORY
#: What a register of seven bits, the newest first, gives in every row: 1 or -1.
_GIVES = np.array([[1 - 2 * ((register & p).bit_count() % 2) for p in POLYNOMIALS] for register in range(2 * _STATES)])


def spread(bits: Sequence[bool]) -> NDArray[np.bool_]:
    """Four rows, each longer than the bits by `MEMORY`."""
    state, rows = 0, []
    for bit in (*bits, *(False,) * MEMORY):
        register = bit << MEMORY | state
        rows.append(_GIVES[register] < 0)
        state = register >> 1
    return np.array(rows).T


def gathered(seen: Floats) -> NDArray[np.bool_]:
    """The likeliest bits (looks x bits) for each of some looks at the rows (looks x 4 x length).

    Seen is 1 where a set bit is sure, -1 where one that is not set is, 0 where nothing is known.
    """
    looks, _, length = seen.shape
    # Into a state two registers lead: its bits before, with the oldest 0 or 1.
    into = np.arange(2 * _STATES).reshape(_STATES, 2)
    gains = np.einsum("lrt,sr->tls", seen, -_GIVES.astype(np.float64))
    best = np.full((looks, _STATES), -np.inf)
    best[:, 0] = 0.0
    came = np.empty((length, looks, _STATES), np.int64)
    for step in range(length):
        options = best[:, into % _STATES] + gains[step][:, into]
        which = options.argmax(axis=2)
        best = np.take_along_axis(options, which[:, :, None], axis=2)[:, :, 0]
        came[step] = into[np.arange(_STATES), which] % _STATES
    state, bits = np.zeros(looks, np.int64), np.empty((looks, length), bool)
    for step in range(length - 1, -1, -1):
        bits[:, step] = state >> MEMORY - 1 == 1
        state = came[step, np.arange(looks), state]
    return bits[:, :-MEMORY]
