"""The closest look tells a card's own face from its near twins, in another light and with a part of it hidden."""

import cv2
import numpy as np
import pytest

from vision.image import FloatArray, Image
from vision.recognise.compare import printed
from vision.recognise.crop import HEIGHT, WIDTH
from vision.recognise.describe import describe
from vision.recognise.pair import CHANNELS, Sight, coloured, likeness, maps
from vision.training.art import random_deck


@pytest.fixture(scope="module")
def faces() -> list[Image]:
    deck = random_deck(np.random.default_rng(5), 16, "full_bleed")
    return [np.asarray(cv2.resize(f, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8) for f in deck.faces]


def sights(crops: list[Image]) -> Sight:
    seen = describe(crops)
    prints, colours = (np.stack([look(crop) for crop in crops]) for look in (printed, coloured))
    return Sight(seen.cells, seen.trust, prints, colours)


def alone(crop: Image) -> Sight:
    one = sights([crop])
    return Sight(one.cells[0], one.trust[0], one.print[0], one.colour[0])


def odds(crop: Image, faces: list[Image]) -> FloatArray:
    return likeness([alone(crop)], [sights(faces)])[0]


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.7, 0.9), (0.9, 0.7, 0.6)])
def test_a_face_is_nearest_to_itself_under_any_lamp(faces: list[Image], light: tuple[float, float, float]) -> None:
    lit = [np.clip(face * np.array(light), 0, 255).astype(np.uint8) for face in faces]
    assert [int(odds(crop, faces).argmax()) for crop in lit] == list(range(len(faces)))


def test_a_third_under_a_grey_thing_leaves_most_faces_themselves(faces: list[Image]) -> None:
    right = 0
    for number, face in enumerate(faces):
        covered = face.copy()
        covered[2 * HEIGHT // 3 :] = 120
        right += int(odds(covered, faces).argmax()) == number
    assert right >= 0.75 * len(faces)


def test_any_number_of_faces_is_compared_one_by_one(faces: list[Image]) -> None:
    together = odds(faces[3], faces[:7])
    single = [float(odds(faces[3], [face])[0]) for face in faces[:7]]
    assert together.shape == (7,)
    assert np.allclose(together, single, atol=1e-4)


def test_crops_beside_faces_of_their_own_are_compared_together_as_alone(faces: list[Image]) -> None:
    crops, theirs = (
        [alone(face) for face in faces[:3]],
        [sights(faces[k : k + count]) for k, count in enumerate((4, 1, 9))],
    )
    together = likeness(crops, theirs)
    for crop, some, told in zip(crops, theirs, together, strict=True):
        assert np.allclose(told, likeness([crop], [some])[0], atol=1e-4)
    assert likeness([], []) == []


def test_a_lamp_of_one_colour_leaves_no_trace_in_what_is_left_of_the_colours(faces: list[Image]) -> None:
    face = sights(faces[2:3])
    lamp = np.array([0.3, -0.2, 0.1], np.float32)
    crop = Sight(face.cells, face.trust, face.print, face.colour + lamp)
    drawn = np.asarray(maps(crop, face))
    assert drawn.shape[1] == CHANNELS
    left = drawn[0, 10:15]
    assert np.abs(left).max() < 1e-4
