"""Watching a table: the one thread that steps a session, and what it tells. It decides nothing. Beside it are errands,
for whatever else takes too long for a screen.

What comes out goes into a short queue, and the screen takes it from there. A full queue makes the worker wait, so a
recording loses nothing however slow the screen is. What people say meanwhile is written here, because the log belongs
to this thread.
"""

import queue
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from calibration.errors import BadInput
from calibration.table_file import Table
from companion.core.events import Event
from companion.core.fold import Judged
from companion.core.game import Game
from companion.moments import Moments
from companion.referee.session import Update


class Watched(Protocol):
    """A match that pictures come to; what is said about it is written where it is written."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def judged(self) -> tuple[Judged, ...]: ...

    @property
    def places(self) -> Table: ...

    def step(self) -> Update | None: ...

    def say(self, event: Event) -> Judged: ...

    def close(self) -> None: ...


#: Sessions are opened by the worker: a database belongs to the thread that opened it.
Opener: TypeAlias = Callable[[], Watched]


@dataclass(frozen=True, slots=True)
class Opened:
    game: Game[Any]
    judged: tuple[Judged, ...]
    places: Table


@dataclass(frozen=True, slots=True)
class Said:
    """What people said was written: what they said at once, together."""

    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """It could not be written; the match is as it was."""

    error: BadInput


@dataclass(frozen=True, slots=True)
class Ended:
    pass


@dataclass(frozen=True, slots=True)
class Failed:
    error: BaseException


News: TypeAlias = Opened | Update | Said | Refused | Ended | Failed


#: So much may wait for the screen: what comes while a ruling is drawn.
WAITING = 4


class Worker(threading.Thread):
    """Steps a session, at the pace of the recording or as fast as it goes, and writes what people say.

    A `live` camera does not wait for the screen: a picture in which nothing happened is left out if the screen is late.
    """

    def __init__(
        self,
        opener: Opener,
        paced: bool,
        ring: Callable[[], Any],
        live: bool = False,
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name="vision", daemon=True)
        self.news: queue.Queue[News] = queue.Queue(maxsize=WAITING)
        self.going = threading.Event()
        self.going.set()
        self.moments = Moments()
        self._opener, self._paced, self._ring, self._live = opener, paced and not live, ring, live
        #: The last thing that this thread does: a tablet wants to know.
        self._leave = leave
        self._said: queue.SimpleQueue[tuple[Event, ...]] = queue.SimpleQueue()
        self._woken = threading.Event()
        self._stopped = threading.Event()

    def run(self) -> None:
        try:
            self._watch()
        finally:
            self._leave()

    def _watch(self) -> None:
        try:
            session = self._opener()
        except Exception as error:  # the screen tells it, or raises it again where it is seen
            self._tell(Failed(error))
            return
        try:
            self._tell(Opened(session.game, session.judged, session.places))
            self._play(session)
            self._tell(Ended())
            while not self._stopped.is_set():
                self._wait(session, None)
        except Exception as error:
            self._tell(Failed(error))
        finally:
            session.close()

    def say(self, *events: Event) -> None:
        self._said.put(events)
        self._woken.set()

    def pause(self) -> None:
        self.going.clear()

    def go(self) -> None:
        self.going.set()
        self._woken.set()

    def stop(self) -> None:
        self._stopped.set()
        self.go()

    @property
    def unwritten(self) -> tuple[tuple[Event, ...], ...]:
        """What was said and never written, once this thread has ended; what was said at once stays together."""
        left = []
        while not self._said.empty():
            left.append(self._said.get())
        return tuple(left)

    def _play(self, session: Watched) -> None:
        last_ns: int | None = None
        shown_at = time.monotonic()
        while not self._stopped.is_set() and (update := session.step()) is not None:
            if self._paced and last_ns is not None:
                self._wait(session, shown_at + (update.t_ns - last_ns) / 1e9)
            last_ns, shown_at = update.t_ns, time.monotonic()
            if not self._live or update.tells or not self.news.full():
                self._tell(update)
            # To keep a picture takes a while, and nobody looks at it again before having seen it.
            self.moments.add(update)
            for judged in update.judged:
                self.moments.keep(judged.entry)
            self._write(session)
            while not self.going.is_set():
                self._wait(session, None)

    def _wait(self, session: Watched, until: float | None) -> None:
        """Wait for a time, or to be woken; what is said meanwhile is written at once."""
        while not self._stopped.is_set():
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return
            self._woken.wait(left)
            woken = self._woken.is_set()
            self._woken.clear()
            self._write(session)
            if woken and until is None:
                return

    def _write(self, session: Watched) -> None:
        while not self._said.empty():
            written = []
            try:
                for event in self._said.get():
                    written.append(said := session.say(event))
                    self.moments.keep(said.entry)
            except BadInput as error:
                self._tell(Refused(error))
            if written:
                self._tell(Said(tuple(written)))

    def _tell(self, news: News) -> None:
        """Hand over, and wait for room; but never wait for a screen that has gone."""
        while not self._stopped.is_set():
            try:
                self.news.put(news, timeout=0.1)
            except queue.Full:
                continue
            self._ring()
            return


@dataclass(frozen=True, slots=True)
class Brought:
    """What an errand came back with, so far."""

    value: Any


class Errand(threading.Thread):
    """Something slow that a screen asked for: a camera's pictures, a deck to print. `steps` yields what it brings.

    It begins when the errand `before` it is over: a camera belongs to one of them at a time. `leave` is the last thing
    that its thread does.
    """

    def __init__(
        self,
        steps: Callable[[], Generator[Any, None, None]],
        ring: Callable[[], Any],
        before: "Errand | None" = None,
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name="errand", daemon=True)
        self.news: queue.Queue[Brought | Failed] = queue.Queue(maxsize=2)
        self._steps, self._ring, self._before, self._leave = steps, ring, before, leave
        self._stopped = threading.Event()

    def run(self) -> None:
        if self._before is not None:
            self._before.join()
            self._before = None
        if self._stopped.is_set():
            return
        try:
            self._do()
        finally:
            self._leave()

    def _do(self) -> None:
        try:
            steps = self._steps()
            for value in steps:
                self._tell(Brought(value))
                if self._stopped.is_set():
                    steps.close()
                    return
        except Exception as error:  # the screen tells it, or raises it again where it is seen
            self._tell(Failed(error))

    def stop(self) -> None:
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def _tell(self, news: Brought | Failed) -> None:
        while not self._stopped.is_set():
            try:
                self.news.put(news, timeout=0.1)
            except queue.Full:
                continue
            self._ring()
            return
