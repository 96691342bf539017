"""A whole match as a row of codes, and back: for two devices without a network, one screen before the other's camera.

The log is packed, cut into pieces, and shown as an endless sequence. Pieces may come in any order and as often as they
like. What was collected is checked against its fingerprint, and unpacked to no more than a log may be.
"""

import zlib
from collections.abc import Sequence
from hashlib import sha256

from calibration.errors import BadInput
from companion.codes.code import LARGEST_PIECE, MOST_PIECES, PieceCode, code_text, encode_bytes
from companion.core.codec import encode_entry
from companion.core.events import Entry

#: Bytes of a piece: a symbol of some 73 x 73 modules, which another tablet's camera reads off a screen.
PIECE = 250
LARGEST_LOG = 8_000_000


def texts_of(entries: Sequence[Entry], key: bytes | None = None) -> tuple[str, ...]:
    """The codes that carry a match: its log, line by line as `tapis score` reads it."""
    log = "".join(encode_entry(entry) + "\n" for entry in entries)
    return tuple(code_text(piece, key) for piece in pieces(log.encode()))


def pieces(log: bytes, size: int = PIECE) -> tuple[PieceCode, ...]:
    """The codes that carry `log`; one if it is short."""
    if not 0 < len(log) <= LARGEST_LOG:
        raise BadInput("this match is empty, or larger than any match", do="export it to a file instead")
    packed = zlib.compress(log, 9)
    size = min(max(size, -(-len(packed) // MOST_PIECES)), LARGEST_PIECE)
    cut = [packed[start : start + size] for start in range(0, len(packed), size)]
    if len(cut) > MOST_PIECES:
        raise BadInput("this match is too long for codes", do="export it to a file instead")
    name = fingerprint(packed)
    return tuple(PieceCode(name, index, len(cut), data) for index, data in enumerate(cut))


def fingerprint(packed: bytes) -> str:
    return encode_bytes(sha256(packed).digest()[:10])


class Collector:
    """Gathers the pieces of one match. It begins with whatever piece comes first."""

    def __init__(self) -> None:
        self._found: dict[int, bytes] = {}
        self._first: PieceCode | None = None

    @property
    def missing(self) -> tuple[int, ...]:
        """The pieces still to come; before the first, nobody knows."""
        return tuple(n for n in range(self._first.count if self._first else 0) if n not in self._found)

    @property
    def share(self) -> float:
        """How much is here, from 0 to 1: for a progress bar."""
        return len(self._found) / self._first.count if self._first else 0.0

    def add(self, piece: PieceCode) -> bytes | None:
        """Take a piece; the whole log once the last one is here."""
        first = self._first = self._first or piece
        if (piece.match, piece.count) != (first.match, first.count):
            raise BadInput("this piece is of another match", "code", "finish one match first, or begin again")
        if self._found.setdefault(piece.index, piece.data) != piece.data:
            raise BadInput("two different pieces claim the same place", "code", "begin again")
        return None if self.missing else _unpacked([self._found[n] for n in range(first.count)], first.match)


def _unpacked(cut: Sequence[bytes], name: str) -> bytes:
    packed = b"".join(cut)
    if fingerprint(packed) != name:
        raise BadInput("the pieces do not belong together", "code", "begin again")
    unpacker = zlib.decompressobj()
    try:
        log = unpacker.decompress(packed, LARGEST_LOG)
    except zlib.error:
        raise BadInput("these codes hold no match", "code", "show the codes of a match") from None
    if unpacker.unconsumed_tail or not unpacker.eof or unpacker.unused_data:
        raise BadInput("these codes hold no match, or one larger than any", "code", "show the codes of a match")
    return log
