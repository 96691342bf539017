"""A long evening in short: the real app with a looped recording as its camera, and somebody who never stops pressing.

What must stay flat is looked at all along: memory, threads, open files, textures, widgets, and how long a picture takes
from the camera onto the screen. It judges nothing about play; whoever wants to know more reads the samples.
"""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from calibration.calibration import load_calibration, save_calibration
from companion.core.events import ManualScore
from companion.core.ids import PlayerId
from companion.decks.shelf import place
from companion.door import TABLES
from companion.eyes import Eyes
from companion.flatness import Sample, enough, sample
from companion.referee.demo import demo_folder
from vision.frame import Frame, Gap
from vision.sources.cameras import CameraInfo
from vision.sources.source import Source
from vision.sources.video_file import VideoFile

if TYPE_CHECKING:
    from companion.app import TapisApp
    from companion.referee.session import Update

CAMERA = "webcam:looped@1"
#: The bundled recording's pictures come so far apart.
STEP_S = 1 / 15
#: How often somebody presses something, and how long a camera stays away.
PRESS_S, LOST_S = 0.5, 1.0
#: So many matches are begun, one after the other.
MATCHES = 20
#: How often, of a hundred presses, somebody goes to another app and comes back, or switches the camera off and on.
PAUSES, SWITCHES = 2, 1


def furnish(desk: Path) -> None:
    """What the bundled recording shows, as people would have set it up: its table is kept, its deck is enrolled."""
    demo = demo_folder()
    (desk / TABLES).mkdir(parents=True, exist_ok=True)
    known = load_calibration(demo / "table.json")
    piles = tuple(replace(pile, name=f"pile-{n}") for n, pile in enumerate(known.table.piles))
    save_calibration(replace(known, table=replace(known.table, piles=piles)), desk / TABLES / "here.json")
    shutil.copytree(demo / "deck", place(desk, "demo"))


class Looped:
    """A recording again and again, at its own speed, as a camera; `lost` says when it is gone for a moment."""

    def __init__(self, path: Path, told: dict[int, float], lost: Callable[[], bool] = lambda: False) -> None:
        self.name = CAMERA
        self._path, self._lost, self._told = path, lost, told
        self._file: Source = VideoFile(path)
        self.size = self._file.size
        self._began = time.monotonic()
        self._index, self._closed = 0, False
        self._offset_ns = self._last_ns = self._end_ns = 0

    def read(self) -> Frame | Gap | None:
        if self._closed:
            return None
        if self._lost():
            time.sleep(LOST_S)
            return Gap(self._last_ns, "camera_lost")
        seen, wait = self._next()
        while wait < -STEP_S:
            seen, wait = self._next()  # as a camera: only the newest picture can be had
        time.sleep(max(0.0, wait))
        t_ns = self._offset_ns + seen.t_ns
        self._last_ns = t_ns
        self._index += 1
        self._told[self._index] = time.monotonic()
        return Frame(self._index, t_ns, seen.image, self.name)

    def close(self) -> None:
        self._closed = True
        self._file.close()

    def _next(self) -> tuple[Frame, float]:
        """The next picture, and in how many seconds it will be taken."""
        while not isinstance(seen := self._file.read(), Frame):
            self._file.close()
            self._file = VideoFile(self._path)
            self._offset_ns += self._end_ns + round(STEP_S * 1e9)
        self._end_ns = seen.t_ns
        return seen, self._began + (self._offset_ns + seen.t_ns) / 1e9 - time.monotonic()


class Soak:
    """Begin it with the app; it ends the app after `seconds`, or later, once there is enough to judge by."""

    def __init__(self, app: "TapisApp", seconds: float, losses: int, seed: int = 1) -> None:
        from kivy.clock import Clock

        self.app, self.samples = app, list[Sample]()
        self.counts = dict.fromkeys(("presses", "matches", "corrections", "turns", "pauses", "losses"), 0)
        self._seconds, self._rng = seconds, Random(seed)
        self._given: dict[int, float] = {}
        self._late: list[float] = []
        self._began = time.monotonic()
        self._seen = 0
        self._losses, self._lost = losses, 0
        self._furnish_desk()
        self._clocks = [
            Clock.schedule_interval(self._press, PRESS_S),
            Clock.schedule_interval(self._sample, max(0.5, seconds / 120)),
        ]

    def updated(self, update: "Update") -> None:
        """A picture is on the screen."""
        self._seen = len(update.readings)
        self.counts["losses"] += update.note == "camera_lost"
        given = self._given.pop(update.index, None)
        if given is not None and not update.note:
            self._late.append(1000 * (time.monotonic() - given))
        if len(self._given) > 100:
            self._given.clear()

    def begin(self) -> None:
        self.app.choose_game("frankfurt")
        self.app.screens.get_screen("seats").begin()
        self.counts["matches"] += 1

    # ---------------------------------------------------------------- what is pressed

    def _press(self, _seconds: float) -> None:
        if time.monotonic() - self._began >= self._seconds and enough(self.samples):
            for clock in self._clocks:
                clock.cancel()
            self.app.stop()
            return
        self.counts["presses"] += 1
        rare = self._rng.randrange(100)
        if self.counts["presses"] % max(4, round(self._seconds / PRESS_S / MATCHES)) == 0:
            self.app.leave_table()
            self.begin()
        elif rare < PAUSES:
            self._pause()
        elif rare < PAUSES + SWITCHES or self.app.table.camera == "off":
            self.app.toggle_camera()
        else:
            self._rng.choice(self._actions)()

    @property
    def _actions(self) -> tuple[Callable[[], object], ...]:
        app = self.app
        usual = (self._score, self._score, self._correct, app.undo, app.redo, app.next_language)
        return (*usual, app.replay_last, self._look_at_scores, self._turn)

    def _score(self) -> None:
        if self.app.here != "table":
            self.app.go_back()
        if self.app.model is not None:
            player = self._rng.choice(self.app.model.players)
            self.app.model.write(ManualScore(PlayerId(player), self._rng.randrange(1, 30), "soak"))

    def _correct(self) -> None:
        model = self.app.model
        last = model.judged[-1].entry if model is not None and model.judged else None
        if model is not None and last is not None and isinstance(last.event, ManualScore):
            model.correct(last.n, ManualScore(last.event.player, self._rng.randrange(1, 30), "soak"), "soak")
            self.counts["corrections"] += 1

    def _look_at_scores(self) -> None:
        self.app.go_scores()
        self.app.go_back()

    def _turn(self) -> None:
        from kivy.core.window import Window

        Window.size = Window.size[::-1]
        self.counts["turns"] += 1

    def _pause(self) -> None:
        self.app.dispatch("on_pause")
        self.app.dispatch("on_resume")
        self.counts["pauses"] += 1

    # ---------------------------------------------------------------- what is looked at

    def _sample(self, _seconds: float) -> None:
        late, self._late = tuple(self._late), []
        now = time.monotonic() - self._began
        self.samples.append(sample(now, self._seen, late))
        # What came meanwhile had to wait for the counting, not for the app.
        self._given.clear()

    def _furnish_desk(self) -> None:
        """A device that was set up, with the recording as its camera."""
        desk, film = self.app.desk.folder, demo_folder() / "recording.avi"
        furnish(desk)
        eyes = Eyes(desk, lambda: (CameraInfo(CAMERA, "looped"),), lambda *_: self._looped(film))
        eyes.choose(CAMERA)
        self.app.workshop.eyes = eyes
        household = self.app.desk.household
        self.app.desk.change(household.with_setting("record", True).with_setting("welcomed", True))

    def _looped(self, film: Path) -> Looped:
        return Looped(film, self._given, self._lose)

    def _lose(self) -> bool:
        """Is it time that the camera is lost once more?"""
        due = (time.monotonic() - self._began) / self._seconds * (self._losses + 1) >= self._lost + 1
        self._lost += due
        return due
