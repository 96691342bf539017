"""Records a table while it is played or watched: pictures, what was seen in them, what was written into the match log.

It never raises for a disk and never stops play: when room runs out the video ends and says so, and the match goes on.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from calibration.table_file import Table, plain
from companion.core.codec import encode_entry
from companion.core.events import Entry
from companion.referee.rows import seen_row
from companion.referee.session import Update
from vision.frame import Frame, Gap
from vision.observe import Seen
from vision.recording.manifest import Manifest
from vision.recording.outline import table_outline
from vision.recording.room import DiskPort, Room, free_bytes, room_left
from vision.recording.writer import MATCH, SEEN, Writer
from vision.sources.source import Source
from vision.spread import Spread

#: How often the disk is asked, in time of the pictures.
CHECK_NS = 5_000_000_000


class Recorder:
    """Feed it everything. `room` and `trouble` tell how the disk is; once video has ended it stays ended."""

    def __init__(self, writer: Writer, most_bytes: int = 0, free: DiskPort = free_bytes) -> None:
        self.writer, self.trouble = writer, ""
        self._most, self._free = most_bytes, free
        self._checked_ns: int | None = None
        self._filming = True
        self.room = self._look()

    @property
    def filming(self) -> bool:
        return self._filming

    def frame(self, seen: Frame | Gap) -> None:
        """A picture, or none, as it came from the source."""
        if not self._filming:
            return
        t_ns = seen.since_ns if isinstance(seen, Gap) else seen.t_ns
        if self._checked_ns is None or t_ns - self._checked_ns >= CHECK_NS:
            self._checked_ns, self.room = t_ns, self._look()
        if self.room is Room.NONE:
            self.end_film()
        else:
            self._try(lambda: self.writer.put(seen))

    def update(self, update: Update) -> None:
        """What a session made of a picture."""
        for seen in update.seen:
            self.observed(seen)
        for judged in update.judged:
            self.entered(judged.entry)

    def observed(self, seen: Seen | Spread) -> None:
        row = seen_row(seen) | {"frames": list(seen.frames)}
        self._try(lambda: self.writer.note(SEEN, row))

    def entered(self, entry: Entry) -> None:
        """An entry that is in the match log already; this is a copy beside the pictures."""
        self._try(lambda: self.writer.note(MATCH, json.loads(encode_entry(entry))))

    def end_film(self) -> None:
        """Close the pictures; what is seen and written is noted as before."""
        if self._filming:
            self._filming = False
            self._try(self.writer.close)

    def _look(self) -> Room:
        try:
            free = self._free(self.writer.folder)
        except OSError as wrong:
            self.trouble = wrong.strerror or str(wrong)
            return Room.NONE
        return room_left(free, self.writer.bytes, self.writer.seconds, self._most)

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except OSError as wrong:
            # A full or broken disk: the recording is good up to here, and play does not wait for it.
            self._filming, self.room, self.trouble = False, Room.NONE, wrong.strerror or str(wrong)


class Recorded:
    """A `Source` that is recorded as it is read."""

    def __init__(self, source: Source, recorder: Recorder) -> None:
        self.recorder = recorder
        self._source = source

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def size(self) -> tuple[int, int]:
        return self._source.size

    def read(self) -> Frame | Gap | None:
        seen = self._source.read()
        if seen is None:
            self.recorder.end_film()
        else:
            self.recorder.frame(seen)
        return seen

    def close(self) -> None:
        self.recorder.end_film()
        self._source.close()


def begin_recording(
    folder: Path,
    source: Source,
    table: Table | None = None,
    match: Mapping[str, Any] | None = None,
    *,
    whole_picture: bool = False,
    most_bytes: int = 0,
    free: DiskPort = free_bytes,
    wall: Callable[[], datetime] = lambda: datetime.now().astimezone(),
) -> Recorder:
    """A recorder into a new folder. `match` is what should be known when it is watched again: game, options, seats.

    Without a TABLE nobody knows what of the picture is table, so all of it is kept. `wall` is for people to read.
    """
    manifest = Manifest(
        id=uuid4().hex,
        source=source.name,
        size=source.size,
        began=wall().isoformat(timespec="seconds"),
        table=plain(table) if table else None,
        match=dict(match or {}),
        outline=table_outline(table) if table and not whole_picture else (),
    )
    return Recorder(Writer(folder, manifest, most_bytes), most_bytes, free)
