"""Fine print tells hatched from empty, however faint a picture leaves it, and what covers a card says nothing."""

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.recognise.describe import CELLS, COLUMNS, ROWS
from vision.recognise.fine import HEIGHT, WIDTH, as_finely_printed, marked

TRUST = np.ones(CELLS, np.float32)


def card(hatched: bool, ink: int = 60, phase: int = 0) -> Image:
    """A frame and a diamond on white paper, the diamond filled with fine lines or empty."""
    picture = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    cv2.rectangle(picture, (18, 18), (WIDTH - 18, HEIGHT - 18), (60, 60, 60), 3)
    corners = np.array([(96, 60), (156, 144), (96, 228), (36, 144)])
    if hatched:
        lines = np.full_like(picture, 235)
        lines[phase::6] = lines[phase + 1 :: 6] = ink
        inside = cv2.fillConvexPoly(np.zeros((HEIGHT, WIDTH), np.uint8), corners, 1)
        picture[inside > 0] = lines[inside > 0]
    cv2.polylines(picture, [corners], True, (60, 60, 60), 4)
    return picture


FACES = np.stack([marked(card(True)), marked(card(False))])


def lead(picture: Image, trust: FloatArray = TRUST) -> float:
    """How far hatched is ahead of empty."""
    hatched, empty = as_finely_printed(marked(picture), trust, FACES)
    return float(hatched - empty)


def test_a_face_is_wholly_like_itself() -> None:
    hatched, empty = as_finely_printed(marked(card(True)), TRUST, FACES)
    assert hatched == 0
    assert empty < -1


def test_hatching_is_told_however_faint_and_wherever_its_lines_fall() -> None:
    for ink in (60, 150, 210):
        for phase in (0, 2, 3):
            assert lead(card(True, ink, phase)) > 1
    assert lead(card(False)) < -1


def test_dull_and_a_little_blurred_it_is_hatched_still() -> None:
    for hatched in (True, False):
        dull = 120 + 0.5 * cv2.GaussianBlur(card(hatched), (0, 0), 1.0)
        assert (lead(np.asarray(dull, np.uint8)) > 0) == hatched


def test_grain_all_over_a_picture_is_no_print() -> None:
    grain = np.random.default_rng(5).normal(0, 12, (HEIGHT, WIDTH, 3))
    assert lead(np.asarray(np.clip(card(False) + grain, 0, 255), np.uint8)) < 0


def test_what_lies_over_a_card_is_not_believed() -> None:
    covered = np.zeros((ROWS, COLUMNS), np.float32)
    covered[0] = covered[:, 0] = 1
    assert abs(lead(card(True), covered.ravel())) < 0.1
