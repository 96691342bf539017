"""Short scenes of hands over a pile with exact truth: who hit it when, who only hovered, passed, pointed or wiped.

Decides how hands move: a hand that hits is in full motion when it touches, every other one brakes by itself. Every
scene hangs on its number alone. For choosing thresholds and for measuring; nothing is learnt from these.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat, Table, table_of
from vision.detect.sides import SEATS
from vision.frame import Frame
from vision.image import FloatArray
from vision.training.arms import Ball, Eye, drawn, entry, random_arm, random_eye, random_lamps, random_light, shadow
from vision.training.composer import Recipe
from vision.training.feed import scene
from vision.training.strokes import Points

SEED = 771
FRAME_S = 1 / 30
SIZE = (320, 180)
CARD_MM = (58.0, 87.0)
#: Millimetres the picture is wide: a card's short side has twenty pixels.
WIDE_MM = CARD_MM[0] * SIZE[0] / 20
#: Pictures inside one exposure, and a hand's thickness.
BLURRED, THICK_MM = 3, 26.0


class Does(Enum):
    """What a hand does. Only the first is a slap."""

    SLAP = "slap"
    HOVER = "hover"
    PASS = "pass"
    WIPE = "wipe"


@dataclass(frozen=True, slots=True)
class Hand:
    """`stop_s` is when it touches or has come to rest; `layer` how many hands lie under it."""

    seat: Seat
    does: Does
    stop_s: float
    layer: int = 0


@dataclass(frozen=True, slots=True)
class _Way:
    """How a hand comes: from where (x, y, z from its place, mm), for how long, and how fast it still is at the end."""

    start: Points
    lasts_s: float
    end_mm_s: float
    leaves_s: float
    settles: float
    aside: Points

    def place(self, since_s: float) -> Points:
        """Millimetres from where it comes to rest; `since_s` is negative before that."""
        if since_s > self.leaves_s:
            return self.start * _smooth((since_s - self.leaves_s) / 0.45) + self.aside
        if since_s >= 0:
            return self.aside * min(1.0, since_s / self.leaves_s)
        share = max(0.0, 1 + since_s / self.lasts_s)
        across = self.start[:2] * (1 - _smooth(share / self.settles))
        # Cubic from rest at the start to its speed at the end.
        height = self.start[2] * (2 * share**3 - 3 * share**2 + 1)
        height -= self.end_mm_s * self.lasts_s * (share**3 - share**2)
        return np.array([*across, max(0.0, height)])


def _smooth(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return share**3 * (share * (6 * share - 15) + 10)


def _moves(by_px: float) -> NDArray[np.float64]:
    """The kernel that moves a row by a part of a pixel; OpenCV's own warping does so in steps of a thirtieth."""
    away = np.abs(np.arange(-2, 3) + by_px)
    near, far = 1.5 * away**3 - 2.5 * away**2 + 1, -0.5 * away**3 + 2.5 * away**2 - 4 * away + 2
    return np.where(away < 1, near, np.where(away < 2, far, 0.0))


class SlapScene:
    """The scene of that number: `hands` is the truth, `frames` the pictures, `table` where the piles are."""

    def __init__(self, number: int) -> None:
        self._rng = rng = np.random.default_rng((SEED, number))
        self._eye = random_eye(rng, SIZE, WIDE_MM)
        self._light = random_light(rng)
        recipe = Recipe(size=(512, 288), short_px=(24, 50), hands=0.0, steepest=40.0)
        bare = scene(SEED, number, recipe).image
        self._bare = np.asarray(cv2.resize(bare, SIZE, interpolation=cv2.INTER_AREA), np.uint8)
        self._pile = rng.normal(0, 30, 2)
        self.table = self._table()
        self.hands = self._cast(number)
        self._ways = [self._way(hand) for hand in self.hands]
        self._arms = [self._arm(hand) for hand in self.hands]
        self._tone = float(np.clip(self._bare.mean() / 110, 0.45, 1.25)) * rng.uniform(0.8, 1.2)
        self._open_s = FRAME_S * rng.choice([0.25, 0.5])
        self._swing = self._swings()
        self._lamps = random_lamps(rng, self._light, SIZE[0] / 160)
        self.count = round((max(hand.stop_s for hand in self.hands) + 0.75) / FRAME_S)

    def frames(self) -> Iterator[Frame]:
        noise = self._rng.uniform(0.5, 3)
        still: dict[int, tuple[bytes, FloatArray, FloatArray, FloatArray]] = {}
        for index in range(self.count):
            t_s = index * FRAME_S
            seen = self._bare.astype(np.float32)
            for number in range(len(self.hands)):
                places = [self._place(number, t_s + share * self._open_s) for share in np.linspace(-0.5, 0.5, BLURRED)]
                key = np.round(places, 2).tobytes()
                if number not in still or still[number][0] != key:
                    still[number] = (key, *self._seen(number, places))
                _, picture, cover, left = still[number]
                seen = np.asarray(seen * left * (1 - cover[..., None]) + picture, np.float32)
            across, down = self._swing_at(t_s)
            swung = cv2.sepFilter2D(seen, -1, _moves(across), _moves(down), borderType=cv2.BORDER_REPLICATE)
            noisy = swung + self._rng.normal(0, noise, seen.shape)
            yield Frame(index, round(t_s * 1e9), np.clip(noisy, 0, 255).astype(np.uint8), "composed")

    def _cast(self, number: int) -> tuple[Hand, ...]:
        """One to three hands; they come to rest in this order."""
        rng, seats = self._rng, [seat for seat in SEATS if seat]
        rng.shuffle(seats)  # type: ignore[arg-type]
        kinds = [[Does.SLAP], [Does.SLAP] * 2, [Does.HOVER], [Does.SLAP] * 2, [Does.SLAP, Does.HOVER]]
        kinds += [[Does.PASS], [Does.SLAP] * 3, [Does.HOVER] * 2, [Does.WIPE], [Does.SLAP, Does.SLAP, Does.HOVER]]
        at, hands, layer = float(rng.uniform(0.5, 0.75)), [], 0
        for seat, does in zip(seats, kinds[number % len(kinds)], strict=False):
            hands.append(Hand(seat, does, at, layer))
            layer += does is Does.SLAP
            at += float(rng.uniform(0.012, 0.12))
        return tuple(hands)

    def _way(self, hand: Hand) -> _Way:
        rng = self._rng
        back = {Seat.SOUTH: (0, -1), Seat.NORTH: (0, 1), Seat.WEST: (-1, 0), Seat.EAST: (1, 0)}[hand.seat]
        far = rng.choice([rng.uniform(180, 260), rng.uniform(400, 470)])
        start = np.array([*(far * np.array(back) + rng.normal(0, 25, 2)), rng.uniform(40, 160)])
        speed = float(rng.uniform(700, 3000)) if hand.does is Does.SLAP else 0.0
        stays = float(rng.uniform(0.3, 0.5)) if hand.does is not Does.PASS else 0.001
        aside = np.zeros(3)
        if hand.does is Does.WIPE:
            aside[:2] = np.array([-back[1], back[0]]) * rng.uniform(90, 160)
        return _Way(start, float(rng.uniform(0.22, 0.45)), speed, stays, float(rng.uniform(0.85, 1)), aside)

    def _arm(self, hand: Hand) -> Ball:
        aside = self._rng.normal(0, 14, 2)
        gap = 0.0 if hand.does is Does.SLAP else float(self._rng.uniform(5, 70))
        side = SEATS.index(hand.seat)
        while True:
            arm = random_arm(self._rng, side, self._pile + aside, hand.layer * THICK_MM + gap)
            # One that reaches over a corner of the picture comes from no side.
            if entry(self._eye.see(arm.centre)[0], SIZE, side) == side:
                return arm

    def _place(self, number: int, t_s: float) -> Points:
        return self._ways[number].place(t_s - self.hands[number].stop_s)

    def _seen(self, number: int, places: list[Points]) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Picture times cover, cover, and what light its shadows leave, of a hand while the shutter is open."""
        arm, moved = self._arms[number], []
        for place in places if np.ptp(places, axis=0).max() > 0.3 else places[:1]:
            there = Ball(arm.centre + place, arm.radius, arm.tint)
            picture, mask = drawn(there, self._eye, self._light, SIZE)
            left = np.ones((SIZE[1], SIZE[0], 3), np.float32)
            for lamp in self._lamps:
                left *= 1 - lamp.takes * shadow(there, self._eye, lamp.way, SIZE, lamp.soft)[..., None]
            moved.append((picture * self._tone, mask.astype(np.float32), left))
        parts = [np.mean([each[k] for each in moved], axis=0) for k in range(3)]
        soft = [np.asarray(cv2.GaussianBlur(part, (0, 0), 0.6), np.float32) for part in parts]
        return soft[0], soft[1], soft[2]

    def _swings(self) -> list[tuple[float, NDArray[np.float64]]]:
        """When the camera is shaken and how far; three stands in ten do not feel it."""
        stiff = self._rng.random() < 0.3
        turns = self._rng.uniform(0, 6.28, len(self.hands))
        sizes = self._rng.uniform(0.1, 0.75, len(self.hands)) * (not stiff)
        return [
            (hand.stop_s, size * np.array([np.cos(turn), np.sin(turn)]))
            for hand, size, turn in zip(self.hands, sizes, turns, strict=True)
            if hand.does is Does.SLAP
        ]

    def _swing_at(self, t_s: float) -> NDArray[np.float64]:
        pitch, calm = 6 + 10 * (self._eye.focal % 1), 6 + 6 * (self._tone % 1)
        swing = np.zeros(2)
        for at, size in self._swing:
            since = max(0.0, t_s - at)
            swing += size * np.exp(-calm * since) * np.sin(2 * np.pi * pitch * since)
        return swing

    def _table(self) -> Table:
        """Three piles: the one that is meant and one on either side."""
        piles = []
        for name, aside in (("main", 0.0), ("left", -150.0), ("right", 150.0)):
            middle = self._pile + np.array([aside, 0.0])
            half = np.array(CARD_MM) / 2
            corners = middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
            pixels = self._eye.see(np.column_stack([corners, np.zeros(4)]))[0]
            piles.append({"pile": name, "polygon": pixels.tolist()})
        grid = np.array([(-200.0, -120.0, 0.0), (200, -120, 0), (200, 120, 0), (-200, 120, 0)])
        seen = self._eye.see(grid)[0].astype(np.float32)
        plane = cv2.getPerspectiveTransform(grid[:, :2].astype(np.float32), seen)
        told = {"size": list(SIZE), "mm_to_px": plane.tolist(), "card_mm": list(CARD_MM), "piles": piles}
        return table_of({**told, "seats": [seat.value for seat in SEATS if seat]}, "composed scene")


__all__ = ["Does", "Eye", "Hand", "SlapScene"]
