"""Trains the eye and the comparison of `vision/recognise/same.py`, which learn together and from nothing but pictures.

The eye turns crops and enrolled faces into grids; the comparison says of two grids whether they are one card. Both
learn on composed sittings of random decks (`pairs`), each crop beside its own face and some of those most like it,
every time in another light, other colours or mirrored; then on many more of them, and on quarters of large cards; then
on decks of near twins too. They are measured on sittings of other seeds and never see a real deck. Repeat with `tapis
train same`, which wants 16 GB of memory; the judge has to be fitted anew afterwards.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.image import FloatArray, Image
from vision.recognise.batches import MOST
from vision.recognise.same import GRID, HEIGHT, WIDTH
from vision.training.half import halve
from vision.training.net import Residual, layer
from vision.training.pairs import NEAR, TWINS, VARIED, Shown, Taste, quartered, shown, sitting
from vision.training.steps import Step, pair_loss, step_of
from vision.training.strokes import Rng
from vision.training.train_identity import as_input

SEED, HELD_OUT_SEED, HELD_OUT = 131, 577, 40
NEAR_SEED, NEAR_HELD_OUT_SEED, NEAR_HELD_OUT = 132, 578, 24
TWIN_SEED, TWIN_HELD_OUT_SEED, TWIN_HELD_OUT = 133, 579, 24
SLOW_START = 300
#: Of the decks of a step so many are seen near, where there are any.
QUARTERED = 0.3
DECKS, CARDS, RIVALS = 5, 10, 10
#: Of other faces' odds so many lie below the odds from which a face is counted as clearly told.
CLEARLY = 0.99


@dataclass(frozen=True, slots=True)
class Round:
    """So many sittings far, near, and far of decks of twins; so many steps, at this rate in the beginning."""

    far: int
    near: int
    twins: int
    steps: int
    fastest: float


#: With few sittings held-out ones gained no more after 6,000 steps.
ROUNDS = (
    Round(580, 0, 0, 7540, 2.5e-3),
    Round(1146, 147, 0, 6100, 2e-3),
    Round(1431, 0, 1280, 6900, 2e-3),
)


class Eye(nn.Module):
    """Pictures (n x 3 x HEIGHT x WIDTH, from -0.5 to 0.5) to grids (n x GRID)."""

    def __init__(self, widths: tuple[int, ...] = (24, 36, 64, 72)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.to4 = nn.Sequential(layer(3, a, 3, 2), layer(a, b, 3, 2), Residual(b))
        self.to8 = nn.Sequential(layer(b, c, 3, 2), Residual(c))
        self.to16 = nn.Sequential(layer(c, d, 3, 2), Residual(d))
        # What the whole card looks like tells the colour of the light.
        self.whole, self.up, self.out = nn.Conv2d(d, d, 1), nn.Conv2d(d, c, 1), nn.Conv2d(c, GRID[0], 3, 1, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        at8 = self.to8(self.to4(pictures))
        at16 = self.to16(at8)
        around = at16 + self.whole(at16.mean((2, 3), keepdim=True))
        wide = functional.interpolate(self.up(around), size=GRID[1:], mode="nearest")
        grid: Tensor = self.out(functional.relu(at8 + wide))
        return grid


class Comparison(nn.Module):
    """Grids of a crop and of a face to the log odds that both are one card."""

    def __init__(self, widths: tuple[int, int] = (56, 80)) -> None:
        super().__init__()
        near, far = widths
        self.near = nn.Sequential(layer(3 * GRID[0], near, 1), Residual(near))
        self.far = nn.Sequential(layer(near, far, 3, 2), Residual(far))
        self.told = nn.Sequential(nn.Linear(near + 2 * far, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 1))

    def forward(self, crop: Tensor, face: Tensor) -> Tensor:
        x = self.near(torch.cat([crop * face, (crop - face).abs(), crop], 1))
        y = self.far(x)
        odds: Tensor = self.told(torch.cat([x.mean((2, 3)), y.mean((2, 3)), y.amax((2, 3))], 1))
        return odds[:, 0]


def relit(rng: Rng, pictures: FloatArray) -> FloatArray:
    """Pictures (0 to 1) in another light each: exposure, a lamp's colour, a slope, a veil."""
    count = len(pictures)
    gains = np.exp(rng.normal(0, 0.1, (count, 1, 1, 3)) + rng.normal(0, 0.15, (count, 1, 1, 1)))
    turn, steep = rng.uniform(0, 2 * np.pi, count), rng.uniform(0, 0.5, count) * (rng.random(count) < 0.4)
    down, across = np.mgrid[-0.5 : 0.5 : HEIGHT * 1j, -0.5 : 0.5 : WIDTH * 1j]
    slope = 1 + (steep * np.cos(turn))[:, None, None] * across + (steep * np.sin(turn))[:, None, None] * down
    veil = (rng.uniform(0, 0.25, count) * (rng.random(count) < 0.25))[:, None, None, None]
    return np.asarray(np.clip(pictures * gains * slope[..., None] * (1 - veil) + 0.8 * veil, 0, 1), np.float32)


def nudged(rng: Rng, picture: FloatArray) -> FloatArray:
    """Moved, turned and stretched by about a pixel, as an outline that is laid exactly still is."""
    off = rng.normal(0, 0.008, (2, 2))
    matrix = np.column_stack([np.eye(2) + off, rng.normal(0, 0.8, 2)])
    size = (WIDTH, HEIGHT)
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)


def pictures_of(step: Step[Shown], rng: Rng) -> tuple[Tensor, Tensor]:
    """The crops and the faces of a step as the eye takes them: in another world's colours, at times mirrored."""
    order = rng.permutation(3)
    crops = relit(rng, _in_colours([one.crops[k] for one, k in step.crops], order))
    faces = relit(rng, _in_colours([one.view(k) for one, k in step.faces], order))
    moved = np.stack([nudged(rng, crop) if rng.random() < 0.5 else crop for crop in crops])
    down, across = (-1 if rng.random() < 0.5 else 1 for _ in range(2))
    return _tensor(moved[:, ::down, ::across]), _tensor(faces[:, ::down, ::across])


def _in_colours(pictures: list[Image], order: NDArray[np.int64]) -> FloatArray:
    return np.stack(pictures)[..., order].astype(np.float32) / np.float32(255)


def _tensor(pictures: FloatArray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2) - np.float32(0.5)))


def measure(eye: Eye, comparison: Comparison, sittings: Sequence[Shown]) -> dict[str, float]:
    """On held-out sittings, for a card beside its own face and its hardest rivals: how often its own comes first, and
    how often its odds are such as hardly any other face gets.
    """
    own: list[float] = []
    other: list[float] = []
    visible: list[float] = []
    eye.eval()
    comparison.eval()
    with torch.no_grad():
        for one in sittings:
            step = step_of([(one, list(range(len(one.crops))))], None)
            seen = eye(torch.from_numpy(as_input([one.crops[k] for one, k in step.crops])))
            faces = eye(torch.from_numpy(as_input([one.view(k) for one, k in step.faces])))
            odds = comparison(seen[step.pairs[:, 0]], faces[step.pairs[:, 1]]).numpy()
            right = step.same.numpy() > 0.5
            for k in range(len(one.crops)):
                mine = step.pairs[:, 0] == k
                other.append(float(odds[mine & ~right].max()))
                own.append(float(odds[mine & right][0]) if one.faces[k] >= 0 else np.nan)
                visible.append(float(one.visible[k]))
    eye.train()
    comparison.train()
    odds_own, odds_other, share = np.array(own), np.array(other), np.array(visible)
    first, clearly = odds_own > odds_other, odds_own > np.quantile(odds_other, CLEARLY)
    cards = {"": ~np.isnan(odds_own), "_clear": share > 0.85, "_part": (share > 0.4) & (share < 0.8)}
    rows = {
        f"{name}{kind}": round(float(told[which & cards[""]].mean()), 4)
        for kind, which in cards.items()
        for name, told in (("first", first), ("clearly", clearly))
    }
    return rows | {"cards": int(cards[""].sum())}


def train_all(out: Path, share: float = 1.0) -> None:
    """As the app's networks learnt: `share` of the sittings and of the steps. The eye goes beside `out`."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)

    def part(count: int) -> int:
        return max(DECKS, round(count * share)) if count else 0

    far = [whole(SEED, number) for number in range(part(max(each.far for each in ROUNDS)))]
    near = [close(NEAR_SEED, number) for number in range(part(max(each.near for each in ROUNDS)))]
    twins = [whole(TWIN_SEED, number, TWINS) for number in range(part(max(each.twins for each in ROUNDS)))]
    eye, comparison = Eye().to(memory_format=torch.channels_last), Comparison()
    for number, each in enumerate(ROUNDS):
        sittings = [*far[: part(each.far)], *twins[: part(each.twins)]], near[: part(each.near)]
        learn(eye, comparison, *sittings, max(2, round(each.steps * share)), each.fastest, number)
    row = measure(eye, comparison, [whole(HELD_OUT_SEED, number)[0] for number in range(part(HELD_OUT))])
    parts = [each for number in range(part(NEAR_HELD_OUT)) for each in close(NEAR_HELD_OUT_SEED, number)]
    alike = [whole(TWIN_HELD_OUT_SEED, number, TWINS)[0] for number in range(part(TWIN_HELD_OUT))]
    for kind, held_out in (("near", parts), ("twins", alike)):
        row |= {f"{kind}_{name}": value for name, value in measure(eye, comparison, held_out).items()}
    print(json.dumps(row), flush=True)
    export(eye, comparison, row | {"seed": SEED, "sittings": len(far), "near": len(near), "twins": len(twins)}, out)


def whole(seed: int, number: int, taste: Taste = VARIED) -> tuple[Shown, ...]:
    return (shown(sitting(seed, number, taste), RIVALS),)


def close(seed: int, number: int) -> tuple[Shown, ...]:
    return quartered(sitting(seed, number, VARIED, NEAR), RIVALS)


def learn(
    eye: Eye, comparison: Comparison, far: Sequence[tuple[Shown, ...]], near: Sequence[tuple[Shown, ...]], steps: int,
    fastest: float, seed: int,
) -> None:  # fmt: skip
    """One round. A sitting is what may be shown of it, of which a step shows one."""
    rng, begun = np.random.default_rng(seed), time.monotonic()
    weights = [*eye.parameters(), *comparison.parameters()]
    optimiser = torch.optim.AdamW(weights, fastest, weight_decay=0.02)
    for number in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = fastest * min(number / SLOW_START, (1 + np.cos(np.pi * number / steps)) / 2) + 1e-6
        step = step_of(_picked(rng, far, near), rng)
        crops, faces = pictures_of(step, rng)
        with torch.autocast("cpu", dtype=torch.bfloat16):  # twice as fast where the processor knows it
            grids = eye(torch.cat([crops, faces]).contiguous(memory_format=torch.channels_last))
            crop_of, face_of = step.pairs.T
            odds = comparison(grids[: len(crops)][crop_of], grids[len(crops) :][face_of])
        loss = pair_loss(odds.float(), step)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(weights, 5.0)
        optimiser.step()
        if number % 100 == 0:
            row = {"step": number, "loss": round(float(loss), 3), "s": round(time.monotonic() - begun)}
            print(json.dumps(row), flush=True)


def _picked(
    rng: Rng, far: Sequence[tuple[Shown, ...]], near: Sequence[tuple[Shown, ...]]
) -> list[tuple[Shown, list[int]]]:
    """Some cards of DECKS different sittings."""
    close_by = int(rng.binomial(DECKS, QUARTERED)) if near else 0
    picks = []
    for sittings, count in ((far, DECKS - close_by), (near, close_by)):
        for k in rng.choice(len(sittings), count, replace=False) if count else ():
            one = sittings[k][rng.integers(len(sittings[k]))]
            picks.append((one, list(rng.permutation(len(one.crops))[:CARDS])))
    return picks


def export(eye: Eye, comparison: Comparison, row: dict[str, float], out: Path) -> None:
    """Write both networks as ONNX for OpenCV, and beside them what was measured."""
    eye.eval()
    comparison.eval()
    pictures, grids = torch.zeros(2, 3, HEIGHT, WIDTH), torch.zeros(MOST, *GRID)
    torch.onnx.export(
        eye, (pictures,), str(out.with_name("eye.onnx")), dynamo=False, opset_version=17,
        input_names=["pictures"], output_names=["grids"], dynamic_axes={"pictures": {0: "n"}, "grids": {0: "n"}},
    )  # fmt: skip
    names = {"input_names": ["crop", "face"], "output_names": ["odds"]}
    torch.onnx.export(comparison, (grids, grids), str(out), dynamo=False, opset_version=17, **names)
    halve(out.with_name("eye.onnx"))
    halve(out)
    out.with_suffix(".json").write_text(json.dumps(row, indent=1) + "\n")
