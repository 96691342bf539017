"""The whole evening, tapped: a match, a ruling, overruled, looked at again, scores, an export, killed, gone on with.

The bundled recording is what the camera sees, on a device where a table was kept and a deck enrolled.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.fold import Standing
from companion.core.rulings import Verdict
from companion.desk import Desk
from companion.eyes import Eyes
from companion.referee.demo import demo_folder
from companion.soaking import furnish
from vision.sources.video_file import VideoFile

from .conftest import until
from .touch import press, settle

PROJECT = Path(__file__).parents[2]


class Film(VideoFile):
    """The bundled recording as a camera."""

    def __init__(self) -> None:
        super().__init__(demo_folder() / "recording.avi")


#: The same app in a process of its own: it goes on with the match, writes a round's points, tells, and is killed.
CHILD = """
import sys
from pathlib import Path
from companion.ui.window import open_window
assert open_window()
from companion.app import TapisApp
from companion.core.events import ManualScore
from companion.core.ids import PlayerId
from kivy.clock import Clock
app = TapisApp(folder=Path(sys.argv[1]), language="en")
def go(_seconds):
    app.resume()
    app.model.write(ManualScore(PlayerId(app.model.players[0]), 41, "last words"))
    print(app.model.scores.lines[0].total, flush=True)
app.bind(on_start=lambda _app: Clock.schedule_once(go, 0.1))
app.run()
"""


@pytest.mark.slow
def test_an_evening_from_the_first_start_to_going_on_after_a_kill(launch, tmp_path):
    app = launch()
    app.workshop.documents = app.services["outbox"].folder = tmp_path / "documents"
    furnish(app.desk.folder)
    app.workshop.eyes = Eyes(app.desk.folder, tuple, lambda *_: Film())
    app.workshop.eyes.choose("webcam:film@1")

    # A match in three presses; the camera watches it from then on, and rulings come.
    press(app, "Begin", "New match", "Frantic Frankfurt", "Go")
    assert app.here == "table"
    until(lambda: app.sitting.watching_live, 300)
    until(lambda: not app.sitting.watching_live, 500)
    rulings = [each for each in app.model.judged if each.entry.source.startswith("camera")]
    assert [each.entry.event.KIND for each in rulings[:3]] == ["open", "open", "discard"]
    wrong = [each for each in rulings if each.rulings[0].verdict is Verdict.ILLEGAL][-1]

    # One of them is overruled.
    app.table.show_ruling(wrong.entry.n)
    settle()
    press(app, "Overrule", app.model.players[1])
    until(lambda: app.model.judged[wrong.entry.n - 1].standing is Standing.OVERRULED)

    # Looked at again, and saved.
    app.replay(wrong.entry.n)
    assert app.here == "replay"
    press(app, "+1", "Save picture and clip")
    until(lambda: "Saved" in app.screens.get_screen("replay").saved)
    assert list((tmp_path / "documents").glob("ruling-*.png"))
    app.go_back()

    # The scores, and what can be sent of them.
    press(app, "scores")
    assert app.here == "scores"
    press(app, "share")
    assert app.here == "share"
    press(app, "Table of the rounds (CSV)", "Whole match, to keep or bring back (JSON)")
    until(lambda: all(list((tmp_path / "documents").glob(kind)) for kind in ("*.csv", "*.json")))
    app.go_back()
    app.leave_table()
    app.workshop.eyes.forget("webcam:film@1")

    # Killed in the middle of a word, and everything is there.
    before = app.desk.history()[0].line.totals[0]
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(app.desk.folder)], cwd=PROJECT, stdout=subprocess.PIPE)
    assert child.stdout is not None
    told = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert told == before + 41
    press(app, "Go on playing")
    assert app.here == "table"
    assert app.model.scores.lines[0].total == told
    assert Desk(app.desk.folder).running() is not None
