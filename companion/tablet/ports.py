"""What the app asks of the device it runs on, and what the device tells: one small port, the same for tablet and desk.

It decides nothing. `companion.tablet.android` and `companion.tablet.desktop` are its two ends.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol


class Permission(Enum):
    CAMERA = "android.permission.CAMERA"
    MICROPHONE = "android.permission.RECORD_AUDIO"


@dataclass(frozen=True, slots=True)
class Margins:
    """Pixels at the edges that bars cover or that are cut out of the display: nothing to touch or read goes there."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How the person has set up the device. It may differ each time the app comes back to the screen.

    `dots_per_inch` is None on a desk, where the window knows better.
    """

    language: str = "en"
    dark: bool = True
    dots_per_inch: int | None = None
    font_scale: float = 1.0
    margins: Margins = Margins()

    @property
    def density(self) -> float | None:
        """Pixels to one of the 160ths of an inch that sizes are given in."""
        return None if self.dots_per_inch is None else self.dots_per_inch / 160


class Device(Protocol):
    def surroundings(self) -> Surroundings: ...

    def allows(self, permission: Permission) -> bool: ...

    def ask(self, permission: Permission) -> None:
        """Show the system's own question. The answer is there when the app has the screen again."""

    def may_ask_again(self, permission: Permission) -> bool:
        """It was refused, but not for good. Before the first question this is False too."""

    def open_settings(self) -> None:
        """Where the person can still allow what was refused for good."""

    def keep_awake(self, on: bool) -> None: ...

    def buzz(self, ms: int) -> None: ...

    def share(self, file: Path, kind: str) -> bool:
        """Offer a file of a MIME type to other apps; False where that cannot be done."""

    def leave_thread(self) -> None:
        """The last thing a thread does that may have used the device."""


def language_of(tag: str, known: tuple[str, ...]) -> str:
    """The app's language for the system's: `de-CH` and `de_CH.UTF-8` are German; English where there is none."""
    first = tag.replace("_", "-").split("-")[0].split(".")[0].lower()
    return first if first in known else "en"
