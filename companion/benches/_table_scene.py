"""A table drawn for measuring: cards in rows, and arms that wander over it without a rest.

Nothing in it is ever laid, taken or hit. The same numbers give the same frames.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_file import Table, table_of
from vision.art.number_deck import COLOURS, VALUES, face
from vision.art.raster import rasterise
from vision.frame import Frame
from vision.image import FloatArray, Image

FRAME_NS = 33_333_333
CALM_S = 2
#: A card's short side, as a part of the picture's height.
SHORT = 0.11
#: A hand wanders so far from its middle place, in pictures.
WANDERS = 0.2
_SKINS = ((120, 160, 215), (50, 75, 110), (150, 180, 228), (160, 60, 40))


@dataclass(frozen=True, slots=True)
class _Sprite:
    """An arm that reaches in from a side: colour, how much it covers, and where its hand is in it."""

    colour: Image
    cover: FloatArray
    hand: tuple[int, int]
    home: tuple[float, float]


class TableScene:
    """`cards` lie in rows, `arms` wander over them."""

    def __init__(self, size: tuple[int, int], cards: int, arms: int, seed: int = 1) -> None:
        self.size = size
        self._rng = np.random.default_rng(seed)
        self._short = max(12, round(SHORT * size[1]))
        places = self._places(cards)
        self.table = self._table_file(places[:4])
        self._still = self._draw(places)
        self._sprites = [self._arm(number) for number in range(arms)]
        self._pace = self._rng.uniform(0.15, 0.6, (max(1, arms), 2, 2))
        self._phase = self._rng.uniform(0, 6.28, (max(1, arms), 2, 2))
        self._noise = [self._rng.normal(0, 2.0, (size[1], size[0], 3)).astype(np.int8) for _ in range(4)]

    def frames(self, count: int) -> Iterator[Frame]:
        """Two seconds of nothing, then everything that happens."""
        for index in range(count):
            seconds = index / 30
            picture = self._still.copy()
            if seconds > CALM_S:
                for number, sprite in enumerate(self._sprites):
                    self._paste(picture, sprite, self._where(number, seconds))
            noisy = cv2.add(picture, self._noise[index % 4], dtype=cv2.CV_8U)
            yield Frame(index, index * FRAME_NS, np.asarray(noisy, np.uint8), "drawn")

    def _places(self, cards: int) -> list[tuple[int, int]]:
        """Top left corners, in rows; the piles come first."""
        width, height = self.size
        step_x, step_y = round(self._short * 1.35), round(self._short * 1.9)
        columns = max(1, (width - self._short // 2) // step_x)
        rows = -(-cards // columns)
        left, top = self._short // 2, max(2, (height - rows * step_y) // 2)
        spots = [(left + k % columns * step_x, top + k // columns * step_y) for k in range(cards)]
        middle = (width / 2, height / 2)
        return sorted(spots, key=lambda spot: float(np.hypot(spot[0] - middle[0], spot[1] - middle[1])))

    def _table_file(self, piles: list[tuple[int, int]]) -> Table:
        long, margin = self._short * 1.5, self._short * 0.15
        scale = self._short / 58
        outlines = [
            [
                [x - margin, y - margin],
                [x + self._short + margin, y - margin],
                [x + self._short + margin, y + long + margin],
                [x - margin, y + long + margin],
            ]
            for x, y in piles
        ]
        return table_of(
            {
                "size": list(self.size),
                "mm_to_px": [[scale, 0, 0], [0, scale, 0], [0, 0, 1]],
                "card_mm": [58, 87],
                "seats": ["S", "N", "W", "E"],
                "piles": [{"pile": str(number), "polygon": outline} for number, outline in enumerate(outlines)],
            },
            "drawn table",
        )

    def _draw(self, places: list[tuple[int, int]]) -> Image:
        width, height = self.size
        grain = cv2.resize(self._rng.normal(0, 9, (height, max(1, width // 40))), (width, height))
        picture = np.clip(np.array([70, 110, 150]) + grain[..., None], 0, 255).astype(np.uint8)
        for number, (x, y) in enumerate(places):
            card = rasterise(face(COLOURS[number % 3], VALUES[number % len(VALUES)]), self._short)
            room = picture[y : y + card.shape[0], x : x + card.shape[1]]
            room[:] = card[: room.shape[0], : room.shape[1]]
        return picture

    def _arm(self, number: int) -> _Sprite:
        """Straight up, the hand at its end, then turned to its side."""
        unit = self._short / 58
        wide, long = round(170 * unit), round(900 * unit)
        cover, colour = np.zeros((long, wide), np.float32), np.zeros((long, wide, 3), np.uint8)
        middle = wide // 2
        colour[:] = _SKINS[number % len(_SKINS)]
        colour[round(260 * unit) :] = self._rng.integers(20, 230, 3)
        cv2.line(cover, (middle, round(120 * unit)), (middle, long), 1.0, round(60 * unit))
        cv2.ellipse(cover, (middle, round(130 * unit)), (round(42 * unit), round(52 * unit)), 0, 0, 360, 1.0, -1)
        for tip, knuckle, top in ((-46, -26, 40), (-16, -8, 18), (12, 10, 22), (38, 28, 45), (-72, -36, 105)):
            start, end = (knuckle, 110), (tip, top)
            (x0, y0), (x1, y1) = ((middle + round(x * unit), round(y * unit)) for x, y in (start, end))
            cv2.line(cover, (x0, y0), (x1, y1), 1.0, round(17 * unit))
        turns, palm = number % 4, round(130 * unit)
        hand = ((middle, palm), (palm, wide - middle), (wide - middle, long - palm), (long - palm, middle))[turns]
        home = ((0.5, 0.7), (0.3, 0.5), (0.5, 0.3), (0.7, 0.5))[turns]
        shown, shape = np.rot90(colour, turns), np.rot90(cover, turns)
        return _Sprite(np.asarray(shown, np.uint8), np.asarray(shape, np.float32), hand, home)

    def _where(self, number: int, seconds: float) -> tuple[int, int]:
        """Where the hand is: two slow swings each way."""
        sprite = self._sprites[number]
        swing = np.sin(6.28 * self._pace[number] * seconds + self._phase[number]).mean(axis=0)
        x, y = np.array(sprite.home) + WANDERS * swing
        return round(float(x) * self.size[0]), round(float(y) * self.size[1])

    def _paste(self, picture: Image, sprite: _Sprite, hand: tuple[int, int]) -> None:
        left, top = hand[0] - sprite.hand[0], hand[1] - sprite.hand[1]
        height, width = sprite.cover.shape
        x0, y0, x1, y1 = max(0, left), max(0, top), min(self.size[0], left + width), min(self.size[1], top + height)
        if x0 >= x1 or y0 >= y1:
            return
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        room = picture[y0:y1, x0:x1]
        room[:] = np.where(sprite.cover[part][..., None] > 0, sprite.colour[part], room)
