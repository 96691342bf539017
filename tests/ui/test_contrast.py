"""The check of contrast itself: it finds a text that is too faint, where it lies, and nothing else."""

from dataclasses import replace


def test_a_text_too_faint_is_found_and_a_plain_one_is_not(launch):
    from companion.ui.theme import DARK
    from tests.ui.contrast import faint
    from tests.ui.touch import settle

    app = launch()
    app.go("keys")
    settle()
    assert list(faint(app.screens.current_screen)) == []
    app.palette = replace(DARK, quiet=DARK.line)
    settle()
    told = list(faint(app.screens.current_screen))
    assert len(told) > 8
    assert all(each.startswith("Quiet") for each in told)
