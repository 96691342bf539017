"""Walks through every scene of the app in many sizes and prints what is wrong with its layout, a fault a line.

    python -m tests.ui.layouts
    python -m tests.ui.layouts --size phone --scale 2 --lang de --scene table --pictures FOLDER

Run as a process of its own. Sizes are in density-independent points: a phone of 1080 x 2340 pixels has 392 x 852.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

SIZES = {
    "phone": (392, 852),
    "phone-wide": (852, 392),
    "tablet": (1280, 800),
    "tablet-tall": (800, 1280),
    "desktop": (1920, 1080),
}
#: So often the clock ticks at most until a layout rests, and so long a screen may be busy with what it shows.
SETTLING = 40
BUSY_S = 20.0


def main(arguments):
    from companion.ui.window import open_window

    asked = parse(arguments)
    if not open_window(SIZES[(asked.size or list(SIZES))[0]], 1.0):
        return 77
    for size in asked.size or SIZES:
        for scale in asked.scale:
            walk(asked, size, scale)
    return 0


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", nargs="*", choices=SIZES)
    parser.add_argument("--scale", nargs="*", type=float, default=[1.0, 2.0])
    parser.add_argument("--lang", nargs="*", default=["en", "fr", "de"])
    parser.add_argument("--theme", default="dark", help="dark, light or contrast")
    parser.add_argument("--contrast", action="store_true", help="draw, and say what is too faint as well")
    parser.add_argument("--scene", nargs="*")
    parser.add_argument("--verbose", action="store_true", help="say which scene comes next")
    parser.add_argument("--pictures", type=Path)
    return parser.parse_args(arguments)


def walk(asked, size, scale):
    """All scenes in one size; the layouts settle by the clock alone, because drawing them would only take time."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.lang.parser import ProxyApp, global_idmap

    from companion.app import TapisApp
    from companion.commands._scenes import people, prepare, scenes_of
    from companion.desk import Desk
    from tests.ui.conftest import until
    from tests.ui.contrast import faint
    from tests.ui.fake import SCRIPT, FakeSession
    from tests.ui.layout import faults
    from tests.ui.reach import unreached

    # Nobody looks: there is no reason to wait for the next picture.
    Clock._max_fps = 0
    Window.size = SIZES[size]
    global_idmap["app"] = ProxyApp()
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        household = people().with_setting("font_scale", scale).with_setting("theme", asked.theme)
        Desk(Path(folder)).change(household)
        app = TapisApp(lambda: FakeSession(SCRIPT[:4]), paced=False, folder=Path(folder))
        EventLoop.ensure_window()
        EventLoop.start()
        app._run_prepare()
        until(lambda: app.table.ended)
        for scene in wanted(scenes_of(app), asked.scene):
            if asked.verbose:
                print(scene, flush=True)
            for language in asked.lang:
                app.language = language
                settle(app.screens.current_screen)
                found = faults(app.screens.current_screen)
                found += unreached(app.screens.current_screen)
                found += faint(app.screens.current_screen) if asked.contrast else ()
                for fault in dict.fromkeys(found):
                    print(f"{size} {scale:.0%} {scene} {language}: {fault}", flush=True)
                if asked.pictures:
                    save(asked.pictures / f"{scene}-{size}-{round(100 * scale)}-{language}.png")
            app.language = "en"
        app.dispatch("on_stop")
    Window.children[:] = []
    Window.canvas.children[:] = []


def wanted(scenes, asked):
    """All, or those that were asked for and no further: a scene is set up on top of the ones before it."""
    left = set(asked or ())
    for scene in scenes:
        if not asked or scene in left:
            yield scene
        left.discard(scene)
        if asked and not left:
            return


def settle(screen):
    """Until it shows what it looks up, and nothing on it has moved for two ticks."""
    from kivy.clock import Clock

    end = time.monotonic() + BUSY_S
    still, before = 0, None
    for _ in range(SETTLING):
        Clock.tick()
        while getattr(screen, "busy", False) and time.monotonic() < end:
            time.sleep(0.01)
            Clock.tick()
        now = [(*widget.pos, *widget.size) for widget in screen.walk()]
        still, before = (still + 1 if now == before else 0), now
        if still == 2:
            return


def save(path):
    from kivy.base import EventLoop

    from companion.ui.shots import shoot

    path.parent.mkdir(parents=True, exist_ok=True)
    taken = []
    shoot(path, lambda: taken.append(path))
    while not taken:
        EventLoop.idle()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
