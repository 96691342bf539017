"""Our own deck: complete, its faces far apart even without colour, and honest about which way is up."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.art.drawing import Disc, Drawing, Shape, Stroke, rectangle, turned
from vision.art.number_deck import back, face, faces
from vision.art.numerals import DIGITS, numeral
from vision.art.raster import rasterise


@pytest.fixture(scope="module")
def small() -> dict[str, np.ndarray]:
    return {card: rasterise(drawing, 60).astype(np.float32) for card, drawing in faces("deck").items()}


def test_the_deck_has_fourteen_values_in_three_colours() -> None:
    assert len(faces("deck")) == 42
    assert "deck/red/13" in faces("deck")


def test_any_two_faces_differ_in_shape_and_not_only_in_colour(small: dict[str, np.ndarray]) -> None:
    def pattern(card: np.ndarray) -> np.ndarray:
        grey = cv2.cvtColor(card.astype(np.uint8), cv2.COLOR_BGR2GRAY).astype(np.float32)
        return (grey - grey.mean()) / grey.std()

    patterns = {card: pattern(picture) for card, picture in small.items()}
    closest = max(float((patterns[a] * patterns[b]).mean()) for a, b in combinations(patterns, 2))
    assert closest < 0.93


def test_a_face_on_its_head_is_another_picture(small: dict[str, np.ndarray]) -> None:
    for picture in small.values():
        assert np.abs(picture - picture[::-1, ::-1]).mean() > 3


def test_the_back_looks_the_same_both_ways_up() -> None:
    picture = rasterise(back(), 240).astype(np.float32)
    assert np.abs(picture - picture[::-1, ::-1]).mean() < 1.5


def test_only_numerals_that_turn_into_others_are_underlined() -> None:
    black = (0, 0, 0)
    assert len(numeral("9", (0, 0), 1, 0.1, black)) == len(DIGITS["9"]) + 1
    assert len(numeral("8", (0, 0), 1, 0.1, black)) == len(DIGITS["8"])


def test_a_numeral_is_centred() -> None:
    points = [point for stroke in numeral("20", (30.0, 40.0), 16, 4, (0, 0, 0)) for point in stroke.points]
    x, y = np.array(points).T
    assert (x.min() + x.max()) / 2 == pytest.approx(30, abs=0.6)
    assert (y.min() + y.max()) / 2 == pytest.approx(40, abs=0.6)


def test_the_raster_keeps_millimetres() -> None:
    drawing = Drawing(10, 20, (255, 255, 255), (rectangle(2, 4, 8, 16, (255, 0, 0)), Disc((5, 10), 1, (0, 0, 255))))
    picture = rasterise(drawing, 100)
    assert picture.shape == (200, 100, 3)
    assert picture[30, 50].tolist() == [255, 255, 255]
    assert picture[60, 30].tolist() == [0, 0, 255]  # red, in the order blue, green, red
    assert picture[100, 50].tolist() == [255, 0, 0]
    red = (picture == (0, 0, 255)).all(axis=2).sum()
    assert red == pytest.approx(60 * 120 - 314, rel=0.03)


def points_of(shape: Shape) -> object:
    return [shape.centre] if isinstance(shape, Disc) else shape.points


def test_turning_twice_is_nothing() -> None:
    shapes = face("blue", 7).shapes
    again = turned(turned(shapes, (29, 43.5)), (29, 43.5))
    for before, after in zip(shapes, again, strict=True):
        assert np.allclose(points_of(before), points_of(after))
    assert any(isinstance(shape, Stroke) for shape in shapes)
