"""Hatching that the coarser looks cannot see decides between two faces, wherever its lines fall."""

import cv2
import numpy as np

from vision.image import Image
from vision.recognise.describe import CELLS
from vision.recognise.texture import HEIGHT, WIDTH, doubted, own_side, textured

TRUST = np.ones(CELLS, np.float32)
#: What hatching leaves in the coarser looks; and what a digit, or nothing at all, does.
TRACE, DIGIT, NOTHING = (np.full(CELLS, level, np.float32) for level in (0.2, 0.9, 0.0))


def card(hatched: bool, phase: int = 0, dim: float = 1.0) -> Image:
    """A frame and a diamond, filled with fine lines or empty."""
    picture = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    cv2.rectangle(picture, (12, 12), (WIDTH - 12, HEIGHT - 12), (40, 40, 200), 3)
    middle, corners = (WIDTH // 2, HEIGHT // 2), np.array([(64, 40), (104, 96), (64, 152), (24, 96)])
    if hatched:
        lines = np.full_like(picture, 235)
        lines[:, phase % 4 :: 4] = (40, 40, 200)
        inside = cv2.fillConvexPoly(np.zeros((HEIGHT, WIDTH), np.uint8), corners, 1)
        picture[inside > 0] = lines[inside > 0]
    cv2.polylines(picture, [corners], True, (40, 40, 200), 3)
    assert picture[middle[::-1]].sum() > 0
    return np.asarray(cv2.convertScaleAbs(picture, alpha=dim), np.uint8)


def test_hatching_is_told_from_none_whatever_its_phase_and_the_light() -> None:
    hatched, empty = textured(card(True)), textured(card(False))
    for phase in range(4):
        for dim in (1.0, 0.6):
            seen = textured(card(True, phase, dim))
            assert own_side(seen, TRUST, hatched, empty) > 0.7
            assert own_side(seen, TRUST, empty, hatched) < 0.3
    assert own_side(textured(card(False, dim=0.6)), TRUST, empty, hatched) > 0.7


def test_blurred_hatching_is_claimed_by_neither_surely() -> None:
    blurred = cv2.GaussianBlur(card(True), (0, 0), 1.2)
    side = own_side(textured(np.asarray(blurred, np.uint8)), TRUST, textured(card(True)), textured(card(False)))
    assert 0.0 < side < 0.9


def test_a_face_with_less_print_is_doubted_as_soon_as_blur_may_have_taken_its_rivals() -> None:
    hatched, empty = textured(card(True)), textured(card(False))
    blurred = textured(np.asarray(cv2.GaussianBlur(card(True), (0, 0), 1.2), np.uint8))
    assert doubted(blurred, TRUST, empty, hatched, TRACE)
    assert not doubted(empty, TRUST, empty, hatched, TRACE)
    assert not doubted(hatched, TRUST, hatched, empty, TRACE)


def test_what_the_coarser_looks_see_as_well_or_not_at_all_is_left_to_them() -> None:
    hatched, empty = textured(card(True)), textured(card(False))
    assert doubted(hatched, TRUST, empty, hatched, TRACE)
    assert not doubted(hatched, TRUST, empty, hatched, DIGIT)
    assert not doubted(hatched, TRUST, empty, hatched, NOTHING)


def test_a_stroke_more_or_less_is_none_of_its_business() -> None:
    stroke = card(False)
    cv2.line(stroke, (60, 90), (60, 110), (0, 0, 0), 3)
    assert not doubted(textured(card(False)), TRUST, textured(stroke), textured(card(False)), TRACE)


def test_faces_with_the_same_fine_print_are_not_told_apart_by_it() -> None:
    face = textured(card(True))
    assert own_side(textured(card(False)), TRUST, face, face.copy()) == 1.0
