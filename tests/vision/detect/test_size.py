"""Outlines of a strange size among cards that agree; tables seen at an angle; too few to tell."""

import cv2
import numpy as np

from vision.detect.proposal import Proposal
from vision.detect.size import of_one_size
from vision.image import FloatArray

TILTED = np.array([[1.0, 0.1, 40], [0.05, 0.6, 30], [0.00005, 0.0011, 1]])


def card(x: float, y: float, size: float = 1.0, view: FloatArray | None = None) -> Proposal:
    corners = np.array([(-29, -43), (29, -43), (29, 43), (-29, 43)], np.float32) * size + (x, y)
    if view is not None:
        corners = cv2.perspectiveTransform(corners[None].astype(np.float64), view)[0]
    return Proposal(np.asarray(corners, np.float32), 0.9, 1.0)


ROWS = [(x, y) for x in (80, 220, 360, 500) for y in (80, 260, 440, 620)]


def test_an_outline_around_four_cards_goes() -> None:
    cards = [card(x, y) for x, y in ROWS]
    assert of_one_size([*cards, card(290, 350, 3.0)]) == cards


def test_a_table_seen_at_an_angle_keeps_its_far_and_near_cards() -> None:
    cards = [card(x, y, view=TILTED) for x, y in ROWS]
    areas = [cv2.contourArea(p.quad) for p in cards]
    assert max(areas) > 3 * min(areas)
    assert of_one_size(cards) == cards
    assert of_one_size([*cards, card(290, 80, 0.45, view=TILTED)]) == cards


def test_few_cards_and_cards_of_no_common_size_all_stay() -> None:
    few = [card(100, 100), card(300, 100), card(500, 300, 3.0)]
    assert of_one_size(few) == few
    sizes = [card(x, y, 0.5 + 0.9 * (k * 7 % 10)) for k, (x, y) in enumerate(ROWS[:10])]
    assert of_one_size(sizes) == sizes
