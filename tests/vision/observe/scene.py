"""A small table to watch, drawn frame by frame: two piles, cards that are carried in by an arm, light that changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np

from calibration.table_file import Table, table_of
from vision.art.number_deck import face
from vision.art.raster import rasterise
from vision.frame import Frame
from vision.image import FloatArray, Image
from vision.recognise.reading import Quad, Reading

FPS = 30
WIDE, HIGH = 480, 320
CARD = (58, 87)
LEFT, RIGHT = (140.0, 160.0), (340.0, 160.0)

TABLE: Table = table_of(
    {
        "size": [WIDE, HIGH],
        "mm_to_px": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "card_mm": list(CARD),
        "seats": ["S", "N"],
        "piles": [
            {"pile": name, "polygon": [[x - 50, y - 55], [x + 50, y - 55], [x + 50, y + 55], [x - 50, y + 55]]}
            for name, (x, y) in (("left", LEFT), ("right", RIGHT))
        ],
    },
    "scene",
)


@cache
def art(card: str) -> Image:
    colour, value = card.split("/")
    return rasterise(face(colour, int(value)), CARD[0])


def quad_at(centre: tuple[float, float], turn: float = 0.0) -> Quad:
    """A card's outline around a point, turned by degrees."""
    matrix = cv2.getRotationMatrix2D((0, 0), turn, 1)[:, :2]
    corners = np.array([(-29, -43.5), (29, -43.5), (29, 43.5), (-29, 43.5)]) @ matrix.T + np.array(centre)
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth


@cache
def seen_at(card: str, quad: Quad) -> tuple[Image, Image]:
    """The card as it looks there, and where that is."""
    picture = art(card)
    corners = np.array([(0, 0), (CARD[0], 0), CARD, (0, CARD[1])], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, np.array(quad, np.float32))
    warped = cv2.warpPerspective(picture, matrix, (WIDE, HIGH))
    mask = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), matrix, (WIDE, HIGH))
    return warped, mask


def paint_card(image: Image, card: str, quad: Quad) -> None:
    warped, mask = seen_at(card, quad)
    cv2.copyTo(warped, mask, image)


@dataclass
class Scene:
    """Frames are made one after another; `reader` reads what truly lies there and nothing that a hand hides."""

    lying: list[tuple[str, Quad]] = field(default_factory=list)
    light: float = 1.0
    index: int = 0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(5)
        grain = self.rng.normal(0, 6, (HIGH, WIDE, 1))
        self.wood = np.clip(np.array((60, 90, 120)) + grain, 0, 255)
        self.noise = [self.rng.normal(0, 2, (HIGH, WIDE, 3)).astype(np.float32) for _ in range(5)]
        self.reads = 0
        self.unreadable: set[str] = set()
        self.overlooked: set[str] = set()

    def read(
        self, image: Image, within: tuple[int, int, int, int] | None = None, widths: object = None
    ) -> tuple[Reading, ...]:
        """Stands in for the reader of cards: the names of what lies there and is uncovered enough."""
        self.reads += 1
        return tuple(
            Reading(None if card in self.unreadable else card, "up", 0.99, quad)
            for number, (card, quad) in enumerate(self.lying)
            if not any(_covers(above, quad) for _, above in self.lying[number + 1 :]) and card not in self.overlooked
        )

    def name(self, image: Image, outlines: Sequence[FloatArray]) -> tuple[Reading, ...]:
        """Only what lies in one of the outlines."""
        return tuple(
            reading
            for reading in self.read(image)
            if any(np.abs(np.mean(reading.quad, axis=0) - outline.mean(axis=0)).max() < 8 for outline in outlines)
        )

    def frame(self, arm: tuple[str, tuple[float, float]] | None = None, held: tuple[str, Quad] | None = None) -> Frame:
        image = self.wood.astype(np.uint8).copy()
        for card, quad in self.lying:
            paint_card(image, card, quad)
        if held:
            paint_card(image, *held)
        if arm:
            self._paint_arm(image, *arm)
        noisy = image.astype(np.float32) * self.light + self.noise[self.index % 5]
        frame = Frame(self.index, round(self.index * 1e9 / FPS), np.clip(noisy, 0, 255).astype(np.uint8), "scene")
        self.index += 1
        return frame

    def _paint_arm(self, image: Image, side: str, hand: tuple[float, float]) -> None:
        x, y = round(hand[0]), round(hand[1])
        rim = (x, HIGH + 40) if side == "S" else (x, -40)
        cv2.line(image, rim, (x, y), (120, 150, 205), 44, cv2.LINE_AA)
        cv2.circle(image, (x, y), 26, (130, 160, 215), -1, cv2.LINE_AA)

    def calm(self, frames: int) -> Iterator[Frame]:
        for _ in range(frames):
            yield self.frame()

    def place(self, card: str, centre: tuple[float, float], side: str, turn: float = 0.0) -> Iterator[Frame]:
        """An arm brings a card in 12 frames, holds it for 2, and goes back in 10."""
        outside = HIGH + 120 if side == "S" else -120
        for step in range(12):
            y = outside + (centre[1] - outside) * (step + 1) / 12
            here = (centre[0], y)
            yield self.frame((side, here), (card, quad_at(here, turn)))
        self.lying.append((card, quad_at(centre, turn)))
        for step in range(12):
            yield self.frame((side, (centre[0], centre[1] + (outside - centre[1]) * max(0, step - 1) / 10)))

    def take(self, side: str) -> Iterator[Frame]:
        """An arm comes and takes the last card away."""
        card, quad = self.lying[-1]
        x, y = np.mean(quad, axis=0)
        outside = HIGH + 120 if side == "S" else -120
        for step in range(10):
            yield self.frame((side, (x, outside + (y - outside) * (step + 1) / 10)))
        self.lying.pop()
        for step in range(12):
            here = (float(x), float(y + (outside - y) * step / 11))
            yield self.frame((side, here), (card, quad_at(here)))

    def hover(self, centre: tuple[float, float], side: str) -> Iterator[Frame]:
        """An arm comes over a pile, waits and goes: nothing happened."""
        outside = HIGH + 120 if side == "S" else -120
        for step in (*range(8), *[7] * 8, *reversed(range(8))):
            yield self.frame((side, (centre[0], outside + (centre[1] - outside) * step / 7)))


def _covers(above: Quad, below: Quad) -> bool:
    one, other = np.array(above, np.float32), np.array(below, np.float32)
    return bool(cv2.intersectConvexConvex(one, other)[0] > 0.6 * cv2.contourArea(other))
