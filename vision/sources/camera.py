"""What a live camera is to the rest: something that may block, lie about the time, or be gone. It decides nothing.

A `Camera` is one device, read only by the thread that opened it. A `Feed` is the same camera seen from outside that
thread: whoever takes from it never waits longer than it says.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from vision.image import Image

#: Why there is nothing to see, as a `Gap` tells it.
LOST = "camera_lost"
STALLED = "camera_stalled"
FROZEN = "camera_frozen"
DARK = "camera_dark"
HALF = "camera_half_picture"
CHANGED = "camera_changed"
SLOW = "camera_slow"
MOVED = "camera_moved"
REASONS = (LOST, STALLED, FROZEN, DARK, HALF, CHANGED, SLOW, MOVED)

#: A picture and the device's own time of it in nanoseconds, if it tells one.
Picture: TypeAlias = tuple[Image, int | None]


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture as it came in. `number` counts every picture of the device, also those nobody took."""

    image: Image
    arrived_ns: int
    device_ns: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The device is gone, or said so; some devices say why."""

    reason: str = LOST


class Camera(Protocol):
    """One device. Every call may block for ever; nothing is raised for a device that went away."""

    def present(self) -> bool:
        """Is it there, as far as can be told at once? It may be asked from any thread."""

    def open(self) -> bool: ...

    def grab(self) -> Picture | None:
        """The next picture; None when there will be no more."""

    def close(self) -> None: ...


class Feed(Protocol):
    """A camera that is read elsewhere."""

    def present(self) -> bool: ...

    def start(self) -> None:
        """Open the camera, or open it again. Nothing that an earlier start still delivers is taken any more."""

    def take(self, wait_ns: int) -> Shot | Lost | None:
        """The newest picture not taken yet; None if none came within `wait_ns`."""

    def stop(self) -> None: ...


class Clock(Protocol):
    """Time that only goes forward."""

    def now(self) -> int: ...

    def sleep(self, ns: int) -> None: ...
