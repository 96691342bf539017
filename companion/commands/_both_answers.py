"""Pictures of a golden recording with both answers drawn: what truly lies there, and what was read."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.headless import save, write
from companion.referee.session import Update
from companion.ui.theme import Colour
from vision.image import Image

TRUE: Colour = (0.2, 0.85, 0.3, 1.0)
TOLD: Colour = (0.95, 0.25, 0.2, 1.0)
#: Small pictures are drawn so wide at least, so that names can be read.
WIDE = 960


class Shown:
    """Called with everything a session says; leaves a picture at each of the truth's checks."""

    def __init__(self, truth: Mapping[str, Any], name: str, folder: Path) -> None:
        self._checks = sorted(truth.get("checks", []), key=lambda check: float(check["t_ms"]))
        self._name, self._folder = name, folder
        self._last: Update | None = None

    def __call__(self, update: Update) -> None:
        while self._checks and self._last is not None and update.t_ns > self._checks[0]["t_ms"] * 1e6:
            self._draw(self._checks.pop(0), self._last)
        self._last = update

    def _draw(self, check: Mapping[str, Any], update: Update) -> None:
        scale = max(1.0, WIDE / update.image.shape[1])
        picture = np.asarray(cv2.resize(update.image, None, fx=scale, fy=scale), np.uint8)
        for card in check["cards"]:
            outline(picture, card["quad"], card["card"], TRUE, scale, 18)
        for reading in update.readings:
            outline(picture, reading.quad, reading.card or "?", TOLD, scale, -8)
        save(self._folder / f"{self._name}-{round(check['t_ms']):06d}.png", picture)


def outline(
    picture: Image, quad: Sequence[Sequence[float]], name: str, colour: Colour, scale: float, below: int
) -> None:
    corners = np.round(np.array(quad) * scale).astype(np.int32)
    red, green, blue, _ = (round(255 * part) for part in colour)
    cv2.polylines(picture, [corners], True, (blue, green, red), 2, cv2.LINE_AA)
    edge = corners[:, 1].max() + below if below > 0 else corners[:, 1].min() + below
    write(picture, name.split("/", 1)[-1], (int(corners[:, 0].min()), int(edge)), 0.5, colour)
