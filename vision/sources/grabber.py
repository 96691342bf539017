"""The one thread of this room: reads a camera that may block for ever, and keeps only its newest picture.

A read that blocks cannot be stopped, only left alone: its thread is forgotten and ends by itself if the device ever
lets it go. So that a broken driver cannot fill the memory, no new one is begun while too many are stuck.
"""

import atexit
import threading
import time
import weakref
from collections.abc import Callable

from vision.sources.camera import Camera, Lost, Shot

MOST_STUCK = 3
#: How long the program waits at its end for a picture that is being read.
PARTING_S = 0.5


class SteadyClock:
    """The system's clock that only goes forward."""

    def now(self) -> int:
        return time.monotonic_ns()

    def sleep(self, ns: int) -> None:
        time.sleep(ns / 1e9)


class _Slot:
    """Where one thread leaves its newest picture."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.newest: Shot | Lost | BaseException | None = None
        self.closed = False

    def put(self, item: Shot | Lost | BaseException) -> None:
        with self.changed:
            self.newest = item
            self.changed.notify()

    def take(self, wait_s: float) -> Shot | Lost | BaseException | None:
        with self.changed:
            self.changed.wait_for(lambda: self.newest is not None, wait_s)
            item, self.newest = self.newest, None
            return item


class Grabber:
    """A `Feed`: every start makes a camera of its own, so that a stuck one is never touched by two threads."""

    def __init__(self, make: Callable[[], Camera]) -> None:
        self._make = make
        self._probe = make()
        self._slot = _Slot()
        self._threads: list[threading.Thread] = []
        _GRABBERS.add(self)

    @property
    def threads(self) -> int:
        """How many threads are alive: one that reads, and those that are stuck."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads)

    def present(self) -> bool:
        return self._probe.present()

    def start(self) -> None:
        self.stop()
        if self.threads > MOST_STUCK:
            return
        self._slot = _Slot()
        thread = threading.Thread(target=_grab, args=(self._make(), self._slot), name="camera", daemon=True)
        self._threads.append(thread)
        thread.start()

    def take(self, wait_ns: int) -> Shot | Lost | None:
        item = self._slot.take(wait_ns / 1e9)
        if isinstance(item, BaseException):
            raise item
        return item

    def stop(self) -> None:
        self._slot.closed = True

    def wait(self, seconds: float) -> None:
        for thread in self._threads:
            thread.join(seconds)


#: Those that the program still holds when it ends.
_GRABBERS: weakref.WeakSet[Grabber] = weakref.WeakSet()


@atexit.register
def _part() -> None:
    """The interpreter aborts if it ends while a thread is inside a driver, so what is not stuck ends first."""
    for grabber in _GRABBERS:
        grabber.stop()
    for grabber in _GRABBERS:
        grabber.wait(PARTING_S)


def _grab(camera: Camera, slot: _Slot) -> None:
    number = 0
    try:
        if camera.open():
            while not slot.closed and (picture := camera.grab()) is not None:
                image, device_ns = picture
                slot.put(Shot(image, time.monotonic_ns(), device_ns, number))
                number += 1
    except Exception as bug:  # raised again where it is seen: nobody looks at a thread that ends
        slot.put(bug)
    else:
        slot.put(Lost())
    finally:
        camera.close()
