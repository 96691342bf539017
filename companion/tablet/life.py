"""The app's life on a device: it loses the screen, gets it back, is asked for memory, and may be ended without a word.

It decides what is let go and what is taken up again, in which order. Nothing has to be saved here: a match is in its
file before anybody sees it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.tablet.ports import Device, Permission, Surroundings


@dataclass(slots=True)
class Life:
    """`let_go` frees the camera, `take_up` opens it again, `spare` drops what can be made anew, `changed` hears of new
    surroundings. A match that is watched keeps the screen on; nothing else does."""

    device: Device
    let_go: Callable[[], None] = lambda: None
    take_up: Callable[[], None] = lambda: None
    spare: Callable[[], None] = lambda: None
    changed: Callable[[Surroundings], None] = lambda around: None
    _watching: bool = False
    _away: bool = False
    _around: Surroundings = field(default_factory=Surroundings)

    def begin(self) -> Surroundings:
        self._around = self.device.surroundings()
        return self._around

    def watch(self, on: bool) -> None:
        """A camera begins or ends watching a table."""
        self._watching = on
        self.device.keep_awake(on and not self._away)

    def pause(self) -> bool:
        """Another app has the screen; Android takes the camera from those who keep it. True: we come back."""
        if not self._away:
            self._away = True
            self.device.keep_awake(False)
            if self._watching:
                self.let_go()
        return True

    def resume(self) -> None:
        """Back on the screen, perhaps turned, in another language, or without the permission."""
        if not self._away:
            return
        self._away = False
        around = self.device.surroundings()
        if around != self._around:
            self._around = around
            self.changed(around)
        if self._watching and self.device.allows(Permission.CAMERA):
            self.device.keep_awake(True)
            self.take_up()

    def low_memory(self) -> None:
        self.spare()
