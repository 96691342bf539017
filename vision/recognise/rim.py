"""How much an outline's rim looks like a card's: what lies a little outside and a little inside of its four sides.

Outside a card lies the table, the same from the card's edge on; outside a frame that is printed on the card lies more
of the card, and then the table. A card's corners are mostly round. A small network, fitted on composed enrolment photos
of random decks (`vision/training/fit_spot.py`), weighs what is seen there. It decides nothing about which card it is.
"""

import json
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.image import FloatArray, Image

MODEL = Path(__file__).parent.parent / "models" / "spot.json"
#: A view of an outline: so wide and high, with so much around it; a card's width has a hundred steps.
WIDTH, HEIGHT, MARGIN = 100, 150, 14
DEPTH = 2 * MARGIN
BOX = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32) + np.float32(MARGIN - 0.5)
#: Places along a side, and steps along a corner's diagonal from outside the card to inside.
_ALONG, _DIAGONAL = 24, MARGIN + np.arange(-8, MARGIN)
#: Levels (the three of CIE Lab together): an edge is seen from here on; larger steps and distances do not count more.
_SEEN, _STEPS, _FAR = 8, 60, 90
#: How deep under the rim the card's own colour is looked for.
_WITHIN = slice(MARGIN + 3, MARGIN + 5)


def worth_of(smooth: Image, quads: FloatArray) -> FloatArray:
    """The log odds of each outline (n x 4 x 2) to be the card's, against there being no card with a rim."""
    return _weighed(*rim_of(smooth, quads))


def rim_of(smooth: Image, quads: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """What each outline's sides, its corners and its shape tell; `smooth` is a picture in CIE Lab."""
    seen = views(smooth, quads)
    return _of_sides(bands(seen)), _of_corners(seen), _of_shape(quads, smooth.shape[0] * smooth.shape[1])


def short_first(quad: FloatArray) -> FloatArray:
    """The same outline, a short side first."""
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return quad if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else np.roll(quad, -1, axis=0)


def views(smooth: Image, quads: FloatArray) -> Image:
    """Every outline straightened, with its surroundings."""
    seen = np.empty((len(quads), HEIGHT + DEPTH, WIDTH + DEPTH, 3), np.uint8)
    for view, quad in zip(seen, quads, strict=True):
        straight = cv2.getPerspectiveTransform(short_first(quad), BOX)
        cv2.warpPerspective(smooth, straight, view.shape[1::-1], view, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return seen


def bands(seen: Image) -> Image:
    """The strips along top, right, bottom and left: view x side x along x depth, from outside to inside."""
    across, down = (
        np.round(MARGIN + np.linspace(0.1 * size, 0.9 * size - 1, _ALONG)).astype(int) for size in (WIDTH, HEIGHT)
    )
    top, bottom = (part[:, :, across].transpose(0, 2, 1, 3) for part in (seen[:, :DEPTH], seen[:, : -DEPTH - 1 : -1]))
    left, right = (part[:, down] for part in (seen[:, :, :DEPTH], seen[:, :, : -DEPTH - 1 : -1]))
    return np.stack([top, right, bottom, left], axis=1)


def steps_of(strips: Image) -> FloatArray:
    """How much changes from each depth to the next."""
    levels = strips.astype(np.float32)
    return _apart(levels[..., 1:, :], levels[..., :-1, :])


def _apart(one: FloatArray, other: FloatArray) -> FloatArray:
    """The levels of Lab between two colours, added up."""
    first, second, third = np.moveaxis(np.abs(one - other), -1, 0)
    return np.asarray(first + second + third, np.float32)


def _of_sides(strips: Image) -> FloatArray:
    """For every depth: how steep it is, along how much of the side, how unlike what lies far outside, and inside."""
    steps, levels = steps_of(strips), strips.astype(np.float32)
    outside = levels[..., :2, :].mean(axis=-2, keepdims=True)
    inside = levels[..., _WITHIN, :].mean(axis=-2, keepdims=True)
    told = [np.minimum(steps, _STEPS).mean(axis=2) / _STEPS, (steps >= _SEEN).mean(axis=2)]
    told += [np.minimum(_apart(levels, one), _FAR).mean(axis=2) / _FAR for one in (outside, inside)]
    return np.concatenate(told, axis=-1).astype(np.float32)


def _of_corners(seen: Image) -> FloatArray:
    """Along the diagonals: how unlike what lies outside the corner, and what lies inside it."""
    turned = (seen, seen[:, :, ::-1], seen[:, ::-1, ::-1], seen[:, ::-1])
    lines = np.stack([view[:, _DIAGONAL, _DIAGONAL] for view in turned], axis=1).astype(np.float32)
    told = [np.minimum(_apart(lines, end), _FAR) / _FAR for end in (lines[:, :, :1], lines[:, :, -1:])]
    return np.concatenate(told, axis=-1)


def _of_shape(quads: FloatArray, area: int) -> FloatArray:
    """How crooked the outline is, how unlike its opposite sides, how large, and its long side to its short one."""
    edges = np.roll(quads, -1, axis=1) - quads
    lengths = np.linalg.norm(edges, axis=2) + 1e-3
    bearings = np.arctan2(edges[..., 1], edges[..., 0])
    turns = (np.roll(bearings, -1, axis=1) - bearings) % (2 * np.pi) - np.pi / 2
    x, y = quads[..., 0], quads[..., 1]
    share = np.abs((x * np.roll(y, -1, 1) - np.roll(x, -1, 1) * y).sum(axis=1)) / 2 / area
    short, long = np.sort(lengths[:, :2] + lengths[:, 2:], axis=1).T
    crooked, uneven = np.sqrt((turns**2).mean(axis=1)), np.abs(np.log(lengths[:, :2] / lengths[:, 2:])).max(axis=1)
    told = (crooked, uneven, np.log(share + 1e-6), long / short, np.abs(long / short - 1.5))
    return np.stack(told, axis=1).astype(np.float32)


def _weighed(of_sides: FloatArray, of_corners: FloatArray, of_shape: FloatArray) -> FloatArray:
    net = _net()

    def layer(values: FloatArray, name: str) -> FloatArray:
        scaled = (values - net[f"{name}_mean"]) / net[f"{name}_scale"]
        return np.asarray(np.tanh(scaled @ net[f"{name}_weight"].T + net[f"{name}_bias"]), np.float32)

    each = [layer(of_sides, "side"), layer(of_corners, "corner")]
    told = [part for values in each for part in (values.mean(axis=1), values.min(axis=1))]
    shape = (of_shape - net["shape_mean"]) / net["shape_scale"]
    hidden = np.tanh(np.concatenate([*told, shape], axis=1) @ net["hidden_weight"].T + net["hidden_bias"])
    return np.asarray((hidden @ net["worth_weight"].T + net["worth_bias"])[:, 0], np.float32)


@lru_cache(maxsize=1)
def _net() -> dict[str, FloatArray]:
    return {name: np.array(values, np.float32) for name, values in json.loads(MODEL.read_text()).items()}
