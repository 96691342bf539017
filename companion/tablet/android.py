"""The tablet's end of the port: every call is one of `org.tapis.Device`, which holds Android's names."""

from pathlib import Path
from typing import Any

from companion.core.words import LANGUAGES
from companion.tablet.ports import Margins, Permission, Surroundings, language_of
from vision.sources.android.jvm import activity, java, java_error, leave_thread


class AndroidDevice:
    def __init__(self) -> None:
        self._java: Any = java("org.tapis.Device")
        self._activity: Any = activity()

    def surroundings(self) -> Surroundings:
        here = self._activity
        return Surroundings(
            language=language_of(self._java.language(here), LANGUAGES),
            dark=bool(self._java.isDark(here)),
            dots_per_inch=int(self._java.dotsPerInch(here)),
            font_scale=float(self._java.fontScale(here)),
            margins=Margins(*map(int, self._java.margins(here))),
        )

    def allows(self, permission: Permission) -> bool:
        return bool(self._java.allows(self._activity, permission.value))

    def ask(self, permission: Permission) -> None:
        self._java.ask(self._activity, permission.value)

    def may_ask_again(self, permission: Permission) -> bool:
        return bool(self._java.mayAskAgain(self._activity, permission.value))

    def open_settings(self) -> None:
        self._java.openSettings(self._activity)

    def keep_awake(self, on: bool) -> None:
        self._java.keepAwake(self._activity, on)

    def buzz(self, ms: int) -> None:
        self._java.buzz(self._activity, ms)

    def share(self, file: Path, kind: str) -> bool:
        try:
            return bool(self._java.share(self._activity, file.name, kind, file.read_bytes()))
        except java_error():
            # No room in Downloads, or no app that takes the file: the person learns that it did not go.
            return False

    def leave_thread(self) -> None:
        leave_thread()
