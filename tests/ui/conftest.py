"""The app under test: real screens in a window that is drawn into memory, moved on frame by frame by the test."""

import time

import pytest


@pytest.fixture
def launch(tmp_path):
    """`launch(...)` starts the app; at the end of the test it is stopped and its widgets are gone."""
    from companion.ui.window import open_window

    if not open_window():
        pytest.skip("no window can be opened here: the screens are not tested")
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.lang.parser import ProxyApp, global_idmap

    from companion.app import TapisApp

    started = []

    def start(*arguments, **properties):
        # The rules of the screens speak to "app"; it must be this one, not the one of the test before.
        global_idmap["app"] = ProxyApp()
        app = TapisApp(*arguments, paced=False, **{"folder": tmp_path / "desk"} | properties)
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


def until(true, seconds=120):
    """Draw frames until something holds."""
    from kivy.base import EventLoop

    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        EventLoop.idle()
