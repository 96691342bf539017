"""Our own decks: every card of every game, drawn once, far from all others, and enrolled as it is drawn."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from calibration.errors import BadInput
from companion.core.words import LANGUAGES
from companion.decks import deck_folder
from companion.decks.drawn import BOARD, board_sheet, drawn_deck
from companion.games import game_ids, load_game
from companion.games.frantic_board.events import CardsCounted
from companion.games.frantic_board.files import read_data
from companion.games.frappadingue.cards import DECK as FRAPPA_DECK
from vision.art.raster import rasterise
from vision.recognise.deck import SHORT_SIDE, Deck, load_deck
from vision.recognise.enrol import confusable_pairs

#: The cards in each of the four boxes; Frappadingue's is printed nowhere, so the game's own stand-in counts.
BOXES = {
    "frankfurt": 132,
    "frantic": 125 + 20,
    "frantic_board": 94 + 6,
    "frappadingue": sum(copies for _, copies in FRAPPA_DECK),
}


@pytest.fixture(scope="module", params=sorted(BOXES))
def bundled(request: pytest.FixtureRequest) -> Deck:
    return load_deck(deck_folder(request.param))


def test_every_game_has_a_deck_of_ours():
    assert set(game_ids()) == set(BOXES)


@pytest.mark.parametrize("game_id", sorted(BOXES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deck_has_every_card_of_the_game_and_fills_the_box(game_id, language):
    deck, info = drawn_deck(game_id, language), load_game(game_id).info
    assert [card.card for card in deck.cards] == [card for card, _ in info.deck]
    assert deck.size == BOXES[game_id]
    for card, (_, copies) in zip(deck.cards, info.deck, strict=True):
        assert card.copies >= max(1, copies)
        assert card.back in deck.backs
    assert len({(card.face.width_mm, card.face.height_mm) for card in deck.cards}) == 1


def test_where_a_rulebook_counts_the_cards_so_do_we():
    for game_id in ("frantic", "frappadingue"):
        assert [(card.card, card.copies) for card in drawn_deck(game_id).cards] == list(load_game(game_id).info.deck)


def test_our_board_deck_is_one_the_game_can_be_told_about():
    events, faults = read_data(board_sheet(), "our deck")
    assert not faults
    (told,) = (event for event in events if isinstance(event, CardsCounted))
    assert {kind: (colour, count) for kind, colour, _, count in told.kinds} == BOARD


def test_the_bundled_decks_are_what_the_drawings_are(bundled):
    deck = drawn_deck(bundled.game)
    drawings = {card.card: card.face for card in deck.cards} | deck.backs
    kept = {face.name: face.views[0] for face in (*bundled.faces, *bundled.backs)}
    assert list(kept) == list(drawings)
    for name, drawing in drawings.items():
        # So small the losses of JPEG even out; a sign that was moved or recoloured does not.
        one, other = (
            cv2.resize(view, (24, 36), None, 0, 0, cv2.INTER_AREA)
            for view in (kept[name], rasterise(drawing, SHORT_SIDE))
        )
        assert cv2.absdiff(one, other).max() < 16, f"{name}: run `python -m companion.decks`"


def test_no_two_faces_are_hard_to_tell_apart(bundled):
    assert confusable_pairs(bundled) == ()


def test_backs_look_the_same_both_ways_up_and_unlike_each_other():
    backs = [back for game_id in BOXES for back in drawn_deck(game_id).backs.values()]
    small = [rasterise(back, 116).astype(float) for back in backs]
    for picture in small:
        assert np.abs(picture - picture[::-1, ::-1]).mean() < 4
    assert min(np.abs(a - b).mean() for a, b in combinations(small, 2)) > 20


def test_a_game_without_a_deck_of_ours_says_what_to_do():
    with pytest.raises(BadInput, match="tapis enrol"):
        deck_folder("chess")
