"""From pictures of cards to an enrolled deck: flat scans, or photos of one card lying somewhere.

It decides which part of a picture is the card, which way up the face is kept, and which faces are hard to tell apart.
Names come from the caller; whether a game has such a card is not known here.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.errors import BadInput
from vision.image import FloatArray, Image
from vision.recognise.crop import Pyramid, canvas_corners, sides, top_first
from vision.recognise.deck import SHORT_SIDE, Deck, Face, fits_a_card
from vision.recognise.gallery import Gallery
from vision.recognise.spot import lying_card
from vision.stills import load_still

#: A card smaller than this in its picture is not worth enrolling.
SMALLEST = 60
#: Shares of pictures in which a card seems to lie on something, below or above which all are taken to be of one kind.
MOSTLY_SCANS, MOSTLY_PHOTOS = 0.35, 0.75
#: A deck's cards are of one shape; what was cut out and is this much longer or shorter is no card of it.
OTHER_SHAPE = 0.1


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


@dataclass(frozen=True, slots=True)
class _Cut:
    """One picture both ways: as a scan, and the card that lies in it if there seems to be one."""

    path: Path
    scan: Image | None
    lying: Image | None


def enrol(game: str, pictures: list[Path]) -> Enrolment:
    """Enrol every picture that shows a card; the others are told, not fatal."""
    cuts: list[_Cut] = []
    unused: list[BadInput] = []
    for path in pictures:
        try:
            cuts.append(_cut(load_still(path), path))
        except BadInput as wrong:
            unused.append(wrong)
    faces: dict[str, list[Image]] = {}
    for cut, view in zip(cuts, _views(cuts), strict=True):
        if view is None:
            unused.append(BadInput("no card was found in it", str(cut.path), "lay one card alone on a plain table"))
        else:
            faces.setdefault(name_of(cut.path), []).append(view)
    named = [Face(name, tuple(views)) for name, views in faces.items()]
    deck = Deck(
        game,
        tuple(face for face in named if not is_back(face.name)),
        tuple(face for face in named if is_back(face.name)),
    )
    return enrolment_of(deck, tuple(unused))


def _views(cuts: list[_Cut]) -> list[Image | None]:
    """Of every picture the card. Where nearly all are of one kind, and where a deck's cards are of one shape, what was
    seen otherwise is a mistake.
    """
    share = sum(cut.lying is not None for cut in cuts) / max(1, len(cuts))
    if share < MOSTLY_SCANS:
        return [cut.scan for cut in cuts]
    photos = share > MOSTLY_PHOTOS
    sure = [cut.lying if photos else cut.scan for cut in cuts if photos or cut.lying is None]
    usual = float(np.median([_long_to_short(view) for view in sure if view is not None] or [1.5]))
    views: list[Image | None] = []
    for cut in cuts:
        if cut.lying is not None and abs(_long_to_short(cut.lying) / usual - 1) < OTHER_SHAPE:
            views.append(cut.lying)
        else:
            views.append(_detected(cut.path) if photos else cut.scan)
    return views


def _long_to_short(view: Image) -> float:
    return float(max(view.shape[:2]) / min(view.shape[:2]))


def enrolment_of(deck: Deck, unused: tuple[BadInput, ...]) -> Enrolment:
    return Enrolment(deck, confusable_pairs(deck) if deck.faces else (), unused)


def name_of(path: Path) -> str:
    """`frankfurt__red__13@2.jpg` is a view of `frankfurt/red/13`."""
    return path.stem.split("@")[0].replace("__", "/")


def is_back(name: str) -> bool:
    return name.startswith("back")


def renewed(deck: Deck, fresh: Deck, further: set[str]) -> Deck:
    """The deck with the pictures of `fresh`: they replace a face's views, or join them where it is in `further`."""

    def side(old: tuple[Face, ...], new: tuple[Face, ...]) -> tuple[Face, ...]:
        views = {face.name: face.views for face in old}
        for face in new:
            kept = views.get(face.name, ()) if face.name in further else ()
            views[face.name] = (*kept, *face.views)
        return tuple(Face(name, pictures) for name, pictures in views.items())

    return Deck(deck.game, side(deck.faces, fresh.faces), side(deck.backs, fresh.backs))


def _cut(image: Image, path: Path) -> _Cut:
    height, width = image.shape[:2]
    if min(width, height) < SMALLEST:
        raise BadInput(f"is only {width} x {height} pixels", str(path), "photograph the card larger")
    quad = lying_card(image)
    lying = None if quad is None or min(sides(quad)) < SMALLEST else _upright(image, quad)
    scan = _upright(image, canvas_corners(width, height)) if fits_a_card(width, height) else None
    return _Cut(path, scan, lying)


def _detected(path: Path) -> Image | None:
    """The surest card that the detector finds in a photo whose edges told nothing."""
    from vision.detect.find import open_detector

    image = load_still(path)
    found = [proposal.quad for proposal in open_detector().detect(image) if min(sides(proposal.quad)) >= SMALLEST]
    view = _upright(image, top_first(found[0])) if found else None
    return view if view is not None and fits_a_card(view.shape[1], view.shape[0]) else None


def _upright(image: Image, quad: FloatArray) -> Image:
    """The card in `quad` at the deck's size."""
    across, down = sides(quad)
    scale = SHORT_SIDE / min(across, down)
    return Pyramid(image).crop(quad, round(across * scale), round(down * scale))


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
