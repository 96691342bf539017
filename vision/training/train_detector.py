"""Trains the card detector on composed scenes and writes it as ONNX. Needs torch; `tapis train detector` runs it.

The scenes are drawn for it and shown a few times each, turned, mirrored and recoloured. What is chosen (how long, how
wide) is chosen on other composed scenes; what is reported is measured on pictures that came from elsewhere.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F  # noqa: N812
from onnx import numpy_helper
from torch import Tensor, nn

from calibration.errors import BadInput
from vision.image import FloatArray, Image
from vision.training.composer import Recipe
from vision.training.feed import Sample, samples
from vision.training.half import halve
from vision.training.net import DetectorNet

WIDE = Recipe(size=(640, 352), short_px=(18, 110))
USUAL = Recipe(size=(512, 288), short_px=(18, 100))
KIND = Recipe(size=(512, 288), short_px=(24, 105), harsh=(0.0, 0.45), clutter=2.5, hands=0.2)
HARSH = Recipe(size=(512, 288), short_px=(22, 105))
COLUMNS = (replace(KIND, columns=0.5, typed=True), replace(HARSH, columns=0.5, typed=True))
GIANTS = Recipe(size=(512, 288), short_px=(120, 320))  # cards for a smaller look: what is printed on them is no card


@dataclass(frozen=True, slots=True)
class Run:
    """One stretch of training: everything that decides its result."""

    seed: int
    scenes: int
    showings: int
    batch: int
    rate: float
    recipes: tuple[Recipe, ...]
    workers: int = 2
    start: Path | None = None  # an exported network to go on from, instead of from nothing


# The run that made the committed network: from nothing, then on from there. Small cards weigh more since the sixth
# stage, our own decks are among the art since the seventh, and decks in type and columns of cards since the eighth;
# a new run has the art from the start.
STAGES = (
    Run(seed=1, scenes=2400, showings=3, batch=8, rate=2e-3, recipes=(WIDE,)),
    Run(seed=3, scenes=800, showings=8, batch=6, rate=1.2e-3, recipes=(USUAL,) * 6 + (GIANTS,)),
    Run(seed=5, scenes=450, showings=8, batch=6, rate=1e-3, recipes=(USUAL,) * 6 + (GIANTS,)),
    Run(seed=7, scenes=1000, showings=6, batch=6, rate=8e-4, recipes=(USUAL,) * 6 + (GIANTS,)),
    Run(seed=9, scenes=1000, showings=6, batch=6, rate=7e-4, recipes=(USUAL,) * 6 + (GIANTS,)),
    Run(seed=11, scenes=10000, showings=8, batch=8, rate=1.2e-3, recipes=(KIND, HARSH) * 5 + (GIANTS,), workers=1),
    Run(seed=13, scenes=10000, showings=6, batch=8, rate=9e-4, recipes=(KIND, HARSH) * 5 + (GIANTS,), workers=1),
    Run(seed=15, scenes=10000, showings=3, batch=8, rate=7e-4, recipes=COLUMNS * 5 + (GIANTS,), workers=1),
)


def train_all(out: Path, share: float = 1.0) -> None:
    """All stages, each going on from the one before; `share` below one is for trying things out."""
    torch.set_num_threads(1)
    for number, stage in enumerate(STAGES):
        start = out if number else None
        train(replace(stage, scenes=max(stage.batch, round(stage.scenes * share)), start=start), out)


def train(run: Run, out: Path, checkpoint: Path | None = None) -> None:
    """Train for `run.scenes` scenes and write the network to `out`."""
    torch.manual_seed(run.seed)
    net = DetectorNet()
    if run.start:
        resume(
            net,
            run.start,
            torch.from_numpy(_pixels([s[0] for s in samples(run.seed + 1, 32, run.recipes, run.workers)])),
        )
    net.to(memory_format=torch.channels_last)
    steps = run.scenes * run.showings // run.batch
    optimiser = torch.optim.AdamW(net.parameters(), lr=run.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, run.rate, total_steps=steps + 2, pct_start=0.05)
    began, recent = time.monotonic(), []
    for step, (images, wanted) in enumerate(_batches(run)):
        with torch.autocast("cpu", torch.bfloat16):
            answers = net(images)
        parts = losses(answers.float(), wanted)
        loss = parts.sum()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        recent.append(parts.detach().numpy())
        if step % 50 == 49:
            shown = " ".join(f"{v:.4f}" for v in np.mean(recent[-50:], 0))
            print(
                f"step {step + 1}/{steps} depth outline visible {shown}  {time.monotonic() - began:.0f} s", flush=True
            )
        if checkpoint and step % 400 == 399:
            export(net, checkpoint)
    export(net, out)


def losses(answers: Tensor, wanted: Tensor) -> Tensor:
    """Three losses: depth (a focal cross entropy), outline (relative to the card's size), visible fraction."""
    depth, weight, visible = wanted[:, 0], wanted[:, 1], wanted[:, 10]
    logit = answers[:, 0]
    wrong = (torch.sigmoid(logit) - depth).abs().detach()
    cross = F.binary_cross_entropy_with_logits(logit, depth, reduction="none")
    inside = depth * weight
    depth_loss = (weight * wrong.square() * cross).sum() / (inside.sum() + 20)
    size = wanted[:, 4:6].norm(dim=1) + wanted[:, 6:8].norm(dim=1) + 0.2
    misfit = F.smooth_l1_loss(answers[:, 1:9], wanted[:, 2:10], reduction="none", beta=0.02).sum(1) / size
    outline_loss = (inside * misfit).sum() / (inside.sum() + 20)
    visible_loss = (inside * (answers[:, 9] - visible).abs()).sum() / (inside.sum() + 20)
    return torch.stack([4 * depth_loss, 2 * outline_loss, 0.2 * visible_loss])


def _batches(run: Run) -> Iterator[tuple[Tensor, Tensor]]:
    """Every scene `run.showings` times, far enough apart and each time changed; the order hangs on the seed alone."""
    rng = np.random.default_rng((run.seed, 3))
    shelf: list[tuple[Sample, int]] = []
    feed = samples(run.seed, run.scenes, run.recipes, run.workers)
    exhausted = False
    for step in range(run.scenes * run.showings // run.batch):
        # The shelf grows while training runs: learning need not wait for it to be full.
        while not exhausted and len(shelf) < min(60, 4 + step // 12) * run.batch:
            sample = next(feed, None)
            exhausted = sample is None
            if sample is not None:
                shelf.append((sample, run.showings))
        chosen = []
        for _ in range(run.batch):
            at = int(rng.integers(len(shelf)))
            sample, left = shelf[at]
            chosen.append(_varied(rng, sample))
            if left > 1:
                shelf[at] = (sample, left - 1)
            else:
                shelf[at] = shelf[-1]
                shelf.pop()
        images = torch.from_numpy(_pixels([c[0] for c in chosen]))
        yield images.contiguous(memory_format=torch.channels_last), torch.from_numpy(np.stack([c[1] for c in chosen]))


def _pixels(images: list[Image]) -> FloatArray:
    return np.stack(images).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)


def _varied(rng: np.random.Generator, sample: Sample) -> Sample:
    """The same scene, mirrored and recoloured by chance; the outline's numbers are mirrored with it."""
    image, wanted = sample[0], sample[1].copy()
    if rng.random() < 0.5:  # left and right: the middle's x, the doubled angles' second number, the perspective's y
        image, wanted = image[:, ::-1], wanted[:, :, ::-1].copy()
        wanted[[2, 5, 7, 9]] *= -1
    if rng.random() < 0.5:
        image, wanted = image[::-1], wanted[:, ::-1].copy()
        wanted[[3, 5, 7, 8]] *= -1
    if rng.random() < 0.4:
        image = image[..., rng.permutation(3)]
    return np.ascontiguousarray(image), wanted


def resume(net: DetectorNet, path: Path, images: Tensor) -> None:
    """Give the network the weights of an exported one.

    Exporting merges each normalisation into its convolution. It is put back so that, on the given images, the network
    answers as the exported one does while it is normalising again.
    """
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(str(path)).graph.initializer}
    merged = [np.array(stored[n.input[k]], np.float32) for n in _convolutions(path) for k in (1, 2)]
    convolutions = [m for m in net.modules() if isinstance(m, nn.Conv2d)]
    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    for module, weight, bias in zip(convolutions, merged[::2], merged[1::2], strict=True):
        if module.weight.shape != weight.shape:
            raise BadInput("the network has another shape", where=str(path), do="start from one this version wrote")
        module.weight.data = torch.from_numpy(weight)
        if module.bias is not None:
            module.bias.data = torch.from_numpy(bias)
    for norm, bias in zip(norms, merged[1::2], strict=False):
        norm.bias.data = torch.from_numpy(bias)
        norm.register_forward_pre_hook(_as_merged)
    with torch.no_grad():
        net.train()(images)
    for norm in norms:
        norm._forward_pre_hooks.clear()


def _as_merged(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
    """Set a normalisation to undo itself on these inputs and add its convolution's merged bias."""
    assert isinstance(norm, nn.BatchNorm2d)
    mean, spread = inputs[0].mean((0, 2, 3)), inputs[0].std((0, 2, 3), unbiased=False)
    norm.bias.data = norm.bias.data + mean
    norm.weight.data = spread.clamp_min(1e-3)


def _convolutions(path: Path) -> list[onnx.NodeProto]:
    return [node for node in onnx.load(str(path)).graph.node if node.op_type == "Conv"]


def export(net: DetectorNet, path: Path) -> None:
    """Write the network as ONNX for OpenCV, any multiple of 32 as its input's sides."""
    net.eval()
    plain = net.to(memory_format=torch.contiguous_format)
    example = torch.zeros(1, 3, 384, 640)
    part = path.with_suffix(".part")
    axes = {"image": {2: "height", 3: "width"}, "answer": {2: "rows", 3: "columns"}}
    names = {"input_names": ["image"], "output_names": ["answer"], "dynamic_axes": axes}
    torch.onnx.export(plain, (example,), str(part), opset_version=17, dynamo=False, **names)
    halve(part)
    part.replace(path)
    net.to(memory_format=torch.channels_last)
    net.train()
