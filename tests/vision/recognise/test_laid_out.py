"""A dozen cards side by side: found, in reading order, standing as they were laid."""

import cv2
import numpy as np
import pytest

from companion.decks import deck_folder
from vision.recognise.crop import canvas_corners
from vision.recognise.deck import load_deck
from vision.recognise.laid_out import in_reading_order, laid_out

CARD, STEP = (150, 225), (190, 270)


def table(views, columns, turn=0.0, slope=0.0):
    """A wooden-looking table with cards in rows, each turned a little, and the pictures of them in order."""
    random = np.random.default_rng(5)
    rows = -(-len(views) // columns)
    size = (STEP[0] * columns + 80, STEP[1] * rows + 80)
    image = np.clip(np.full((size[1], size[0], 3), (60, 90, 120)) + random.normal(0, 5, (size[1], size[0], 1)), 0, 255)
    image = image.astype(np.uint8)
    for number, view in enumerate(views):
        row, column = divmod(number, columns)
        middle = np.array((60 + CARD[0] / 2 + column * STEP[0], 60 + CARD[1] / 2 + row * STEP[1] + slope * column))
        angle = np.radians(random.uniform(-turn, turn))
        spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD) / 2
        quad = (middle + corners @ spin.T).astype(np.float32)
        warp = cv2.getPerspectiveTransform(canvas_corners(view.shape[1], view.shape[0]), quad)
        laid = cv2.warpPerspective(view, warp, size, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full(view.shape[:2], 255, np.uint8), warp, size)
        image[mask > 127] = laid[mask > 127]
    return image


@pytest.fixture(scope="module")
def views():
    return [face.views[0] for face in load_deck(deck_folder("frankfurt")).faces[:12]]


def likeness(one, other):
    """1 for the same picture, about 0 for another card's."""
    small = [cv2.resize(each, (48, 72), interpolation=cv2.INTER_AREA).astype(float) for each in (one, other)]
    flat = [each.ravel() - each.mean() for each in small]
    return float(flat[0] @ flat[1] / (np.linalg.norm(flat[0]) * np.linalg.norm(flat[1])))


@pytest.mark.parametrize("slope", [0.0, 14.0])
def test_a_dozen_cards_are_found_in_reading_order(views, slope):
    found = laid_out(table(views, 6, turn=4, slope=slope))
    assert len(found) == 12
    alike = [[likeness(card.view, view) for view in views] for card in found]
    assert [int(np.argmax(row)) for row in alike] == list(range(12))
    assert np.median([row[n] for n, row in enumerate(alike)]) > 0.95


def test_a_flat_scan_is_one_card(views):
    (card,) = laid_out(views[3])
    assert likeness(card.view, views[3]) > 0.95


@pytest.mark.parametrize("size", [(300, 900), (720, 1280), (800, 600)])
def test_an_empty_table_has_none(size):
    assert laid_out(np.full((*size, 3), 90, np.uint8)) == ()


def test_rows_are_read_from_the_left_whatever_order_they_come_in():
    corners = np.array([[0, 0], [50, 0], [50, 80], [0, 80]], np.float32)
    quads = [corners + np.array((x, y), np.float32) for y in (0, 100) for x in (0, 60, 120)]
    for quad, lift in zip(quads, (0, 9, -9, 5, 0, -5), strict=True):
        quad[:, 1] += lift
    mixed = [quads[n] for n in (4, 1, 5, 0, 3, 2)]
    assert all(one is other for one, other in zip(in_reading_order(mixed), quads, strict=True))
