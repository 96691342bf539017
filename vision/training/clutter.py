"""Everything on a table that is no card: phones, notepads, books, boxes, mugs, coins, dice, pens, papers, and hands.

Many of them are flat, straight-edged and card-sized on purpose: they are what a detector must learn to leave alone.
Decides its own shapes; owns the pixels it covers.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.paint import Canvas
from vision.training.strokes import BLACK, WHITE, Colour, Points, Rng, colour, hsv, mixed
from vision.training.view import View


def _place(view: View, rng: Rng) -> tuple[Points, float]:
    """A random spot of the table that is in the picture, and a turn."""
    pixel = rng.uniform(-0.05, 1.05, (1, 2)) * view.size
    turn = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.3) if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi)
    return view.on_table(pixel)[0], float(turn)


def _rectangle(middle: Points, turn: float, width: float, height: float, z: float = 0.0, radius: float = 0.0) -> Points:
    """An upright rectangle with round corners in millimetres (n x 3)."""
    steps = np.linspace(0, np.pi / 2, 6 if radius else 1)
    points = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = steps + k * np.pi / 2
        centre = np.array([sx * (width / 2 - radius), sy * (height / 2 - radius)])
        points.append(centre + radius * np.stack([np.cos(angles), np.sin(angles)], 1))
    c, s = np.cos(turn), np.sin(turn)
    flat = np.concatenate(points) @ np.array([[c, s], [-s, c]]) + middle
    return np.column_stack([flat, np.full(len(flat), z)])


def _flat(canvas: Canvas, view: View, rng: Rng, outline: Points, fill: Colour, gloss: float = 0.0) -> None:
    shape = view.project(outline)
    lift = rng.uniform(0.5, 4) * view.pixels_per_mm()
    canvas.shadow(shape + rng.normal(0, lift, 2), rng.uniform(0, 0.5), max(1.0, lift))
    canvas.lay_shape(shape, fill, gloss)


def _hull(low: Points, high: Points) -> Points:
    """The outline of a solid thing in the picture, from its base and its top."""
    return np.asarray(cv2.convexHull(np.concatenate([low, high]).astype(np.float32))[:, 0], np.float64)


def phone(canvas: Canvas, view: View, rng: Rng) -> None:
    middle, turn = _place(view, rng)
    width, height = rng.uniform(65, 80), rng.uniform(135, 165)
    body = colour(rng, (0, 0.3), (0, 0.3 if rng.random() < 0.7 else 1))
    _flat(canvas, view, rng, _rectangle(middle, turn, width, height, 8, 9), body, rng.uniform(0.2, 1))
    screen = colour(rng, (0, 0.6), (0, 0.15)) if rng.random() < 0.7 else colour(rng)
    canvas.lay_shape(view.project(_rectangle(middle, turn, width - 6, height - 8, 8, 6)), screen, rng.uniform(0.3, 1))
    if rng.random() < 0.3:
        for y in np.linspace(-45, 45, 5):
            spot = middle + np.array([-y * np.sin(turn), y * np.cos(turn)])
            canvas.lay_shape(view.project(_rectangle(spot, turn, width * 0.7, 9, 8)), colour(rng), 0.5)


def paper(canvas: Canvas, view: View, rng: Rng) -> None:
    """A sheet, a notepad or an open book, with or without lines."""
    middle, turn = _place(view, rng)
    width = rng.uniform(70, 240)
    height = width * rng.uniform(1.0, 1.6)
    sheet = mixed(WHITE, colour(rng), rng.uniform(0, 0.25))
    _flat(canvas, view, rng, _rectangle(middle, turn, width, height, rng.uniform(0, 12)), sheet)
    if rng.random() < 0.7:
        ink = mixed(sheet, colour(rng, (0, 1), (0, 0.7)), rng.uniform(0.15, 0.8))
        pitch, thick = rng.uniform(5, 9), rng.uniform(0.4, 3)
        for y in np.arange(-height / 2 + 12, height / 2 - 8, pitch):
            spot = middle + np.array([-y * np.sin(turn), y * np.cos(turn)])
            length = width * (rng.uniform(0.4, 0.85) if thick > 1 else 0.95)
            canvas.lay_shape(view.project(_rectangle(spot, turn, length, thick)), ink)


def box(canvas: Canvas, view: View, rng: Rng) -> None:
    """A card box, a book or a brick of wood: a cuboid, its sides shaded, sometimes the size of a card."""
    middle, turn = _place(view, rng)
    if rng.random() < 0.6:
        width, height, z = rng.uniform(58, 75), rng.uniform(85, 105), rng.uniform(14, 35)
    else:
        width, height, z = rng.uniform(40, 200), rng.uniform(60, 250), rng.uniform(5, 50)
    base, top = _rectangle(middle, turn, width, height), _rectangle(middle, turn, width, height, z)
    tint = colour(rng, (0, 1), (0.05, 1))
    low, high = view.project(base), view.project(top)
    canvas.shadow(_hull(low, high) + rng.normal(0, 6, 2), rng.uniform(0.1, 0.6), 4)
    for k in range(4):
        side = np.array([low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k]])
        canvas.lay_shape(side, mixed(tint, BLACK, rng.uniform(0.1, 0.6)), 0.1)
    canvas.lay_shape(high, tint, rng.choice([0.0, 0.6]))
    if rng.random() < 0.35:
        trim = colour(rng)
        canvas.lay_shape(
            view.project(_rectangle(middle, turn, width * 0.7, height * rng.uniform(0.1, 0.7), z)), trim, 0.2
        )


def mug(canvas: Canvas, view: View, rng: Rng) -> None:
    """A mug, a glass, a saucer, a bowl: rings seen from above."""
    middle, turn = _place(view, rng)
    radius, tall = rng.uniform(25, 60), rng.uniform(5, 95)
    ring = np.stack([np.cos(np.linspace(0, 6.28, 40)), np.sin(np.linspace(0, 6.28, 40))], 1)
    tint = colour(rng, (0, 0.9), (0.1, 1))
    base = np.column_stack([middle + radius * ring, np.zeros(40)])
    rim = np.column_stack([middle + radius * ring, np.full(40, tall)])
    hull = _hull(view.project(base), view.project(rim))
    canvas.shadow(hull + rng.normal(0, 8, 2), rng.uniform(0.1, 0.5), 5)
    if rng.random() < 0.6:
        grip = middle + (radius + 14) * np.array([np.cos(turn), np.sin(turn)])
        canvas.lay_shape(view.project(_rectangle(grip, turn, 36, 14, tall / 2, 6)), mixed(tint, BLACK, 0.2), 0.3)
    canvas.lay_shape(hull, mixed(tint, BLACK, 0.25), 0.3)
    canvas.lay_shape(view.project(rim), tint, 0.3)
    inside = rim.copy()
    inside[:, :2] = middle + 0.88 * radius * ring
    canvas.lay_shape(view.project(inside), mixed(tint, BLACK, 0.5), 0.1)
    inside[:, 2] = tall * 0.7
    inside[:, :2] = middle + 0.8 * radius * ring
    canvas.lay_shape(view.project(inside), colour(rng, (0, 1), (0.05, 0.9)), 0.8)


def coins(canvas: Canvas, view: View, rng: Rng) -> None:
    """Coins, counters and buttons, single or strewn, some large."""
    middle, _ = _place(view, rng)
    for _ in range(int(rng.integers(1, 7))):
        spot, radius = middle + rng.normal(0, 35, 2), rng.uniform(7, 20)
        angles = np.linspace(0, 6.28, 24)
        for scale, shade in ((1.0, 0.0), (0.8, 0.15)):
            outline = spot + scale * radius * np.stack([np.cos(angles), np.sin(angles)], 1)
            if scale == 1.0:
                tint = hsv(rng.uniform(5, 30), rng.uniform(0, 0.8), rng.uniform(0.3, 0.9))
                tint = colour(rng) if rng.random() < 0.3 else tint
                _flat(canvas, view, rng, outline, tint, 0.5)
            else:
                canvas.lay_shape(view.project(outline), mixed(tint, BLACK, shade), 0.5)


def dice(canvas: Canvas, view: View, rng: Rng) -> None:
    middle, _ = _place(view, rng)
    tint = colour(rng, (0, 1), (0.1, 1))
    ink = WHITE if sum(tint) < 380 else BLACK
    for _ in range(int(rng.integers(1, 6))):
        spot, turn, side = middle + rng.normal(0, 30, 2), rng.uniform(0, 3.1), rng.uniform(10, 20)
        low = view.project(_rectangle(spot, turn, side, side))
        high = view.project(_rectangle(spot, turn, side, side, side))
        canvas.shadow(low + rng.normal(0, 4, 2), 0.4, 2)
        for k in range(4):
            canvas.lay_shape(np.array([low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k]]), mixed(tint, BLACK, 0.35))
        canvas.lay_shape(high, tint, 0.3)
        for _ in range(int(rng.integers(1, 7))):
            dot = spot + rng.choice([-1, 0, 1], 2) * side * 0.28
            canvas.lay_shape(view.project(_rectangle(dot, 0, side / 6, side / 6, side, side / 12.1)), ink)


def pen(canvas: Canvas, view: View, rng: Rng) -> None:
    """Pens, rulers, cables: long and thin."""
    middle, turn = _place(view, rng)
    width, length = float(rng.choice([rng.uniform(5, 10), rng.uniform(20, 45)])), rng.uniform(120, 320)
    tint = colour(rng)
    _flat(canvas, view, rng, _rectangle(middle, turn, width, length, 3, width * 0.3), tint, 0.4)
    canvas.lay_shape(view.project(_rectangle(middle, turn, width * 0.3, length * 0.9, 3)), mixed(tint, WHITE, 0.4), 0.4)


def mat(canvas: Canvas, view: View, rng: Rng) -> None:
    """A flat cloth, mat or slab under or beside cards, with a plain or double rim; often about as large as a card."""
    middle, turn = _place(view, rng)
    width = rng.choice([rng.uniform(62, 90), rng.uniform(90, 400)])
    height = width * rng.choice([1.45, rng.uniform(0.6, 1.6)])
    tint = colour(rng)
    canvas.lay_shape(
        view.project(_rectangle(middle, turn, width, height, 0, rng.choice([0, 5]))), tint, rng.choice([0, 0.4])
    )
    if rng.random() < 0.5:
        inner = mixed(tint, colour(rng), rng.uniform(0.05, 0.5))
        canvas.lay_shape(view.project(_rectangle(middle, turn, width * 0.9, height * 0.9)), inner, 0.0)


UNDER: tuple[Callable[[Canvas, View, Rng], None], ...] = (paper, mat, mat)
OVER: tuple[Callable[[Canvas, View, Rng], None], ...] = (phone, paper, box, box, mug, coins, dice, pen)


# --- hands --------------------------------------------------------------------------------------------------------


def hand(canvas: Canvas, view: View, rng: Rng, target: Points) -> None:
    """An arm that reaches from a side of the picture to a target pixel: round fingers, a palm, a sleeve, a shadow."""
    width, height = view.size
    unit = view.pixels_per_mm() * rng.uniform(0.85, 1.4)  # a hand is nearer to the camera than the table
    side = rng.choice(4, p=[0.5, 0.2, 0.15, 0.15])
    edge = [
        (rng.uniform(0, width), height + 40),
        (rng.uniform(0, width), -40),
        (-40, rng.uniform(0, height)),
        (width + 40, rng.uniform(0, height)),
    ]
    start = np.array(edge[side], np.float64)
    ahead = (target - start) / max(float(np.linalg.norm(target - start)), 1.0)
    across = np.array([-ahead[1], ahead[0]])
    wrist = target - ahead * unit * rng.uniform(75, 110)
    bones = [(start, wrist, 30.0), (wrist, wrist + ahead * unit * 45, 34.0)]
    thumb = rng.choice([-1, 1])
    spread, curl = rng.uniform(0.03, 0.3), rng.uniform(0.5, 1)
    for k, length in enumerate((72, 80, 75, 60)):
        lean = (k - 1.5) * spread
        root = wrist + ahead * unit * 55 + across * unit * (k - 1.5) * 17
        tip = root + (ahead * np.cos(lean) + across * np.sin(lean)) * unit * length * curl
        bones.append((root, tip, 9.0))
    base = wrist + across * unit * thumb * 28 + ahead * unit * 15
    bones.append((base, base + (ahead * 0.7 + across * thumb * 0.7) * unit * 50, 10.5))
    _draw_hand(canvas, rng, bones, unit, start, wrist)


def _draw_hand(
    canvas: Canvas, rng: Rng, bones: list[tuple[Points, Points, float]], unit: float, start: Points, wrist: Points
) -> None:
    shape = canvas.owner.shape
    skin = np.array(hsv(rng.uniform(4, 16), rng.uniform(0.25, 0.65), rng.uniform(0.2, 0.95)), np.float32)
    mask, shade = np.zeros(shape, np.uint8), np.full(shape, 90, np.uint8)
    for one, other, radius in bones:
        _capsule(mask, one, other, radius * unit, 255)
    for share, level in ((0.95, 130), (0.75, 160), (0.5, 185), (0.25, 200)):
        for one, other, radius in bones:
            _capsule(shade, one, other, radius * unit * share, level)
    sigma = max(0.8, 1.6 * unit)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), sigma), np.uint8)
    colours = skin * (shade[..., None].astype(np.float32) / 190)
    if rng.random() < 0.6:
        sleeve = np.zeros(shape, np.uint8)
        _capsule(sleeve, start, start + (wrist - start) * rng.uniform(0.5, 0.97), 40 * unit, 255)
        cloth = np.array(colour(rng), np.float32) * (shade[..., None].astype(np.float32) / 190)
        colours = np.where(sleeve[..., None] > 127, cloth, colours)
        mask = np.maximum(mask, sleeve)
    cast = cv2.blur(
        np.roll(mask, tuple(int(v) for v in rng.normal(0, 10 * unit, 2)), (0, 1)), (int(12 * unit) * 2 + 1,) * 2
    )
    canvas.picture *= 1 - rng.uniform(0.1, 0.5) / 255 * cast[..., None].astype(np.float32)
    canvas.lay_mask(mask.astype(np.float32) / np.float32(255), colours.astype(np.float32), 0.05)


def _capsule(mask: cv2.typing.MatLike, one: Points, other: Points, radius: float, level: int) -> None:
    ends = [tuple(int(v) for v in np.round(p)) for p in (one, other)]
    cv2.line(mask, ends[0], ends[1], level, max(1, int(2 * radius)), cv2.LINE_AA)
