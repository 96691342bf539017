"""Print finer than the other looks see: hatching, thin lines, small type, on cards large enough to show any.

How much print every small cell of a card holds is compared with enrolled faces as a logarithm: blur and dullness leave
some share of it, and that there is hatching at all tells more than how strong it is. Neither a shift by a line nor a
bend of the card matters. It knows no colours and no shapes larger than a cell.
"""

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.describe import COLUMNS, ROWS

#: Cards are looked at this large, in cells of so many pixels.
WIDTH, HEIGHT = 192, 288
_CELL = 8
_ACROSS, _DOWN = WIDTH // _CELL, HEIGHT // _CELL
#: Grey levels that any picture's noise amounts to, and the share of cells that are taken for blank paper.
_NOISE, _PAPER = 1.5, 10.0
#: No cell counts worse than this, in natural logarithms; less print than a face's counts so much of what more would:
#: blur takes print away and adds none.
_WORST, _LESS = 2.0, 0.5
#: What is told is of the size of log odds.
_ODDS = 10.0
#: A rival that is so much more alike speaks against a name. On composed scenes, harsher than any photograph, this takes
#: 22 of 1,542 right names of large cards; of a real deck's it took two of five wrong ones and none of 114 right ones.
AGAINST = 0.5
#: Where even the best face is no more alike than this, the card is out of focus or laid beside itself: all counts half
#: there, and soon nothing.
_BLURRED, _SOON = -2.5, 0.5


def marked(picture: Image) -> FloatArray:
    """The strength of print in each cell, in grey levels; the picture is WIDTH x HEIGHT."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    detail = np.square(grey - cv2.GaussianBlur(grey, (0, 0), 2.0))
    return np.asarray(np.sqrt(detail.reshape(_DOWN, _CELL, _ACROSS, _CELL).mean(axis=(1, 3))), np.float32)


def as_finely_printed(marks: FloatArray, trust: FloatArray, faces: FloatArray) -> FloatArray:
    """How much alike the fine print of a card and of each of k faces (k x cells) is: 0 wholly, falling, and all nearly
    0 where nothing can be told. The coarser cells of the card are trusted so far."""
    noise = max(_NOISE, float(np.percentile(marks, _PAPER)))
    apart = np.log(marks + noise) - np.log(faces + noise)
    seen = trust.reshape(ROWS, COLUMNS).repeat(_DOWN // ROWS, axis=0).repeat(_ACROSS // COLUMNS, axis=1)
    # The rim of an enrolled picture may hold some of the table.
    seen[[0, -1]] = seen[:, [0, -1]] = 0
    # What all cells have more or less of is the light's and the lens's doing.
    if (seen > 0).any():
        apart -= np.median(apart[:, seen > 0], axis=1)[:, None, None]
    far = np.minimum(np.maximum(apart, -_LESS * apart), _WORST)
    alike = -_ODDS * (seen * far).sum(axis=(1, 2)) / (seen.sum() + 1e-6)
    return np.asarray(alike / (1 + np.exp((_BLURRED - alike.max()) / _SOON)), np.float32)
