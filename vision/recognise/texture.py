"""Print finer than the other looks see: hatching, thin lines, small type. It can only speak against a name.

How much fine print every cell of a large card holds is compared with two enrolled faces: their lines need not fall on
each other, so neither a shift nor a bend of the card matters. What both faces share tells how much the picture's blur
and light leave of it.
"""

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.describe import COLUMNS, ROWS

#: Cards are looked at this large; one that is much smaller in the picture has no such print to show.
WIDTH, HEIGHT = 128, 192
LEAST_PX = 110.0
_CELL = WIDTH // COLUMNS
#: Grey levels by which two faces' cells differ for it to be telling, and from which there is print at all.
_TELLING, _PRINTED = 3.0, 3.0
#: Nearer to the rival than this, a face is doubted: half way is 0.5, and blur takes a little from the finer one.
DOUBTED = 0.4
#: What is left of print in a picture: hardly less or more than this.
_LEFT = (0.15, 2.0)


def textured(picture: Image) -> FloatArray:
    """The strength of fine print in each cell of a card, in grey levels; the picture is WIDTH x HEIGHT."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    detail = np.square(grey - cv2.GaussianBlur(grey, (0, 0), 2.0))
    return np.asarray(np.sqrt(detail.reshape(ROWS, _CELL, COLUMNS, _CELL).mean(axis=(1, 3))).ravel(), np.float32)


def own_side(crop: FloatArray, trust: FloatArray, face: FloatArray, rival: FloatArray) -> float:
    """Where the crop lies between two faces in the cells that tell them apart: 1 at the face, 0 at the rival."""
    apart, most = np.abs(face - rival), np.maximum(face, rival)
    telling = (apart >= _TELLING) & (apart >= 0.4 * apart.max())
    if telling.sum() < 2:
        return 1.0
    shared = trust * (apart < 0.25 * most + 0.5) * (most > _PRINTED)
    left = float((shared * crop * face).sum() / max((shared * face * face).sum(), 1e-6)) if shared.any() else 1.0
    weight, seen = trust[telling] * apart[telling], crop[telling] / np.clip(left, *_LEFT)
    return float((weight * (seen - rival[telling]) / (face - rival)[telling]).sum() / (weight.sum() + 1e-6))
