"""Logs as text, one entry a line: what can be read of them, and where reading stops.

It never raises for what stands in a log. A damaged log is its valid prefix and one `BadInput` that says where and why.
"""

from dataclasses import dataclass
from typing import BinaryIO

from calibration.errors import BadInput
from companion.core.codec import Kinds, decode_entry, load_json
from companion.core.events import Entry

#: No event is longer, and no match is larger; what is more than that is no log.
LONGEST_LINE = 1_000_000
LARGEST_LOG = 64_000_000


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a log, not yet understood; `called` is what its places are called ("line", "row", "entry")."""

    lines: tuple[bytes, ...]
    damage: BadInput | None = None
    called: str = "line"


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a log: its entries up to the first damage, and the damage with its line (from 1)."""

    entries: tuple[Entry, ...]
    damage: BadInput | None = None
    line: int = 0


def read_lines(log: Lines, kinds: Kinds) -> Reading:
    """The valid prefix of a log. Empty lines are passed over; they count as lines but not as entries."""
    entries: list[Entry] = []
    number = 0
    try:
        for number, raw in enumerate(log.lines, 1):
            text = _text(raw, f"{log.called} {number}", number == 1)
            if text:
                entries.append(decode_entry(text, len(entries) + 1, kinds, f"{log.called} {number}"))
        number += 1
        if log.damage is not None:
            raise log.damage
    except BadInput as damage:
        return Reading(tuple(entries), damage, number)
    return Reading(tuple(entries))


def named_game(log: Lines) -> str:
    """The game that a log's first line names."""
    where = f"{log.called} 1"
    data = load_json(_text(log.lines[0], where, True), where) if log.lines else None
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise log.damage or BadInput("the log does not say which game it is of", where, "say it with --game")
    return str(data["game"])


def lines_of(stream: BinaryIO) -> Lines:
    """The lines of a file or of standard input, as far as they can be those of a log."""
    lines: list[bytes] = []
    size = 0
    while line := stream.readline(LONGEST_LINE + 1):
        size += len(line)
        if len(line) > LONGEST_LINE or size > LARGEST_LOG:
            where = f"line {len(lines) + 1}"
            return Lines(tuple(lines), BadInput("this is longer than any match", where, "is this a match log?"))
        lines.append(line)
    return Lines(tuple(lines))


def _text(raw: bytes, where: str, first: bool) -> str:
    """A line's text without its end; the first may begin with a byte order mark."""
    try:
        return raw.decode("utf-8-sig" if first else "utf-8").strip()
    except UnicodeDecodeError:
        raise BadInput("this is not text in UTF-8", where, "is this a match log?") from None
