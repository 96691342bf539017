"""Arms over a table, seen from above: round bones, any skin, glove, sleeve, ring or watch, with their soft shadows.

Decides how an arm may look and lie; `paint_arms` puts some on a picture and tells for each pixel from which side of the
picture the arm comes that is seen there. For learning only.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.training.strokes import Points, Rng, colour

#: The sides an arm comes from, as numbers of the picture of labels; 0 is everything else.
SIDES = ("S", "N", "W", "E")
_TOWARDS = {1: 0.0, 2: np.pi, 3: -np.pi / 2, 4: np.pi / 2}
#: Bones of the fingers, mm from the wrist: root, lengths, radii at root and tip, spread in degrees.
_FINGERS = (
    ((-26.0, 90.0), (43.0, 26.0, 21.0), (10.2, 7.0), -7.0),
    ((-5.0, 95.0), (48.0, 30.0, 22.0), (10.4, 7.2), -1.5),
    ((15.0, 91.0), (44.0, 28.0, 21.0), (9.8, 6.8), 5.0),
    ((33.0, 80.0), (34.0, 21.0, 18.0), (8.8, 5.8), 13.0),
)
_SKINS = ((150, 178, 228), (128, 160, 214), (98, 134, 186), (72, 104, 152), (46, 66, 104), (28, 42, 66))
_FOREARM_MM, _STEP_MM = 900.0, 5.0
_ABOVE = np.array([0.0, 0.0, 1.0])
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera above the table: `matrix` is 3 x 4 from millimetres to homogeneous pixels."""

    matrix: NDArray[np.float64]
    focal: float

    def see(self, points: Points) -> tuple[Points, NDArray[np.float64]]:
        """Pixels and depths."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return seen[:, :2] / seen[:, 2:], seen[:, 2]


@dataclass(frozen=True, slots=True)
class Ball:
    """Round bits of an arm (n x 3 centres in mm, n radii, n x 3 colours)."""

    centre: Points
    radius: NDArray[np.float64]
    tint: NDArray[np.float64]


def random_eye(rng: Rng, size: tuple[int, int], wide_mm: float = 0.0) -> Eye:
    """Somewhere above the table; `wide_mm` of it are in view, if that is asked for."""
    width, height = size
    focal = width * rng.uniform(0.6, 1.2)
    tilt, roll = np.deg2rad(rng.uniform(0, 40) * rng.random()), np.deg2rad(rng.normal(0, 2))
    far = focal * (wide_mm or rng.uniform(480, 1100)) / width
    c, s = np.cos(tilt), np.sin(tilt)
    # The camera looks down; the picture's right is x, its up is y.
    lean = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]])
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return Eye(lens @ np.column_stack([turn @ lean, [0, 0, far]]), float(focal))


def _line(start: Points, end: Points, radii: tuple[float, float]) -> tuple[Points, NDArray[np.float64]]:
    count = max(2, int(np.linalg.norm(end - start) / _STEP_MM) + 1)
    share = np.linspace(0, 1, count)[:, None]
    return start + share * (end - start), radii[0] + share[:, 0] * (radii[1] - radii[0])


def _bones(rng: Rng) -> tuple[Points, NDArray[np.float64]]:
    """A right hand, palm down: wrist at the origin, fingers along y, up is z."""
    curl = float(rng.choice([0.0, 6.0, 25.0, 50.0], p=[0.3, 0.35, 0.25, 0.1]))
    spread, pointing = rng.uniform(0.4, 1.8), rng.random() < 0.1
    parts = []
    for number, (root, lengths, radii, side) in enumerate(_FINGERS):
        at = np.array([*root, 2.0])
        parts.append(_line(np.array([root[0] * 0.45, 6.0, 0.0]), at, (14.0, 11.0)))
        bend = 3.0 if pointing and number == 0 else 75.0 if pointing else curl * rng.uniform(0.6, 1.3)
        angle, down = np.deg2rad(side * spread + rng.normal(0, 2)), np.deg2rad(rng.uniform(-10, 4))
        for bone, length in enumerate(lengths):
            down += np.deg2rad(bend * (0.7, 1.0, 0.6)[bone])
            along = np.array([np.sin(angle) * np.cos(down), np.cos(angle) * np.cos(down), -np.sin(down)])
            thick = [radii[0] + (radii[1] - radii[0]) * k / 3 for k in (bone, bone + 1)]
            parts.append(_line(at, at + along * length, (thick[0], thick[1])))
            at = at + along * length
    out = rng.uniform(0.4, 1.25)
    thumb = [
        np.array([x * out - 12, y, z]) for x, y, z in ((-8, 18, -5), (-36, 52, -12), (-50, 84, -14), (-57, 108, -13))
    ]
    for k, radius in enumerate(((15.0, 12.0), (11.6, 9.9), (9.8, 7.6))):
        parts.append(_line(thumb[k], thumb[k + 1], radius))
    back = np.array([rng.normal(0, 0.12) * _FOREARM_MM, -_FOREARM_MM, rng.uniform(-0.02, 0.3) * _FOREARM_MM])
    arm, thick_arm = _line(np.zeros(3), back, (24.0, 24.0))
    swell = np.interp(np.linalg.norm(arm, axis=1), [0, 110, 250, 420, 900], [24, 29, 41, 44, 54])
    parts.append((arm, swell + 0 * thick_arm))
    return np.concatenate([p for p, _ in parts]), np.concatenate([r for _, r in parts])


def _skin(rng: Rng) -> NDArray[np.float64]:
    """Now and then a glove of any colour."""
    if rng.random() < 0.15:
        return np.array(colour(rng), float)
    one, other = (np.array(_SKINS[int(rng.integers(len(_SKINS)))], float) for _ in range(2))
    mixed = one + (other - one) * rng.uniform(0, 0.5)
    return np.asarray(np.clip(mixed * rng.uniform(0.8, 1.15) * rng.normal(1, 0.04, 3), 8, 250), np.float64)


def _dress(rng: Rng, centre: Points, radius: NDArray[np.float64]) -> NDArray[np.float64]:
    """Colours of all balls; a sleeve is thicker than the arm in it. Changes `radius`."""
    tint = np.tile(_skin(rng), (len(centre), 1))
    up_arm = -centre[:, 1]
    if rng.random() < 0.55:
        cuff = rng.uniform(-5, 220)
        cloth, second = np.array(colour(rng), float), np.array(colour(rng), float)
        inside = up_arm > cuff
        radius[inside] += rng.uniform(4, 16)
        wave = rng.choice([0.0, 1.0], p=[0.75, 0.25]) * (np.sin(up_arm * rng.uniform(0.08, 0.4)) > 0)
        tint[inside] = (cloth + wave[:, None] * (second - cloth))[inside]
    if rng.random() < 0.2:
        start, wide = rng.uniform(5, 60), rng.uniform(4, 30)
        band = (up_arm > start) & (up_arm < start + wide)
        radius[band] += 2
        tint[band] = colour(rng)
    if rng.random() < 0.25:
        across = _FINGERS[int(rng.integers(len(_FINGERS)))][0]
        ring = np.linalg.norm(centre - np.array([across[0], across[1] + rng.uniform(15, 30), 0.0]), axis=1) < 9
        tint[ring] = colour(rng)
    # Folds of cloth, veins, knuckles: nothing is of one tone all along.
    tone = 1 + rng.uniform(0.02, 0.12) * np.sin(up_arm * rng.uniform(0.02, 0.2) + rng.uniform(0, 6))
    return np.asarray(tint * tone[:, None] * rng.normal(1, 0.03, (len(tint), 1)), np.float64)


def random_arm(rng: Rng, side: int, spot: Points, lift_mm: float) -> Ball:
    """An arm from a side of the picture whose palm is about at `spot` (x, y mm)."""
    centre, radius = _bones(rng)
    scale = rng.uniform(0.8, 1.12)
    tint = _dress(rng, centre, radius)
    if rng.random() < 0.5:
        centre = centre * np.array([-1.0, 1.0, 1.0])
    pitch, roll = rng.normal(0, 0.12), rng.normal(0, 0.12)
    turn = _TOWARDS[side] + rng.normal(0, 0.28)
    about_x = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
    about_y = np.array([[np.cos(roll), 0, np.sin(roll)], [0, 1, 0], [-np.sin(roll), 0, np.cos(roll)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    moved = (centre * scale - np.array([0, 82.0, 0])) @ (about_z @ about_x @ about_y).T
    moved[:, :2] += spot
    moved[:, 2] += lift_mm + 15 - min(0.0, float(moved[: len(moved) // 2, 2].min()))
    return Ball(moved, radius * scale, tint)


def drawn(arm: Ball, eye: Eye, light: Points, size: tuple[int, int]) -> tuple[NDArray[np.float32], Mask]:
    """Picture of the arm and where it is. Every ball is a shaded disc; the nearest one is seen."""
    width, height = size
    pixels, depth = eye.see(arm.centre)
    picture, near = np.zeros((height, width, 3), np.float32), np.full((height, width), np.inf)
    for (x, y), far, radius, tint in zip(pixels, depth, arm.radius, arm.tint, strict=True):
        r = radius * eye.focal / far
        left, right = max(0, int(x - r)), min(width, int(x + r) + 2)
        top, bottom = max(0, int(y - r)), min(height, int(y + r) + 2)
        if left >= right or top >= bottom or far < 60:
            continue
        dx = (np.arange(left, right) - x)[None] / r
        dy = (np.arange(top, bottom) - y)[:, None] / r
        inside = 1 - dx * dx - dy * dy
        up = np.sqrt(np.maximum(inside, 0))
        here = far - radius * up
        front = (inside > 0) & (here < near[top:bottom, left:right])
        shine = 0.45 + 0.55 * np.clip(dx * light[0] - dy * light[1] + up * light[2], 0, 1)
        picture[top:bottom, left:right][front] = (shine[..., None] * tint)[front]
        near[top:bottom, left:right][front] = here[front]
    return picture, np.isfinite(near).astype(np.uint8)


def shadow(arm: Ball, eye: Eye, light: Points, size: tuple[int, int], soft: float) -> NDArray[np.float32]:
    fallen = arm.centre - light * (arm.centre[:, 2:] / light[2])
    pixels, depth = eye.see(fallen)
    mask = np.zeros((size[1], size[0]), np.float32)
    for (x, y), far, radius in zip(pixels[::2], depth[::2], arm.radius[::2], strict=True):
        if abs(x) < 4000 and abs(y) < 4000:
            cv2.circle(mask, (round(x), round(y)), max(1, round(radius * eye.focal / far)), 1.0, -1)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)


def _streak(rng: Rng, longest: float) -> NDArray[np.float32]:
    """A kernel that smears along a line: the arm moved while the shutter was open."""
    length, angle = rng.uniform(1, longest), rng.uniform(0, np.pi)
    reach = int(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    way = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    cv2.line(kernel, tuple(np.rint(reach - way).astype(int)), tuple(np.rint(reach + way).astype(int)), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def random_light(rng: Rng) -> Points:
    angle, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.5)
    return np.array([np.cos(angle) * np.cos(steep), np.sin(angle) * np.cos(steep), np.sin(steep)])


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where its light comes from, how soft its shadows are (px), and what share of each colour they take away."""

    way: Points
    soft: float
    takes: NDArray[np.float32]


def random_lamps(rng: Rng, first: Points, unit_px: float) -> list[Lamp]:
    """One lamp, or a window and a lamp or two: what one of them does not reach has the colour of the others."""
    count = int(rng.choice([1, 2, 3], p=[0.5, 0.38, 0.12]))
    lamps = []
    for number in range(count):
        way = random_light(rng) if number else first
        tint = np.exp(rng.normal(0, 0.05 if count == 1 else 0.3, 3))
        takes = np.clip(rng.uniform(0.1, 0.75) / count**0.5 * tint / tint.mean(), 0, 0.9)
        lamps.append(Lamp(way, float(rng.uniform(0.8, 14)) * unit_px, takes.astype(np.float32)))
    return lamps


@dataclass(frozen=True, slots=True)
class Company:
    """The chances of none to four arms, and that they meet: about so many millimetres from each other."""

    counts: tuple[float, ...]
    meet: float
    apart_mm: float


#: Every kind of table, and hands over hands.
ALL_SORTS = Company((0.12, 0.33, 0.33, 0.15, 0.07), 0.7, 40.0)
CROWD = Company((0.04, 0.14, 0.34, 0.24, 0.24), 0.9, 32.0)


@dataclass(frozen=True, slots=True)
class Painted:
    """A picture with arms, the label of every pixel, how many arms lie there one over another, and the same place with
    the arms where they came from."""

    picture: Image
    labels: Mask
    deep: Mask
    before: Image


@dataclass(frozen=True, slots=True)
class _Studio:
    """The eye and the light of one picture."""

    eye: Eye
    light: Points
    lamps: list[Lamp]
    tone: float
    cast: NDArray[np.float64]
    soften: float

    def paint(self, rng: Rng, seen: NDArray[np.float32], arm: Ball) -> NDArray[np.float32]:
        """Puts an arm on a picture, with its shadows, and tells how much of every pixel it covers."""
        size = (seen.shape[1], seen.shape[0])
        for lamp in self.lamps:
            seen *= 1 - lamp.takes * shadow(arm, self.eye, lamp.way, size, lamp.soft)[..., None]
        if rng.random() < 0.7:  # what little light comes under a hand
            seen *= 1 - rng.uniform(0.1, 0.5) * shadow(arm, self.eye, _ABOVE, size, size[0] / 90)[..., None]
        skin, mask = drawn(arm, self.eye, self.light, size)
        alpha = mask.astype(np.float32)
        skin = skin * self.tone * self.cast.astype(np.float32)
        if rng.random() < 0.5:
            kernel = _streak(rng, rng.choice([6.0, 20.0, 45.0]) * size[0] / 256)
            skin, alpha = (np.asarray(cv2.filter2D(part, -1, kernel), np.float32) for part in (skin, alpha))
        else:
            skin, alpha = (
                np.asarray(cv2.GaussianBlur(part, (0, 0), self.soften), np.float32) for part in (skin, alpha)
            )
        seen *= 1 - alpha[..., None]
        seen += skin
        return alpha


def paint_arms(rng: Rng, picture: Image, company: Company = ALL_SORTS, resting: float = 0.0) -> Painted:
    """The picture with none to four arms on it. With the chance `resting` they lay on the table before."""
    size = (picture.shape[1], picture.shape[0])
    eye, light = random_eye(rng, size), random_light(rng)
    count = int(rng.choice(5, p=company.counts))
    sides = rng.choice(4, count, replace=False) + 1 if rng.random() < 0.85 else rng.integers(1, 5, count)
    meeting, together = rng.normal(0, 60, 2), rng.random() < company.meet
    seen, labels = picture.astype(np.float32), np.zeros(picture.shape[:2], np.uint8)
    lamps = random_lamps(rng, light, size[0] / 160)
    tone = float(np.clip(seen.mean() / 110, 0.45, 1.25)) * rng.uniform(0.75, 1.2)
    studio = _Studio(eye, light, lamps, tone, rng.normal(1, 0.08, 3), rng.uniform(0.5, 1.6) * size[0] / 320)
    deep, arms = np.zeros(labels.shape, np.uint8), []
    for level, side in enumerate(sides):
        spot = meeting + rng.normal(0, company.apart_mm, 2) if together else rng.uniform(-1, 1, 2) * [260, 150]
        way = np.array([-np.sin(_TOWARDS[int(side)]), np.cos(_TOWARDS[int(side)])])
        if rng.random() < 0.25:
            spot = spot - way * rng.uniform(60, 260)
        arm = random_arm(rng, int(side), spot, level * 26.0 + rng.choice([0.0, 1.0]) * rng.uniform(0, 130))
        there = studio.paint(rng, seen, arm) > 0.5
        labels[there] = entry(eye.see(arm.centre)[0], size, int(side))
        deep += there
        arms.append((arm, way))
        if rng.random() < 0.12:
            _held_card(rng, seen, labels, eye, arm)
    before = picture
    if resting and rng.random() < resting:
        bare = picture.astype(np.float32)
        for arm, way in arms:
            if rng.random() < 0.8:
                back = np.append(rng.normal(0, 20, 2) - way * rng.uniform(40, 300), 15 - arm.centre[:200, 2].min())
                studio.paint(rng, bare, Ball(arm.centre + back, arm.radius, arm.tint))
        before = np.clip(bare, 0, 255).astype(np.uint8)
    return Painted(np.clip(seen, 0, 255).astype(np.uint8), labels, deep, before)


def entry(pixels: Points, size: tuple[int, int], meant: int) -> int:
    """The side an arm really comes from: where its way back from the hand leaves the picture."""
    back = pixels[-int(_FOREARM_MM / _STEP_MM) :]
    over = np.column_stack([back[:, 1] - size[1], -back[:, 1], -back[:, 0], back[:, 0] - size[0]])
    outside = np.flatnonzero(over.max(axis=1) > 0)
    return int(over[outside[0]].argmax()) + 1 if len(outside) else meant


def _held_card(rng: Rng, seen: NDArray[np.float32], labels: Mask, eye: Eye, arm: Ball) -> None:
    """A card at the finger tips; what it hides is no arm."""
    at = arm.centre[int(rng.integers(0, 60)) % len(arm.centre)] + np.array([0, 0, 14.0])
    turn = rng.uniform(0, np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), rng.normal(0, 0.4)]])
    corners = at + np.array([(-29, -43), (29, -43), (29, 43), (-29, 43)]) @ axes
    outline = np.rint(eye.see(corners)[0] * 16).astype(np.int32)
    shape = np.zeros(labels.shape, np.uint8)
    cv2.fillPoly(shape, [outline], 1, cv2.LINE_8, 4)
    seen[shape > 0] = np.array(colour(rng, (0, 1), (0.3, 1)), np.float32)
    labels[shape > 0] = 0
