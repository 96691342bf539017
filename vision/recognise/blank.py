"""Print where a face has none: whatever light, blur or dullness do to a picture, they add no lines to blank paper.

A card whose likeliest face is blank where another face has print, and which shows print just there, is not that face.
How strong the other's print is does not matter: one photo shows hatching as lines, another as a haze. It can only
speak against a name, and knows neither lines nor colours, only how much print there is.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.describe import COLUMNS, ROWS

#: Cards are looked at this large, as they are enrolled, in cells half as wide as those of the other looks.
WIDTH, HEIGHT = 192, 288
_ACROSS, _DOWN = 2 * COLUMNS, 2 * ROWS
_CELL = WIDTH // _ACROSS
#: Grey levels below which a face's cell is blank, and by how many the other's has more.
_BLANK, _MORE = 3.0, 1.5
#: A card shows print there from so many levels on, and so many times what its blank paper has.
_PRINTED, _NOISE = 6.0, 3.0
#: Where the coarser looks see a clearer difference than this (squared, of `compare.printed`) they see it better. Cells
#: that only hatching tells apart differ by 0.4 in the middle, those of two symbols by 1.5: drawn cards, in composed
#: scans and photos.
_CLEAR = 0.6
#: So many cells tell at least, of which such a share must show it.
_FEWEST, _SHARE = 4, 0.7
#: A cell is seen where it is trusted so far.
_TRUSTED = 0.5


def marked(picture: Image) -> FloatArray:
    """The strength of print in each cell, in grey levels; the picture is WIDTH x HEIGHT."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    detail = np.square(grey - cv2.GaussianBlur(grey, (0, 0), 2.0))
    return np.asarray(np.sqrt(detail.reshape(_DOWN, _CELL, _ACROSS, _CELL).mean(axis=(1, 3))), np.float32)


def marked_though_blank(
    crop: FloatArray, trust: FloatArray, face: FloatArray, other: FloatArray, unlike: FloatArray
) -> bool:
    """Whether a card shows print where the face has none and the other has some. Of the coarser cells are `trust` and
    `unlike`, how much the print of both faces differs for the coarser looks.

    Two photos never lie on each other to a hair: the face must have none in more places than the other.
    """
    seen = _spread(trust) > _TRUSTED
    # The rim of an enrolled picture may hold some of the table.
    seen[[0, -1]] = seen[:, [0, -1]] = False
    paper = seen & (face < _BLANK) & (other < _BLANK)
    noise = float(np.median(crop[paper])) if paper.any() else 0.0
    printed = seen & (crop > max(_PRINTED, _NOISE * noise))
    telling, against = _blank_in(face, other) & (_spread(unlike) < _CLEAR), _blank_in(other, face)
    shown = np.count_nonzero(printed & telling)
    enough = shown >= max(_FEWEST, _SHARE * np.count_nonzero(seen & telling))
    return bool(enough and shown > np.count_nonzero(printed & against))


def _spread(cells: FloatArray) -> FloatArray:
    """What is known of the coarser cells, for each of these."""
    return np.asarray(np.kron(cells.reshape(ROWS, COLUMNS), np.ones((2, 2))), np.float32)


def _blank_in(face: FloatArray, other: FloatArray) -> NDArray[np.bool_]:
    return np.asarray((face < _BLANK) & (other > face + _MORE))
