"""Opening the window: what Kivy must be told before it is first imported, and whether a window can be had at all."""

import logging
import os
import sys


def has_screen() -> bool:
    """Whether somebody could see a window. Without a screen SDL can still draw one into memory."""
    if os.environ.get("SDL_VIDEODRIVER") == "offscreen":
        return False
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def open_window(size: tuple[int, int] = (1280, 800), density: float | None = None) -> bool:
    """Open Kivy's window; False where none can be opened. Call it before anything else imports Kivy."""
    # Kivy keeps its hands off our arguments and our standard error, and writes no files of its own. To it, a machine
    # without a clipboard is "critical"; to us it is not.
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONFIG="1", KIVY_LOG_MODE="PYTHON")
    offscreen = not has_screen()
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        # Nobody hears it either; without a sound card its library would complain at every sound.
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    if density is not None:
        os.environ["KIVY_METRICS_DENSITY"] = str(density)
    from kivy.config import Config

    # Cameras give thirty pictures a second; a little more makes up for one that came late. Drawing oftener only takes
    # the processor from the thread that watches.
    Config.set("graphics", "maxfps", "36")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if offscreen:
        Config.set("graphics", "multisamples", "0")
    # Kivy sets its own level as it loads.
    logging.getLogger("kivy").setLevel(logging.CRITICAL + 1)
    from kivy.core.window import Window

    return Window is not None
