"""Crops of cards as a detector would hand them over, made fast: no scene, only what happens to one card's picture.

It decides how a clean face becomes an enrolled view (nearly clean) or a query (light, shadow, glare, cover, bend, an
inexact outline, blur, noise, compression). Faces come from `art`; nothing here knows a real deck.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.crop import HEIGHT, WIDTH, canvas_corners, smaller
from vision.training.art import Deck, random_deck
from vision.training.strokes import Rng

#: Faces are kept at this width while cropping; the card lies within a margin of table.
_CARD_W, _CARD_H, _MARGIN = 84, 126, 18

_DOWN, _ACROSS = (np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32) + 0.5) / WIDTH - 0.5
_GRAIN = np.random.default_rng(0).standard_normal(1_000_000).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Harm:
    """How badly a card is photographed; 1 is as bad as a table gets."""

    light: float = 1.0
    cover: float = 0.5
    outline: float = 0.03
    blur: float = 1.0


#: What people enrol: scans, and photos that are sharp and whole but lie in the same light as everything else.
MILD = Harm(light=0.35, cover=0.0, outline=0.008, blur=0.35)
SCANNED = Harm(light=0.15, cover=0.0, outline=0.004, blur=0.2)
ENROLLED = Harm(light=0.9, cover=0.0, outline=0.01, blur=0.4)


def distinct_faces(deck: Deck, limit: int) -> list[Image]:
    """The deck's faces at crop size, leaving out those that look the same from a table's distance."""
    kept: list[Image] = []
    small: list[FloatArray] = []
    for face in deck.faces:
        picture = smaller(face, _CARD_W, _CARD_H)
        seen = cv2.resize(picture, (32, 48), interpolation=cv2.INTER_AREA).astype(np.float32)
        if all(np.sort(np.abs(seen - other).mean(axis=2).ravel())[-12:].mean() > 22 for other in small):
            kept.append(picture)
            small.append(seen)
        if len(kept) == limit:
            break
    return kept


class Pool:
    """Some decks in memory, of which the oldest is replaced from time to time: endless designs at little cost."""

    def __init__(self, rng: Rng, size: int = 40) -> None:
        self._rng = rng
        self._decks = [self._new() for _ in range(size)]

    def _new(self) -> tuple[list[Image], Image]:
        while True:
            deck = random_deck(self._rng, 24)
            faces = distinct_faces(deck, 24)
            if len(faces) >= 6:
                return faces, smaller(deck.back, _CARD_W, _CARD_H)

    def refresh(self) -> None:
        self._decks.pop(0)
        self._decks.append(self._new())

    def draw(self) -> tuple[list[Image], Image]:
        return self._decks[self._rng.integers(len(self._decks))]


def crop_of(rng: Rng, face: Image, harm: Harm, others: list[Image]) -> Image:
    """One crop of `face` (WIDTH x HEIGHT). `others` are cards that may lie on it or beside it."""
    canvas = _laid(rng, _ground(rng, others), face, others, harm)
    # Light comes last: on the small crop it costs a tenth, and looks the same.
    return _lit(rng, _photographed(rng, canvas, harm), harm)


def _ground(rng: Rng, others: list[Image]) -> Image:
    """The table around the card: a colour with some grain, at times another card's print."""
    height, width = _CARD_H + 2 * _MARGIN, _CARD_W + 2 * _MARGIN
    if others and rng.random() < 0.3:
        print_ = others[rng.integers(len(others))]
        ground = cv2.resize(np.roll(print_, int(rng.integers(_CARD_H)), axis=0), (width, height))
    else:
        base = np.array([rng.uniform(0, 255)] * 3) + rng.normal(0, 30, 3)
        grain = cv2.resize(rng.normal(0, rng.uniform(0, 25), (int(rng.integers(3, 40)), 24)), (width, height))
        ground = np.clip(base + grain[..., None], 0, 255)
    return np.asarray(ground, np.uint8)


def _card_mask(rng: Rng) -> FloatArray:
    mask = np.zeros((_CARD_H, _CARD_W), np.float32)
    radius = int(rng.integers(1, 9))
    cv2.rectangle(mask, (radius, 0), (_CARD_W - 1 - radius, _CARD_H - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (_CARD_W - 1, _CARD_H - 1 - radius), 1.0, -1)
    for x in (radius, _CARD_W - 1 - radius):
        for y in (radius, _CARD_H - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1, cv2.LINE_AA)
    return mask


def _laid(rng: Rng, canvas: Image, face: Image, others: list[Image], harm: Harm) -> Image:
    mask = _card_mask(rng)[..., None]
    inside = canvas[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    inside[:] = (mask * face + (1 - mask) * inside).astype(np.uint8)
    if rng.random() < harm.cover:
        canvas = _covered(rng, canvas, mask, others)
    return canvas


def _covered(rng: Rng, canvas: Image, mask: FloatArray, others: list[Image]) -> Image:
    """Another card, a finger or a thing over part of the card; at most about 60 in 100 of it."""
    height, width = canvas.shape[:2]
    turn, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.0)
    centre = np.array([width / 2, height / 2]) + away * np.array([_CARD_W * np.cos(turn), _CARD_H * np.sin(turn)])
    if others and rng.random() < 0.6:
        source = np.array([[0, 0], [_CARD_W, 0], [_CARD_W, _CARD_H], [0, _CARD_H]], np.float32)
        lean = rng.normal(0, 0.08) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
        spin = np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
        target = ((source - source.mean(0)) @ spin.T + centre).astype(np.float32)
        warp = cv2.getPerspectiveTransform(source, target)
        over = cv2.warpPerspective(others[rng.integers(len(others))], warp, (width, height))
        cover = cv2.warpPerspective(mask[..., 0], warp, (width, height))
    else:
        cover = np.zeros((height, width), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            end = centre + rng.normal(0, 30, 2)
            away_end = centre + 90 * np.array([np.cos(turn), np.sin(turn)]) + rng.normal(0, 22, 2)
            points = [tuple(int(v) for v in p) for p in (end, away_end)]
            cv2.line(cover, points[0], points[1], 1.0, int(rng.integers(9, 30)), cv2.LINE_AA)
        tone = rng.uniform(40, 240) * np.array([0.7, 0.8, 1.0]) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
        over = np.broadcast_to(tone + np.linspace(-20, 20, width)[None, :, None], canvas.shape)
    shade = 1 - rng.uniform(0, 0.5) * cv2.GaussianBlur(cover, (0, 0), rng.uniform(2, 6))
    cover = cover[..., None]
    covered = np.clip((1 - cover) * canvas * shade[..., None] + cover * over, 0, 255)
    return np.asarray(covered, np.uint8)


def _lit(rng: Rng, crop: Image, harm: Harm) -> Image:
    """Lamp colour, exposure, a slope of light, a shadow's edge, a mirrored window, haze, the camera's curve."""
    strength = harm.light * (2.0 if rng.random() < 0.15 else 1.0)
    # Lamps and wrong white balances differ between blue and red more than in green.
    warm, green = np.clip(rng.normal(0, (0.17, 0.05)) * strength, -0.6, 0.6)
    cast = np.exp([-warm, green, warm]) * np.exp(rng.normal(-0.15, 0.3) * strength)
    turn, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.7) * strength
    light = 1 + np.clip(slope * (np.cos(turn) * _ACROSS + np.sin(turn) * _DOWN), -0.6, 0.6)
    if rng.random() < 0.25 * harm.light:
        light = light * (1 - rng.uniform(0.15, 0.6) * _blot(rng, (0.5, 5)))
    canvas = crop * cast.astype(np.float32) * light[..., None].astype(np.float32)
    if rng.random() < 0.3 * harm.light:
        glow = rng.uniform(0.2, 1.0) * _blot(rng, (0.5, 14), small=True)
        canvas += (255 * glow)[..., None] * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    haze = np.float32(rng.uniform(0, 0.15) * strength)
    curve = 255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.18) * strength)
    seen = np.clip(canvas * (1 - haze) + 200 * haze, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(seen, curve.astype(np.uint8)), np.uint8)


def _blot(rng: Rng, soft: tuple[float, float], small: bool = False) -> FloatArray:
    """A soft-edged area somewhere on the crop: an ellipse or a straight-edged patch."""
    blot = np.zeros((HEIGHT, WIDTH), np.float32)
    centre = rng.uniform(0, 1, 2) * (WIDTH, HEIGHT)
    reach = rng.uniform(5, 34) if small else rng.uniform(20, 110)
    if rng.random() < 0.5:
        axes = (int(reach), int(reach * rng.uniform(0.3, 1)))
        cv2.ellipse(blot, (int(centre[0]), int(centre[1])), axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    else:
        points = centre + rng.normal(0, reach, (4, 2))
        cv2.fillConvexPoly(blot, cv2.convexHull(points.astype(np.int32)), 1.0)
    return np.asarray(cv2.GaussianBlur(blot, (0, 0), rng.uniform(*soft)), np.float32)


def _photographed(rng: Rng, canvas: Image, harm: Harm) -> Image:
    """The sensor: a size in pixels, blur, noise and compression; then the crop by an inexact outline."""
    short = float(np.exp(rng.uniform(np.log(46), np.log(100)))) if harm.blur > 0.5 else _CARD_W
    scale = short / _CARD_W
    seen = cv2.resize(canvas, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.7:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.0 if rng.random() < 0.7 else 2.0) * harm.blur + 0.1)
    if rng.random() < 0.15 * harm.blur:
        seen = cv2.filter2D(seen, -1, _smear(rng))
    start = int(rng.integers(_GRAIN.size - seen.size))
    grain = _GRAIN[start : start + seen.size].reshape(seen.shape) * np.float32(rng.uniform(0, 10) * harm.blur + 0.5)
    picture = np.clip(seen + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))))[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return _cut(rng, picture, scale, harm)


def _smear(rng: Rng) -> FloatArray:
    kernel = np.zeros((9, 9), np.float32)
    turn, reach = rng.uniform(0, np.pi), rng.uniform(1, 4)
    dx, dy = reach * np.cos(turn), reach * np.sin(turn)
    cv2.line(kernel, (round(4 - dx), round(4 - dy)), (round(4 + dx), round(4 + dy)), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _cut(rng: Rng, picture: Image, scale: float, harm: Harm) -> Image:
    """Bent a little, and cut by an outline that is off by up to `harm.outline` of the card's long side."""
    spread = harm.outline * rng.choice([0.1, 0.35, 1.0]) * _CARD_H
    off = rng.normal(0, spread, 2) * 0.5 + rng.normal(0, spread, (4, 2)) * 0.6
    corners = ((canvas_corners(_CARD_W, _CARD_H) + _MARGIN + off + 0.5) * scale - 0.5).astype(np.float32)
    from_canvas = cv2.getPerspectiveTransform(canvas_corners(WIDTH, HEIGHT), corners)
    if rng.random() < 0.7:
        crop = cv2.warpPerspective(picture, from_canvas, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return np.asarray(crop, np.uint8)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    bow = np.float32(rng.normal(0, 2.0))
    along, across = (x / WIDTH, y / HEIGHT) if rng.random() < 0.5 else (y / HEIGHT, x / WIDTH)
    shift = bow * (4 * along * (1 - along) - 0.5) + np.float32(rng.normal(0, 1.0)) * (across - 0.5)
    points = np.stack([x + shift * 0.5, y + shift], -1).reshape(1, -1, 2)
    where = cv2.perspectiveTransform(points, from_canvas).reshape(HEIGHT, WIDTH, 2)
    crop = cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
