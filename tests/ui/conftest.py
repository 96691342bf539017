"""The app under test: real screens in a window that is drawn into memory, moved on frame by frame by the test."""

import time

import pytest


@pytest.fixture
def launch():
    """`launch(...)` starts the app; at the end of the test it is stopped and its widgets are gone."""
    from companion.ui.window import open_window

    if not open_window():
        pytest.skip("no window can be opened here: the screens are not tested")
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.app import TapisApp

    started = []

    def start(*arguments, **properties):
        app = TapisApp(*arguments, paced=False, **properties)
        EventLoop.ensure_window()
        EventLoop.start()
        app._run_prepare()
        started.append(app)
        return app

    yield start
    for app in started:
        app.dispatch("on_stop")
    Window.children[:] = []
    Window.canvas.children[:] = []


def until(true, seconds=20):
    """Draw frames until something holds."""
    from kivy.base import EventLoop

    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        EventLoop.idle()
