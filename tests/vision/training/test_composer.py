"""The composer must be repeatable, and its truth must be what it painted."""

import cv2
import numpy as np
import pytest

from vision.training.art import FURTHER_STYLES, STYLES, Deck, random_deck, varied_deck
from vision.training.composer import BACK, Recipe, Scene, compose

BRIGHT = Recipe(harsh=(0.0, 0.05), hands=0.0, clutter=0.0)


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [random_deck(np.random.default_rng(k), faces=5) for k in range(3)]


@pytest.mark.parametrize("style", (*STYLES, *FURTHER_STYLES))
def test_every_style_draws_faces_that_differ(style: str) -> None:
    deck = random_deck(np.random.default_rng(5), faces=12, style=style)
    assert len({face.tobytes() for face in deck.faces}) == len(deck.faces) >= 6
    assert {face.shape for face in (*deck.faces, deck.back)} == {deck.back.shape}
    assert 1.3 < deck.height_mm / deck.width_mm < 1.7


def test_a_deck_may_tell_its_cards_apart_by_their_filling_alone() -> None:
    deck = random_deck(np.random.default_rng(2), faces=60, style="filled_symbols")
    print_ = [(255 - cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)) > 40 for face in deck.faces]
    inked = sorted(float(ink.mean()) for ink in print_)
    assert inked[-1] > 3 * inked[0]
    # An outline's print is also the solid symbol's.
    inside = [
        (one, other)
        for one in print_
        for other in print_
        if (one & ~other).mean() < 0.005 < 0.01 < (other & ~one).mean()
    ]
    assert inside


def test_decks_set_in_type_are_drawn_from_their_seed() -> None:
    pytest.importorskip("font_roboto", reason="typefaces come with the train extra")
    one, other = (varied_deck(np.random.default_rng(4), 6) for _ in range(2))
    assert [face.tobytes() for face in one.faces] == [face.tobytes() for face in other.faces]


def test_the_same_seed_composes_the_same_scene(decks: list[Deck]) -> None:
    one, other = (compose(np.random.default_rng(8), decks) for _ in range(2))
    assert np.array_equal(one.image, other.image)
    assert [card.quad.tolist() for card in one.cards] == [card.quad.tolist() for card in other.cards]
    assert not np.array_equal(one.image, compose(np.random.default_rng(9), decks).image)


def _scenes(decks: list[Deck], recipe: Recipe, count: int) -> list[Scene]:
    rng = np.random.default_rng(1)
    return [compose(rng, decks, recipe) for _ in range(count)]


def test_quads_run_clockwise_and_name_a_face(decks: list[Deck]) -> None:
    for scene in _scenes(decks, Recipe(), 4):
        for card in scene.cards:
            (ax, ay), (bx, by), (cx, cy) = card.quad[:3]
            assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
            assert card.face == BACK or 0 <= card.face < len(decks[card.deck].faces)


def test_visible_and_owned_pixels_agree_with_the_outline(decks: list[Deck]) -> None:
    seen = 0
    for scene in _scenes(decks, BRIGHT, 6):
        for k, card in enumerate(scene.cards):
            assert 0 <= card.visible <= card.in_frame + 0.05 <= 1.1
            mask = np.zeros(scene.owner.shape, np.uint8)
            cv2.fillConvexPoly(mask, np.round(card.quad * 16).astype(np.int32), 1, shift=4)
            mine = scene.owner == k
            assert np.count_nonzero(mine & (cv2.dilate(mask, np.ones((9, 9))) == 0)) <= 0.06 * mask.sum() + 4
            seen += card.visible > 0.9
    assert seen > 5


def test_a_lone_card_shows_its_own_face(decks: list[Deck]) -> None:
    """Straightened by its quad, an unhidden card must correlate with its own print better than with its siblings."""
    agreed = total = 0
    for scene in _scenes(decks, Recipe(harsh=(0, 0.05), hands=0, clutter=0, short_px=(60, 80), steepest=20), 5):
        for card in scene.cards:
            if card.visible < 0.97 or card.face == BACK:
                continue
            faces = decks[card.deck].faces
            height, width = faces[0].shape[:2]
            corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
            flat = cv2.warpPerspective(scene.image, cv2.getPerspectiveTransform(card.quad, corners), (width, height))
            likeness = [cv2.matchTemplate(flat, face, cv2.TM_CCOEFF_NORMED).item() for face in faces]
            agreed, total = agreed + (int(np.argmax(likeness)) == card.face), total + 1
    assert total >= 4
    assert agreed >= 0.8 * total


def test_a_scene_without_cards_has_none(decks: list[Deck]) -> None:
    scene = compose(np.random.default_rng(2), decks, Recipe(cards=False))
    assert scene.cards == ()
    assert (scene.owner < 0).all()
