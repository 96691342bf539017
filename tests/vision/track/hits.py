"""A drawn table that is hit: arms come in from a side, stop over the pile; the picture swings if they touched it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_file import Seat, Table
from tests.vision.observe.scene import HIGH, LEFT, TABLE, WIDE
from vision.detect.colours import Colours
from vision.detect.sides import label_of
from vision.frame import Frame

FRAME_S = 1 / 30
SKIN = {Seat.SOUTH: (60, 90, 200), Seat.NORTH: (200, 120, 40)}
PITCH, CALM, SWING_PX = 10.0, 9.0, 2.4


@dataclass(frozen=True)
class Arm:
    """It reaches its place at `stop_s` and leaves at `leave_s`. One that `hits` does so at full speed and `shakes`; one
    that `falls` comes from above."""

    seat: Seat
    stop_s: float
    hits: bool = True
    leave_s: float = 9.0
    beyond: float = 0.0
    shakes: bool = True
    falls: bool = False


class SeesColours:
    """Stands in for the network: every arm has its own colour."""

    def labels(self, picture: np.ndarray, table: np.ndarray, colours: Colours | None = None) -> np.ndarray:
        return self.arms(picture)

    def arms(self, picture: np.ndarray) -> np.ndarray:
        labels = np.zeros(picture.shape[:2], np.uint8)
        for seat, colour in SKIN.items():
            apart = np.abs(picture.astype(int) - np.array(colour)).max(axis=2)
            labels[apart < 60] = label_of(seat)
        return labels


def table_picture() -> np.ndarray:
    rng = np.random.default_rng(3)
    rough = rng.integers(90, 160, (HIGH // 4, WIDE // 4, 1)).repeat(3, axis=2).astype(np.uint8)
    wood = cv2.resize(rough, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
    x, y = (int(value) for value in LEFT)
    cv2.rectangle(wood, (x - 29, y - 43), (x + 29, y + 43), (235, 235, 235), -1)
    cv2.putText(wood, "8", (x - 20, y + 20), cv2.FONT_HERSHEY_SIMPLEX, 2, (40, 160, 200), 5)
    return wood


def away(arm: Arm, seconds: float) -> float:
    """How far the arm is from its place, in pixels."""
    if seconds > arm.leave_s:
        return 900 * (seconds - arm.leave_s)
    left = max(0.0, arm.stop_s - seconds)
    return 300 * left + 900 * left**2 if arm.hits else 2600 * left**3


def frames(arms: Sequence[Arm], count: int = 40, noise: float = 1.5) -> Iterator[Frame]:
    wood, rng = table_picture(), np.random.default_rng(8)
    for index in range(count):
        seconds = index * FRAME_S
        picture = wood.copy()
        for arm in arms:
            _fall(picture, arm, seconds) if arm.falls else _draw(picture, arm, away(arm, seconds))
        since = [max(0.0, seconds - arm.stop_s) for arm in arms if arm.hits and arm.shakes]
        swing = SWING_PX * sum(np.exp(-CALM * t) * np.sin(2 * np.pi * PITCH * t) for t in since)
        way = np.array([[1, 0, swing], [0, 1, -0.5 * swing]], np.float32)
        picture = cv2.warpAffine(picture, way, (WIDE, HIGH), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        noisy = np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)
        yield Frame(index, round(seconds * 1e9), noisy, "hits")


def _fall(picture: np.ndarray, arm: Arm, seconds: float) -> None:
    """As large as it is near: the camera is above the middle of the pile."""
    grown = 1 / (1 - min(0.5, 2.2 * max(0.0, arm.stop_s - seconds)))
    alone = np.zeros_like(picture)
    _draw(alone, arm, 0.0)
    way = np.array([[grown, 0, (1 - grown) * LEFT[0]], [0, grown, (1 - grown) * LEFT[1]]], np.float32)
    large = cv2.warpAffine(alone, way, (WIDE, HIGH))
    cover = cv2.warpAffine((alone.max(axis=2) > 0).astype(np.float32), way, (WIDE, HIGH))[..., None]
    picture[:] = (picture * (1 - cover) + large * cover).astype(np.uint8)


def _draw(picture: np.ndarray, arm: Arm, far: float) -> None:
    south = arm.seat is Seat.SOUTH
    tip = LEFT[1] - 55 - arm.beyond + far if south else LEFT[1] + 55 + arm.beyond - far
    x, y, down = int(LEFT[0]), round(tip * 16), 1 if south else -1
    colour = SKIN[arm.seat]
    dark = tuple(value - 35 for value in colour)
    end = (x * 16, (HIGH + 900) * 16) if south else (x * 16, -900 * 16)
    cv2.line(picture, (x * 16, y + down * 60 * 16), end, colour, 44, cv2.LINE_AA, 4)
    for along in range(85, 400, 23):
        spot = ((x + along % 3 * 9 - 9) * 16, y + down * along * 16)
        cv2.circle(picture, spot, 6 * 16, dark, -1, cv2.LINE_AA, 4)
    for k, aside in enumerate((-26, -9, 9, 26)):
        at = (x + aside) * 16
        cv2.line(picture, (at, y + down * abs(k - 1) * 60), (at, y + down * 70 * 16), colour, 15, cv2.LINE_AA, 4)
        cv2.circle(picture, (at, y + down * 45 * 16), 5 * 16, dark, -1, cv2.LINE_AA, 4)


def seen_table() -> Table:
    return TABLE
