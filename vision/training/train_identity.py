"""Trains the identity net: a picture of a card in, a grid of small descriptors and how far to trust each one out.

Two crops show the same face when their grids agree cell by cell where the card can be seen; so a finger, a glare or
another card costs its cells and no more. It learns on random designs only (`art`, `crops`), chooses on further random
designs drawn from another seed, and never sees a real deck. Repeat with `tapis train identity`.
"""

import argparse
import json
import time
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.image import FloatArray, Image
from vision.recognise.crop import HEIGHT, WIDTH
from vision.training.crops import ENROLLED, MILD, SCANNED, Harm, Pool, crop_of
from vision.training.half import halve
from vision.training.strips import lay_side_by_side

SEED, HELD_OUT_SEED = 20261118, 77
#: Steps of the two runs: one with enrolled views in a mild light, one from there on with the light of photos.
STEPS, FURTHER_STEPS = 4500, 1500
DECKS, FACES, STRANGERS = 4, 10, 6
#: A batch is used so many times, each time in other colours or mirrored: a new design to the net, at no cost.
USES = 3
DEPTH = 16
Batch = tuple[FloatArray, FloatArray, FloatArray]


class IdentityNet(nn.Module):
    """64 x 96 pixels to 8 x 12 cells of DEPTH + 1 numbers; the last is the logit of trust."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(*_layer(3, 16, 2), *_layer(16, 24, 2), *_layer(24, 24, 1), *_layer(24, 48, 2))
        # What the whole card looks like tells the colour of the light.
        self.whole = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(48, 48, 1))
        self.cells = nn.Sequential(nn.ReLU(), *_layer(48, 48, 1), nn.Conv2d(48, DEPTH + 1, 1))

    def forward(self, crops: Tensor) -> Tensor:
        near = self.near(crops)
        grid: Tensor = self.cells(near + self.whole(near))
        return grid


def _layer(depth: int, out: int, stride: int) -> list[nn.Module]:
    return [nn.Conv2d(depth, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()]


class Score(nn.Module):
    """From grids to the log odds of every face, and of no face at all."""

    def __init__(self) -> None:
        super().__init__()
        self.sharpness = nn.Parameter(torch.tensor(0.5))
        self.stranger = nn.Parameter(torch.tensor([0.5, 0.0]))

    def forward(self, queries: Tensor, faces: Tensor) -> Tensor:
        seen, trust = descriptors(queries), torch.sigmoid(queries[:, DEPTH]).flatten(1)
        known = descriptors(faces).flatten(1)
        alike = (seen * trust[:, None]).flatten(1) @ known.T
        none = self.stranger[0] * trust.sum(1, keepdim=True) + self.stranger[1]
        return torch.cat([alike, none], 1) * self.sharpness.exp()


def descriptors(grids: Tensor) -> Tensor:
    """The unit descriptor of every cell: n x DEPTH x cells."""
    return functional.normalize(grids[:, :DEPTH], dim=1).flatten(2)


def batch(rng: np.random.Generator, pool: Pool, mild: bool = False) -> Batch:
    """Enrolled views, queries of the same faces in the same order, and queries that show no enrolled face."""
    views, queries, strangers = [], [], []
    for _ in range(DECKS):
        faces, back = pool.draw()
        beside = faces + pool.draw()[0]
        chosen = [faces[i] for i in rng.choice(len(faces), FACES, replace=len(faces) < FACES)][: len(faces)]
        kind = MILD if mild else SCANNED if rng.random() < 0.4 else ENROLLED
        for face in chosen if len(faces) >= FACES else faces:
            views.append(crop_of(rng, face, kind, beside))
            queries.append(crop_of(rng, face, Harm(), beside))
        strangers.append(crop_of(rng, back, Harm(), beside))
    other = pool.draw()[0]
    strangers += [crop_of(rng, other[rng.integers(len(other))], Harm(), other) for _ in range(STRANGERS - DECKS)]
    return as_input(views), as_input(queries), as_input(strangers)


def as_input(crops: list[Image]) -> FloatArray:
    return np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255) - np.float32(0.5)


def loss_of(net: nn.Module, score: Score, data: Batch, hide: Tensor | None) -> tuple[Tensor, Tensor]:
    """Cross entropy over faces, both ways up, and nobody; `hide` names queries whose face is taken out of the deck."""
    views, queries, strangers = (torch.from_numpy(part) for part in data)
    count = len(views)
    crops = torch.cat([views, views.flip(2, 3), queries, strangers])
    grids = net(crops.contiguous(memory_format=torch.channels_last))
    odds = score(grids[2 * count :], grids[: 2 * count])
    target = torch.cat([torch.arange(count), torch.full((len(strangers),), 2 * count)])
    if hide is not None:
        rows = hide.nonzero()[:, 0]
        odds = odds.index_put((rows, rows), torch.tensor(-1e4)).index_put((rows, rows + count), torch.tensor(-1e4))
        target[rows] = 2 * count
    # A face may look the same both ways up, so either counts; which one it was counts a little.
    turned = torch.where(target < count, target + count, target)
    logs = functional.log_softmax(odds, 1)
    upright = logs.gather(1, target[:, None])
    either = torch.logaddexp(upright, logs.gather(1, turned[:, None]))
    either = torch.where((target < count)[:, None], either, upright)
    return -(either.clamp(max=0) + 0.1 * upright).mean(), odds


def _disguised(data: Batch) -> Batch:
    """The same crops as cards of another world: colour channels swapped, everything mirrored."""
    order, mirror = torch.randperm(3).tolist(), bool(torch.rand(()) < 0.5)
    return tuple(part[:, order, :, :: -1 if mirror else 1].copy() for part in data)  # type: ignore[return-value]


def measure(net: nn.Module, score: Score, batches: list[Batch]) -> dict[str, float]:
    """On held-out designs: how often the right face comes first, and among the first eight."""
    first = eighth = total = 0
    net.eval()
    with torch.no_grad():
        for data in batches:
            _, odds = loss_of(net, score, data, None)
            count = len(data[0])
            best = torch.maximum(odds[:count, :count], odds[:count, count : 2 * count])
            rank = (best > best.diagonal()[:, None]).sum(1)
            first, eighth, total = first + int((rank == 0).sum()), eighth + int((rank < 8).sum()), total + count
    net.train()
    return {"first": round(first / total, 4), "first_eight": round(eighth / total, 4), "crops": total}


def _produce(queue: "Queue[Batch]", seed: int, mild: bool) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    pool = Pool(rng)
    while True:
        for _ in range(3):
            queue.put(batch(rng, pool, mild))
        pool.refresh()


def train_all(out: Path, share: float = 1.0) -> None:
    """Both runs, as the app's net learnt: `share` of the steps of each."""
    with TemporaryDirectory() as folder:
        first = Path(folder) / "first.onnx"
        train(first, max(1, round(STEPS * share)))
        train(out, max(1, round(FURTHER_STEPS * share)), start=first)


def train(out: Path, steps: int = STEPS, workers: int = 1, start: Path | None = None) -> None:
    """One run; writes the net as ONNX and beside it what was measured. `start` is a net to learn on from."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    context = get_context("spawn")
    queue: Queue[Batch] = context.Queue(6)
    producers = [
        context.Process(target=_produce, args=(queue, SEED + k, start is None), daemon=True) for k in range(workers)
    ]
    for producer in producers:
        producer.start()
    rng = np.random.default_rng(HELD_OUT_SEED)
    pool = Pool(rng, 12)
    held_out = [batch(rng, pool) for _ in range(8)]
    net, score = IdentityNet().to(memory_format=torch.channels_last), Score()
    if start is not None:
        take_over(net, score, start)
    fastest = 6e-3 if start is None else 1.5e-3
    optimiser = torch.optim.AdamW([*net.parameters(), *score.parameters()], 2e-3, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, fastest, total_steps=steps, pct_start=0.1)
    begun, average = time.monotonic(), 0.0
    data = queue.get()
    for step in range(1, steps + 1):
        freeze_scales(net, start is not None)
        data = queue.get() if step % USES == 0 else _disguised(data)
        loss, _ = loss_of(net, score, data, torch.rand(len(data[0])) < 0.15)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        plan.step()
        average = 0.98 * average + 0.02 * float(loss)
        if step % 100 == 0 or step == steps:
            row = {"step": step, "loss": round(average, 3), "s": round(time.monotonic() - begun)}
            if step % 500 == 0 or step == steps:
                row |= measure(net, score, held_out)
                export(net, score, row, out)
            print(json.dumps(row), flush=True)
    for producer in producers:
        producer.terminate()


def take_over(net: IdentityNet, score: Score, start: Path) -> None:
    """The weights of an exported net, in which every normalisation has been folded into its convolution."""
    import onnx
    from onnx import numpy_helper

    stored = onnx.load(str(start))
    plain = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in stored.graph.initializer}
    tensors = {name: torch.from_numpy(values) for name, values in plain.items()}
    folded = [node.input[1:3] for node in stored.graph.node if node.op_type == "Conv"]
    layers = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.BatchNorm2d)]
    with torch.no_grad():
        for module, after in zip(layers, [*layers[1:], None], strict=True):
            if isinstance(module, nn.BatchNorm2d):
                continue
            kernel, offset = (tensors[name] for name in folded.pop(0))
            module.weight.copy_(kernel)
            if isinstance(after, nn.BatchNorm2d):
                after.bias.copy_(offset)
                after.running_var.fill_(1 - after.eps)
            elif module.bias is not None:
                module.bias.copy_(offset)
        values = json.loads(start.with_suffix(".json").read_text())
        score.sharpness.fill_(float(np.log(values["sharpness"])))
        score.stranger.copy_(torch.tensor(values["stranger"]))


def freeze_scales(net: nn.Module, frozen: bool) -> None:
    """A net that learns on keeps its normalisation as it was folded."""
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.train(not frozen)


def export(net: nn.Module, score: Score, row: dict[str, Any], out: Path) -> None:
    net.eval()
    example = torch.zeros(2, 3, HEIGHT, WIDTH)
    torch.onnx.export(
        net, (example,), str(out), dynamo=False, opset_version=17, input_names=["crops"], output_names=["grids"],
        dynamic_axes={"crops": {0: "n"}, "grids": {0: "n"}},
    )  # fmt: skip
    lay_side_by_side(out)
    halve(out)
    net.train()
    fitted = {
        "depth": DEPTH,
        "sharpness": float(score.sharpness.exp()),
        "stranger": score.stranger.tolist(),
        "seed": SEED,
    }
    out.with_suffix(".json").write_text(json.dumps(fitted | row, indent=1) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--start", type=Path, help="learn on from this net")
    arguments = parser.parse_args()
    train(arguments.out, arguments.steps, arguments.workers, arguments.start)
