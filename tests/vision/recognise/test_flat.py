"""The plane of recognised cards: cards laid by a made-up camera, their sizes told elsewhere, and corners filled."""

import cv2
import numpy as np
import pytest

from vision.recognise.flat import flat_under

SIZE, CARD = (1280, 720), (58.0, 87.0)
SHAPE = np.array([(-29, -43.5), (29, -43.5), (29, 43.5), (-29, 43.5)])


def camera(tilt_deg, focal=1150.0):
    """A homography from table millimetres to pixels, half a metre away and leaning back."""
    turn, _ = cv2.Rodrigues(np.array([np.radians(tilt_deg), 0.0, 0.1]))
    inner = np.array([[focal, 0, 640], [0, focal, 360], [0, 0, 1]])
    return inner @ np.column_stack([turn[:, 0], turn[:, 1], (0, 0, 600.0)])


def card(view, x, y, turn=0.0, shape=SHAPE):
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    placed = shape @ spin.T + (x, y)
    return cv2.perspectiveTransform(placed[None], view)[0].astype(np.float32)


def spans(flat, quad):
    corners = flat.plane.to_mm(quad)
    return np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)


def some(view, rng, count):
    places = rng.uniform((-200, -100), (200, 120), (count, 2))
    return [card(view, x, y, rng.uniform(0, 6)) + rng.normal(0, 0.4, (4, 2)).astype(np.float32) for x, y in places]


@pytest.mark.parametrize("tilt", [0, -25, 25, -45, 45])
def test_a_few_cards_tell_how_large_a_card_is_anywhere(tilt):
    view, rng = camera(tilt), np.random.default_rng(tilt + 100)
    flat = flat_under(some(view, rng, 6), CARD, SIZE)
    for x, y in ((-210, -110), (210, 120), (0, 0)):
        assert spans(flat, card(view, x, y, 0.7)) == pytest.approx([58, 87, 58, 87], rel=0.06)


def test_a_wrong_outline_among_them_has_no_say():
    view, rng = camera(35), np.random.default_rng(5)
    stacked = card(view, 60, 0, shape=SHAPE * (1.0, 1.5))
    flat = flat_under([*some(view, rng, 6), stacked], CARD, SIZE)
    assert spans(flat, card(view, -150, 80)) == pytest.approx([58, 87, 58, 87], rel=0.06)
    assert spans(flat, stacked)[1] == pytest.approx(130, rel=0.06)


@pytest.mark.parametrize("tilt", [0, -25, 25, -45, 45])
def test_a_single_card_tells_how_large_one_is_beside_it(tilt):
    view, rng = camera(tilt), np.random.default_rng(tilt + 100)
    flat = flat_under([card(view, 20, 0, 0.5) + rng.normal(0, 0.4, (4, 2)).astype(np.float32)], CARD, SIZE)
    for x, y in ((-40, 10), (60, 50), (20, -60)):
        assert spans(flat, card(view, x, y, 0.7)) == pytest.approx([58, 87, 58, 87], rel=0.1)


def test_nothing_recognised_tells_nothing():
    assert flat_under([], CARD, SIZE) is None


def test_the_upper_card_of_an_outline_around_two_is_among_those_laid_in_its_corners():
    view, rng = camera(40), np.random.default_rng(9)
    flat = flat_under(some(view, rng, 8), CARD, SIZE)
    # The upper card, and a third of another that shows above it, make one outline.
    upper = card(view, 30, 20)
    both = card(view, 30, 20, shape=SHAPE - ((0, 29), (0, 29), (0, 0), (0, 0)))
    off = [np.abs(np.sort(laid, 0) - np.sort(upper, 0)).max() for laid in flat.laid_in_corners(both)]
    assert min(off) < 4 < np.abs(both - upper).max()
    for laid in flat.laid_in_corners(both):
        sides = spans(flat, laid)
        assert sides[0] < sides[1]
