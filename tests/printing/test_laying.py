"""Our decks laid out for enrolment: nearly every card of a photograph is found, in order, and cut out closely."""

import pytest

from tests.printing.laying import lay


@pytest.mark.slow
def test_cards_laid_out_a_dozen_at_a_time_are_found_in_their_order():
    told = lay("frankfurt")
    assert told.found >= 0.95 * told.laid
    assert told.strange <= 1
    assert told.row()["off_p50"] < 2
