"""Keys: the list says all of them, none reaches what is out of sight, and no number of them leaves a match."""

import pytest

from companion.ui.keys import CONTROL, LISTED, PLACES, PLAIN
from tests.ui.conftest import until
from tests.ui.fake import SCRIPT, FakeSession
from tests.ui.touch import press

#: One line of the list stands for both directions.
WITH = {"frame_before": "frame_after", "later_ruling": "earlier_ruling"}
#: What a key is called in the list.
NAMES = {" ": "Space"}
ESCAPE = 27


def strike(key, character=""):
    from kivy.core.window import Window

    Window.dispatch("on_key_down", key, 0, character, [])


def listed(action):
    return next((keys for keys, listed in LISTED if listed == WITH.get(action, action)), "")


@pytest.mark.parametrize("key", PLAIN)
def test_every_key_is_in_the_list(key):
    assert NAMES.get(key, key.upper()) in listed(PLAIN[key])


def test_every_key_with_control_is_in_the_list():
    names = {"z": "Ctrl+Z", "y": "Ctrl+Y", "Z": "Ctrl+Shift+Z"}
    assert all(names[key] in listed(action) for key, action in CONTROL.items())


def test_every_line_of_the_list_is_a_key_that_works():
    by_the_table = {"choose_player", "type"}
    assert {action for _, action in LISTED} - by_the_table <= {*PLAIN.values(), *CONTROL.values()}


def at_a_match(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")
    press(app, "Round 1", "5", "Next player", "6", "Write it down")
    return app


def test_a_match_that_was_left_hears_no_keys(launch):
    app = at_a_match(launch)
    assert app.table.ids.ruling.disputable
    app.leave_table()
    before = app.desk.history()[0].line
    for key in PLAIN:
        if PLAIN[key] in PLACES:
            strike(ord(key), key)
    assert app.here == "start"
    assert app.desk.history()[0].line == before


def test_space_plays_and_stops_what_is_looked_at_again(launch):
    app = launch(lambda: FakeSession(SCRIPT[:4]))
    until(lambda: app.table.ended)
    press(app, "Replay")
    replay = app.screens.get_screen("replay")
    strike(ord(" "), " ")
    assert replay.playing
    strike(ord(" "), " ")
    assert not replay.playing


@pytest.mark.parametrize("way_in", ["", "n", "1", "o", "s", "?"])
def test_back_pressed_again_and_again_never_leaves_a_match(launch, way_in):
    app = at_a_match(launch)
    if way_in:
        strike(ord(way_in), way_in)
    for _ in range(7):
        strike(ESCAPE)
        strike(ord("q"), "q")
        assert app.here != "start"
        assert app.model is not None
    app.table.stay()
    strike(ESCAPE)
    press(app, "Leave")
    assert app.here == "start"
    assert app.running_line()
