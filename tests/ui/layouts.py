"""Walks through every scene of the app in one size and prints what is wrong with its layout, a fault a line.

Run as a process of its own: a window has one size and one density for as long as it is open.
"""

import sys
import tempfile
from pathlib import Path


def main(width, height, density, scale, languages):
    from companion.commands._scenes import BY_HAND, SCENES, WATCHED, people, prepare
    from companion.desk import Desk
    from companion.ui.window import open_window

    if not open_window((width, height), density):
        return 77
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from companion.app import TapisApp
    from tests.ui.conftest import until
    from tests.ui.fake import SCRIPT, FakeSession
    from tests.ui.layout import faults

    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        Desk(Path(folder)).change(people().with_setting("font_scale", scale))
        app = TapisApp(lambda: FakeSession(SCRIPT[:4]), paced=False, folder=Path(folder))
        EventLoop.ensure_window()
        EventLoop.start()
        app._run_prepare()
        until(lambda: app.table.ended)
        for scene, set_up in SCENES.items():
            if scene == next(iter(BY_HAND)):
                app.leave_table()
            set_up(app)
            for language in languages:
                app.language = language
                # Layouts settle by the clock alone; drawing them would only take time.
                for _ in range(8):
                    Clock.tick()
                for fault in dict.fromkeys(faults(app.screens.current_screen)):
                    print(f"{scene} {language}: {fault}", flush=True)
            app.language = "en"
            if scene == list(WATCHED)[-1]:
                app.go_back()
        app.dispatch("on_stop")
    return 0


if __name__ == "__main__":
    width, height, density, scale = sys.argv[1:5]
    sys.exit(main(int(width), int(height), float(density), float(scale), sys.argv[5].split(",")))
