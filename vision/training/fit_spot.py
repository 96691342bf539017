"""Fits how the rim of an outline tells the card of an enrolment photo from everything else that has four sides.

Learnt from what the search meets in the photos and scans of `shots.py`; in a scan no outline is the card's.
`tapis train spot` runs it.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.image import FloatArray, Image
from vision.recognise.rim import rim_of
from vision.recognise.spot import around, candidates, shrunk, smoothed
from vision.training.shots import off_by, pictures
from vision.training.strokes import Rng

SEED, DECKS, ROUNDS, BATCH = 701, 600, 24, 8
#: Of a picture's outlines the best so many are learnt from, and so many of the others.
BEST, OTHERS = 12, 60
#: How much nearer an outline must be to be better, and how near one must be to learn from a picture, in card's widths.
FINE, NEAR = 0.004, 0.03


@dataclass(frozen=True, slots=True)
class Outlines:
    """The outlines of one picture: what their rims tell, and how far off they are; endlessly far in a scan."""

    told: tuple[Tensor, Tensor, Tensor]
    off: Tensor


class RimNet(nn.Module):
    """As `rim.worth_of` computes it: what sides and corners tell, each alike, their means and their least."""

    def __init__(self, scales: list[tuple[Tensor, Tensor]]) -> None:
        super().__init__()
        sides, corners, shape = (len(mean) for mean, _ in scales)
        self.scales = scales
        self.side, self.corner = nn.Linear(sides, 20), nn.Linear(corners, 8)
        self.hidden, self.worth = nn.Linear(2 * 20 + 2 * 8 + shape, 20), nn.Linear(20, 1)
        self.dropped = nn.Dropout(0.1)

    def forward(self, told: tuple[Tensor, Tensor, Tensor]) -> Tensor:
        sides, corners, shape = ((x - mean) / scale for x, (mean, scale) in zip(told, self.scales, strict=True))
        each = [torch.tanh(self.side(sides)), torch.tanh(self.corner(corners))]
        parts = [part for values in each for part in (values.mean(1), values.amin(1))]
        worth: Tensor = self.worth(torch.tanh(self.hidden(self.dropped(torch.cat([*parts, shape], 1)))))
        return worth[:, 0]


def outlines(rng: Rng, picture: Image, true: FloatArray | None) -> Outlines | None:
    """What the search meets in a picture: first outlines, those around the best of them, and around another."""
    closer, scale = shrunk(picture)
    quads = candidates(closer)
    if not len(quads):
        return None

    def off(found: FloatArray) -> FloatArray:
        return np.full(len(found), 9.0, np.float32) if true is None else off_by((found + 0.5) / scale - 0.5, true)

    smooth = smoothed(closer)
    starts = {int(off(quads[:BEST]).argmin()), int(rng.integers(min(4, len(quads))))}
    beside = [rng.permutation(around(smooth, quads[k]))[:OTHERS] for k in sorted(starts)]
    quads = np.concatenate([quads, *beside])
    order = np.argsort(off(quads))
    kept = quads[np.concatenate([order[:BEST], rng.permutation(order[BEST:])[:OTHERS]])]
    told = tuple(torch.from_numpy(values) for values in rim_of(smooth, kept))
    return Outlines((told[0], told[1], told[2]), torch.from_numpy(off(kept)))


def lost(net: RimNet, one: Outlines, scan: bool) -> Tensor:
    """How unlikely the net finds the outlines that are the card's; in a scan, that none is."""
    odds = torch.log_softmax(torch.cat([net(one.told), torch.zeros(1)]), 0)
    return -odds[-1] if scan else -(torch.softmax(-one.off / FINE, 0) * odds[:-1]).sum()


def train(out: Path, share: float = 1.0) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    cv2.setNumThreads(1)
    learnt: list[Outlines] = []
    for number in range(max(4, round(share * DECKS))):
        rng = np.random.default_rng((SEED, number, 1))
        found = (outlines(rng, picture, true) for picture, true in pictures(SEED, number))
        learnt += [one for one in found if one is not None and (one.off.min() < NEAR or one.off.min() >= 9)]
    scales = []
    for kind in range(3):
        values = torch.cat([one.told[kind].reshape(-1, one.told[kind].shape[-1]) for one in learnt])
        scales.append((values.mean(0), values.std(0) + 1e-2))
    net = RimNet(scales)
    _fit(net, learnt)
    out.write_text(json.dumps(_told(net)) + "\n", encoding="utf-8")


def _fit(net: RimNet, learnt: list[Outlines]) -> None:
    steps = max(1, len(learnt) // BATCH) * ROUNDS
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, 6e-3, total_steps=steps)
    rng = np.random.default_rng((SEED, 2))
    for step in range(steps):
        if step % (steps // ROUNDS) == 0:
            order = rng.permutation(len(learnt))
        at = BATCH * (step % (steps // ROUNDS))
        batch = [learnt[int(k)] for k in order[at : at + BATCH]]
        loss = torch.stack([lost(net, one, bool(one.off.min() >= 9)) for one in batch]).mean()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        pace.step()
        if step % 500 == 499:
            print(f"step {step + 1} of {steps}: {loss.item():.3f}", flush=True)


def _told(net: RimNet) -> dict[str, list[float]]:
    told = {name.replace(".", "_"): values for name, values in net.state_dict().items()}
    for name, (mean, scale) in zip(("side", "corner", "shape"), net.scales, strict=True):
        told |= {f"{name}_mean": mean, f"{name}_scale": scale}
    return {name: np.round(values.double().numpy(), 5).tolist() for name, values in told.items()}
