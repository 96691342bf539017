"""The app: wires the screens to a session and runs the one thread that watches. It decides nothing.

The worker steps the session and puts what comes out into a short queue; Kivy takes one thing a frame out of it. A full
queue makes the worker wait, so a recording loses nothing however slow the screen is.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import ObjectProperty, OptionProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager

from calibration.errors import BadInput
from companion.core.words import LANGUAGES, Catalogue
from companion.referee.session import TableSession, Update
from companion.ui.about import AboutScreen
from companion.ui.open import OpenScreen
from companion.ui.present import text
from companion.ui.start import StartScreen
from companion.ui.theme import DARK
from companion.ui.watch import WatchScreen

#: Sessions are opened by the worker: a database belongs to the thread that opened it.
Opener: TypeAlias = Callable[[], TableSession]


KV_FILES = ("theme", "start", "open", "about", "watch")


@dataclass(frozen=True, slots=True)
class Opened:
    words: Catalogue


@dataclass(frozen=True, slots=True)
class Ended:
    pass


@dataclass(frozen=True, slots=True)
class Failed:
    error: BaseException


News: TypeAlias = Opened | Update | Ended | Failed


class Worker(threading.Thread):
    """Steps a session, at the pace of the recording or as fast as it goes."""

    def __init__(self, opener: Opener, paced: bool, ring: Callable[[], Any]) -> None:
        super().__init__(name="vision", daemon=True)
        self.news: queue.Queue[News] = queue.Queue(maxsize=2)
        self.going = threading.Event()
        self.going.set()
        self._opener, self._paced, self._ring = opener, paced, ring
        self._stopped = threading.Event()

    def run(self) -> None:
        try:
            session = self._opener()
        except Exception as error:  # the screen tells it, or raises it again where it is seen
            self._tell(Failed(error))
            return
        try:
            self._tell(Opened(session.game.words))
            self._play(session)
            self._tell(Ended())
        except Exception as error:
            self._tell(Failed(error))
        finally:
            session.close()

    def stop(self) -> None:
        self._stopped.set()
        self.going.set()

    def _play(self, session: TableSession) -> None:
        last_ns: int | None = None
        shown_at = time.monotonic()
        while not self._stopped.is_set() and (update := session.step()) is not None:
            if self._paced and last_ns is not None:
                self._stopped.wait(max(0.0, shown_at + (update.t_ns - last_ns) / 1e9 - time.monotonic()))
            last_ns, shown_at = update.t_ns, time.monotonic()
            self._tell(update)
            self.going.wait()

    def _tell(self, news: News) -> None:
        """Hand over, and wait for room; but never wait for a screen that has gone."""
        while not self._stopped.is_set():
            try:
                self.news.put(news, timeout=0.1)
            except queue.Full:
                continue
            self._ring()
            return


class TapisApp(App):
    """Screens, keys, language, and the worker of the session that is open.

    `on_update` hears of every update once it is on the screen. It may return True to hold the next one back, and calls
    `go_on` then: so pictures can be taken of exactly this moment. `on_end` hears when the session is over.
    """

    language = OptionProperty("en", options=list(LANGUAGES))
    palette = ObjectProperty(DARK)
    title = "Tapis"

    def __init__(
        self,
        first: Opener | None = None,
        paced: bool = True,
        on_update: Callable[[Update, Catalogue], bool] = lambda update, words: False,
        on_end: Callable[[], None] = lambda: None,
        **properties: Any,
    ) -> None:
        super().__init__(**properties)
        self.first, self._paced, self._on_update, self._on_end = first, paced, on_update, on_end
        self._worker: Worker | None = None
        self._opener: Opener | None = None
        self._held = False
        self._ring = Clock.create_trigger(self._hear)

    def build(self) -> ScreenManager:
        folder = files("companion.ui")
        Window.clearcolor = self.palette.ground
        for name in KV_FILES:
            Builder.load_file(str(folder / f"{name}.kv"))
        self.screens = ScreenManager(transition=NoTransition())
        for kind, name in (
            (StartScreen, "start"),
            (OpenScreen, "open"),
            (AboutScreen, "about"),
            (WatchScreen, "watch"),
        ):
            self.screens.add_widget(kind(name=name))
        Window.bind(on_key_down=self._key)
        return self.screens

    def run(self) -> None:
        """Until the window closes. However it ends, the worker ends first: it closes the log."""
        try:
            super().run()
        finally:
            self._close()

    def on_start(self) -> None:
        if self.first is not None:
            self.watch(self.first)

    def on_stop(self) -> None:
        self._close()
        Window.unbind(on_key_down=self._key)
        for name in KV_FILES:
            Builder.unload_file(str(files("companion.ui") / f"{name}.kv"))

    def say(self, key: str, language: str) -> str:
        """A text of the screens. The language is an argument so that kv asks again when it changes."""
        return text(key, language)

    @property
    def match_file(self) -> Path:
        """Where the matches of this device are kept: written before anything is shown, there after any stop."""
        return Path(self.user_data_dir) / "matches.tapis"

    def go(self, screen: str) -> None:
        self.screens.current = screen

    def go_back(self) -> None:
        """One layer up; a match that is being watched ends its watching, its log is kept."""
        self._close()
        self.go("start")

    def watch_demo(self) -> None:
        # Readers and networks load when the first session opens, so that the first screen is there at once.
        from companion.referee.demo import open_demo

        self.watch(partial(open_demo, self.match_file))

    def watch_folder(self, folder: Path) -> None:
        from companion.referee.demo import open_recording

        self.watch(partial(open_recording, folder, self.match_file))

    def watch(self, opener: Opener) -> None:
        """Open a session on a fresh watch screen."""
        self._close()
        self._opener = opener
        self.screens.remove_widget(self.screens.get_screen("watch"))
        self.screens.add_widget(WatchScreen(name="watch"))
        self.go("watch")
        self._worker = Worker(opener, self._paced, self._ring)
        self._worker.start()

    def toggle_pause(self) -> None:
        if self._worker is None or not self._worker.is_alive():
            return
        going = self._worker.going
        going.clear() if going.is_set() else going.set()
        self._watching.playing = going.is_set()

    def go_on(self) -> None:
        """Take the next thing out of the queue, after `on_update` held it back."""
        self._held = False
        self._ring()

    @property
    def _watching(self) -> WatchScreen:
        screen: WatchScreen = self.screens.get_screen("watch")
        return screen

    def _close(self) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker.join()
            self._worker = None

    def _hear(self, _seconds: float) -> None:
        """One piece of news a frame."""
        if self._worker is None or self._held:
            return
        try:
            news = self._worker.news.get_nowait()
        except queue.Empty:
            return
        if isinstance(news, Opened):
            self._watching.words = news.words
        elif isinstance(news, Update):
            self._watching.show(news)
            self._held = self._on_update(news, self._watching.words)
        elif isinstance(news, Ended):
            self._watching.ended = True
            self._on_end()
        else:
            self._fail(news.error)
        self._ring()

    def _fail(self, error: BaseException) -> None:
        """Bad input is told on the screen, or to whoever named it at the start; a bug comes out."""
        if not isinstance(error, BadInput) or self._opener is self.first:
            raise error
        self.go("open")
        self.screens.get_screen("open").trouble = text("trouble", self.language) + ": " + str(error)

    def _key(self, _window: object, key: int, _code: int, character: str | None, _modifiers: object) -> bool:
        if key == 32:
            self.toggle_pause()
        elif key == 27 or character == "q":
            if self.screens.current == "start":
                self.stop()
            self.go_back()
        elif character == "l":
            place = LANGUAGES.index(self.language)
            self.language = LANGUAGES[(place + 1) % len(LANGUAGES)]
        else:
            return False
        return True
