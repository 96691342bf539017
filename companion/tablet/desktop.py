"""The desk's end of the port. A desktop grants everything and shakes nothing; tests set what a tablet would say."""

import locale
import os
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.words import LANGUAGES
from companion.tablet.ports import Device, Permission, Surroundings, language_of


def system_language() -> str:
    """The language of this account."""
    return language_of(locale.getlocale()[0] or os.environ.get("LANG", ""), LANGUAGES)


@dataclass(slots=True)
class Desktop:
    """`granted`, `refused` and `around` are the world; the rest is what was asked of it."""

    around: Surroundings = field(default_factory=lambda: Surroundings(language=system_language()))
    granted: set[Permission] = field(default_factory=lambda: set(Permission))
    refused: set[Permission] = field(default_factory=set)
    asked: list[Permission] = field(default_factory=list)
    awake: bool = False
    buzzed_ms: int = 0
    shared: list[Path] = field(default_factory=list)
    settings_opened: int = 0

    def surroundings(self) -> Surroundings:
        return self.around

    def allows(self, permission: Permission) -> bool:
        return permission in self.granted

    def ask(self, permission: Permission) -> None:
        self.asked.append(permission)

    def may_ask_again(self, permission: Permission) -> bool:
        return permission in self.refused

    def open_settings(self) -> None:
        self.settings_opened += 1

    def keep_awake(self, on: bool) -> None:
        self.awake = on

    def buzz(self, ms: int) -> None:
        self.buzzed_ms += ms

    def share(self, file: Path, kind: str) -> bool:
        """A desktop has no share sheet: the file lies where it was written."""
        self.shared.append(file)
        return False

    def leave_thread(self) -> None:
        pass


def this_device() -> Device:
    """The device the app runs on. python-for-android sets the variable; nothing else does."""
    if "ANDROID_ARGUMENT" in os.environ:
        from companion.tablet.android import AndroidDevice

        return AndroidDevice()
    return Desktop()
