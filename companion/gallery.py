"""The decks of this device as pictures to look through, with the pairs of cards that look most alike."""

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.decks import deck_folder
from companion.decks.shelf import place
from vision.image import Image
from vision.recognise.deck import load_deck
from vision.recognise.enrol import confusable_pairs

#: A card in the gallery is so many pixels high; so many pairs are told, the nearest first, whatever their distance.
HIGH_PX, TOLD = 168, 4


@dataclass(frozen=True, slots=True)
class Shown:
    """One deck: its cards with their pictures, and pairs of names with how far apart they are (0 is the same print).

    Our own decks are called like their game; others as people called them.
    """

    called: str
    game: str
    faces: tuple[tuple[str, Image], ...]
    pairs: tuple[tuple[str, str, float], ...]


def own_deck(game: str) -> Generator[Shown, None, None]:
    """Our own deck for a game: first its cards, then its pairs as well, which take longer."""
    yield from shown(game, deck_folder(game))


def kept_deck(desk: Path, name: str) -> Generator[Shown, None, None]:
    """A deck that was enrolled here."""
    yield from shown(name, place(desk, name))


def shown(called: str, folder: Path) -> Generator[Shown, None, None]:
    deck = load_deck(folder)
    faces = tuple((face.name, _small(face.views[0])) for face in deck.faces)
    yield Shown(called, deck.game, faces, ())
    pairs = confusable_pairs(deck, limit=1.0)[:TOLD]
    yield Shown(called, deck.game, faces, tuple((pair.first, pair.second, pair.distance) for pair in pairs))


def _small(view: Image) -> Image:
    high, wide = view.shape[:2]
    size = (max(1, round(wide * HIGH_PX / high)), HIGH_PX)
    return np.asarray(cv2.resize(view, size, interpolation=cv2.INTER_AREA), np.uint8)
