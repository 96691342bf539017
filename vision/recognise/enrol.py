"""From pictures of cards to an enrolled deck: flat scans, or photos of one card lying somewhere.

It decides which part of a picture is the card, which way up the face is kept, and which faces are hard to tell apart.
Names come from the caller; whether a game has such a card is not known here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.detect.proposal import Detector
from vision.image import FloatArray, Image
from vision.recognise.crop import Pyramid, sides, turned
from vision.recognise.deck import SHORT_SIDE, Deck, Face, fits_a_card
from vision.recognise.gallery import Gallery
from vision.stills import load_still

#: A card smaller than this in its picture is not worth enrolling.
SMALLEST = 60
#: A card lying somewhere fills at least this much of the photo; a lesser outline is something printed on the card.
_LEAST_SHARE = 0.12


@dataclass(frozen=True, slots=True)
class Confusable:
    """Two faces that look alike: `distance` is 0 for the same print and about 1 for cards that share nothing."""

    first: str
    second: str
    distance: float


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The deck, which pairs to mind (nearest first), and the pictures that could not be used, with the reason."""

    deck: Deck
    confusable: tuple[Confusable, ...]
    unused: tuple[BadInput, ...]


def enrol(
    game: str, pictures: list[Path], detector: Detector, progress: Callable[[Path], None] = lambda path: None
) -> Enrolment:
    """Enrol every picture that shows a card; the others are told, not fatal."""
    faces: dict[str, list[Image]] = {}
    unused: list[BadInput] = []
    for path in pictures:
        progress(path)
        try:
            faces.setdefault(name_of(path), []).append(card_in(load_still(path), str(path), detector))
        except BadInput as wrong:
            unused.append(wrong)
    named = {name: Face(name, tuple(views)) for name, views in faces.items() if views}
    deck = Deck(
        game,
        tuple(face for name, face in named.items() if not is_back(name)),
        tuple(face for name, face in named.items() if is_back(name)),
    )
    return Enrolment(deck, confusable_pairs(deck), tuple(unused))


def name_of(path: Path) -> str:
    """`frankfurt__red__13@2.jpg` is a view of `frankfurt/red/13`."""
    return path.stem.split("@")[0].replace("__", "/")


def is_back(name: str) -> bool:
    return name.startswith("back")


def card_in(image: Image, where: str, detector: Detector) -> Image:
    """The one card of a picture, cut out upright at the deck's size."""
    height, width = image.shape[:2]
    if min(width, height) < SMALLEST:
        raise BadInput(f"is only {width} x {height} pixels", where, "photograph the card larger")
    quad = _lying_card(image, detector)
    if quad is None:
        if not fits_a_card(width, height):
            raise BadInput("no card was found in it", where, "lay one card alone on a plain table")
        quad = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]])
    across, down = sides(quad)
    if min(across, down) < SMALLEST:
        raise BadInput(f"the card is only {min(across, down):.0f} pixels wide", where, "photograph it from nearer")
    scale = SHORT_SIDE / min(across, down)
    return Pyramid(image).crop(quad.astype(np.float32), round(across * scale), round(down * scale))


def _lying_card(image: Image, detector: Detector) -> FloatArray | None:
    """The outline of the card of a photo, first corner at the picture's top left; None for a scan."""
    height, width = image.shape[:2]
    best = None
    for proposal in detector.detect(image):
        quad = upright(proposal.quad)
        if cv2.contourArea(quad) < _LEAST_SHARE * width * height or not _within(quad, width, height):
            continue
        if best is None or cv2.contourArea(quad) > cv2.contourArea(best):
            best = quad
    return None if best is None or _is_frame(best, width, height) else best


def upright(quad: FloatArray) -> FloatArray:
    """The same outline, begun at the corner that is top left when the card is seen as the picture was taken."""
    edges = [turned(quad, k)[1] - turned(quad, k)[0] for k in range(4)]
    return turned(quad, int(np.argmax([edge[0] / (np.linalg.norm(edge) + 1e-6) for edge in edges])))


def _within(quad: FloatArray, width: int, height: int) -> bool:
    slack = 0.03 * max(width, height)
    return bool((quad.min() > -slack) and quad[:, 0].max() < width + slack and quad[:, 1].max() < height + slack)


def _is_frame(quad: FloatArray, width: int, height: int) -> bool:
    """A frame printed on a scanned card: parallel to the picture's rim, at the same small distance all round."""
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inward = np.abs(quad - rim) / min(width, height)
    return bool(inward.max() < 0.16 and np.ptp(inward) < 0.05)


def confusable_pairs(deck: Deck, limit: float = 0.08) -> tuple[Confusable, ...]:
    """Pairs of faces nearer than `limit`, measured in the cells where they differ most."""
    gallery = Gallery(deck)
    count = len(gallery.entries)
    nearest: dict[tuple[int, int], float] = {}
    flat = gallery.cells.reshape(len(gallery.cells), -1)
    alike = flat[:count] @ flat.T / gallery.cells.shape[1]
    for row, column in zip(*np.where(alike > 1 - limit), strict=True):
        pair = sorted((int(gallery.owner[row]), int(gallery.owner[column])))
        if pair[0] != pair[1] and not any(gallery.entries[k].back for k in (row, column % count)):
            key = (pair[0], pair[1])
            nearest[key] = min(nearest.get(key, 2.0), float(1 - alike[row, column]))
    pairs = (Confusable(gallery.names[a], gallery.names[b], round(d, 3)) for (a, b), d in nearest.items())
    return tuple(sorted(pairs, key=lambda pair: pair.distance))
