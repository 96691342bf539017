"""No screen shows a word that is in no catalogue: neither its own, nor what other rooms tell on it."""

import pytest

from tests.ui.untold import disguised
from tests.ui.walked import walked


@pytest.mark.slow
def test_every_word_of_every_screen_comes_from_a_catalogue():
    assert walked(walk="untold") == ""


def test_a_disguise_keeps_what_is_filled_in():
    assert disguised("[b]Won by {names}[/b], 12:30") == "[b]жжж жж {names}[/b], 12:30"
