"""Fits what comes after the identity net, on composed scenes of random decks: how to rank faces, and how sure to be.

The ranking is fitted with whole decks enrolled; the judge also with a third of the faces missing, and with what the
detector takes for cards, so that it knows strangers. What judges another opinion learns from the cards that leave the
ones before in doubt. The nets have never seen these decks.
"""

import json
import pickle
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.detect.find import open_detector
from vision.detect.overlap import overlap
from vision.detect.proposal import Detector
from vision.image import FloatArray
from vision.recognise import compare
from vision.recognise.crop import Pyramid, sides, smaller, turned
from vision.recognise.deck import Deck, Face
from vision.recognise.gallery import Gallery
from vision.recognise.identify import stood_up
from vision.recognise.judge import Evidence, Net, chance_by
from vision.recognise.look import (
    DOUBT,
    LARGE_PX,
    OPINIONS,
    PAIRED,
    Crops,
    Look,
    compared,
    cropped,
    laid_on,
    likeliest,
    nearest,
    opinions_on,
    paired,
    weighed,
)  # fmt: skip
from vision.recognise.same import HEIGHT, WIDTH
from vision.training.art import twin_deck
from vision.training.examples import FAR_PX, NEAR_PX, Draw, Example, Lying, example, without
from vision.training.strokes import Rng

#: Every scene is judged with the whole deck, and with a third of its faces missing in other draws.
SEED, DRAWS = 101, 3
#: Processes that take scenes apart.
WORKERS = 2
#: The rankings have few weights and need fewer scenes of every kind.
RANKING = 120
HIDDEN, NETS = 8, 4
#: What fine print, the last opinion, counts for. The other eyes learnt from composed hatching and hardly ever mistake
#: it, so a fit gives it nothing; real hatching, paler or darker than its photo, they do mistake. So much costs next to
#: nothing: of 1,671 composed cards two fewer have their own face first.
FINE = 3.0
BACK = "back"


@dataclass(frozen=True, slots=True)
class Kind:
    """So many scenes, with numbers from `first` on, of cards so wide and of decks drawn so."""

    first: int
    scenes: int
    short_px: tuple[float, float]
    draw: Draw | None = None

    @property
    def near(self) -> bool:
        return self.short_px == NEAR_PX


KINDS = (
    Kind(0, 880, FAR_PX),
    Kind(880, 320, NEAR_PX),
    Kind(1200, 80, FAR_PX, twin_deck),
    Kind(1280, 320, NEAR_PX, twin_deck),
)


@dataclass(frozen=True, slots=True)
class Taken:
    """The exact crops of one scene, their true names (None for nothing) and sizes, and the deck: as fine as enrolled
    where cards are large, else as fine as anything looks at it."""

    number: int
    deck: Deck
    crops: Crops
    names: list[str | None]
    visible: list[float]
    short_px: list[float]


def taken(kind: Kind, number: int) -> Taken | None:
    """One scene of a kind as the reader takes it apart, with the whole deck enrolled; None where nothing was found."""
    cv2.setNumThreads(1)
    case = example(SEED, number, kind.short_px, kind.draw)
    return taken_apart(number, case, [proposal.quad for proposal in _detector().detect(case.image)], kind.near)


@cache
def _detector() -> Detector:
    return open_detector()


def taken_apart(number: int, case: Example, found: list[FloatArray], near: bool) -> Taken | None:
    gallery, picture = Gallery(case.deck), Pyramid(case.image)
    quads, names, visible = _outlines(case, found, np.random.default_rng((7, number)))
    if not quads:
        return None
    quads = stood_up(picture, quads, gallery)
    exact = laid_on(picture, quads, gallery, likeliest(picture, quads, gallery))
    # Of large cards the near scenes tell.
    kept = [k for k, quad in enumerate(exact) if near or min(sides(quad)) < LARGE_PX]
    if not kept:
        return None
    exact, told = [exact[k] for k in kept], ([names[k] for k in kept], [visible[k] for k in kept])
    deck = case.deck
    if not near:
        deck = Deck(deck.game, tuple(map(_small, deck.faces)), tuple(map(_small, deck.backs)))
    return Taken(number, deck, cropped(picture, exact), *told, [min(sides(quad)) for quad in exact])


def _small(face: Face) -> Face:
    return Face(face.name, tuple(smaller(view, WIDTH, HEIGHT) for view in face.views))


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


def fit_rank(scenes: Iterable[Taken]) -> list[float]:
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


def fit_togethers(scenes: Iterable[Taken]) -> list[list[float]]:
    """What the cells and the closer looks count for beside each other, after one of these looks and after more; the
    last one's weight is given."""
    told: list[list[FloatArray]] = [[] for _ in OPINIONS[:-1]]
    right: list[list[NDArray[np.bool_]]] = [[] for _ in OPINIONS[:-1]]
    for scene in scenes:
        gallery = Gallery(scene.deck)
        for look, name, short in zip(compared(scene.crops, gallery), scene.names, scene.short_px, strict=True):
            places = nearest(look, gallery)[:PAIRED]
            true = np.array([gallery.names[gallery.owner[look.rows[place]]] == name for place in places])
            if true.any() and len(true) == PAIRED:
                every = [compare.ranked(look.told)[places], *_asked(look, places, short, gallery)][: len(OPINIONS)]
                for count in range(2, len(every) + 1):
                    told[count - 2].append(np.stack(every[:count], axis=1))
                    right[count - 2].append(true)
    fitted = [_first_in_line(np.stack(x), np.stack(y)) for x, y in zip(told, right, strict=True)]
    return [*fitted, [*fitted[-1], FINE]]


def _asked(look: Look, places: list[int], short_px: float, gallery: Gallery) -> list[FloatArray]:
    """Every opinion that there is on a card."""
    rows = [paired(look, places)]
    told = (opinion([look], rows, gallery)[0] for opinion in opinions_on(short_px))
    return [odds for odds in told if odds is not None]


Verdict = tuple[Evidence, bool]


def evidence_of(scene: Taken) -> list[list[Verdict]]:
    """For every crop the evidence for its best name and whether that is right, after one closer look and after more:
    for the whole deck and twice a part.
    """
    rows = []
    for draw in range(DRAWS):
        rng = np.random.default_rng((9, scene.number, draw))
        gallery = Gallery(scene.deck if draw == 0 else without(scene.deck, 1 / 3, rng))
        for look, name, short in zip(compared(scene.crops, gallery), scene.names, scene.short_px, strict=True):
            places = nearest(look, gallery)
            looks = _asked(look, places, short, gallery)
            after = [weighed(look, places, looks[: k + 1], short, gallery) for k in range(len(looks))]
            rows.append([(e, gallery.names[gallery.owner[look.rows[best[0]]]] == name) for best, _, e in after])
    return rows


def fit_judge(evidence: FloatArray, right: FloatArray) -> Net:
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


#: Scenes of one kind, on disk: with their decks they are too many for memory.
Shelf = tuple[Path, ...]


def shelved(folder: Path, share: float = 1.0) -> list[Shelf]:
    """`share` of the scenes of every kind in which something was found, taken apart and put into the folder."""
    shelves = []
    with ProcessPoolExecutor(WORKERS) as pool:
        for kind in KINDS:
            numbers = range(kind.first, kind.first + max(1, round(kind.scenes * share)))
            files = pool.map(_shelve, repeat(folder), repeat(kind), numbers)
            shelves.append(tuple(file for file in files if file))
    return shelves


def _shelve(folder: Path, kind: Kind, number: int) -> Path | None:
    scene = taken(kind, number)
    if scene is None:
        return None
    file = folder / f"{number:04}.pickle"
    file.write_bytes(pickle.dumps(scene))
    return file


def _scene_in(file: Path) -> Taken:
    scene: Taken = pickle.loads(file.read_bytes())
    return scene


def fit(kinds: list[Shelf], out: Path) -> dict[str, object]:
    """Fit all on scenes of every kind and write it to `out`; the rankings first, because the judges' evidence is taken
    with them.
    """
    stored: dict[str, object] = {"seed": SEED, "scenes": [len(kind) for kind in kinds]}
    stored["rank"] = fit_rank(map(_scene_in, kinds[0][:RANKING]))
    _store(stored, out)
    togethers = fit_togethers(_scene_in(file) for kind in kinds for file in kind[:RANKING])
    _store(stored | {"opinions": [{"together": weights} for weights in togethers]}, out)
    with ProcessPoolExecutor(WORKERS, initializer=_use, initargs=(out,)) as pool:
        told = [rows for kind in kinds for rows in pool.map(_evidence_in, kind, chunksize=4)]
    stored |= fit_opinions([row for rows in told for row in rows], togethers)
    _store(stored, out)
    return stored


def _evidence_in(file: Path) -> list[list[Verdict]]:
    return evidence_of(_scene_in(file))


def fit_opinions(rows: list[list[Verdict]], togethers: list[list[float]]) -> dict[str, object]:
    """A judge for every opinion, from those crops that leave the ones before in doubt."""
    stored: dict[str, object] = {"samples": len(rows), "right": sum(row[0][1] for row in rows)}
    judges: list[dict[str, object]] = []
    for number, weights in enumerate(togethers):
        rows = [row for row in rows if len(row) > number]
        judge = fit_judge(*_evidence([row[number] for row in rows]))
        judges.append({"together": weights, "judge": judge, "samples": len(rows)})
        rows = [row for row in rows if DOUBT[0] < chance_by(judge, row[number][0]) < DOUBT[1]]
    return stored | {"opinions": judges}


def _evidence(verdicts: Sequence[Verdict]) -> tuple[FloatArray, FloatArray]:
    evidence, right = zip(*verdicts, strict=True)
    return np.array(evidence, np.float32), np.array(right, np.float32)


def _store(fitted: dict[str, object], out: Path) -> None:
    """Write the weights, and have the rest of this run use them instead of the app's."""
    out.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    _use(out)


def _use(weights: Path) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    compare.WEIGHTS = weights
    compare.weights.cache_clear()


def train(out: Path, share: float = 1.0) -> None:
    """As the app's judges were fitted: `share` of the scenes."""
    with TemporaryDirectory() as folder:
        print(json.dumps(fit(shelved(Path(folder), share), out)))
