"""What a match says in QR codes: the row of codes that hands it over, and its link. They are pictures in memory."""

from collections.abc import Sequence

import numpy as np

from companion.codes.handoff import texts_of
from companion.core.events import Entry
from vision.codes.draw import modules
from vision.image import Image

#: A module is drawn so many pixels wide, so that it stays sharp when it is fitted into a screen.
MODULE_PX = 8


def drawn(text: str) -> Image:
    """One code."""
    large = np.kron(modules(text), np.ones((MODULE_PX, MODULE_PX), np.uint8))
    return np.repeat(large[:, :, None], 3, axis=2)


def handed_over(entries: Sequence[Entry], key: bytes | None) -> tuple[Image, ...]:
    """The whole match: another tablet's camera collects them in any order."""
    return tuple(map(drawn, texts_of(entries, key)))
