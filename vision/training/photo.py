"""A photo as people take it to enrol a card: one card nearly from above on a random table, in the light there is.

It decides how kind such photos are; the truth is the card's outline. Learning and choosing only, as everything here.
"""

import numpy as np

from vision.image import FloatArray, Image
from vision.training.art import Deck
from vision.training.composer import BACK, _shadow, _Skins, _table
from vision.training.layout import Place
from vision.training.light import lit, photographed
from vision.training.strokes import Rng
from vision.training.view import random_view

SIZE = (360, 480)
#: Degrees from straight above, and how harsh the light of one session of photos may be.
STEEPEST, HARSH = 16.0, 0.45


def photo(rng: Rng, deck: Deck, face: int, harshness: float) -> tuple[Image, FloatArray]:
    """The picture of one face (or BACK), and the card's corners in it, top left as printed first."""
    width, height = SIZE
    share = rng.uniform(0.6, 0.86)
    unit = share * min(width / deck.width_mm, height / deck.height_mm)
    while True:
        view = random_view(rng, SIZE, unit, STEEPEST)
        middle = np.array([[width / 2, height / 2]]) + rng.normal(0, 0.02, 2) * SIZE
        centre, above = view.on_table(np.vstack([middle, middle - (0, 10)]))
        turn = float(np.arctan2(*(above - centre)[::-1]) - np.pi / 2 + rng.normal(0, 0.1))
        place = Place(float(centre[0]), float(centre[1]), 0.3, turn, face != BACK)
        quad = view.project(place.corners(deck.width_mm, deck.height_mm))
        if quad.min() > 4 and (quad.max(0) < np.array(SIZE) - 5).all():
            break
    canvas = _table(rng, view)
    crooked = float(rng.choice([0.0, 0.3]))
    _shadow(rng, canvas, quad, view, rng.normal(0, 1, 2), place)
    skins = _Skins(rng, deck, view.pixels_per_mm(), crooked)
    canvas.lay_card(skins.skin(rng, face), quad, 0, float(rng.choice([0.0, rng.uniform(0, 0.6)])))
    seen = lit(rng, canvas.picture, canvas.gloss, harshness)
    return photographed(rng, seen, 0.3 * harshness), quad.astype(np.float32)
