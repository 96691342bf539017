"""Our decks before a camera: every face laid on composed tables, and how many of them are read.

    python -m tests.printing.reading

prints a row a deck. What is enrolled is the bundled English deck; what lies on the table may be printed in another
language. Tables, cameras and lamps are those that networks learn from, the cards are not.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import cv2
import numpy as np

from companion.decks import deck_folder
from companion.decks.drawn import PrintCard, drawn_deck
from companion.games import game_ids
from vision.art.raster import rasterise
from vision.image import FloatArray, Image
from vision.reader import Reader, shared_area
from vision.recognise.deck import load_deck
from vision.recognise.reading import Reading
from vision.training.light import lit, photographed
from vision.training.paint import Canvas, Skin
from vision.training.strokes import Rng
from vision.training.tables import random_surface
from vision.training.view import View, random_view

SIZE = (1280, 720)
ACROSS, DOWN = 6, 3
#: Pixels a millimetre: a card of 58 mm is 96 pixels wide, half a metre below a tablet.
SCALE = 1.65
STEEPEST, HARSHNESS = 25.0, 0.25


@dataclass
class Tally:
    game: str
    language: str
    laid: int = 0
    read: int = 0
    named: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    never_named: set[str] = field(default_factory=set)

    def row(self) -> dict[str, object]:
        return {
            "game": self.game,
            "language": self.language,
            "cards_read_whole": f"{self.read} of {self.laid}",
            "cards_named_in_outline": f"{self.named} of {self.laid}",
            "wrong": self.wrong,
            "never_named": sorted(self.never_named),
        }


def tally(game_id: str, language: str = "en", tables: int = 2, seed: int = 1) -> Tally:
    """Lay every face of the deck on so many tables and read them."""
    cards = drawn_deck(game_id, language).cards
    reader = Reader(load_deck(deck_folder(game_id)))
    told = Tally(game_id, language, never_named={card.card for card in cards})
    rng = np.random.default_rng(seed)
    for _ in range(tables):
        order = iter([cards[place] for place in rng.permutation(len(cards))])
        while batch := list(islice(order, ACROSS * DOWN)):
            image, outlines = table_with(batch, rng)
            _judge(told, batch, outlines, reader.read(image), reader.name(image, outlines))
    return told


def table_with(cards: Iterable[PrintCard], rng: Rng, tidy: bool = False) -> tuple[Image, list[FloatArray]]:
    """A picture of cards that lie apart from each other, every which way up or `tidy`, and their outlines."""
    view = random_view(rng, SIZE, SCALE, STEEPEST / 2 if tidy else STEEPEST)
    canvas = Canvas(SIZE)
    canvas.lay_table(random_surface(rng), view, rng.uniform(-np.pi, np.pi))
    outlines = []
    for number, (card, middle) in enumerate(zip(cards, _places(view), strict=False)):
        half = np.array([card.face.width_mm, card.face.height_mm]) / 2
        turn = rng.normal(0, 0.04) if tidy else rng.normal(0, 0.2) + np.pi * rng.integers(2)
        c, s = np.cos(turn), np.sin(turn)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ np.array([[c, s], [-s, c]])
        quad = view.project(middle + corners @ _upright(view))
        canvas.shadow(quad + 1.5, 0.3, 2.0)
        canvas.lay_card(_skin(card), quad, number, 0.1)
        outlines.append(quad.astype(np.float32))
    return photographed(rng, lit(rng, canvas.picture, canvas.gloss, HARSHNESS), HARSHNESS), outlines


def _places(view: View) -> Iterator[np.ndarray]:
    """Table millimetres below an even grid of pixels."""
    xs, ys = (np.arange(ACROSS) + 0.5) / ACROSS, (np.arange(DOWN) + 0.5) / DOWN
    yield from view.on_table(np.array([(x, y) for y in ys for x in xs]) * SIZE)


def _upright(view: View) -> np.ndarray:
    """Turns cards so that they stand upright in the picture, however the table lies under the camera."""
    across = view.on_table(np.array([SIZE, (SIZE[0] + 2, SIZE[1])]) / 2.0)
    x, y = (across[1] - across[0]) / np.linalg.norm(across[1] - across[0])
    below = view.on_table(np.array([SIZE, (SIZE[0], SIZE[1] + 2)]) / 2.0)
    dx, dy = below[1] - below[0]
    down = 1.0 if x * dy > y * dx else -1.0
    return np.array([[x, y], [-down * y, down * x]])


def _skin(card: PrintCard) -> Skin:
    """The printed face, cut out; no larger than the picture needs."""
    print_ = rasterise(card.face, 192)
    levels = [print_, cv2.pyrDown(print_)]
    return Skin(tuple(np.dstack([level, np.full(level.shape[:2], 255, np.uint8)]) for level in levels), 0.0, 0.0)


def _judge(
    told: Tally,
    cards: list[PrintCard],
    outlines: list[FloatArray],
    read: tuple[Reading, ...],
    named: tuple[Reading, ...],
) -> None:
    for card, outline in zip(cards, outlines, strict=True):
        told.laid += 1
        told.read += _said(read, outline) == card.card
        for readings in (read, named):
            if (name := _said(readings, outline)) not in (None, card.card):
                told.wrong.append((str(name), card.card))
        if _said(named, outline) == card.card:
            told.named += 1
            told.never_named.discard(card.card)


def _said(readings: tuple[Reading, ...], outline: FloatArray) -> str | None:
    """The name that was said of a card, if any was."""
    return next((r.card for r in readings if r.card and shared_area(r.quad, outline) > 0.5), None)


if __name__ == "__main__":
    for each in game_ids():
        for spoken in ("en", "fr", "de"):
            print(json.dumps(tally(each, spoken).row()), flush=True)
