"""A match log as JSON Lines: one entry a line, synced to the disk before `append` returns.

A line that was only half written when the power went was never accepted, and is cut off when the log is opened again.
Any other damage is refused: reading (`tapis score`) shows what can be read, and nothing is written over it.
"""

import os
from pathlib import Path

from calibration.errors import BadInput
from companion.core.codec import Kinds
from companion.core.events import Entry, Event
from companion.store.lines import Lines, read_lines
from companion.store.log import line_of


class JsonLinesLog:
    """The log of one match in a file of its own."""

    def __init__(self, path: Path, kinds: Kinds) -> None:
        self.path, self.kinds = path, kinds
        try:
            fresh = not path.exists()
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            if fresh:
                sync_folder(path.parent)
        except OSError as wrong:
            raise _unwritable(path, wrong) from None
        self._entries, self._size = self._open()

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
        line = line_of(entry, self.kinds).encode() + b"\n"
        try:
            # What a failed attempt may have left behind is no part of the log.
            os.ftruncate(self._file, self._size)
            os.lseek(self._file, self._size, os.SEEK_SET)
            _write_all(self._file, line)
            os.fsync(self._file)
        except OSError as wrong:
            raise _unwritable(self.path, wrong) from None
        self._size += len(line)
        self._entries.append(entry)
        return entry

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def close(self) -> None:
        os.close(self._file)

    def _open(self) -> tuple[list[Entry], int]:
        """The entries, and how many bytes of the file they are."""
        with self.path.open("rb") as stream:
            raw = stream.read()
        whole = raw[: raw.rfind(b"\n") + 1]
        reading = read_lines(Lines(tuple(whole.split(b"\n"))), self.kinds)
        if reading.damage is not None:
            os.close(self._file)
            raise BadInput(
                f"this log is damaged ({reading.damage})",
                str(self.path),
                "`tapis score` shows what can be read; begin a new log",
            )
        return list(reading.entries), len(whole)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where the system knows how."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def _unwritable(path: Path, wrong: OSError) -> BadInput:
    return BadInput(
        f"the log could not be written ({wrong.strerror or wrong})",
        str(path),
        "nothing accepted is lost; make room or give another path, then say it again",
    )
