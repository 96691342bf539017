"""What a match log is: events go in one by one and are there for good before anybody hears of them.

`append` returns only when the entry would survive a kill or a power cut; whatever is announced happens after it.
Three logs keep this contract: in memory (for tests and previews), JSON Lines, and SQLite (the app's own).
"""

from typing import Protocol

from calibration.errors import BadInput
from companion.core.codec import Kinds, decode_entry, encode_entry
from companion.core.events import Entry, Event


class MatchLog(Protocol):
    """The log of one match. Entries are only ever added; taking back is an entry too."""

    def append(
        self,
        event: Event,
        *,
        lo_ns: int = 0,
        hi_ns: int = 0,
        source: str = "hand",
        confidence: float = 1.0,
        proof: str = "",
    ) -> Entry:
        """Write the next entry, durably. Raises BadInput, and leaves the log as it was, when that is not possible."""

    def entries(self) -> tuple[Entry, ...]:
        """Everything accepted so far, in order."""

    def close(self) -> None:
        """Let go of the file. A log that is not closed loses nothing."""


class MemoryLog:
    """A log that lives as long as the process."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self._entries: list[Entry] = []

    def append(
        self,
        event: Event,
        *,
        lo_ns: int = 0,
        hi_ns: int = 0,
        source: str = "hand",
        confidence: float = 1.0,
        proof: str = "",
    ) -> Entry:
        entry = Entry(len(self._entries) + 1, event, lo_ns, hi_ns, source, confidence, proof)
        line_of(entry, self.kinds)
        self._entries.append(entry)
        return entry

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def close(self) -> None:
        pass


def line_of(entry: Entry, kinds: Kinds) -> str:
    """The entry's line, after making sure that it can be read back: a log must never hold what nobody can read."""
    line = encode_entry(entry)
    if decode_entry(line, entry.n, kinds, f"entry {entry.n}") != entry:
        raise BadInput("this entry could not be read back as it is", f"entry {entry.n}", "see docs/events.md")
    return line
