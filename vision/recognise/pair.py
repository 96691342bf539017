"""The closest look: a crop and one enrolled face side by side, and how likely it is that both are the same card.

What single cells say is laid out as a small map of how the two pictures agree: what the net makes of both, their
print, their colours once the light is taken out. A small network (`vision/training/train_pair.py`, run by cv2.dnn)
reads the map, and can tell a finger or a card lying across, which spoil cells side by side, from another print, which
spoils the very cells that matter. It knows no deck and asks nothing of the other faces.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.batches import in_batches
from vision.recognise.describe import CELL, COLUMNS, ROWS

MODEL = Path(__file__).parents[1] / "models" / "pair.onnx"
#: Numbers a cell that the network is given.
CHANNELS = 24
#: The logarithm of every level; what is nearly black counts as dark grey.
_LOGS = np.log(np.arange(256, dtype=np.float32) + 8)


@dataclass(frozen=True, slots=True)
class Sight:
    """One picture of a card, cell by cell: descriptors, how far to trust them, print, and logarithms of the colours.

    Each array may stand for n pictures, with n as its first axis.
    """

    cells: FloatArray
    trust: FloatArray
    print: FloatArray
    colour: FloatArray


def coloured(crop: Image) -> FloatArray:
    """The mean logarithm of blue, green and red of every cell: a lamp adds the same to each."""
    cells = cv2.resize(cv2.LUT(crop, _LOGS), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return np.asarray(cells.reshape(-1, 3), np.float32)


def likeness(crops: Sequence[Sight], faces: Sequence[Sight]) -> list[FloatArray]:
    """For each crop, the log odds of each of its faces that it is what the crop shows."""
    if not faces:
        return []
    counts = [len(each.cells) for each in faces]
    beside = [crop for crop, count in zip(crops, counts, strict=True) for _ in range(count)]
    drawn = np.asarray(maps(_joined(beside, np.stack), _joined(faces, np.concatenate)), np.float32)
    return in_batches(_told, [drawn], counts)


def _joined(sights: Sequence[Sight], join: Callable[[list[FloatArray]], FloatArray]) -> Sight:
    """One sight that stands for all."""
    fields = ("cells", "trust", "print", "colour")
    return Sight(*(join([getattr(each, name) for each in sights]) for name in fields))


def _told(drawn: FloatArray) -> FloatArray:
    net = _net()
    net.setInput(drawn)
    return np.array(net.forward(), np.float32).reshape(-1)


def maps(crop: Sight, faces: Sight, xp: Any = np) -> Any:
    """n x CHANNELS x ROWS x COLUMNS: how each face agrees with the crop, cell by cell (or with n crops one by one).

    Written with what numpy and torch both know (`xp` is one of them): the training differentiates through it.
    """
    agreement = (crop.cells * faces.cells).sum(axis=-1)
    alike, own, other, fit = _prints(crop.print, faces.print, xp)
    weight = crop.trust / (1 + xp.exp(-8 * (agreement - 0.4))) + 0.02
    light, left = _without_light(crop.colour - faces.colour, weight)
    apart = xp.square(crop.print - faces.print).sum(axis=-1).clip(0, 2)
    lamp = xp.concatenate([_chroma(light, xp), light[..., 1:2]], axis=-1)
    centred = faces.colour - faces.colour.mean(axis=1, keepdims=True)
    whole = [xp.broadcast_to(each, agreement.shape)[..., None] for each in (agreement, crop.trust, faces.trust)]
    prints = [alike, *(xp.broadcast_to(each, agreement.shape)[..., None] for each in (own, other, apart))]
    lamps = xp.broadcast_to(lamp, (*agreement.shape, 3))
    colours = [left, _chroma(left, xp), lamps, centred, _chroma(faces.colour, xp)]
    told = xp.concatenate([*whole, *prints, *colours, fit[..., None]], axis=-1)
    return told.swapaxes(1, 2).reshape(len(told), -1, ROWS, COLUMNS)


def _chroma(colour: Any, xp: Any) -> Any:
    """Blue and red against green."""
    return xp.concatenate([colour[..., 0:1] - colour[..., 1:2], colour[..., 2:3] - colour[..., 1:2]], axis=-1)


def _without_light(apart: Any, weight: Any) -> tuple[Any, Any]:
    """What all cells' colours have in common, that is the light, and what is left; cells that do not fit count less."""
    light, share = 0.0, weight
    for _ in range(3):
        light = (apart * share[..., None]).sum(axis=1, keepdims=True) / share.sum(axis=1)[:, None, None]
        share = weight / (1 + (((apart - light) / 0.2) ** 2).sum(axis=-1))
    return light, apart - light


def _prints(crop: Any, faces: Any, xp: Any) -> tuple[Any, ...]:
    """How the print agrees in each quarter of a cell; how much print there is on either side; the whole cell's fit."""
    mine, theirs = _quarters(crop), _quarters(faces)
    both = (mine * theirs).sum(axis=-1)
    own, other = (mine * mine).sum(axis=-1), (theirs * theirs).sum(axis=-1)
    most = xp.sqrt(own.sum(axis=-1) * other.sum(axis=-1))
    alike = both / (xp.sqrt(own * other) + 0.02)
    return alike, own.sum(axis=-1), other.sum(axis=-1), both.sum(axis=-1) / (most + 0.05)


def _quarters(prints: Any) -> Any:
    half = CELL // 2
    parts = prints.reshape(*prints.shape[:-1], 2, half, 2, half)
    return parts.swapaxes(-3, -2).reshape(*prints.shape[:-1], 4, half * half)


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(MODEL))
