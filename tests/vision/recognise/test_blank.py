"""Print where the likeliest face has none speaks against it, whatever photo the other's print was enrolled from."""

import cv2
import numpy as np

from vision.image import Image
from vision.recognise.blank import HEIGHT, WIDTH, marked, marked_though_blank
from vision.recognise.describe import CELLS

TRUST = np.ones(CELLS, np.float32)
#: The coarser looks see next to no difference between hatched and empty.
ALIKE = np.full(CELLS, 0.3, np.float32)


def card(hatched: bool, ink: int = 60, aside: int = 0) -> Image:
    """A frame and a diamond on white paper, the diamond filled with fine lines or empty."""
    picture = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    cv2.rectangle(picture, (18, 18), (WIDTH - 18, HEIGHT - 18), (60, 60, 60), 3)
    corners = np.array([(x + aside, y) for x, y in ((96, 60), (156, 144), (96, 228), (36, 144))])
    if hatched:
        lines = np.full_like(picture, 235)
        lines[::6] = lines[1::6] = ink
        inside = cv2.fillConvexPoly(np.zeros((HEIGHT, WIDTH), np.uint8), corners, 1)
        picture[inside > 0] = lines[inside > 0]
    cv2.polylines(picture, [corners], True, (60, 60, 60), 4)
    return picture


def test_lines_on_blank_paper_speak_against_a_face_however_faint_the_other_was_enrolled() -> None:
    sharp, faint, empty = marked(card(True)), marked(card(True, ink=222)), marked(card(False))
    assert marked_though_blank(sharp, TRUST, empty, sharp, ALIKE)
    assert marked_though_blank(sharp, TRUST, empty, faint, ALIKE)
    assert not marked_though_blank(empty, TRUST, empty, faint, ALIKE)
    assert not marked_though_blank(sharp, TRUST, faint, empty, ALIKE)


def test_outlines_that_do_not_lie_on_each_other_to_a_hair_say_nothing() -> None:
    faint, beside = marked(card(True, ink=222)), marked(card(False, aside=5))
    assert not marked_though_blank(marked(card(True)), TRUST, faint, beside, ALIKE)


def test_grain_all_over_a_picture_is_no_print() -> None:
    grain = np.random.default_rng(5).normal(0, 12, (HEIGHT, WIDTH, 3))
    noisy = np.asarray(np.clip(card(False) + grain, 0, 255), np.uint8)
    assert not marked_though_blank(marked(noisy), TRUST, marked(card(False)), marked(card(True)), ALIKE)


def test_what_lies_over_a_card_is_not_believed() -> None:
    covered = np.zeros(CELLS, np.float32)
    assert not marked_though_blank(marked(card(True)), covered, marked(card(False)), marked(card(True)), ALIKE)


def test_another_symbol_is_left_to_the_looks_that_see_it_better() -> None:
    lined, empty = marked(card(True)), marked(card(False))
    assert not marked_though_blank(lined, TRUST, empty, lined, 3 * ALIKE)
