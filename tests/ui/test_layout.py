"""Every scene of the app, on a phone and on a tablet held either way: nothing is cut off, broken or covered."""

import pytest

from tests.ui.walked import walked


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "tablet", "tablet-tall"])
def test_nothing_is_cut_covered_outside_or_too_small(size):
    """In the language of the longest words; all languages, sizes and letters take half an hour: the command alone."""
    assert walked("--size", size, "--scale", "1", "--lang", "de") == ""
