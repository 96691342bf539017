"""Our own printed decks as training art: a part of it, never all of it. Decides which faces a training deck shows."""

import cv2
import numpy as np

from vision.art import number_deck, road_deck, wish_deck
from vision.art.drawing import Drawing
from vision.art.motifs import HIGH, WIDE
from vision.art.raster import rasterise
from vision.image import Image
from vision.training.art import WIDTH, Deck, worn
from vision.training.strokes import Rng

STYLE = "ours"


def our_deck(rng: Rng, faces: int) -> Deck:
    """Some faces of one of our decks, a little worn as every print is."""
    drawings, back = (_numbers, _wishes, _roads)[int(rng.integers(3))]()
    chosen = rng.choice(len(drawings), min(faces, len(drawings)), replace=False)
    width, height = WIDE, HIGH
    return Deck(
        tuple(worn(rng, _picture(drawings[k])) for k in chosen),
        worn(rng, _picture(back)),
        width,
        height,
        float(rng.uniform(2, 4)),
        STYLE,
    )


def _numbers() -> tuple[list[Drawing], Drawing]:
    return list(number_deck.faces("n").values()), number_deck.back()


def _wishes() -> tuple[list[Drawing], Drawing]:
    colours = (*wish_deck.COLOURS, wish_deck.BLACK)
    return [wish_deck.number(c, n) for c in colours for n in wish_deck.NUMBERS], wish_deck.back()


def _roads() -> tuple[list[Drawing], Drawing]:
    stones = [road_deck.stone(value, "") for value in road_deck.STONES]
    return stones + [road_deck.wind(name) for name in road_deck.WINDS], road_deck.back()


def _picture(drawing: Drawing) -> Image:
    large = rasterise(drawing, 2 * WIDTH)
    size = (WIDTH, round(WIDTH * large.shape[0] / large.shape[1]))
    return np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)
