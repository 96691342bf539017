"""Trains the closest look, a small network over a map of how a crop and a face agree, together with the identity net.

First the map is read with the identity net as it is; then both learn on, so that the descriptors become what the
closest look needs. It learns on composed scenes of random decks (`pairs`), is measured on sittings of another seed, and
never sees a real deck. Repeat with `tapis train pair`; the judge has to be fitted anew afterwards.
"""

import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.image import FloatArray, Image
from vision.recognise import describe as describing
from vision.recognise.compare import printed
from vision.recognise.describe import describe
from vision.recognise.pair import CHANNELS, PART, Sight, coloured, maps
from vision.training.half import halve
from vision.training.pairs import Sitting, sitting
from vision.training.train_identity import DEPTH, IdentityNet, Score, as_input, export, freeze_scales, take_over

SEED, SITTINGS, HELD_OUT_SEED, HELD_OUT = 31, 735, 77, 60
#: Steps with the identity net as it is, and with both learning; the fastest rate of each.
ALONE, TOGETHER = (3000, 4e-3), (8100, 1.5e-3)
DECKS, CARDS = 5, 10  # of a step
#: The faces most like a crop that are not its own are what it is told from: so many of them are kept, and shown.
RIVALS, SHOWN = 8, 3


class PairNet(nn.Module):
    """CHANNELS x ROWS x COLUMNS to the log odds that both are one card."""

    def __init__(self, width: int = 48) -> None:
        super().__init__()
        self.scaled = nn.BatchNorm2d(CHANNELS)
        self.cell, self.near, self.far = _layer(CHANNELS, width, 1), _layer(width, width), _layer(width, width)
        self.wide = nn.Sequential(_layer(width, 64, 3, 2), _layer(64, 64))
        self.told = nn.Sequential(nn.Linear(width + 128, 48), nn.ReLU(), nn.Dropout(0.1), nn.Linear(48, 1))

    def forward(self, drawn: Tensor) -> Tensor:
        x = self.cell(self.scaled(drawn))
        x = self.far(x + self.near(x))
        y = self.wide(x)
        odds: Tensor = self.told(torch.cat([x.mean((2, 3)), y.mean((2, 3)), y.amax((2, 3))], 1))
        return odds[:, 0]


def _layer(depth: int, out: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(depth, out, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(out), nn.ReLU(inplace=True))


@dataclass(frozen=True, slots=True)
class Known:
    """A sitting made ready. Views come upright, then upside down; `rivals` are rows of views, hardest first."""

    views: Image
    crops: Image
    prints: tuple[FloatArray, FloatArray]
    colours: tuple[FloatArray, FloatArray]
    faces: NDArray[np.int64]
    visible: FloatArray
    rivals: NDArray[np.int64]


def known(one: Sitting) -> Known:
    views = np.concatenate([one.views, one.views[:, ::-1, ::-1]])
    both = (views, one.crops)
    prints = tuple(np.stack([printed(crop) for crop in crops]) for crops in both)
    colours = tuple(np.stack([coloured(crop) for crop in crops]) for crops in both)
    rivals = _rivals(views, one.crops, one.faces)
    return Known(views, one.crops, prints, colours, one.faces, one.visible, rivals)  # type: ignore[arg-type]


def _rivals(views: Image, crops: Image, faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every crop the rows of the faces most like it, each face once, its own left out."""
    shown, seen, count = describe(list(views)), describe(list(crops)), len(views) // 2
    weighted = (seen.cells * seen.trust[:, :, None]).reshape(len(crops), -1)
    alike = (weighted @ shown.cells.reshape(len(views), -1).T).reshape(len(crops), 2, count)
    best = alike.max(axis=1)
    best[np.arange(len(crops)), np.maximum(faces, 0)] -= 1e9 * (faces >= 0)
    near = np.argsort(-best, axis=1)[:, : min(RIVALS, count - 1)]
    upside_down = np.take_along_axis(alike.argmax(axis=1), near, 1)
    return np.asarray(near + count * upside_down, np.int64)


@dataclass(frozen=True, slots=True)
class Step:
    """Crops of some decks, the faces they are shown beside, and who belongs to whom."""

    crops: list[tuple[Known, int]]
    faces: list[tuple[Known, int]]
    pairs: NDArray[np.int64]  # crop and face of every pair
    same: Tensor
    one_deck: Tensor  # crop x face: of one deck
    own: Tensor  # crop x face: the card's own


def step_of(picks: list[tuple[Known, list[int]]], rng: np.random.Generator | None) -> Step:
    """Every picked crop beside its own face, if it has one, and some rivals: the hardest ones where `rng` is None."""
    crops: list[tuple[Known, int]] = []
    faces: list[tuple[Known, int]] = []
    pairs, same = [], []
    owner: list[tuple[int, int]] = []
    for deck, (one, cards) in enumerate(picks):
        place: dict[int, int] = {}
        count = len(one.views) // 2
        for card in cards:
            own = [int(one.faces[card])] if one.faces[card] >= 0 else []
            for row in own + [int(row) for row in _shown_rivals(one.rivals[card], rng)]:
                if row not in place:
                    place[row] = len(faces)
                    faces.append((one, row))
                    owner.append((deck, row % count))
                pairs.append((len(crops), place[row]))
                same.append(float(row in own))
            crops.append((one, card))
    decks = [deck for deck, (_, cards) in enumerate(picks) for _ in cards]
    one_deck = torch.tensor([[deck == other for other, _ in owner] for deck in decks])
    mine = [(deck, int(one.faces[card])) for deck, (one, card) in zip(decks, crops, strict=True)]
    own_face = torch.tensor([[face == who for who in owner] for face in mine])
    return Step(crops, faces, np.array(pairs), torch.tensor(same), one_deck, own_face)


def _shown_rivals(rivals: NDArray[np.int64], rng: np.random.Generator | None) -> NDArray[np.int64]:
    if rng is None:
        return rivals[: SHOWN + 1]
    places = rng.choice(len(rivals), min(SHOWN, len(rivals)), replace=False)
    if rng.random() < 0.7:
        places[0] = 0
    return rivals[np.unique(places)]


def seen_by(net: nn.Module, step: Step) -> tuple[Tensor, Tensor, Tensor]:
    """The maps of all pairs, the likeness of every crop to every face by descriptors alone, and each crop's trust."""
    pictures = [one.crops[k] for one, k in step.crops] + [one.views[k] for one, k in step.faces]
    grids = net(torch.from_numpy(as_input(pictures)).contiguous(memory_format=torch.channels_last))
    cells = functional.normalize(grids[:, :DEPTH], dim=1).flatten(2).transpose(1, 2)
    trust, count = torch.sigmoid(grids[:, DEPTH]).flatten(1), len(step.crops)
    crop_of, face_of = step.pairs.T
    crops = _sights(cells[:count], trust[:count], [(one.prints[1][k], one.colours[1][k]) for one, k in step.crops])
    faces = _sights(cells[count:], trust[count:], [(one.prints[0][k], one.colours[0][k]) for one, k in step.faces])
    drawn = maps(_picked(crops, crop_of), _picked(faces, face_of), torch)
    alike = torch.einsum("acd,bcd->ab", cells[:count] * trust[:count, :, None], cells[count:])
    return drawn, alike, trust[:count].sum(1)


def _sights(cells: Tensor, trust: Tensor, others: list[tuple[FloatArray, FloatArray]]) -> Sight:
    prints, colours = (torch.from_numpy(np.stack(each)) for each in zip(*others, strict=True))
    return Sight(cells, trust, prints, colours)  # type: ignore[arg-type]


def _picked(sights: Sight, rows: NDArray[np.int64]) -> Sight:
    return Sight(sights.cells[rows], sights.trust[rows], sights.print[rows], sights.colour[rows])


def pair_loss(odds: Tensor, step: Step) -> Tensor:
    """Each pair right by itself, and of the faces beside one crop its own the likeliest."""
    alone = functional.binary_cross_entropy_with_logits(odds, step.same)
    crop_of, own = torch.from_numpy(step.pairs[:, 0]), step.same > 0.5
    held = odds.clamp(-15, 15)
    together = torch.zeros(len(step.crops)).index_add(0, crop_of, held.exp())
    return alone + 0.3 * (together[crop_of[own]].log() - held[own]).mean()


def identity_loss(score: Score, step: Step, alike: Tensor, trust: Tensor) -> Tensor:
    """By its descriptors alone a crop should find its face among those of its deck, or none of them."""
    none = (score.stranger[0] * trust + score.stranger[1])[:, None]
    odds = torch.cat([alike.masked_fill(~step.one_deck, -1e4), none], 1) * score.sharpness.exp()
    right = torch.cat([step.own, ~step.own.any(1, keepdim=True)], 1)
    return -torch.logsumexp(functional.log_softmax(odds, 1).masked_fill(~right, -1e4), 1).mean()


def measure(net: nn.Module, pair: PairNet, sittings: list[Known]) -> dict[str, float]:
    """On held-out sittings: how often a card's own face comes first, among its hardest rivals."""
    first, visible = [], []
    pair.eval()
    with torch.no_grad():
        for one in sittings:
            step = step_of([(one, list(range(len(one.crops))))], None)
            odds = pair(seen_by(net, step)[0]).numpy()
            for k in np.nonzero(one.faces >= 0)[0]:
                mine, own = step.pairs[:, 0] == k, step.same.numpy() > 0.5
                first.append(odds[mine & own][0] > odds[mine & ~own].max())
                visible.append(one.visible[k])
    pair.train()
    right, share = np.array(first), np.array(visible)
    clear, part = right[share > 0.85], right[(share > 0.4) & (share < 0.8)]
    return {"first": _rounded(right), "first_clear": _rounded(clear), "first_part": _rounded(part), "cards": len(right)}


def _rounded(right: NDArray[np.bool_]) -> float:
    return round(float(right.mean()), 4) if len(right) else 0.0


def train_all(out: Path, share: float = 1.0) -> None:
    """As the app's networks learnt: `share` of the sittings and of the steps. The identity net goes beside `out`."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    count, held_out = max(DECKS, round(SITTINGS * share)), max(2, round(HELD_OUT * share))
    sittings = [known(sitting(SEED, number)) for number in range(count)]
    others = [known(sitting(HELD_OUT_SEED, number)) for number in range(held_out)]
    net, score, pair = IdentityNet().to(memory_format=torch.channels_last), Score(), PairNet()
    take_over(net, score, describing.MODEL)
    freeze_scales(net, True)
    rng, begun = np.random.default_rng(0), time.monotonic()
    for (steps, rate), both in ((ALONE, False), (TOGETHER, True)):
        _learn(net, score, pair, sittings, rng, max(2, round(steps * share)), rate, both)
        row = measure(net, pair, others) | {"s": round(time.monotonic() - begun)}
        print(json.dumps(row), flush=True)
    export_pair(pair, row | {"seed": SEED, "sittings": count}, out)
    export(net, score, {"pair": row}, out.with_name("identity.onnx"))


def _learn(
    net: IdentityNet, score: Score, pair: PairNet, sittings: list[Known], rng: np.random.Generator, steps: int,
    rate: float, both: bool,
) -> None:  # fmt: skip
    """One run; with `both` the identity net learns too."""
    groups = [{"params": list(pair.parameters()), "weight_decay": 0.02}]
    if both:
        groups.append({"params": [*net.parameters(), *score.parameters()], "weight_decay": 1e-4})
    optimiser = torch.optim.AdamW(groups, rate)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.05)
    for number in range(1, steps + 1):
        decks = rng.choice(len(sittings), DECKS, replace=False)
        picks = [(sittings[k], list(rng.permutation(len(sittings[k].crops))[:CARDS])) for k in decks]
        step = step_of(picks, rng)
        with torch.set_grad_enabled(both):
            drawn, alike, trust = seen_by(net, step)
        turned = [axis for axis in (2, 3) if rng.random() < 0.5]
        loss = pair_loss(pair(drawn.flip(turned)), step)
        if both:
            loss = loss + 0.3 * identity_loss(score, step, alike, trust)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimiser.step()
        plan.step()
        if number % 500 == 0:
            print(json.dumps({"step": number, "loss": round(float(loss), 3)}), flush=True)


def export_pair(pair: PairNet, row: dict[str, float], out: Path) -> None:
    """Write the network as ONNX for OpenCV, and beside it what was measured."""
    pair.eval()
    example = torch.zeros(PART, CHANNELS, *(describing.ROWS, describing.COLUMNS))
    names = {"input_names": ["maps"], "output_names": ["odds"]}
    torch.onnx.export(pair, (example,), str(out), dynamo=False, opset_version=17, **names)
    halve(out)
    out.with_suffix(".json").write_text(json.dumps(row, indent=1) + "\n")
