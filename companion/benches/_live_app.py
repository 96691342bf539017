"""The real app with a live camera, in a process of its own: `python -m companion.benches._live_app SECONDS`.

The bundled game is the camera: 1280x720, thirty pictures a second, forwards and backwards by turns, so that the table
never changes all at once: what was laid is taken away again. It prints one JSON object of plain numbers.
"""

import json
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.calibration import load_calibration, save_calibration
from companion.door import TABLES
from companion.flatness import scheduled_s
from companion.soaking import STEP_S, Looped, furnish
from vision.frame import Frame, Gap
from vision.pace import at_scale

SIZE = (1280, 720)
#: After so long everything is loaded, and what is measured begins.
WARM_S = 8.0
TOUCH_EVERY_S = 0.4


class Lively(Looped):
    """Every picture twice, half a step apart, and as large as a camera's; from the last one on backwards, and again."""

    def __init__(self, path: Path, told: dict[int, float]) -> None:
        super().__init__(path, told)
        self.size = SIZE
        frames = (seen for seen in iter(self._file.read, None) if isinstance(seen, Frame))
        self._film = [cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1] for frame in frames]
        self._shown = 0
        self._began = time.monotonic()
        self._again: Frame | None = None
        self._given_s: float | None = None
        #: Processor time from handing out a picture to being asked for the next: what seeing costs, without waiting.
        self.steps_ms: list[float] = []

    def read(self) -> Frame | Gap | None:
        if self._given_s is not None:
            self.steps_ms.append(1000 * (time.thread_time() - self._given_s))
        seen = self._shot()
        self._given_s = time.thread_time()
        return seen

    def _next(self) -> tuple[Frame, float]:
        number, self._shown = self._shown, self._shown + 1
        place = number % (2 * len(self._film) - 2)
        picture = self._film[min(place, 2 * len(self._film) - 2 - place)]
        image = np.asarray(cv2.imdecode(picture, cv2.IMREAD_COLOR), np.uint8)
        return Frame(
            number, round(number * STEP_S * 1e9), image, self.name
        ), self._began + number * STEP_S - time.monotonic()

    def _shot(self) -> Frame | Gap | None:
        if self._again is not None:
            frame, self._again = self._again, None
            time.sleep(max(0.0, self._told[frame.index - 1] + STEP_S / 2 - time.monotonic()))
            self._told[frame.index] = time.monotonic()
            return frame
        seen = super().read()
        if not isinstance(seen, Frame):
            return seen
        image = np.asarray(cv2.resize(seen.image, SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)
        self._index += 1
        self._again = Frame(self._index, seen.t_ns + round(STEP_S / 2 * 1e9), image, seen.source)
        return replace(seen, image=image)


class Measured:
    def __init__(self, app: Any, told: dict[int, float]) -> None:
        self._app, self._told = app, told
        self._fresh = 0
        self._judged_at: list[float] = []
        self._flip_at = 0.0
        self._touched_at: float | None = None
        self._finger: Any = None
        self.began = 0.0
        self.shown: list[float] = []
        self._drawn_s = 0.0
        #: Processor time of the screen's thread for each picture that it showed.
        self.draws_ms: list[float] = []
        self.rulings: list[float] = []
        self.touches: list[float] = []

    def updated(self, update: Any, _words: Any) -> bool:
        now = time.monotonic()
        self.began = self.began or now
        if now - self.began > WARM_S and not update.note:
            self._fresh += 1
            if update.judged and update.index in self._told:
                self._judged_at.append(self._told[update.index])
        return False

    def flipped(self, *_: object) -> None:
        """A frame is on the screen."""
        now = self._flip_at = time.monotonic()
        spent, self._drawn_s = time.thread_time() - self._drawn_s, time.thread_time()
        if self._fresh:
            self.shown.append(now)
            self.draws_ms.append(1000 * spent)
        self._fresh = 0
        self.rulings += [1000 * (now - at) for at in self._judged_at]
        self._judged_at.clear()
        if self._touched_at is not None:
            self.touches.append(1000 * (now - self._touched_at))
            self._touched_at = None

    def touch(self, _seconds: float) -> None:
        """A finger comes down on a button as soon after a frame as can be: the longest wait there is."""
        from kivy.base import EventLoop
        from kivy.core.window import Window
        from kivy.input.motionevent import MotionEvent

        class Finger(MotionEvent):
            def depack(self, args: Any) -> None:
                self.sx, self.sy = args["x"], args["y"]
                self.profile = ["pos"]
                super().depack(args)

        if self._finger is not None:
            self._finger.move({"x": 0.5, "y": 0.5})
            EventLoop.post_dispatch_input("end", self._finger)
            self._finger = None
        elif self.began and time.monotonic() - self.began > WARM_S:
            button = self._app.table.ids.ruling
            x, y = button.to_window(*button.center)
            place = {"x": x / Window.width, "y": y / Window.height}
            self._finger = Finger("bench", 1, place, is_touch=True, type_id="touch")
            self._touched_at = self._flip_at
            EventLoop.post_dispatch_input("begin", self._finger)


def main(seconds: float) -> None:
    from companion.ui.window import open_window

    assert open_window()
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.app import TapisApp
    from companion.eyes import Eyes
    from companion.referee.demo import demo_folder

    told: dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder:
        app = TapisApp(folder=Path(folder), paced=False, on_update=lambda *news: measured.updated(*news), language="en")
        measured = Measured(app, told)
        furnish(app.desk.folder)
        here = app.desk.folder / TABLES / "here.json"
        known = load_calibration(here)
        table = at_scale(known.table, SIZE[0] / known.table.size[0])
        save_calibration(replace(known, table=table), here, replace=True)
        camera = Lively(demo_folder() / "recording.avi", told)
        app.workshop.eyes = Eyes(app.desk.folder, tuple, lambda *_: camera)
        app.workshop.eyes.choose("webcam:bench@1")
        app.desk.change(app.desk.household.with_setting("welcomed", True))
        Window.bind(on_flip=measured.flipped)

        def begin(_app: Any) -> None:
            app.choose_game("frankfurt")
            app.screens.get_screen("seats").begin()

        app.bind(on_start=begin)
        Clock.schedule_interval(measured.touch, TOUCH_EVERY_S)
        Clock.schedule_once(lambda _seconds: app.stop(), seconds)
        app.run()
    ran_s, waited_s = scheduled_s()
    span = measured.shown[-1] - measured.shown[0] if len(measured.shown) > 1 else 0.0
    print(
        json.dumps(
            {
                "waiting": round(waited_s / (ran_s + waited_s), 2) if ran_s else 0.0,
                "fps": round((len(measured.shown) - 1) / span, 1) if span else 0.0,
                "draws": [round(ms, 1) for ms in measured.draws_ms],
                "steps": [round(ms, 1) for ms in camera.steps_ms],
                "rulings": [round(ms, 1) for ms in measured.rulings],
                "touches": [round(ms, 1) for ms in measured.touches],
            }
        )
    )


if __name__ == "__main__":
    main(float(sys.argv[1]))
