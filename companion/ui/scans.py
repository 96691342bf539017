"""Handheld scanners type like keyboards: on any screen, what they type becomes a code and what people type stays keys.

Our codes begin with T, which no screen uses as a shortcut: only after a T is a key held back, for a few dozen
milliseconds, so that nothing people press ever waits.
"""

from collections.abc import Callable
from time import monotonic_ns
from typing import TypeAlias

from kivy.clock import Clock

from companion.codes.scanner import Scanner

Press: TypeAlias = Callable[[int, str, list[str]], bool]

#: Keys that end a scan, by number: Tab, Enter, Enter of the number pad.
ENDS = {9: "\t", 13: "\n", 271: "\n"}


def sign_of(key: int, character: str, modifiers: list[str]) -> str:
    """What a key types. Windows tell the key and shift apart; other keyboards' signs are the scanner's affair."""
    if key in ENDS:
        return ENDS[key]
    if len(character) != 1 or not character.isprintable():
        return ""
    return {";": ":"}.get(character, character.upper()) if "shift" in modifiers else character


class Scans:
    """`press` handles a key that somebody typed, `scanned` the text of a code; `now` is a clock in nanoseconds."""

    def __init__(self, press: Press, scanned: Callable[[str], None], now: Callable[[], int] = monotonic_ns) -> None:
        self._press, self._scanned, self._now = press, scanned, now
        self._scanner = Scanner()
        self._held: list[tuple[int, str, list[str]]] = []

    def key(self, key: int, character: str, modifiers: list[str]) -> bool:
        sign = sign_of(key, character, modifiers)
        if not self._held and sign not in ("t", "T"):
            return self._press(key, character, modifiers)
        if sign:
            self._held.append((key, character, modifiers))
            heard = self._scanner.key(sign, self._now())
            self._release(len(heard.typed))
            if heard.scan is not None:
                self._held.clear()
                self._scanned(heard.scan)
            self._wait()
        return True

    def _wait(self) -> None:
        until = self._scanner.waits_until_ns
        if until is not None:
            Clock.schedule_once(self._pause, max(0.0, (until - self._now()) / 1e9) + 0.005)

    def _pause(self, _seconds: float) -> None:
        self._release(len(self._scanner.pause(self._now())))
        # Kivy counts from the last frame, so it may ring before the time is up.
        self._wait()

    def _release(self, count: int) -> None:
        """The oldest keys were typed by somebody after all."""
        typed, self._held = self._held[:count], self._held[count:]
        for key in typed:
            self._press(*key)
