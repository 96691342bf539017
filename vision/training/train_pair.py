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

from vision.image import FloatArray
from vision.recognise import describe as describing
from vision.recognise.batches import MOST
from vision.recognise.compare import printed
from vision.recognise.pair import CHANNELS, Sight, coloured, maps
from vision.training.half import halve
from vision.training.pairs import PLAIN, Shown, Sitting, shown, sitting, small
from vision.training.steps import Step, pair_loss, step_of
from vision.training.strips import lay_side_by_side
from vision.training.train_identity import DEPTH, IdentityNet, Score, as_input, export, freeze_scales, take_over

SEED, SITTINGS, HELD_OUT_SEED, HELD_OUT = 31, 735, 77, 60
#: Steps with the identity net as it is, and with both learning; the fastest rate of each.
ALONE, TOGETHER = (3000, 4e-3), (8100, 1.5e-3)
DECKS, CARDS = 5, 10  # of a step
#: The faces most like a crop that are not its own are what it is told from: so many of them are kept.
RIVALS = 8


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
class Known(Shown):
    """A sitting made ready, at the size at which it is described, with the print and the colours of its pictures."""

    prints: tuple[FloatArray, FloatArray]
    colours: tuple[FloatArray, FloatArray]


def known(one: Sitting) -> Known:
    ready = shown(one, RIVALS)
    upright, turned, crops = small(ready.upright), small(ready.turned), small(ready.crops)
    views = np.concatenate([upright, turned])
    prints = tuple(np.stack([printed(crop) for crop in crops]) for crops in (views, crops))
    colours = tuple(np.stack([coloured(crop) for crop in crops]) for crops in (views, crops))
    seen = ready.faces, ready.visible, ready.rivals
    return Known(upright, turned, crops, *seen, prints, colours)  # type: ignore[arg-type]


def seen_by(net: nn.Module, step: Step[Known]) -> tuple[Tensor, Tensor, Tensor]:
    """The maps of all pairs, the likeness of every crop to every face by descriptors alone, and each crop's trust."""
    pictures = [one.crops[k] for one, k in step.crops] + [one.view(k) for one, k in step.faces]
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


def identity_loss(score: Score, step: Step[Known], alike: Tensor, trust: Tensor) -> Tensor:
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
    sittings = [known(sitting(SEED, number, PLAIN)) for number in range(count)]
    others = [known(sitting(HELD_OUT_SEED, number, PLAIN)) for number in range(held_out)]
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
    example = torch.zeros(MOST, CHANNELS, *(describing.ROWS, describing.COLUMNS))
    names = {"input_names": ["maps"], "output_names": ["odds"]}
    torch.onnx.export(pair, (example,), str(out), dynamo=False, opset_version=17, **names)
    lay_side_by_side(out)
    halve(out)
    out.with_suffix(".json").write_text(json.dumps(row, indent=1) + "\n")
