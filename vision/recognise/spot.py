"""The one card of an enrolment photo: four straight sides around most of the picture's middle.

It decides whether a picture shows a card lying on something or is a flat scan, and where the card's corners are: lines
that follow edges make outlines, and what lies on either side of an outline's rim (`rim.py`) tells the card from a frame
that is printed on it, a shadow or a grain of the wood. It is made for a single card seen nearly from above; tables full
of cards are the detector's work.
"""

from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.crop import top_first
from vision.recognise.deck import ASPECT
from vision.recognise.rim import BOX, DEPTH, bands, short_first, steps_of, views, worth_of

#: Lines are looked for in a picture this large, outlines are compared in one of the second size.
_LONG, _CLOSER = 240, 480
#: Slopes tried for a side: up to 22 degrees out of the upright.
_SLOPES = np.tan(np.radians(np.linspace(-22, 22, 45)))
#: A side counts as seen where its edge is at least this steep, in grey levels a pixel.
_STEEP = 5.0
_LINES, _SAMPLES = 14, 42
_LEAST_SHARE = 0.2
#: A corner may lie outside the picture by this share of the picture's short side; the middle of a side may not.
_BEYOND = 0.05
#: Two colours nearer than this (CIE Lab) are one paper.
_SAME = 4.0
#: What speaks at first glance for a quad to be the card (see `_glance`): chosen on 160 composed photos of random decks.
_GLANCE = (4.9, 24.8, 5.7, -9.6, -35.0, 54.0)
#: So many quads are laid exactly and compared by their rims.
_FINALISTS, _SORTED_THROUGH = 40, 1500
#: A side is moved to the steepest places within such a share of the card's width: of a rough outline, of a closer one.
_ROUGH, _CLOSE = 0.015, 0.008
#: So many outlines are looked around in for a better one, each side at so many places.
_ROUNDS, _PLACES = 2, 3
#: An outline that lies in the picture as a frame lies on a scanned card must be surer to be a card's (log odds).
_SURE_OF_IT = 1.5
Side = tuple[float, float]  # position at the picture's middle, slope


def lying_card(image: Image) -> FloatArray | None:
    """Corners of the card, from the picture's top left clockwise; None where the card fills the picture."""
    closer, scale = shrunk(image)
    quads = candidates(closer)
    if not len(quads):
        return None
    smooth = smoothed(closer)
    worth = worth_of(smooth, quads)
    tried: list[FloatArray] = []
    for _ in range(_ROUNDS):
        fresh = [quad for quad in quads[worth.argsort()[::-1]] if all(np.abs(quad - old).max() >= 2 for old in tried)]
        if not fresh:
            break
        tried.append(fresh[0])
        beside = around(smooth, fresh[0])
        if len(beside):
            quads, worth = np.concatenate([quads, beside]), np.append(worth, worth_of(smooth, beside))
    best = _exact(smooth, quads[worth.argmax()][None], _CLOSE)[0]
    least = _SURE_OF_IT if _is_frame(best, closer.shape[1], closer.shape[0]) else 0.0
    if worth.max() < least or _same_paper(best, closer):
        return None
    return top_first(np.asarray((best + 0.5) / scale - 0.5, np.float32))


def shrunk(image: Image, long: int = _CLOSER) -> tuple[Image, float]:
    """The picture no longer than that, and its scale."""
    scale = min(1.0, long / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return np.asarray(small, np.uint8), scale


def smoothed(picture: Image) -> Image:
    """The picture as rims are looked at: in CIE Lab, without its finest grain."""
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), 0.8), np.uint8)


def candidates(picture: Image) -> FloatArray:
    """The outlines that edges make at first glance, n x 4 x 2, likeliest first."""
    small, scale = shrunk(picture, _LONG)
    across, down = _edges(small)
    quads = _quads(np.array(_sides(across)), np.array(_sides(np.ascontiguousarray(down.T))), *across.shape)
    quads = quads[_are_cards(quads, *across.shape)]
    if not len(quads):
        return quads
    likeliest = quads[_glance(quads, across, down).argsort()[::-1][:_SORTED_THROUGH]]
    rough = (_distinct(likeliest, 2.0) + np.float32(0.5)) / np.float32(scale) - np.float32(0.5)
    return _distinct(_exact(smoothed(picture), np.asarray(rough, np.float32), _ROUGH), 1.5)


def _distinct(quads: FloatArray, apart: float) -> FloatArray:
    """The first few that are not nearly the same."""
    kept = quads[:1]
    for quad in quads[1:]:
        if len(kept) == _FINALISTS:
            break
        if (np.abs(kept - quad).max(axis=(1, 2)) > apart).all():
            kept = np.concatenate([kept, quad[None]])
    return kept


def around(smooth: Image, quad: FloatArray) -> FloatArray:
    """The outlines with every side where it is or at a strong parallel edge near: a frame lies inside the card's rim,
    a shadow's edge outside of it.
    """
    quad = short_first(quad)
    steps = np.minimum(steps_of(bands(views(smooth, quad[None])))[0], 40).mean(axis=1)
    top, right, bottom, left = (_places(each) for each in steps)
    width, height = BOX[2] + BOX[0]
    boxes = [
        ((x, y), (width - right_x, y), (width - right_x, height - below), (x, height - below))
        for y, right_x, below, x in product(top, right, bottom, left)
    ]
    home = cv2.getPerspectiveTransform(BOX, quad)
    corners = cv2.perspectiveTransform(np.array(boxes, np.float32).reshape(1, -1, 2), home)
    moved = np.asarray(corners.reshape(-1, 4, 2), np.float32)
    return _exact(smooth, moved[_are_cards(moved, *smooth.shape[:2])], _CLOSE)


def _places(steps: FloatArray) -> list[float]:
    """Where across a rim a side may lie: in the middle, where it was, and where else the picture steps most."""
    left = steps.copy()
    middle = DEPTH // 2
    left[:3] = left[-3:] = left[middle - 2 : middle + 1] = 0
    places = [middle - 0.5]
    while len(places) < _PLACES and left.max() > 2:
        k = int(left.argmax())
        places.append(k + 0.5)
        left[max(0, k - 1) : k + 2] = 0
    return places


def _exact(smooth: Image, quads: FloatArray, share: float) -> FloatArray:
    """The same outlines with every side laid through the steepest places within a share of the card's width."""
    if not len(quads):
        return quads
    start, end = quads, np.roll(quads, -1, axis=1)
    lengths = np.linalg.norm(end - start, axis=2, keepdims=True)
    along = (end - start) / lengths
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    reach = share * lengths.min(axis=1)[:, 0]
    steps = reach[:, None] * np.linspace(-1, 1, 14)
    shares = np.linspace(0.1, 0.9, _SAMPLES, dtype=np.float32)
    points = start[:, :, None] + (end - start)[:, :, None] * shares[:, None]
    grid = points[:, :, :, None] + steps[:, None, None, :, None] * outward[:, :, None, None]
    flat = np.ascontiguousarray(grid.reshape(len(quads), -1, 2), np.float32)
    seen = cv2.remap(smooth, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = np.abs(np.diff(seen.reshape(*grid.shape[:-1], 3).astype(np.float32), axis=3)).sum(axis=4)
    middles = (steps[:, 1:] + steps[:, :-1]) / 2
    change *= 1 - 0.25 * np.abs(middles / reach[:, None])[:, None, None]
    place = np.take_along_axis(middles[:, None, None], change.argmax(axis=3)[..., None], axis=3)[..., 0]
    clear = np.minimum(change.max(axis=3), 20) + 0.1
    at_start, at_end = _fitted(shares, place.astype(np.float32), clear.astype(np.float32))
    lines = _lines(start + at_start[..., None] * outward, end + at_end[..., None] * outward)
    corners = np.cross(np.roll(lines, 1, axis=1), lines)
    exact = corners[..., :2] / corners[..., 2:]
    near = np.abs(exact - quads).max(axis=(1, 2)) < 4 * reach
    return np.asarray(np.where(near[:, None, None], exact, quads), np.float32)


def _fitted(shares: FloatArray, place: FloatArray, clear: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The straight line through places along a side, clear ones counting more and those far off it less: its ends."""
    weights = clear
    for _ in range(5):
        total = weights.sum(axis=-1)
        middle, mean = (weights * shares).sum(axis=-1) / total, (weights * place).sum(axis=-1) / total
        off = shares - middle[..., None]
        slope = (weights * off * place).sum(axis=-1) / (weights * off * off).sum(axis=-1)
        wide = np.abs(place - mean[..., None] - slope[..., None] * off)
        weights = clear / np.maximum(wide, 0.4)
    return mean - slope * middle, mean + slope * (1 - middle)


def _lines(start: FloatArray, end: FloatArray) -> FloatArray:
    """The lines through two points each, homogeneous."""
    x, y = np.moveaxis(end - start, -1, 0)
    return np.stack([y, -x, x * start[..., 1] - y * start[..., 0]], axis=-1)


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


def _glance(quads: FloatArray, across: FloatArray, down: FloatArray) -> FloatArray:
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
    return np.asarray(np.stack(told, axis=1) @ np.array(_GLANCE), np.float32)


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
    """In the picture but for a corner, large enough, nearly a rectangle and of a card's shape."""
    rim, middles = np.array((width, height)) - 1, (quads + np.roll(quads, -1, axis=1)) / 2
    slack = _BEYOND * min(height, width)
    inside = ((quads >= -slack) & (quads < rim + slack) & (middles >= 1) & (middles < rim)).all(axis=(1, 2))
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
