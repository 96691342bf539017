"""Outlines of a strange size among cards that agree; tables seen at an angle; too few to tell; one inside another."""

import cv2
import numpy as np

from vision.detect.size import nested, strange
from vision.image import FloatArray

TILTED = np.array([[1.0, 0.1, 40], [0.05, 0.6, 30], [0.00005, 0.0011, 1]])


def card(x: float, y: float, size: float = 1.0, view: FloatArray | None = None) -> FloatArray:
    corners = np.array([(-29, -43), (29, -43), (29, 43), (-29, 43)], np.float32) * size + (x, y)
    if view is not None:
        corners = cv2.perspectiveTransform(corners[None].astype(np.float64), view)[0]
    return np.asarray(corners, np.float32)


def odd_ones(quads: list[FloatArray]) -> list[int]:
    return list(np.nonzero(strange(quads, [1.0] * len(quads)))[0])


ROWS = [(x, y) for x in (80, 220, 360, 500) for y in (80, 260, 440, 620)]


def test_an_outline_around_four_cards_is_strange() -> None:
    assert odd_ones([*(card(x, y) for x, y in ROWS), card(290, 350, 3.0)]) == [16]


def test_a_table_seen_at_an_angle_keeps_its_far_and_near_cards() -> None:
    cards = [card(x, y, view=TILTED) for x, y in ROWS]
    areas = [cv2.contourArea(quad) for quad in cards]
    assert max(areas) > 3 * min(areas)
    assert odd_ones(cards) == []
    assert odd_ones([*cards, card(290, 80, 0.45, view=TILTED)]) == [16]


def test_few_cards_and_cards_of_no_common_size_are_none_of_them_strange() -> None:
    assert odd_ones([card(100, 100), card(300, 100), card(500, 300, 3.0)]) == []
    assert odd_ones([card(x, y, 0.5 + 0.9 * (k * 7 % 10)) for k, (x, y) in enumerate(ROWS[:10])]) == []


def test_what_few_trust_does_not_outvote_the_trusted() -> None:
    pictures = [card(100 + 9 * k, 100 + 11 * k, 0.3) for k in range(8)]
    cards = [card(x, y) for x, y in ROWS[:6]]
    odd = strange([*cards, *pictures], [1.0] * 6 + [0.1] * 8)
    assert not odd[:6].any() and odd[6:].all()


def test_a_picture_on_a_card_is_nested_and_a_card_on_a_card_is_not() -> None:
    assert nested(card(100, 100), card(105, 110, 0.4))
    assert nested(card(105, 110, 0.4), card(100, 100))
    assert not nested(card(100, 100), card(110, 115))
    assert not nested(card(100, 100), card(150, 150, 0.4))
