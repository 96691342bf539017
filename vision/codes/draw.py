"""A text as the modules of a QR code: for screens, paper and rehearsals. Decides the correction level, nothing else."""

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.image import Image

#: Light modules around a code, as its standard asks for.
QUIET = 4
_LETTERS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


def modules(text: str) -> Image:
    """0 for dark and 255 for light, one pixel a module, with the light border. A fifth may be damaged (level M)."""
    params = cv2.QRCodeEncoder.Params()
    params.correction_level = cv2.QRCODE_ENCODER_CORRECT_LEVEL_M
    compact = set(text) <= _LETTERS
    params.mode = cv2.QRCODE_ENCODER_MODE_ALPHANUMERIC if compact else cv2.QRCODE_ENCODER_MODE_BYTE
    try:
        drawn = np.asarray(cv2.QRCodeEncoder.create(params).encode(text), np.uint8)
    except cv2.error:
        drawn = np.zeros((0, 0), np.uint8)
    dark = np.argwhere(drawn == 0)
    if not text or not len(dark):
        raise BadInput("this text does not fit into a QR code", do="shorten it")
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
    return np.pad(drawn[top : bottom + 1, left : right + 1], QUIET, constant_values=255)
