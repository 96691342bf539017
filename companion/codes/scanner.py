"""Handheld scanners type like keyboards: this tells their bursts from people's typing, so that a code can be scanned on
any screen, and a person's typing always arrives.

A key is held back only while it could still belong to a scan: a few dozen milliseconds for a person. What turns out to
be typing is given back, all of it and in order. A valid code is certain by its check; any other burst must be faster
and steadier than fingers are.
"""

from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from calibration.errors import BadInput
from companion.codes.code import LONGEST_TEXT, PREFIX, read_code
from companion.codes.layouts import readings

MS = 1_000_000
#: From key to key a scan pauses no longer than this; what begins like a code of ours may come over a bad radio.
PATIENCE_NS, LONG_PATIENCE_NS = 100 * MS, 400 * MS
BEGUN = PREFIX[:4]
#: Fingers roll over two or three keys this fast, never over many.
FAST_NS = 35 * MS
#: A burst that is no code of ours is a scan from so many keys on, if no pause is much longer than the others.
LEAST_KEYS = 8
UNSTEADY_NS = 40 * MS


@dataclass(frozen=True, slots=True)
class Heard:
    """`typed` is to be handled as keys; `scan` is the text of a whole scan that has just ended."""

    typed: str = ""
    scan: str | None = None


class Scanner:
    """Feed it every key with its time, Enter as a line feed and Tab as a tab.

    `prefix` is what this scanner is set to send before a code; `ends` are the keys that may end one.
    """

    def __init__(self, prefix: str = "", ends: str = "\n\t") -> None:
        self._prefix, self._ends = prefix, ends
        self._keys: list[tuple[str, int]] = []

    @property
    def waits_until_ns(self) -> int | None:
        """When to call `pause` if no key comes; None when nothing is held back."""
        return self._keys[-1][1] + self._patience_ns if self._keys else None

    def key(self, character: str, t_ns: int) -> Heard:
        typed = self.pause(t_ns)
        if character in self._ends:
            scan = self._scan()
            if scan is None:
                return Heard(typed + self._give_back() + character)
            self._keys.clear()
            return Heard(typed, scan)
        self._keys.append((character, t_ns))
        return Heard(typed if self._may_be_scan() else typed + self._give_back())

    def pause(self, t_ns: int) -> str:
        """What was held back, if the pause since the last key is longer than any scan makes."""
        until = self.waits_until_ns
        return self._give_back() if until is not None and t_ns > until else ""

    @property
    def _text(self) -> str:
        return "".join(character for character, _ in self._keys).removeprefix(self._prefix)

    @property
    def _patience_ns(self) -> int:
        return LONG_PATIENCE_NS if _begins(self._text, BEGUN) else PATIENCE_NS

    @property
    def _pauses(self) -> list[int]:
        return [late - soon for (_, soon), (_, late) in pairwise(self._keys)]

    def _give_back(self) -> str:
        typed = "".join(character for character, _ in self._keys)
        self._keys.clear()
        return typed

    def _may_be_scan(self) -> bool:
        text = self._text
        if len(text) > LONGEST_TEXT:
            return False
        begun = len(self._keys) < 3 or _begins(text, PREFIX[: len(text)])
        return begun or median(self._pauses) <= FAST_NS

    def _scan(self) -> str | None:
        text = self._text
        code = meant(text)
        if code is not None:
            return code
        steady = len(text) >= LEAST_KEYS and max(self._pauses) <= median(self._pauses) + UNSTEADY_NS
        # A key that is held down repeats as steadily as any scanner.
        return text if steady and median(self._pauses) <= FAST_NS and len(set(text)) > 1 else None


def meant(typed: str) -> str | None:
    """The code of ours that a scanner meant, on whatever keyboard the device believes in."""
    for text in readings(typed):
        try:
            read_code(text)
        except BadInput:
            continue
        return text
    return None


def _begins(typed: str, beginning: str) -> bool:
    return any(text.startswith(beginning) for text in readings(typed[: len(beginning)]))
