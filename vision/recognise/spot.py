"""The one card of an enrolment photo: four straight sides around most of the picture's middle, by edges alone.

It decides whether a picture shows a card lying on something or is a flat scan, and where the card's corners are. It is
made for a single card seen nearly from above; tables full of cards are the detector's work.
"""

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.deck import ASPECT

#: The picture is looked at this large; sides are then made exact at full size.
_LONG = 240
#: Slopes tried for a side: up to 22 degrees out of the upright.
_SLOPES = np.tan(np.radians(np.linspace(-22, 22, 45)))
#: A side counts as seen where its edge is at least this steep, in grey levels a pixel.
_STEEP = 5.0
_LINES, _SAMPLES = 14, 42
_LEAST_SHARE = 0.35
#: Two colours nearer than this (CIE Lab) are one paper.
_SAME = 4.0
#: What counts how much for a quad to be the card (see `_worth`): fitted on 160 composed photos of random decks, so that
#: the outline nearest to the truth stands first. A quad worth less is none.
_WORTH = (4.9, 24.8, 5.7, -9.6, -35.0, 54.0)
_LEAST_WORTH = 30.0
#: So many quads are laid exactly and compared once more.
_FINALISTS = 6
Side = tuple[float, float]  # position at the picture's middle, slope


def lying_card(image: Image) -> FloatArray | None:
    """Corners of the card, from the picture's top left clockwise; None where the card fills the picture."""
    scale = min(1.0, _LONG / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    small = np.asarray(small, np.uint8)
    across, down = _edges(small)
    quads = _quads(np.array(_sides(across)), np.array(_sides(np.ascontiguousarray(down.T))), *across.shape)
    quads = quads[_are_cards(quads, *across.shape)]
    worth = _worth(quads, across, down)
    if not worth.size or worth.max() < _LEAST_WORTH:
        return None
    best = quads[worth.argmax()]
    if _is_frame(best, small.shape[1], small.shape[0]) or _same_paper(best, small):
        return None
    exact = [_exact(image, (quad + 0.5) / scale - 0.5) for quad in _distinct(quads[worth.argsort()[::-1]])]
    sharp = np.stack(exact)
    return exact[int(_worth(sharp, *_edges(image)).argmax())]


def _distinct(quads: FloatArray) -> list[FloatArray]:
    """The first few that are not nearly the same."""
    kept: list[FloatArray] = []
    for quad in quads:
        if all(np.abs(quad - other).mean() > 1.2 for other in kept):
            kept.append(quad)
            if len(kept) == _FINALISTS:
                break
    return kept


def _exact(image: Image, quad: FloatArray) -> FloatArray:
    """The same outline with every side laid through the steepest places near it, in the whole picture."""
    lab = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    reach = 0.025 * float(np.sqrt(cv2.contourArea(quad)))
    steps = np.linspace(-reach, reach, 2 * int(np.ceil(2 * reach)) + 1)
    lines = []
    for k in range(4):
        start, end = quad[k], quad[(k + 1) % 4]
        along = (end - start) / np.linalg.norm(end - start)
        outward = np.array([along[1], -along[0]])
        points = start + (end - start) * np.linspace(0.12, 0.88, 3 * _SAMPLES // 2)[:, None]
        grid = (points[:, None] + steps[:, None] * outward).astype(np.float32)
        values = cv2.remap(lab, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        change = np.abs(np.diff(values.astype(np.float32), axis=1)).sum(axis=2)
        nearest = 1 - 0.5 * np.abs(steps[1:] + steps[:-1]) / (2 * reach)
        place = steps[(change * nearest).argmax(axis=1)] + (steps[1] - steps[0]) / 2
        vx, vy, x, y = cv2.fitLine(
            (points + place[:, None] * outward).astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01
        ).ravel()
        lines.append(np.array([vy, -vx, vx * y - vy * x]))
    corners = [np.cross(lines[k - 1], lines[k]) for k in range(4)]
    exact = np.array([corner[:2] / corner[2] for corner in corners], np.float32)
    return exact if np.abs(exact - quad).max() < 3 * reach else quad


def _edges(small: Image) -> tuple[FloatArray, FloatArray]:
    """How steep the picture is across and down, the steepest of the colour channels."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 1.0).astype(np.float32)
    across = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.25)).max(axis=2)
    down = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.25)).max(axis=2)
    return across.astype(np.float32), down.astype(np.float32)


def _sides(edges: FloatArray) -> list[Side]:
    """The nearly upright lines that follow most edges, each once."""
    height, width = edges.shape
    seen = np.minimum(cv2.dilate(edges, np.ones((1, 3), np.uint8)), 3 * _STEEP)
    votes = np.empty((len(_SLOPES), width), np.float32)
    for k, slope in enumerate(_SLOPES):
        shear = np.array([[1, slope, -slope * height / 2], [0, 1, 0]], np.float32)
        votes[k] = cv2.warpAffine(seen, shear, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP).sum(0)
    lines: list[Side] = []
    for _ in range(_LINES):
        k, x = (int(place) for place in np.unravel_index(int(votes.argmax()), votes.shape))
        lines.append((float(x), float(_SLOPES[k])))
        votes[max(0, k - 5) : k + 6, max(0, x - 3) : x + 4] = 0
    return lines


def _worth(quads: FloatArray, across: FloatArray, down: FloatArray) -> FloatArray:
    """What speaks for each quad: sides seen all along and up to their ends, where they stop; right angles; size.

    A grain of the wood, a shadow's edge or a printed frame shares some of this with the card's rim, never all of it.
    """
    steep = [np.minimum(cv2.dilate(edges, np.ones((3, 3), np.uint8)), 3 * _STEEP) for edges in (down, across)]
    inner = np.linspace(0.08, 0.92, _SAMPLES, dtype=np.float32)
    outer = np.linspace(0.04, 0.14, 6, dtype=np.float32)
    seen, strong, ends, beyond = [], [], [], []
    for k in range(4):
        start, end = quads[:, k], quads[:, (k + 1) % 4]
        along = _along(steep[k % 2], start, end, inner)
        strong.append(along.mean(axis=1) / (3 * _STEEP))
        seen.append((along >= _STEEP).mean(axis=1))
        ends += [(part >= _STEEP).mean(axis=1) for part in (along[:, : _SAMPLES // 5], along[:, -(_SAMPLES // 5) :])]
        beyond += [(_along(steep[k % 2], start, end, t) >= _STEEP).mean(axis=1) for t in (-outer, 1 + outer)]
    edges = np.roll(quads, -1, axis=1) - quads
    bearings = np.arctan2(edges[..., 1], edges[..., 0])
    turns = (np.roll(bearings, -1, axis=1) - bearings) % (2 * np.pi) - np.pi / 2
    crooked = np.sqrt((turns**2).mean(axis=1))
    told = (np.min(seen, 0), np.min(strong, 0), np.min(ends, 0), np.mean(beyond, 0), crooked, _areas(quads) / down.size)
    return np.asarray(np.stack(told, axis=1) @ np.array(_WORTH), np.float32)


def _along(steep: FloatArray, start: FloatArray, end: FloatArray, shares: FloatArray) -> FloatArray:
    """The edges met at `shares` of the way from starts to ends; 0 outside the picture."""
    points = start[:, None] + (end - start)[:, None] * shares[None, :, None]
    x, y = np.round(points).astype(int).transpose(2, 0, 1)
    height, width = steep.shape
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return np.asarray(steep[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] * inside, np.float32)


def _quads(upright: FloatArray, level: FloatArray, height: int, width: int) -> FloatArray:
    """All quads, n x 4 x 2, top left first."""
    pairs = [
        (lines[np.array(list(combinations(range(len(lines)), 2)))]) for lines in (_sorted(upright), _sorted(level))
    ]
    left, right = (pairs[0][:, k][:, None, :] for k in (0, 1))
    top, bottom = (pairs[1][:, k][None, :, :] for k in (0, 1))

    def meet(a: FloatArray, b: FloatArray) -> FloatArray:
        # x = a0 + a1 (y - h/2) and y = b0 + b1 (x - w/2)
        y = (b[..., 0] + b[..., 1] * (a[..., 0] - a[..., 1] * height / 2 - width / 2)) / (1 - a[..., 1] * b[..., 1])
        return np.stack([a[..., 0] + a[..., 1] * (y - height / 2), y], axis=-1)

    corners = np.stack([meet(left, top), meet(right, top), meet(right, bottom), meet(left, bottom)], axis=2)
    return corners.reshape(-1, 4, 2).astype(np.float32)


def _sorted(lines: FloatArray) -> FloatArray:
    return np.asarray(lines[np.argsort(lines[:, 0])], np.float32)


def _areas(quads: FloatArray) -> FloatArray:
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray(np.abs((x * np.roll(y, -1, 1) - np.roll(x, -1, 1) * y).sum(axis=1)) / 2, np.float32)


def _are_cards(quads: FloatArray, height: int, width: int) -> NDArray[np.bool_]:
    """Inside the picture, large enough, nearly a rectangle and of a card's shape."""
    inside = (quads.min(axis=(1, 2)) >= 1) & (quads[..., 0].max(1) < width - 1) & (quads[..., 1].max(1) < height - 1)
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2) + 1e-3
    ratios = edges[:, :2] / edges[:, 2:]
    even = (ratios.max(1) < 1.25) & (ratios.min(1) > 0.8)
    sums = np.sort(edges[:, :2] + edges[:, 2:], axis=1)
    shape = sums[:, 1] / sums[:, 0]
    shaped = (shape > ASPECT[0]) & (shape < ASPECT[1])
    return np.asarray(inside & even & shaped & (_areas(quads) >= _LEAST_SHARE * width * height))


def _same_paper(quad: FloatArray, small: Image) -> bool:
    """Does what lies inside any corner go on outside it? Then it is no card's corner but something printed."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 1.5).astype(np.float32)
    height, width = small.shape[:2]
    middle = quad.mean(axis=0)
    inside, outside = quad + 0.1 * (middle - quad), quad - 0.07 * (middle - quad)

    def at(points: FloatArray) -> FloatArray:
        x, y = np.round(points).astype(int).T
        return np.asarray(smooth[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], np.float32)

    return bool((np.linalg.norm(at(inside) - at(outside), axis=1) < _SAME).sum() >= 2)


def _is_frame(quad: FloatArray, width: int, height: int) -> bool:
    """A frame printed on a scanned card: parallel to the picture's rim, and as far from it on either side.

    An outline that follows two of the picture's sides is the scan's own rim.
    """
    left, right = quad[[0, 3], 0], width - 1 - quad[[1, 2], 0]
    top, bottom = quad[[0, 1], 1], height - 1 - quad[[2, 3], 1]
    slack = 0.025 * min(width, height)
    if sum(bool(margin.max() < 1.6 * slack) for margin in (left, right, top, bottom)) >= 2:
        return True
    parallel = all(np.ptp(margin) < slack for margin in (left, right, top, bottom))
    even = abs(left.mean() - right.mean()) < 2 * slack and abs(top.mean() - bottom.mean()) < 2 * slack
    return bool(parallel and even)
