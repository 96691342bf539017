"""Trains the second look at an outline on composed scenes and writes it as ONNX. Needs torch.

It sees straightened views of proposals that are disturbed as the finder disturbs them, and learns to move the corners
and to tell a card from none. `tapis train outline` runs it.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from vision.detect.find import Finder
from vision.detect.refine import BATCHES, CELLS, HEIGHT, MAPS, WIDTH, heard
from vision.image import FloatArray, Image
from vision.training.composer import Recipe
from vision.training.feed import scene
from vision.training.half import halve
from vision.training.net import Residual, layer
from vision.training.strips import lay_side_by_side
from vision.training.views import Views, views

# About as a camera's picture looks to the finder, which sees it at two thirds.
RECIPES = (
    Recipe(size=(960, 540), short_px=(40, 180), harsh=(0.0, 0.45), clutter=3, columns=0.35, typed=True),
    Recipe(size=(960, 540), short_px=(40, 180), clutter=5, columns=0.35, typed=True),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: everything that decides its result."""

    seed: int = 14
    scenes: int = 12000
    showings: int = 2
    batch: int = 64
    rate: float = 2e-3
    workers: int = 1


class OutlineNet(nn.Module):
    """Views (n x 3 x HEIGHT x WIDTH, 0 to 1) to n x MAPS x rows x columns: what every cell says, see `refine.heard`."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            layer(3, 16, 3, 2), layer(16, 24), layer(24, 40, 3, 2), Residual(40), layer(40, 64, 3, 2), Residual(64)
        )
        #: Where in the view a cell lies: the card that is meant is the one in the middle.
        self.place = nn.Parameter(torch.zeros(1, 64, *CELLS))
        self.far = nn.Sequential(Residual(64), Residual(64))
        self.answer = nn.Conv2d(64, MAPS, 1)

    def forward(self, x: Tensor) -> Tensor:
        answer: Tensor = self.answer(self.far(self.near(x - 0.5) + self.place))
        return answer


def train_all(out: Path, share: float = 1.0) -> None:
    """The run that made the committed network; `share` below one is for trying things out."""
    torch.set_num_threads(1)
    whole = Run()
    train(replace(whole, scenes=max(60, round(whole.scenes * share))), out)


def train(run: Run, out: Path) -> None:
    """Train for `run.scenes` scenes and write the network to `out`."""
    torch.manual_seed(run.seed)
    net = OutlineNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=run.rate, weight_decay=0.02)
    began, recent = time.monotonic(), []
    for step, (images, wanted, progress) in enumerate(_batches(run)):
        for group in optimiser.param_groups:
            group["lr"] = run.rate * min(1.0, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * progress))
        with torch.autocast("cpu", torch.bfloat16):
            maps = net(images)
        parts = losses(heard(maps.float(), torch), wanted)
        optimiser.zero_grad()
        parts.sum().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        recent.append(parts.detach().numpy())
        if step % 100 == 99:
            shown = " ".join(f"{v:.4f}" for v in np.mean(recent[-100:], 0))
            took = time.monotonic() - began
            print(f"step {step + 1} ({progress:.0%}) corners card visible across {shown}  {took:.0f} s", flush=True)
    export(net, out)


def losses(answers: Tensor, wanted: Tensor) -> Tensor:
    """Four losses: corner offsets, card or none, visible fraction, lying across."""
    corners, judged = wanted[:, 11], wanted[:, 12]
    offset = F.smooth_l1_loss(answers[:, :8], wanted[:, :8], reduction="none", beta=0.02).mean(1)
    is_card = F.binary_cross_entropy_with_logits(answers[:, 8], wanted[:, 8], reduction="none")
    seen = (answers[:, 9] - wanted[:, 9]).abs()
    across = F.binary_cross_entropy_with_logits(answers[:, 10], wanted[:, 10], reduction="none")
    inside = corners.sum() + 1
    return torch.stack(
        [
            20 * (corners * offset).sum() / inside,
            (judged * is_card).sum() / (judged.sum() + 1),
            0.3 * (corners * seen).sum() / inside,
            0.3 * (corners * across).sum() / inside,
        ]
    )


def _scene_views(seed: int, number: int) -> Views:
    cv2.setNumThreads(1)
    made = scene(seed, number, RECIPES[number % len(RECIPES)])
    proposed = [p.quad for p in _finder().proposals(made.image)]
    return views(np.random.default_rng((seed, 4, number)), made, proposed)


@cache
def _finder() -> Finder:
    return Finder()


def _batches(run: Run) -> Iterator[tuple[Tensor, Tensor, float]]:
    """Batches drawn from a shelf of views that is renewed scene by scene, and how far the run has come (0 to 1)."""
    rng = np.random.default_rng((run.seed, 3))
    with ProcessPoolExecutor(run.workers) as pool:
        waiting: list[Future[Views]] = []
        shelf: list[Views] = []
        owed = 0.0
        for number in range(run.scenes):
            waiting.append(pool.submit(_scene_views, run.seed, number))
            if len(waiting) <= 30:
                continue
            shelf.append(waiting.pop(0).result())
            if len(shelf) > 400:
                shelf.pop(int(rng.integers(200)))
            owed += run.showings * len(shelf[-1][0])
            while owed > run.batch and len(shelf) > 20:
                owed -= run.batch
                picks = [shelf[int(k)] for k in rng.integers(0, len(shelf), run.batch)]
                at = [int(rng.integers(max(1, len(p[0])))) for p in picks]
                chosen = [_varied(rng, p[0][k], p[1][k]) for p, k in zip(picks, at, strict=True) if len(p[0])]
                images = torch.from_numpy(np.stack([c[0] for c in chosen])).permute(0, 3, 1, 2).float().div_(255)
                wanted = torch.from_numpy(np.stack([c[1] for c in chosen]))
                yield images.contiguous(memory_format=torch.channels_last), wanted, number / run.scenes


def _varied(rng: np.random.Generator, view: Image, wanted: FloatArray) -> tuple[Image, FloatArray]:
    """The same view turned half around, mirrored or recoloured by chance, its corners with it."""
    wanted = wanted.copy()
    corners = wanted[:8].reshape(4, 2).copy()
    if rng.random() < 0.5:
        view, corners = view[::-1, ::-1], -np.roll(corners, 2, 0)
    if rng.random() < 0.5:
        view, corners = view[:, ::-1], corners[[1, 0, 3, 2]] * np.array([-1, 1], np.float32)
    if rng.random() < 0.4:
        view = view[..., rng.permutation(3)]
    wanted[:8] = corners.reshape(-1)
    return np.ascontiguousarray(view), wanted


def export(net: OutlineNet, path: Path) -> None:
    """Write the network as ONNX for OpenCV; OpenCV takes other batches too."""
    net.eval()
    plain = net.to(memory_format=torch.contiguous_format)
    part = path.with_suffix(".part")
    example = torch.zeros(max(BATCHES), 3, HEIGHT, WIDTH)
    names = {"input_names": ["views"], "output_names": ["answer"]}
    torch.onnx.export(plain, (example,), str(part), opset_version=17, dynamo=False, **names)
    lay_side_by_side(part)
    halve(part)
    part.replace(path)
