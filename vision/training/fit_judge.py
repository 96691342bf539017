"""Fits what comes after the identity net, on composed scenes of random decks: how to rank faces, and how sure to be.

The ranking is fitted with whole decks enrolled; the judge also with a third of the faces missing, and with what the
detector takes for cards, so that it knows strangers. The net has never seen these decks.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.detect.find import open_detector
from vision.detect.overlap import overlap
from vision.detect.proposal import Detector
from vision.image import FloatArray, Image
from vision.recognise import compare
from vision.recognise.crop import HEIGHT, WIDTH, Pyramid, sides, turned
from vision.recognise.deck import Deck, Face
from vision.recognise.gallery import Gallery, nearest_names
from vision.recognise.identify import stood_up
from vision.recognise.judge import Evidence
from vision.recognise.look import PAIRED, compared, laid_on, likeliest, weighed
from vision.recognise.pair import likeness
from vision.training.examples import Example, Lying, example, without
from vision.training.strokes import Rng

#: Every scene is judged with the whole deck, and with a third of its faces missing in other draws.
SEED, SCENES, DRAWS = 101, 440, 3
HIDDEN, NETS = 8, 4
BACK = "back"


@dataclass(frozen=True, slots=True)
class Taken:
    """The exact crops of one scene, their true names (None for nothing) and sizes, and the deck at crop size."""

    number: int
    deck: Deck
    crops: list[Image]
    names: list[str | None]
    visible: list[float]
    short_px: list[float]


def taken(seed: int, number: int, detector: Detector) -> Taken | None:
    """Scene `number` as the reader takes it apart, with the whole deck enrolled; None where nothing was found."""
    case = example(seed, number)
    return taken_apart(number, case, [proposal.quad for proposal in detector.detect(case.image)])


def taken_apart(number: int, case: Example, found: list[FloatArray]) -> Taken | None:
    gallery, picture = Gallery(case.deck), Pyramid(case.image)
    quads, names, visible = _outlines(case, found, np.random.default_rng((7, number)))
    if not quads:
        return None
    quads = stood_up(picture, quads, gallery)
    exact = laid_on(picture, quads, gallery, likeliest(picture, quads, gallery))
    deck = Deck(case.deck.game, tuple(map(_small, case.deck.faces)), tuple(map(_small, case.deck.backs)))
    crops = [picture.crop(quad) for quad in exact]
    return Taken(number, deck, crops, names, visible, [min(sides(quad)) for quad in exact])


def _small(face: Face) -> Face:
    views = (cv2.resize(view, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for view in face.views)
    return Face(face.name, tuple(np.asarray(view, np.uint8) for view in views))


def _outlines(
    case: Example, found: list[FloatArray], rng: Rng
) -> tuple[list[FloatArray], list[str | None], list[float]]:
    """What the detector found, ghosts among it, and inexact outlines of the cards that it missed."""
    quads: list[FloatArray] = []
    names: list[str | None] = []
    visible: list[float] = []
    missed = set(range(len(case.cards)))
    for quad in found:
        # Of cards that lie on each other the one that is seen is meant.
        here = [(card.visible, k) for k, card in enumerate(case.cards) if overlap(quad, card.quad) >= 0.5]
        card = case.cards[max(here)[1]] if here else None
        quads.append(quad)
        names.append((card.name or BACK) if card else None)
        visible.append(_seen(card) if card else 0.0)
        missed -= {k for _, k in here}
    for k in sorted(missed):
        card = case.cards[k]
        if card.visible < 0.3 or min(sides(card.quad)) < 45:
            continue
        spread = max(sides(card.quad)) * rng.choice([0.004, 0.01, 0.02])
        off = rng.normal(0, spread, (4, 2))
        quads.append(turned((card.quad + off).astype(np.float32), 2 * int(rng.integers(2))))
        names.append(card.name or BACK)
        visible.append(_seen(card))
    return quads, names, visible


def _seen(card: Lying) -> float:
    return card.visible if card.in_frame > 0.99 else min(card.visible, 0.8)


def fit_rank(scenes: list[Taken]) -> list[float]:
    """Weights of the comparison's features: the true face of a shortlist should stand first (conditional logit)."""
    told, right = [], []
    for scene in scenes:
        gallery = Gallery(scene.deck)
        for look, name in zip(compared(scene.crops, gallery), scene.names, strict=True):
            true = np.array([gallery.names[gallery.owner[row]] == name for row in look.rows])
            if true.any() and len(true) == 12:
                told.append(look.told)
                right.append(true)
    return _first_in_line(np.stack(told), np.stack(right))


def _first_in_line(told: FloatArray, right: NDArray[np.bool_]) -> list[float]:
    """Weights with which the right one of each row stands first (conditional logit)."""
    x, y = torch.from_numpy(told), torch.from_numpy(right)
    weights = torch.zeros(x.shape[2], requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        odds = x @ weights
        missed = torch.logsumexp(odds, 1) - torch.logsumexp(odds.masked_fill(~y, -1e9), 1)
        total = missed.mean() + 2e-6 * (weights * weights).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimiser.step(loss)
    return [float(value) for value in weights.detach()]


def fit_together(scenes: list[Taken]) -> list[float]:
    """What the cells and the closest look count for beside each other, of the names that are looked at closely."""
    told, right = [], []
    for scene in scenes:
        gallery = Gallery(scene.deck)
        for look, name in zip(compared(scene.crops, gallery), scene.names, strict=True):
            odds = compare.ranked(look.told)
            rows = nearest_names(odds, gallery.owner[look.rows], PAIRED)
            beside = likeness(look.crop, gallery.sights([int(look.rows[row]) for row in rows]))
            true = np.array([gallery.names[gallery.owner[look.rows[row]]] == name for row in rows])
            if true.any() and len(true) == PAIRED:
                told.append(np.stack([odds[rows], beside], axis=1))
                right.append(true)
    return _first_in_line(np.stack(told), np.stack(right))


def evidence_of(scene: Taken) -> list[tuple[Evidence, bool]]:
    """The evidence for the best name of every crop, and whether it is right: for the whole deck and twice a part."""
    rows = []
    for draw in range(DRAWS):
        rng = np.random.default_rng((9, scene.number, draw))
        gallery = Gallery(scene.deck if draw == 0 else without(scene.deck, 1 / 3, rng))
        for look, name, short in zip(compared(scene.crops, gallery), scene.names, scene.short_px, strict=True):
            best, _, evidence = weighed(look, short, gallery)
            rows.append((evidence, gallery.names[gallery.owner[look.rows[best[0]]]] == name))
    return rows


def fit_judge(evidence: FloatArray, right: FloatArray) -> dict[str, object]:
    """Small nets of tanh units on the scaled evidence, fitted to the log loss; the mean of their odds is one net."""
    mean, scale = evidence.mean(0), evidence.std(0) + 1e-6
    x, y = torch.from_numpy((evidence - mean) / scale), torch.from_numpy(right)
    firsts, seconds = zip(*(_one_net(x, y, SEED + k) for k in range(NETS)), strict=True)
    return {
        "mean": mean.tolist(),
        "scale": scale.tolist(),
        "first": torch.cat([one.weight for one in firsts]).T.tolist(),
        "first_bias": torch.cat([one.bias for one in firsts]).tolist(),
        "second": (torch.cat([one.weight[0] for one in seconds]) / NETS).tolist(),
        "second_bias": [sum(float(one.bias.detach()) for one in seconds) / NETS],
    }


def _one_net(x: torch.Tensor, y: torch.Tensor, seed: int) -> tuple[nn.Linear, nn.Linear]:
    torch.manual_seed(seed)
    first, second = nn.Linear(x.shape[1], HIDDEN), nn.Linear(HIDDEN, 1)
    # The decay and the number of steps were chosen by cross-validation over scenes: a weaker one promises too much.
    optimiser = torch.optim.AdamW([*first.parameters(), *second.parameters()], 0.01, weight_decay=0.15)
    for _ in range(800):
        optimiser.zero_grad()
        odds = second(torch.tanh(first(x)))[:, 0]
        nn.functional.binary_cross_entropy_with_logits(odds, y).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return first, second


def fit(everything: list[Taken], out: Path) -> dict[str, object]:
    """Fit both and write them to `out`; the ranking first, because the judge's evidence is taken with it."""
    stored: dict[str, object] = {"seed": SEED, "scenes": len(everything), "rank": fit_rank(everything)}
    _store(stored | {"together": [1.0, 0.0], "judge": {}}, out)
    stored["together"] = fit_together(everything)
    _store(stored | {"judge": {}}, out)
    rows = [row for scene in everything for row in evidence_of(scene)]
    evidence = np.array([row[0] for row in rows], np.float32)
    right = np.array([row[1] for row in rows], np.float32)
    stored |= {"samples": len(rows), "right": int(right.sum())}
    _store(stored | {"judge": fit_judge(evidence, right)}, out)
    return stored


def _store(fitted: dict[str, object], out: Path) -> None:
    """Write the weights, and have the rest of this run use them instead of the app's."""
    out.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    compare.WEIGHTS = out
    compare.weights.cache_clear()


def train(out: Path, scenes: int = SCENES) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    detector = open_detector()
    every = (taken(SEED, number, detector) for number in range(scenes))
    print(json.dumps(fit([scene for scene in every if scene is not None], out)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=SCENES)
    arguments = parser.parse_args()
    train(arguments.out, arguments.scenes)
