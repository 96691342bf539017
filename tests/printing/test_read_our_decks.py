"""Printed at home, enrolled in the package: our decks are read, and no card is taken for another."""

import pytest

from companion.games import game_ids
from tests.printing.reading import tally


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_the_faces_of_our_decks_are_named_and_none_wrongly(game_id):
    told = tally(game_id)
    assert told.wrong == []
    assert told.named >= 0.85 * told.laid
    assert told.read >= 0.75 * told.laid
    assert len(told.never_named) <= 2


@pytest.mark.slow
def test_a_deck_printed_in_french_is_read_with_the_bundled_one():
    told = tally("frantic_board", "fr")
    assert told.wrong == []
    assert told.named >= 0.85 * told.laid
