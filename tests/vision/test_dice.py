"""Dice: every face in every turn, on dark and light tables; what is no face of a die is never told."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.plane import plane_of
from calibration.table_file import table_of
from vision.dice import FACES, DiceReader
from vision.image import Image

SIZE = (320, 240)
TABLE = table_of(
    {
        "size": list(SIZE),
        "mm_to_px": [[2.2, 0, 0], [0, 2.2, 0], [0, 0, 1]],
        "card_mm": [58, 87],
        "seats": ["S"],
        "piles": [],
    },
    "drawn",
)
COLOURS = {"white": ((240, 240, 240), (20, 20, 20)), "red": ((40, 30, 190), (245, 245, 245))}


def die(value: int, turn: float, colours: str = "white", table: int = 90, edge_mm: float = 16, seed: int = 1) -> Image:
    """A die on a grainy table, drawn large and shrunk as a camera does."""
    rng = np.random.default_rng(seed)
    large = np.clip(rng.normal(table, 6, (SIZE[1] * 3, SIZE[0] * 3, 3)), 0, 255).astype(np.uint8)
    body, dots = COLOURS[colours]
    side = edge_mm * 2.2 * 3
    angle = np.deg2rad(turn)
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = np.array([480.0, 360.0])

    def onto(x: float, y: float) -> tuple[int, int]:
        spot = middle + (np.array([x, y]) - 0.5) * side @ axes
        return round(float(spot[0])), round(float(spot[1]))

    cv2.fillPoly(large, [np.array([onto(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])], body)
    for x, y in FACES[value][0] if value else ():
        cv2.circle(large, onto(x, y), round(0.09 * side), dots, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(large, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("colours", COLOURS)
def test_every_face_is_read_in_every_turn(value: int, colours: str) -> None:
    for number, turn in enumerate((0, 17, 45, 71, 90)):
        (reading,) = DiceReader(TABLE).read(die(value, turn, colours, table=60 + 20 * number, seed=number))
        assert reading.card == f"die/{value}"
        assert np.abs(np.mean(reading.quad, axis=0) - (160, 120)).max() < 2


def test_two_dice_are_told_from_left_to_right() -> None:
    picture = die(5, 10)
    picture[:, :130] = die(2, 33)[:, 95:225]
    assert [reading.card for reading in DiceReader(TABLE).read(picture)] == ["die/2", "die/5"]


def test_what_is_no_face_is_not_told() -> None:
    reader = DiceReader(TABLE)
    assert reader.read(die(0, 10)) == ()
    assert reader.read(die(5, 10, edge_mm=40)) == ()
    assert reader.read(die(5, 10, edge_mm=6)) == ()
    seven = die(6, 0)
    cv2.circle(seven, (160, 120), 3, (20, 20, 20), -1)
    assert reader.read(seven) == ()
    half = die(6, 0)
    half[:118] = 90
    assert reader.read(half) == ()
    smudge = die(1, 0)
    cv2.line(smudge, (146, 110), (174, 132), (20, 20, 20), 4)
    assert reader.read(smudge) == ()


def test_a_region_is_read_in_the_picture_s_own_places() -> None:
    (whole,) = DiceReader(TABLE).read(die(3, 20))
    (part,) = DiceReader(TABLE).read(die(3, 20), (100, 70, 120, 100))
    assert np.abs(np.array(whole.quad) - np.array(part.quad)).max() < 1.5


def test_a_die_whose_sides_are_seen_too_is_read_by_its_upper_face() -> None:
    """A path traced die on wood, 1.48 pixels a millimetre, seen aslant."""
    picture = cv2.imread(str(Path(__file__).parent / "data" / "die-six.jpg"))
    assert picture is not None
    size = (picture.shape[1], picture.shape[0])
    plane = plane_of([[1.48, 0, 0], [0, 1.48, 0], [0, 0, 1]])
    (reading,) = DiceReader(replace(TABLE, size=size, plane=plane)).read(np.asarray(picture, np.uint8))
    assert reading.card == "die/6"
