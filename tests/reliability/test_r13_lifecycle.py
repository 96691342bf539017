"""R13: home, a call, memory taken away, rotation, a permission revoked. The match is kept, the camera released and
taken again, and nothing of what was on the screen stays behind. A tablet is played by the desk's end of the port.
"""

from dataclasses import replace

import pytest
from kivy.core.window import Window

from companion.moments import SPARED
from companion.tablet.desktop import Desktop
from companion.tablet.ports import Margins, Permission, Surroundings
from companion.ui.picture import Picture
from tests.ui.conftest import launch as launch  # the fixture
from tests.ui.test_live import Still, begun, totals, until, with_camera, write
from tests.ui.touch import press, settle

__all__ = ["begun"]


@pytest.fixture
def device():
    return Desktop(around=Surroundings(language="en"))


def watching(app) -> bool:
    return app.sitting.watching_live


def pictures(app) -> int:
    return sum(isinstance(widget, Picture) for widget in app.root.walk())


def test_home_lets_the_camera_go_and_coming_back_takes_it_again(begun, device):
    camera = Still()
    app = begun(camera, device=device)
    until(lambda: watching(app))
    write(app, 0, 7)
    until(lambda: totals(app) == [7, 0])
    before = pictures(app)
    assert device.awake
    for _ in range(2):  # a call comes while the app is away already
        assert app.dispatch("on_pause")
    assert camera.closed and not device.awake and not watching(app)
    assert totals(app) == [7, 0]
    again = Still()
    with_camera(app, again)
    app.dispatch("on_resume")
    until(lambda: watching(app))
    assert device.awake and not again.closed
    assert totals(app) == [7, 0] and pictures(app) == before


def test_going_away_while_the_camera_opens_leaves_no_camera_open(begun, device):
    camera = Still()
    app = begun(camera, device=device)
    app.dispatch("on_pause")
    until(lambda: camera.closed)
    write(app, 1, 3)
    with_camera(app, Still())
    app.dispatch("on_resume")
    until(lambda: watching(app))
    assert totals(app) == [0, 3]


def test_a_permission_that_is_taken_away_leaves_a_score_keeper(begun, device):
    app = begun(Still(), device=device)
    until(lambda: watching(app))
    app.dispatch("on_pause")
    device.granted.clear()
    with_camera(app, Still())
    app.dispatch("on_resume")
    settle()
    assert not watching(app) and app.table.camera == "off"
    write(app, 0, 4)
    assert totals(app) == [4, 0]


def test_a_permission_is_asked_for_with_its_reason_and_given_later(begun, device):
    device.granted.clear()
    app = begun(Still(), device=device)
    assert "looks at the table" in app.table.ids.notice.words
    press(app, "Allow the camera")
    assert device.asked == [Permission.CAMERA]
    app.dispatch("on_pause")
    device.granted.add(Permission.CAMERA)
    app.dispatch("on_resume")
    until(lambda: watching(app))


def test_short_memory_drops_old_pictures_and_nothing_else(begun, device):
    app = begun(Still(), device=device)
    until(lambda: len(app.sitting.moments.row) > SPARED)
    Window.dispatch("on_memorywarning")
    seen = app.sitting.moments.row[-1].index
    until(lambda: app.sitting.moments.row[-1].index > seen)
    assert len(app.sitting.moments.row) <= SPARED
    assert watching(app)


def test_turned_while_away_everything_is_laid_out_again_and_the_match_is_there(begun, device):
    app = begun(Still(), device=device)
    until(lambda: watching(app))
    write(app, 0, 5)
    until(lambda: totals(app) == [5, 0])
    before = pictures(app)
    app.dispatch("on_pause")
    device.around = replace(device.around, language="de", font_scale=1.25, margins=Margins(0, 40, 0, 60))
    with_camera(app, Still())
    app.dispatch("on_resume")
    until(lambda: watching(app))
    assert list(app.root.padding) == [0, 40, 0, 60]
    assert app.language == "de" and totals(app) == [5, 0]
    assert app.here == "table" and pictures(app) == before


def test_the_back_gesture_never_leaves_a_match_by_accident(begun, device):
    app = begun(Still(), device=device)
    until(lambda: watching(app))
    Window.dispatch("on_key_down", 27, 0, None, [])
    assert app.here == "table" and app.table.asking
    Window.dispatch("on_key_down", 27, 0, None, [])
    assert app.here == "table" and not app.table.asking and watching(app)
