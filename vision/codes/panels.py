"""Bits in four panels of squares, and back from what is seen of them, of which much may be hidden.

What the bits mean is not known here; whoever reads them has a check among them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.codes.trellis import MEMORY, POLYNOMIALS, Floats, gathered, spread

PANELS = len(POLYNOMIALS)
#: The squares of a panel, and the bits for which they have room.
SQUARES = 77
BITS = SQUARES - MEMORY
#: Where the steps of each panel's row stand in it: neighbours come far apart, as what hides a square hides the next
#: one too, and in every panel elsewhere.
_PLACES = np.array([(30 * np.arange(SQUARES) + 19 * panel) % SQUARES for panel in range(PANELS)])


def squares_of(bits: Sequence[bool]) -> NDArray[np.bool_]:
    """Every panel's squares in the order in which they are read; True is ink."""
    squares = np.empty((PANELS, SQUARES), bool)
    np.put_along_axis(squares, _PLACES, spread(bits), axis=1)
    return squares


def readings(seen: Floats) -> Iterator[tuple[bool, ...]]:
    """What the squares may say: by all the panels together, then by three, two, one, as a hidden one only disturbs.

    `seen` is 1 where a square is surely ink, -1 where it is surely paper, 0 where nothing is known.
    """
    rows = np.take_along_axis(seen, _PLACES, axis=1)
    asked = [some for many in range(PANELS, 0, -1) for some in combinations(range(PANELS), many)]
    looks = np.zeros((len(asked), *rows.shape))
    for look, some in zip(looks, asked, strict=True):
        look[list(some)] = rows[list(some)]
    for bits in gathered(looks):
        yield tuple(bits.tolist())
