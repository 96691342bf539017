"""Print finer than the other looks see: hatching, thin lines, small type. It can only speak against a name.

How much fine print every cell of a large card holds is compared with two enrolled faces: their lines need not fall on
each other, so neither a shift nor a bend of the card matters. What both faces share tells how much the picture's blur
and light leave of it. Where the coarser looks see a difference too, a digit or a drawing, they see it better.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.describe import COLUMNS, ROWS

#: Cards are looked at this large; one that is much smaller in the picture has no such print to show.
WIDTH, HEIGHT = 128, 192
LEAST_PX = 110.0
_CELL = WIDTH // COLUMNS
#: Grey levels by which two faces' cells differ for it to be telling, and from which there is print at all.
_APART, _PRINTED = 8.0, 3.0
#: Nearer to the rival than this, a face is doubted: half way is 0.5, but enrolled photos differ in sharpness. A face
#: that is told from its rival by having less print must look all of that: blur takes the finer one's away.
_DOUBTED, _DOUBTED_IF_LESS = 0.2, 0.88
#: Of the rival's print: less is next to none, more may be a difference of two photos.
_LESS = 0.4
#: Two faces that differ by fine print differ in so many cells; in fewer it is a stroke.
_FEWEST = 3
#: Where cells differ in fine print alone, it leaves a trace in the coarser looks (squared difference of
#: `compare.printed`), but no more. With less, the faces differ in colour, or their photos in sharpness.
_TRACE = (0.1, 0.3)
#: What is left of print in a picture: hardly less or more than this.
_LEFT = (0.15, 2.0)


def textured(picture: Image) -> FloatArray:
    """The strength of fine print in each cell of a card, in grey levels; the picture is WIDTH x HEIGHT."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    detail = np.square(grey - cv2.GaussianBlur(grey, (0, 0), 2.0))
    return np.asarray(np.sqrt(detail.reshape(ROWS, _CELL, COLUMNS, _CELL).mean(axis=(1, 3))).ravel(), np.float32)


def doubted(crop: FloatArray, trust: FloatArray, face: FloatArray, rival: FloatArray, unlike: FloatArray) -> bool:
    """Whether the fine print of a crop speaks against the face that was found, for the next likely one. `unlike` is how
    much the print of both faces differs for the coarser looks, cell by cell.
    """
    rival = _as_sharp(rival, face)
    telling = _telling(face, rival) & (unlike >= _TRACE[0]) & (unlike < _TRACE[1])
    if telling.sum() < _FEWEST:
        return False
    less = float(np.median(face[telling] / (rival[telling] + 1e-6))) < _LESS
    side = _side(crop, trust * telling, face, rival, _left(crop, trust, face, rival))
    return side <= (_DOUBTED_IF_LESS if less else _DOUBTED)


def _as_sharp(rival: FloatArray, face: FloatArray) -> FloatArray:
    """The rival as it were if it had been enrolled from a picture as sharp as the face's: most print is the same."""
    both = np.minimum(face, rival) > _PRINTED
    if both.sum() < _FEWEST:
        return rival
    return np.asarray(rival * np.clip(np.median(face[both] / rival[both]), *_LEFT), np.float32)


def _telling(face: FloatArray, rival: FloatArray) -> NDArray[np.bool_]:
    apart = np.abs(face - rival)
    return np.asarray((apart >= _APART) & (apart >= 0.4 * apart.max()))


def own_side(crop: FloatArray, trust: FloatArray, face: FloatArray, rival: FloatArray) -> float:
    """Where the crop lies between two faces in the cells that tell them apart: 1 at the face, 0 at the rival."""
    telling = _telling(face, rival)
    if not telling.any():
        return 1.0
    return _side(crop, trust * telling, face, rival, _left(crop, trust, face, rival))


def _side(crop: FloatArray, weight: FloatArray, face: FloatArray, rival: FloatArray, left: float) -> float:
    seen = weight > 0
    counts = weight[seen] * np.abs(face - rival)[seen]
    along = (crop[seen] / left - rival[seen]) / (face - rival)[seen]
    return float((counts * along).sum() / (counts.sum() + 1e-6))


def _left(crop: FloatArray, trust: FloatArray, face: FloatArray, rival: FloatArray) -> float:
    """How much of its print the picture has left a card, by the cells in which both faces have the same."""
    apart, most = np.abs(face - rival), np.maximum(face, rival)
    shared = trust * (apart < 0.25 * most + 0.5) * (most > _PRINTED)
    left = float((shared * crop * face).sum() / max((shared * face * face).sum(), 1e-6)) if shared.any() else 1.0
    return float(np.clip(left, *_LEFT))
