"""Fits what comes after the identity net, on composed scenes of random decks: how to rank faces, and how sure to be.

The ranking is fitted with whole decks enrolled; the judge with a third of the faces missing in two scenes of three, and
with outlines of nothing, so that it knows strangers. The net has never seen these decks.
"""

import argparse
import json
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from torch import nn

from vision.image import FloatArray, Image
from vision.recognise import compare
from vision.recognise.crop import HEIGHT, WIDTH, Pyramid, sides, turned
from vision.recognise.deck import Deck, Face
from vision.recognise.gallery import Gallery
from vision.recognise.identify import compared, laid_on, stood_up, weighed
from vision.recognise.judge import Evidence
from vision.training.examples import Example, example, without
from vision.training.strokes import Rng

SEED, SCENES = 101, 120
HIDDEN = 12


@dataclass(frozen=True, slots=True)
class Taken:
    """The exact crops of one scene, their true names (None for nothing) and sizes, and the deck at crop size."""

    number: int
    deck: Deck
    crops: list[Image]
    names: list[str | None]
    visible: list[float]
    short_px: list[float]


def taken(seed: int, number: int) -> Taken:
    """Scene `number` as the reader takes it apart, with the whole deck enrolled."""
    case, rng = example(seed, number), np.random.default_rng((seed, number, 1))
    gallery, picture = Gallery(case.deck), Pyramid(case.image)
    quads, names, visible = _outlines(case, rng)
    exact = laid_on(picture, stood_up(picture, quads, gallery), gallery) if quads else []
    deck = Deck(case.deck.game, tuple(map(_small, case.deck.faces)), tuple(map(_small, case.deck.backs)))
    crops = [picture.crop(quad) for quad in exact]
    return Taken(number, deck, crops, names, visible, [min(sides(quad)) for quad in exact])


def _small(face: Face) -> Face:
    views = (cv2.resize(view, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for view in face.views)
    return Face(face.name, tuple(np.asarray(view, np.uint8) for view in views))


def _outlines(case: Example, rng: Rng) -> tuple[list[FloatArray], list[str | None], list[float]]:
    """Inexact outlines of what can be seen at least a little, and a few outlines of nothing."""
    quads: list[FloatArray] = []
    names: list[str | None] = []
    visible: list[float] = []
    for card in case.cards:
        if card.visible < 0.15 or min(sides(card.quad)) < 40:
            continue
        spread = max(sides(card.quad)) * rng.choice([0.004, 0.01, 0.02])
        quad = card.quad + rng.normal(0, spread, (4, 2))
        quads.append(turned(quad.astype(np.float32), 2 * int(rng.integers(2))))
        names.append(card.name or "back")
        visible.append(card.visible)
    height, width = case.image.shape[:2]
    for _ in range(3):
        angle, short = rng.uniform(0, 2 * np.pi), rng.uniform(50, 150)
        u = np.array([np.cos(angle), np.sin(angle)]) * short
        v = np.array([-u[1], u[0]]) * 1.5
        centre = rng.uniform(0.1, 0.9, 2) * (width, height)
        if all(np.linalg.norm(centre - card.quad.mean(0)) > 0.5 * short for card in case.cards):
            quads.append((centre + np.array([-u - v, u - v, u + v, v - u]) / 2).astype(np.float32))
            names.append(None)
            visible.append(0.0)
    return quads, names, visible


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
    x, y = torch.from_numpy(np.stack(told)), torch.from_numpy(np.stack(right))
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


def evidence_of(seed: int, scene: Taken) -> list[tuple[Evidence, bool]]:
    """The evidence for the best name of every crop, and whether that name is right."""
    rng = np.random.default_rng((seed, scene.number, 2))
    deck = scene.deck if scene.number % 3 == 0 else without(scene.deck, 1 / 3, rng)
    gallery = Gallery(deck)
    rows = []
    for look, name, short in zip(compared(scene.crops, gallery), scene.names, scene.short_px, strict=True):
        best, _, evidence = weighed(look, short, gallery)
        rows.append((evidence, gallery.names[gallery.owner[look.rows[best[0]]]] == name))
    return rows


def fit_judge(evidence: FloatArray, right: FloatArray) -> dict[str, object]:
    """A small net of tanh units on the scaled evidence, fitted to the log loss."""
    torch.manual_seed(SEED)
    mean, scale = evidence.mean(0), evidence.std(0) + 1e-6
    x, y = torch.from_numpy((evidence - mean) / scale), torch.from_numpy(right)
    first, second = nn.Linear(x.shape[1], HIDDEN), nn.Linear(HIDDEN, 1)
    optimiser = torch.optim.AdamW([*first.parameters(), *second.parameters()], 0.01, weight_decay=0.02)
    for _ in range(2500):
        optimiser.zero_grad()
        odds = second(torch.tanh(first(x)))[:, 0]
        nn.functional.binary_cross_entropy_with_logits(odds, y).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return {
        "mean": mean.tolist(),
        "scale": scale.tolist(),
        "first": first.weight.T.tolist(),
        "first_bias": first.bias.tolist(),
        "second": second.weight[0].tolist(),
        "second_bias": second.bias.tolist(),
    }


def fit(everything: list[Taken]) -> dict[str, object]:
    """Fit both and store them; the ranking is stored first, because the judge's evidence needs it."""
    stored: dict[str, object] = {"seed": SEED, "scenes": len(everything), "rank": fit_rank(everything)}
    _store(stored | {"judge": {}})
    rows = [row for scene in everything for row in evidence_of(SEED, scene)]
    evidence = np.array([row[0] for row in rows], np.float32)
    right = np.array([row[1] for row in rows], np.float32)
    stored |= {"samples": len(rows), "right": int(right.sum())}
    _store(stored | {"judge": fit_judge(evidence, right)})
    return stored


def _store(fitted: dict[str, object]) -> None:
    compare.WEIGHTS.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    compare.weights.cache_clear()


def main(scenes: int = SCENES) -> None:
    torch.set_num_threads(1)
    print(json.dumps(fit([taken(SEED, number) for number in range(scenes)])))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=SCENES)
    main(parser.parse_args().scenes)
