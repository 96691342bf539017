"""What the screens of setting up ask for that takes cameras, files or time: each in a thread of its own, so that no
screen ever stands still. It decides nothing; what comes back is told by Kivy's clock.
"""

import queue
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from calibration.errors import BadInput
from companion import tables
from companion.door import TABLES
from companion.ear import open_ear
from companion.eyes import Eyes
from companion.gallery import own_deck
from companion.paper import documents, sheets
from companion.tablet.asking import Asking, Step
from companion.tablet.desktop import Desktop
from companion.tablet.ports import Device, Permission
from companion.watching import Brought, Errand
from companion.zero import clap_test

Hear = Callable[[Any], None]
Sorry = Callable[[str], None]
Steps = Callable[[], Generator[Any, None, None]]
#: How long the app waits, as it ends, for what still goes on.
AT_MOST_S = 3.0
CAMERA, CLAPS = (Permission.CAMERA,), (Permission.CAMERA, Permission.MICROPHONE)


@dataclass(slots=True)
class Wanted:
    """What a screen looks at, for as long as it does. `asked` is what the person was asked to allow for it, `waits`
    that it goes on when the app is in front again."""

    looker: object
    steps: Steps
    hear: Hear
    sorry: Sorry
    needs: tuple[Permission, ...]
    asked: set[Permission] = field(default_factory=set)
    waits: bool = False


class Workshop:
    """`eyes` are this device's cameras, `documents` is where prints go; both are replaced in tests. `device` says what
    is allowed, and `say` puts into words what it, its camera and its microphone say in short."""

    def __init__(self, folder: Path, device: Device | None = None, say: Callable[[str], str] = str) -> None:
        self.folder = folder
        self.eyes, self.tables, self.documents = Eyes(folder), tables, documents(folder)
        self.own_deck, self.open_ear = own_deck, open_ear
        self._device, self._say = device or Desktop(), say
        self._askings = {permission: Asking(self._device, permission) for permission in Permission}
        self._wanted: Wanted | None = None
        self._looking: Errand | None = None
        self._errands: list[Errand] = []

    def look(
        self, looker: object, steps: Steps, hear: Hear, sorry: Sorry, needs: tuple[Permission, ...] = CAMERA
    ) -> None:
        """Look through a camera, or at what `needs` nothing of the kind, instead of whatever was looked at before."""
        self._wanted = Wanted(looker, steps, hear, sorry, needs)
        self._look()

    def look_away(self, looker: object) -> None:
        """A screen is left after the next one has come: what that one looks at goes on."""
        if self._wanted is not None and self._wanted.looker is looker:
            self._wanted = None
            self._stop_looking()

    def pause(self) -> None:
        """Another app is in front, and may want the camera."""
        wanted, errand = self._wanted, self._looking
        if wanted is not None and wanted.needs and errand is not None and errand.is_alive() and not errand.stopped:
            wanted.waits = True
            errand.stop()

    def resume(self) -> None:
        """What was looked at, again; what was not allowed may be by now."""
        if self._wanted is not None and self._wanted.waits:
            self._look()

    def _look(self) -> None:
        """Begin to look; or say why it has to be allowed first, and let the system ask, once."""
        before, wanted = self._looking, self._wanted
        assert wanted is not None
        self._stop_looking()
        missing = next((one for one in wanted.needs if not self._device.allows(one)), None)
        wanted.waits = missing is not None
        if missing is None:
            self._looking = self._begin(wanted.steps, wanted.hear, wanted.sorry, before)
            return
        asking = self._askings[missing]
        wanted.sorry(self._say(asking.text))
        if missing not in wanted.asked and asking.step is not Step.FOR_GOOD:
            wanted.asked.add(missing)
            asking.go_on()

    def _stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.stop()

    def fetch(self, steps: Steps, hear: Hear, sorry: Sorry) -> None:
        """Do something that goes on whatever is looked at."""
        self._begin(steps, hear, sorry, None)

    def print_sheets(self, order: tuple[str, str, str, str, str, tuple[str, ...]], hear: Hear, sorry: Sorry) -> None:
        """What was chosen in the print centre, in its order."""
        self.fetch(partial(sheets, self.folder, self.documents, *order), hear, sorry)

    def keep_table(self, measured: tables.Measured, hear: Callable[[str], None], sorry: Sorry) -> None:
        try:
            hear(str(measured.save(self.folder / TABLES)))
        except BadInput as wrong:
            sorry(str(wrong))

    def clap(self, looker: object, table: str, hear: Hear, sorry: Sorry) -> None:
        """The zero test of a table that is kept."""
        self.look(looker, partial(clap_test, Path(table), self.eyes.open, self.open_ear), hear, sorry, CLAPS)

    def close(self) -> None:
        """Nothing is heard any more. What goes on is waited for, though not a camera that hangs: the interpreter aborts
        if it ends while a thread is inside OpenCV.
        """
        for errand in self._errands:
            errand.stop()
        until = time.monotonic() + AT_MOST_S
        for errand in self._errands:
            errand.join(max(0.0, until - time.monotonic()))

    def _begin(self, steps: Steps, hear: Hear, sorry: Sorry, before: Errand | None) -> Errand:
        def pass_on(_seconds: float) -> None:
            self._pass_on(errand, ring, hear, sorry)

        ring: Callable[[], Any] = Clock.create_trigger(pass_on)
        errand = Errand(steps, ring, before, self._device.leave_thread)
        self._errands = [each for each in self._errands if each.is_alive()] + [errand]
        errand.start()
        return errand

    def _pass_on(self, errand: Errand, ring: Callable[[], Any], hear: Hear, sorry: Sorry) -> None:
        """One piece of news a frame; bad input in a sentence, a bug as it is."""
        if errand.stopped:
            return
        try:
            news = errand.news.get_nowait()
        except queue.Empty:
            return
        ring()
        if isinstance(news, Brought):
            hear(news.value)
        elif isinstance(news.error, BadInput):
            sorry(self._say(str(news.error)))
        else:
            raise news.error
