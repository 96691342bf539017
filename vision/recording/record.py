"""One record of a segment as bytes, and back: a picture, a gap, the head of a segment or its end. Pure.

Every record carries its own number, time, length and checksum, so that each can be trusted without any other, and the
next good one can be found after damage. It decides what damage is called, not what is done about it.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from mmap import mmap
from typing import TypeAlias
from zlib import crc32

#: Every record begins so. No text and no JPEG header looks like it.
MARK = b"\xf1Tr\x0a"
#: Kind, number of the record, index and time of the frame, length of the payload; then the checksum.
HEADER = struct.Struct("<BIqqI")
BIG_HEADER = struct.Struct(">BIqqI")
CHECKSUM = struct.Struct("<I")
START = len(MARK) + HEADER.size + CHECKSUM.size
#: No picture of a table is longer; a length beyond it was never written.
LONGEST = 16_000_000
#: Marks that begin no record; so many in one stretch are not damage but malice, and the rest is left alone.
MOST_FALSE = 100
#: What damage is called that people can do something about.
CUT_OFF = "the file is cut off in the middle of a record"

Bytes: TypeAlias = bytes | mmap


class Kind(Enum):
    """HEAD opens a segment; TURN ends it and more follow; END ends the recording. What has neither was cut off."""

    HEAD = 1
    FRAME = 2
    GAP = 3
    TURN = 4
    END = 5


KINDS = frozenset(kind.value for kind in Kind)


@dataclass(frozen=True, slots=True)
class Record:
    """`number` counts the frames and gaps of the whole recording; `index` and `t_ns` are the frame's."""

    kind: Kind
    number: int
    index: int
    t_ns: int
    payload: bytes = b""


@dataclass(frozen=True, slots=True)
class Damage:
    """From byte `at` of a file on, something cannot be used; `cause` is a phrase for people."""

    at: int
    cause: str


def pack(record: Record) -> bytes:
    header = HEADER.pack(record.kind.value, record.number, record.index, record.t_ns, len(record.payload))
    checksum = CHECKSUM.pack(crc32(record.payload, crc32(header)))
    return b"".join((MARK, header, checksum, record.payload))


def unpack(data: Bytes, at: int) -> Record | str:
    """The record that begins at a byte; else why there is none."""
    if data[at : at + len(MARK)] != MARK:
        return "no record begins here"
    if at + START > len(data):
        return CUT_OFF
    header = data[at + len(MARK) : at + START - CHECKSUM.size]
    (checksum,) = CHECKSUM.unpack(data[at + START - CHECKSUM.size : at + START])
    kind, number, index, t_ns, length = HEADER.unpack(header)
    if BIG_HEADER.unpack(header)[4] <= LONGEST < length:
        return "its numbers are in the wrong byte order"
    if length > LONGEST:
        return f"its length cannot be {length} bytes"
    if at + START + length > len(data):
        return f"{CUT_OFF}, or its length was changed"
    payload = data[at + START : at + START + length]
    if crc32(payload, crc32(header)) != checksum:
        return "its bytes are not those that were written"
    if kind not in KINDS:
        return f"it is of kind {kind}, which a newer Tapis may know"
    return Record(Kind(kind), number, index, t_ns, payload)


def records_in(data: Bytes) -> Iterator[Record | Damage]:
    """Everything good in the bytes of a segment; each stretch that is not is told once, then the next is sought."""
    at = 0
    while at < len(data):
        found = unpack(data, at)
        if isinstance(found, Record):
            yield found
            at += START + len(found.payload)
            continue
        yield Damage(at, found)
        at = next_record(data, at + 1)


def next_record(data: Bytes, at: int) -> int:
    """Where the next good record begins at or after a byte; the end of the data if there is none."""
    for _ in range(MOST_FALSE):
        at = data.find(MARK, at)
        if at < 0:
            break
        if isinstance(unpack(data, at), Record):
            return at
        at += 1
    return len(data)
