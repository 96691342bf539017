"""Trains the network that sees arms: a picture and the bare table in, for every pixel the side its arm comes from out.

It learns on composed tables with drawn arms (`composer`, `arms`). What it is told of the table is as unreliable as in
life: arms may have lain there from the start, the light changes, the camera shakes. When it knows every kind of table
it learns on with crowds: hands over hands, which weigh more, and hands that lay beside the pile before. Small pictures
come first, because most is learnt from them, and in a third of the time. Call `train_all` to repeat it.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from vision.detect.sides import SIZE
from vision.image import Image
from vision.training.arms import ALL_SORTS, CROWD, paint_arms
from vision.training.composer import Recipe
from vision.training.feed import scene
from vision.training.half import halve
from vision.training.meanwhile import lay, meanwhile
from vision.training.net import Residual, layer
from vision.training.strokes import Rng

SEED, SCENES, BATCH = 4242, 500, 8
#: How often the arms of a crowd lay on the table before.
RESTED = 0.6
#: Scenes are composed larger than they are looked at, and every picture is a part of one.
COMPOSED = (512, 288)
WIDTHS = (14, 24, 40, 56, 60)
#: How the labels change when a picture is mirrored left to right, and top to bottom.
ACROSS, DOWN = torch.tensor([0, 1, 2, 4, 3]), torch.tensor([0, 2, 1, 3, 4])
#: A picture, the table before, the labels, and how many arms lie one over another.
Example = tuple[Image, Image, NDArray[np.uint8], NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the learning: the size of the pictures, how many and the number of the first, of how many in four the
    arms are a crowd, by how much a pixel weighs more in which one arm lies over another, steps and their fastest rate.
    """

    size: tuple[int, int]
    first: int
    pictures: int
    crowds: int
    crossed: float
    steps: int
    rate: float


#: Among the crowds are as many other tables with few arms as they leave room for, so that nothing is forgotten.
STAGES = (
    Stage((160, 96), 0, 9000, 0, 0.0, 27000, 2e-3),
    Stage((160, 96), 9000, 10000, 3, 2.0, 20000, 1.2e-3),
    Stage(SIZE, 19000, 12000, 2, 2.0, 36000, 1.2e-3),
)


class ArmsNet(nn.Module):
    """n x 6 pictures (picture, table; blue green red, 0 to 1) to n x 5 of half their size: no arm, then the sides."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.size, w = size, WIDTHS
        down, across = torch.meshgrid(torch.linspace(-1, 1, size[1]), torch.linspace(-1, 1, size[0]), indexing="ij")
        self.register_buffer("where", torch.stack([across, down])[None])
        self.to2 = layer(8, w[0], 3, 2)
        self.to4 = nn.Sequential(layer(w[0], w[1], 3, 2), Residual(w[1]))
        self.to8 = nn.Sequential(layer(w[1], w[2], 3, 2), Residual(w[2]))
        self.to16 = nn.Sequential(layer(w[2], w[3], 3, 2), Residual(w[3]), Residual(w[3]))
        self.to32 = nn.Sequential(layer(w[3], w[4], 3, 2), Residual(w[4]), Residual(w[4]))
        self.side = nn.ModuleList(layer(w[k + 1], w[k], 1) for k in range(4))
        self.join = nn.ModuleList([layer(w[0], w[0]), *(Residual(w[k]) for k in (1, 2, 3))])
        self.answer = nn.Conv2d(w[0], 5, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        seen, table = pictures[:, :3], pictures[:, 3:]
        x = torch.cat([seen - 0.5, (seen - table) * 2, self.where.expand(pictures.shape[0], -1, -1, -1)], 1)
        stages = []
        for stage in (self.to2, self.to4, self.to8, self.to16, self.to32):
            x = stage(x)
            stages.append(x)
        for k in (3, 2, 1, 0):
            x = self.join[k](stages[k] + functional.interpolate(self.side[k](x), scale_factor=2.0, mode="nearest"))
        answer: Tensor = self.answer(x)
        return answer


def example(number: int, size: tuple[int, int], crowds: int) -> Example:
    """The example of that number; of `crowds` in four the arms are a crowd."""
    cv2.setNumThreads(1)
    crowded = number % 4 >= 4 - crowds
    # Arms are painted twice as large as they are looked at.
    painted_size = (2 * size[0], 2 * size[1])
    rng = np.random.default_rng((SEED, number))
    composed, other = (_composed(int(rng.integers(SCENES))) for _ in range(2))
    width, height = (round(side * rng.uniform(0.55, 1)) for side in COMPOSED)
    left, top = int(rng.integers(COMPOSED[0] - width + 1)), int(rng.integers(COMPOSED[1] - height + 1))
    bare = np.asarray(cv2.resize(composed[top : top + height, left : left + width], painted_size), np.uint8)
    painted = paint_arms(rng, *((bare, CROWD, RESTED) if crowded else (lay(rng, bare, other), ALL_SORTS)))
    table = painted.before if crowded else bare
    small = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (meanwhile(rng, painted.picture), table)]
    known = painted.labels[2::4, 2::4], painted.deep[2::4, 2::4]
    return np.asarray(small[0], np.uint8), np.asarray(small[1], np.uint8), *known


@lru_cache(maxsize=SCENES)
def _composed(number: int) -> Image:
    return scene(SEED, number, Recipe(size=COMPOSED, short_px=(24, 50), hands=0.0, steepest=40.0)).image


def _as_known(rng: Rng, seen: Tensor, table: Tensor) -> Tensor:
    """What would be known of the table: arms that lay there before, another light, a shaken camera."""
    table = table.clone()
    if rng.random() < 0.3:
        share = rng.uniform(0.1, 0.6)
        down, across = round(seen.shape[1] * share), round(seen.shape[2] * share)
        parts: list[tuple[slice, slice]] = [(slice(-down, None), slice(None)), (slice(0, down), slice(None))]
        parts += [(slice(None), slice(0, across)), (slice(None), slice(-across, None))]
        here = (slice(None), *parts[int(rng.integers(4))])
        table[here] = seen[here]
    if rng.random() < 0.4:
        table = torch.roll(table, (int(rng.integers(-1, 2)), int(rng.integers(-1, 2))), (1, 2))
    if rng.random() < 0.5:
        table = table * float(rng.uniform(0.85, 1.15))
    return seen.clone() if rng.random() < 0.1 else table


def _batch(rng: Rng, examples: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor]:
    pairs, labels, deep = [], [], []
    for k in rng.integers(0, len(examples), BATCH):
        seen, table = (torch.from_numpy(part).permute(2, 0, 1).float() / 255 for part in examples[int(k)][:2])
        pairs.append(torch.cat([seen, _as_known(rng, seen, table)]))
        labels.append(torch.from_numpy(examples[int(k)][2]).long())
        deep.append(torch.from_numpy(examples[int(k)][3] > 1))
    x, y, crossed = torch.stack(pairs), torch.stack(labels), torch.stack(deep)
    if rng.random() < 0.5:
        x, y, crossed = x.flip(-1), ACROSS[y.flip(-1)], crossed.flip(-1)
    if rng.random() < 0.5:
        x, y, crossed = x.flip(-2), DOWN[y.flip(-2)], crossed.flip(-2)
    tint = 1 + 0.08 * torch.randn(BATCH, 3, 1, 1)
    light = torch.exp(0.25 * torch.randn(BATCH, 1, 1, 1)) * torch.cat([tint, tint], 1)
    x = (x.clamp(1e-3, 1) ** torch.exp(0.2 * torch.randn(BATCH, 1, 1, 1)) * light).clamp(0, 1)
    x = x + torch.randn_like(x) * 0.04 * torch.rand(BATCH, 1, 1, 1) * (torch.rand(BATCH, 1, 1, 1) < 0.5)
    return x.clamp(0, 1), y, crossed


def train_all(out: Path, share: float) -> None:
    """Compose, learn and write, stage by stage. `share` shortens all of it."""
    for stage in STAGES:
        learn(out, stage, share)


def learn(out: Path, stage: Stage, share: float) -> None:
    """One stage: on from the network that is written there, but for the first one, and written again."""
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    net = ArmsNet(stage.size)
    if stage.first:
        _take_over(net, out)
    numbers = range(stage.first, stage.first + max(BATCH, round(stage.pictures * share)))
    with ProcessPoolExecutor() as pool:
        make = partial(example, size=stage.size, crowds=stage.crowds)
        examples = list(pool.map(make, numbers, chunksize=50))
    _learn(net, examples, stage, max(10, round(stage.steps * share)))
    _write(net, out)


def _learn(net: ArmsNet, examples: Sequence[Example], stage: Stage, steps: int) -> None:
    rng = np.random.default_rng(SEED)
    learner = torch.optim.AdamW(net.parameters(), stage.rate, weight_decay=1e-4)
    slower = torch.optim.lr_scheduler.OneCycleLR(learner, stage.rate, steps)
    begun, losses = time.monotonic(), []
    for step in range(1, steps + 1):
        pictures, labels, crossed = _batch(rng, examples)
        each = functional.cross_entropy(net(pictures), labels, label_smoothing=0.02, reduction="none")
        weight = 1 + stage.crossed * crossed
        loss = (each * weight).sum() / weight.sum()
        learner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        learner.step()
        slower.step()
        losses.append(loss.item())
        if step % 200 == 0:
            print(f"{step} steps, loss {np.mean(losses[-200:]):.4f}, {time.monotonic() - begun:.0f} s", flush=True)


def _write(net: ArmsNet, out: Path) -> None:
    net.eval()
    names = {"input_names": ["pictures"], "output_names": ["sides"]}
    shape = (1, 6, net.size[1], net.size[0])
    torch.onnx.export(net, (torch.zeros(shape),), str(out), dynamo=False, opset_version=13, **names)
    halve(out)


def _take_over(net: ArmsNet, path: Path) -> None:
    """The weights of a written network, in which every normalisation is folded into its convolution; it stays so."""
    written = onnx.load(str(path)).graph
    plain = {each.name: numpy_helper.to_array(each).astype(np.float32) for each in written.initializer}
    folded = [
        [torch.from_numpy(plain[name]) for name in node.input[1:3]] for node in written.node if node.op_type == "Conv"
    ]
    used: list[nn.Module] = []
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.BatchNorm2d):
            module.register_forward_hook(lambda module, *_: used.append(module))
    net.eval()(torch.zeros(1, 6, net.size[1], net.size[0]))
    for module in net.modules():
        module._forward_hooks.clear()
    with torch.no_grad():
        for module, after in zip(used, [*used[1:], None], strict=True):
            if isinstance(module, nn.Conv2d):
                kernel, offset = folded.pop(0)
                module.weight.copy_(kernel)
                if isinstance(after, nn.BatchNorm2d):
                    after.running_var.fill_(1 - after.eps)  # type: ignore[union-attr]
                    after.bias.copy_(offset)
                elif module.bias is not None:
                    module.bias.copy_(offset)
