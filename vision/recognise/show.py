"""Draws readings into a copy of the picture they were read from: for people's eyes, decides nothing."""

import cv2
import numpy as np

from vision.image import Image
from vision.recognise.reading import Reading

_NAMED, _UNKNOWN, _BACK = (60, 190, 60), (0, 170, 255), (220, 140, 40)


def drawn(image: Image, readings: tuple[Reading, ...]) -> Image:
    """Outlines, a thick line along the printed top, and the name with how sure it is."""
    picture = image.copy()
    thin = max(1, round(max(image.shape[:2]) / 900))
    for reading in readings:
        colour = _NAMED if reading.card else _BACK if reading.face == "down" else _UNKNOWN
        corners = np.round(np.array(reading.quad) * 16).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, thin, cv2.LINE_AA, 4)
        cv2.polylines(picture, [corners[:2]], False, colour, 4 * thin, cv2.LINE_AA, 4)
        text = f"{reading.card or '?'} {reading.confidence:.3f}" if reading.face == "up" else "back"
        _label(picture, text, np.array(reading.quad).mean(0), thin)
    return picture


def _label(picture: Image, text: str, centre: np.ndarray, thin: int) -> None:
    scale = 0.42 * thin
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thin)
    at = (int(centre[0] - width / 2), int(centre[1] + height / 2))
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3 * thin, cv2.LINE_AA)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), thin, cv2.LINE_AA)
