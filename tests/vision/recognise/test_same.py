"""Two networks that learnt only whether two pictures are one card: lamps, covers, a haze on the enrolled photo."""

import cv2
import numpy as np
import pytest

from vision.image import FloatArray, Image
from vision.recognise.same import GRID, HEIGHT, PART, WIDTH, sameness, seen
from vision.training.art import random_deck


@pytest.fixture(scope="module")
def faces() -> list[Image]:
    deck = random_deck(np.random.default_rng(5), 16, "full_bleed")
    return [np.asarray(cv2.resize(f, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8) for f in deck.faces]


def odds(crop: Image, faces: list[Image]) -> FloatArray:
    return sameness(seen([crop]), [seen(faces)])[0]


def first(crops: list[Image], faces: list[Image]) -> list[int]:
    return [int(odds(crop, faces).argmax()) for crop in crops]


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.7, 0.9), (0.9, 0.7, 0.6)])
def test_a_face_is_nearest_to_itself_under_any_lamp(faces: list[Image], light: tuple[float, float, float]) -> None:
    lit = [np.clip(face * np.array(light), 0, 255).astype(np.uint8) for face in faces]
    assert first(lit, faces) == list(range(len(faces)))


def test_a_haze_over_half_of_the_enrolled_photo_leaves_most_faces_themselves(faces: list[Image]) -> None:
    hazy = []
    for face in faces:
        veiled = face.astype(np.float32)
        veiled[: HEIGHT // 2] = 0.6 * veiled[: HEIGHT // 2] + 90
        hazy.append(np.clip(veiled, 0, 255).astype(np.uint8))
    right = [number == best for number, best in enumerate(first(faces, hazy))]
    assert sum(right) >= 0.75 * len(faces)


def test_a_third_under_a_grey_thing_leaves_most_faces_themselves(faces: list[Image]) -> None:
    covered = [face.copy() for face in faces]
    for crop in covered:
        crop[2 * HEIGHT // 3 :] = 120
    right = [number == best for number, best in enumerate(first(covered, faces))]
    assert sum(right) >= 0.75 * len(faces)


def test_a_card_of_another_deck_is_none_of_these(faces: list[Image]) -> None:
    other = random_deck(np.random.default_rng(8), 6, "plain_numeral").faces
    strangers = [np.asarray(cv2.resize(face, (WIDTH, HEIGHT)), np.uint8) for face in other]
    assert max(float(odds(crop, faces).max()) for crop in strangers) < 0


def test_any_number_of_faces_is_compared_one_by_one(faces: list[Image]) -> None:
    together = odds(faces[3], faces[:7])
    single = [float(odds(faces[3], [face])[0]) for face in faces[:7]]
    assert together.shape == (7,)
    assert np.allclose(together, single, atol=1e-3)


def test_crops_beside_faces_of_their_own_are_compared_together_as_alone(faces: list[Image]) -> None:
    crops, theirs = seen(faces[:3]), [seen(faces[k : k + count]) for k, count in enumerate((4, 1, 9))]
    together = sameness(crops, theirs)
    for crop, some, told in zip(crops, theirs, together, strict=True):
        assert np.allclose(told, sameness(crop[None], [some])[0], atol=1e-3)
    assert sameness(crops[:0], []) == []


def test_pictures_are_seen_alike_alone_and_among_many(faces: list[Image]) -> None:
    many = seen(faces[: PART + 3])
    assert many.shape == (PART + 3, *GRID)
    assert np.allclose(many[PART + 1], seen([faces[PART + 1]])[0], atol=1e-3)
    assert seen([]).shape == (0, *GRID)
