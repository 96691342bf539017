"""Pictures as people enrol random decks from: photos of one card, and flat scans; and how well their cards are cut out.

Most decks have a frame or a rim printed on their faces, and many photos end close to the card, some before its last
corner. `python -m vision.training.shots` prints how far off outlines are, on decks that nothing was learnt from.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.spot import lying_card
from vision.training.art import Deck, random_deck
from vision.training.photo import HARSH, photo
from vision.training.strokes import Rng, colour

#: Decks to report with; so many photos of each.
SEED, PHOTOS = 702, 4


def pictures(seed: int, number: int) -> Iterator[tuple[Image, FloatArray | None]]:
    """A deck's enrolment photos with the card's corners, and one scan of a face."""
    rng = np.random.default_rng((seed, number))
    deck = framed(rng, random_deck(rng, 8))
    harshness = float(rng.uniform(0, HARSH))
    faces = rng.permutation(len(deck.faces))
    for face in faces[:PHOTOS]:
        yield cropped(rng, *photo(rng, deck, int(face), harshness))
    yield scanned(rng, deck.faces[int(faces[-1])]), None


def framed(rng: Rng, deck: Deck) -> Deck:
    """Most decks with a rim of paper, a line, or both, as many printed ones have."""
    if rng.random() < 0.35:
        return deck
    height, width = deck.faces[0].shape[:2]
    inset, radius = rng.uniform(0.02, 0.1) * width, float(rng.choice([0, rng.uniform(0.02, 0.09) * width]))
    inner = _rounded((height, width), inset, radius)
    line = np.zeros((height, width, 1), np.float32)
    kind, thick = rng.random(), int(rng.integers(1, 4))
    if kind > 0.5:
        wide = np.ones((2 * thick + 1, 2 * thick + 1), np.uint8)
        line = np.asarray(cv2.dilate(inner, wide) - cv2.erode(inner, wide), np.float32)[..., None]
    paper = np.array((245, 250, 252)) + rng.normal(0, 6, 3) if rng.random() < 0.6 else np.array(colour(rng))
    ink = np.array(colour(rng))

    def one(face: Image) -> Image:
        inside = face * inner[..., None] + paper * (1 - inner[..., None]) if kind < 0.6 else face
        return np.clip(inside * (1 - line) + ink * line, 0, 255).astype(np.uint8)

    return replace(deck, faces=tuple(one(face) for face in deck.faces))


def _rounded(shape: tuple[int, int], inset: float, radius: float) -> FloatArray:
    """1 within a rectangle with round corners so far inside, 0 outside of it."""
    height, width = shape
    core = np.zeros(shape, np.uint8)
    far = round(inset + radius)
    cv2.rectangle(core, (far, far), (width - 1 - far, height - 1 - far), 255, -1)
    away = cv2.distanceTransform(255 - core, cv2.DIST_L2, 5)
    return np.asarray(np.clip(radius + 0.5 - away, 0, 1), np.float32)


def cropped(rng: Rng, picture: Image, quad: FloatArray) -> tuple[Image, FloatArray]:
    """More often than not the picture ends near the card, sometimes before its last corner."""
    if rng.random() < 0.4:
        return picture, quad
    height, width = picture.shape[:2]
    free = np.where(rng.random(4) < 0.4, 1e9, rng.uniform(-0.02, 0.06, 4) * width)
    left, top = (int(v) for v in np.maximum(0, quad.min(axis=0) - free[:2]))
    right, bottom = (int(v) for v in np.minimum((width, height), quad.max(axis=0) + free[2:]))
    return np.ascontiguousarray(picture[top:bottom, left:right]), quad - np.array((left, top), np.float32)


def scanned(rng: Rng, face: Image) -> Image:
    """A flat scan, sometimes with a little of the scanner's lid around it."""
    size = rng.uniform(0.8, 1.6)
    scan = cv2.resize(face, None, fx=size, fy=size, interpolation=cv2.INTER_AREA if size < 1 else cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        wide, lid = int(rng.integers(1, 5)), int(rng.choice([10, 255]))
        scan = cv2.copyMakeBorder(scan, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=(lid, lid, lid))
    blurred = cv2.GaussianBlur(scan, (0, 0), rng.uniform(0.3, 1))
    _, packed = cv2.imencode(".jpg", blurred, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))))
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def off_by(quads: FloatArray, true: FloatArray) -> FloatArray:
    """Mean distance of corners, in shares of the card's short side, whichever corner is told first."""
    short = min(np.linalg.norm(true[1] - true[0]), np.linalg.norm(true[2] - true[1]))
    turns = [np.linalg.norm(np.roll(quads, k, axis=1) - true, axis=2).mean(axis=1) for k in range(4)]
    return np.asarray(np.min(turns, axis=0) / short, np.float32)


def report(decks: int) -> dict[str, float]:
    """How far outlines are off in shares of the card's width, and how often none is found, or one in a scan."""
    off, none, scans, cut = [], 0, 0, 0
    for number in range(decks):
        for picture, true in pictures(SEED, number):
            quad = lying_card(picture)
            if true is None:
                scans, cut = scans + 1, cut + (quad is not None)
            elif quad is None:
                none += 1
            else:
                off.append(float(off_by(quad[None], true)[0]))
    p50, p90 = np.percentile(off, (50, 90))
    far, photos = sum(one > 0.02 for one in off) / len(off), len(off) + none
    told = {"p50": p50, "p90": p90, "further_than_0.02": far, "none": none / photos, "scans_cut": cut / scans}
    return {"photos": photos} | {name: round(float(value), 4) for name, value in told.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=60)
    print(json.dumps(report(parser.parse_args().decks)))
