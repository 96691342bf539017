"""Compares ways of telling which card it is, on the same composed pictures: what docs/recognition.md reports.

Outlines are the true ones made inexact by about one in a hundred, and every card is in the deck: only the naming is
compared. The scenes are others than those that anything was fitted on.

    python -m vision.training.compare_methods --scenes 24
"""

import argparse
import json
from collections.abc import Callable
from time import process_time
from typing import Any

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.crop import HEIGHT, WIDTH, Pyramid, sides, turned
from vision.recognise.deck import Deck
from vision.recognise.gallery import Gallery
from vision.recognise.identify import identify
from vision.recognise.look import SURE
from vision.training.examples import example

SEED = 103
#: From a picture and outlines to one name each, None where the method keeps silent.
Method = Callable[[Image, list[FloatArray]], list[str | None]]


def _faces(deck: Deck, width: int, height: int) -> tuple[list[str], list[Image]]:
    names = [face.name for face in deck.faces]
    sized = (cv2.resize(face.views[0], (width, height), interpolation=cv2.INTER_AREA) for face in deck.faces)
    return names, [np.asarray(face, np.uint8) for face in sized]


def hashing(deck: Deck) -> Method:
    """Perceptual hash: signs of the 64 lowest frequencies of the grey crop, both ways up."""

    def signs(crop: Image) -> FloatArray:
        grey = cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (32, 32), interpolation=cv2.INTER_AREA)
        low = cv2.dct(grey.astype(np.float32))[:8, :8].ravel()
        return np.asarray(low > np.median(low), np.float32)

    names, faces = _faces(deck, 64, 96)
    known = np.stack([signs(face) for face in faces])

    def method(image: Image, quads: list[FloatArray]) -> list[str | None]:
        picture = Pyramid(image)
        apart = [
            np.minimum(*(np.abs(known - signs(picture.crop(turned(quad, k)))).sum(1) for k in (0, 2))) for quad in quads
        ]
        return [names[int(one.argmin())] for one in apart]

    return method


def correlating(deck: Deck) -> Method:
    """Correlation of all three colours at 24 x 36, both ways up."""

    def flat(crop: Image) -> FloatArray:
        small = cv2.resize(crop, (24, 36), interpolation=cv2.INTER_AREA).astype(np.float32)
        small -= small.reshape(-1, 3).mean(0)
        return np.asarray(small.ravel() / (np.linalg.norm(small) + 1e-6), np.float32)

    names, faces = _faces(deck, 64, 96)
    known = np.stack([flat(face) for face in faces])

    def method(image: Image, quads: list[FloatArray]) -> list[str | None]:
        picture = Pyramid(image)
        alike = [np.maximum(*(known @ flat(picture.crop(turned(quad, k))) for k in (0, 2))) for quad in quads]
        return [names[int(one.argmax())] for one in alike]

    return method


def keypoints(deck: Deck) -> Method:
    """ORB keypoints of the crop against every face, counted if a homography explains them."""
    orb = cv2.ORB.create(300, 1.2, 6, 8, 0, 2, cv2.ORB_HARRIS_SCORE, 16, 8)
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
    names, faces = _faces(deck, 160, 240)
    known = [orb.detectAndCompute(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), None) for face in faces]

    def agreeing(points: Any, words: Any, there: Any, face_words: Any) -> int:
        if words is None or face_words is None or len(face_words) < 2:
            return 0
        pairs = matcher.knnMatch(words, face_words, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance]
        if len(good) < 5:
            return len(good)
        here = np.array([points[match.queryIdx].pt for match in good], np.float32)
        over = np.array([there[match.trainIdx].pt for match in good], np.float32)
        mask = cv2.findHomography(here, over, cv2.RANSAC, 6.0)[1]
        return 0 if mask is None else 4 + int(mask.sum())

    def method(image: Image, quads: list[FloatArray]) -> list[str | None]:
        picture, said = Pyramid(image), list[str | None]()
        for quad in quads:
            crop = cv2.cvtColor(picture.crop(quad, 160, 240), cv2.COLOR_BGR2GRAY)
            points, words = orb.detectAndCompute(crop, None)
            counts = [agreeing(points, words, *face) for face in known]
            said.append(names[int(np.argmax(counts))] if max(counts) else None)
        return said

    return method


def ours(deck: Deck, least: float = 0.0) -> Method:
    """What Tapis does: the identity net, the exact outline, cell by cell; with `least` only what is sure."""
    gallery = Gallery(deck)

    def method(image: Image, quads: list[FloatArray]) -> list[str | None]:
        found = identify(Pyramid(image), quads, gallery)
        return [gallery.names[gallery.owner[one.row]] if one.chance >= least else None for one in found]

    return method


METHODS: dict[str, Callable[[Deck], Method]] = {
    "perceptual hash": hashing,
    "ORB and homography": keypoints,
    "colour correlation": correlating,
    "Tapis, best name": ours,
    "Tapis, sure names": lambda deck: ours(deck, SURE),
}


def main(scenes: int) -> None:
    cv2.setNumThreads(1)
    tally = {name: {"clear": 0, "part": 0, "wrong": 0, "named": 0, "s": 0.0} for name in METHODS}
    clear = part = 0
    for number in range(scenes):
        case, rng = example(SEED, number), np.random.default_rng((SEED, number, 1))
        cards = [card for card in case.cards if card.name and card.visible >= 0.4 and min(sides(card.quad)) >= 45]
        jitter = [rng.normal(0, 0.01 * max(sides(card.quad)), (4, 2)) for card in cards]
        quads = [(card.quad + off).astype(np.float32) for card, off in zip(cards, jitter, strict=True)]
        quads = [turned(quad, 2 * int(rng.integers(2))) for quad in quads]
        whole = [card.visible >= 0.85 for card in cards]
        clear, part = clear + sum(whole), part + len(whole) - sum(whole)
        for name, make in METHODS.items():
            method, row = make(case.deck), tally[name]
            begun = process_time()
            said = method(case.image, quads)
            row["s"] += process_time() - begun
            for card, full, word in zip(cards, whole, said, strict=True):
                row["clear" if full else "part"] += word == card.name
                row["named"] += word is not None
                row["wrong"] += word not in (None, card.name)
    for name, row in tally.items():
        told = {
            "method": name,
            "clear": round(row["clear"] / clear, 3),
            "part": round(row["part"] / part, 3),
            "wrong": round(row["wrong"] / max(1, row["named"]), 3),
            "cpu_ms_a_card": round(1000 * row["s"] / (clear + part), 2),
        }
        print(json.dumps(told | {"cards": [clear, part], "crop": [WIDTH, HEIGHT]}), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=24)
    main(parser.parse_args().scenes)
