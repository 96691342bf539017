"""The replay: the last seconds picture by picture, slowly, larger, with or without what was seen. It judges nothing."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.core.words import Catalogue
from companion.ui.present import clock, outlines_view, text, zoomed


class Picture(Protocol):
    """One kept picture."""

    @property
    def index(self) -> int: ...
    @property
    def t_ns(self) -> int: ...
    @property
    def readings(self) -> tuple[Any, ...]: ...
    def image(self) -> Any: ...


SPEEDS = (0.1, 0.25, 1.0)
ZOOMS = (1, 2, 4)


class ReplayScreen(Screen):
    """Shows a row of pictures; `place` is the one that is shown."""

    language = StringProperty("en")
    palette = ObjectProperty()
    place = NumericProperty(0)
    count = NumericProperty(0)
    time = StringProperty("")
    offset = StringProperty("")
    playing = BooleanProperty(False)
    overlay = BooleanProperty(True)
    speed = NumericProperty(0.25)
    zoom = NumericProperty(1)
    sentence = StringProperty("")
    #: Where a picture and a clip were saved, or why not.
    saved = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._row: Sequence[Picture] = ()
        self._words: Catalogue = {}
        self._say: Callable[[str], str] = lambda language: ""
        self._moment_ns = 0
        self._middle = (0.5, 0.5)
        super().__init__(**properties)
        self.bind(place=self._show, overlay=self._show, zoom=self._show, language=self._show, palette=self._show)
        self._tick = Clock.create_trigger(self._step, 0.04)

    def open(self, row: Sequence[Picture], place: int, words: Catalogue, say: Callable[[str], str]) -> None:
        """Look at a moment again: the row of pictures, which of them was ruled on, and what was ruled, by language."""
        self._row, self._words, self._say, self.saved = row, words, say, ""
        self.count, self.playing, self.zoom, self._middle = len(row), False, 1, (0.5, 0.5)
        self._moment_ns = row[place].t_ns if row else 0
        self.place = place
        self._show()

    def step(self, by: int) -> None:
        self.playing = False
        self.place = max(0, min(self.count - 1, int(self.place) + by))

    def toggle(self) -> None:
        self.playing = not self.playing
        if self.playing:
            if self.place >= self.count - 1:
                self.place = 0
            self._wait()

    def look_at(self, x: float, y: float) -> None:
        """The middle of what is shown larger, in parts of the picture."""
        self._middle = (x, y)
        self._show()

    def on_leave(self, *_: object) -> None:
        self.playing = False

    def _wait(self) -> None:
        now, then = int(self.place), min(self.count - 1, int(self.place) + 1)
        gap = (self._row[then].t_ns - self._row[now].t_ns) / 1e9 if self._row else 0.04
        self._tick.timeout = max(0.01, gap / self.speed)
        self._tick()

    def _step(self, _seconds: float) -> None:
        if not self.playing:
            return
        if self.place >= self.count - 1:
            self.playing = False
            return
        self.place += 1
        self._wait()

    def _show(self, *_: object) -> None:
        if not self._row or self.palette is None:
            return
        # A slider has two ends, even where there is one picture.
        picture = self._row[min(int(self.place), len(self._row) - 1)]
        self.sentence = self._say(self.language)
        self.time = clock(picture.t_ns)
        self.offset = text("replay.offset", self.language, ms=round((picture.t_ns - self._moment_ns) / 1e6))
        outlines = outlines_view(picture.readings, {}, self._words, self.language) if self.overlay else ()
        image, outlines = zoomed(picture.image(), outlines, int(self.zoom), self._middle)
        self.ids.picture.show(image, outlines, self.palette)
