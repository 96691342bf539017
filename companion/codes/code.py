"""The text of a Tapis code, written and read: which table, which deck, which player, a piece of a match.

    TAPIS1:KIND:field/field:CHECK           CHECK is the CRC-32 of everything before it
    TAPIS1:KIND:field/field:CHECK:SEAL      SEAL says that the household's key was known to whoever made the code

Only capitals, digits and `:` `/` `-` occur: the smallest QR symbols, and keys that every scanner can type. Whoever
holds a code before the camera is a stranger: a kind is one of a closed list, every field is checked and short, a name
is looked up among what is known here, and nothing in a code is ever a path or a command.
"""

import base64
import hmac
import re
import zlib
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import TypeAlias

from calibration.errors import BadInput

PREFIX = "TAPIS1"
#: No code of ours is longer; what is longer is not looked at.
LONGEST_TEXT = 1_400
LONGEST_NAME = 40
LONGEST_WORD = 24
MOST_PIECES = 999
LARGEST_PIECE = 800
_ID = re.compile(r"[A-Z0-9]{4,16}")
_WORD = re.compile(r"[A-Z0-9]+(-[A-Z0-9]+)*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_FORM = re.compile(r"(TAPIS1:([A-Z]+):([A-Z0-9/-]+):([A-Z2-7]{7}))(?::([A-Z2-7]{16}))?")


class Kind(Enum):
    TABLE = "TABLE"
    DECK = "DECK"
    PLAYER = "PLAYER"
    MATCH = "MATCH"


@dataclass(frozen=True, slots=True)
class TableCode:
    """Which table this is (its calibration is found by the id), and which printed mat lies on it, if any."""

    table: str
    mat: str = ""


@dataclass(frozen=True, slots=True)
class DeckCode:
    """Which deck is in the box: the game's id and the deck's name among the decks of this device."""

    game: str
    deck: str


@dataclass(frozen=True, slots=True)
class PlayerCode:
    """Who carries the badge."""

    name: str


@dataclass(frozen=True, slots=True)
class PieceCode:
    """Piece `index` of `count` of the match whose packed bytes have the fingerprint `match`."""

    match: str
    index: int
    count: int
    data: bytes


Code: TypeAlias = TableCode | DeckCode | PlayerCode | PieceCode
_KINDS = {TableCode: Kind.TABLE, DeckCode: Kind.DECK, PlayerCode: Kind.PLAYER, PieceCode: Kind.MATCH}


@dataclass(frozen=True, slots=True)
class Read:
    """A code that was read. `sealed` is true only if it carries the seal of the key that the reader holds."""

    code: Code
    sealed: bool


def kind_of(code: Code) -> Kind:
    return _KINDS[type(code)]


def code_text(code: Code, key: bytes | None = None) -> str:
    """The text to print or show; with the household's key it is sealed."""
    body = f"{PREFIX}:{kind_of(code).value}:{'/'.join(_fields(code))}"
    text = f"{body}:{_check(body)}"
    return f"{text}:{_seal(text, key)}" if key else text


def read_code(text: str, key: bytes | None = None) -> Read:
    """What a text says, or BadInput: with what a person at the table can do about it."""
    if len(text) > LONGEST_TEXT:
        raise BadInput("this code is longer than any of ours", "code")
    form = _FORM.fullmatch(text)
    if form is None:
        raise BadInput("this is no code of Tapis", "code", "show a table, deck, player or match code")
    checked, kind, payload, check, seal = form.groups()
    if not hmac.compare_digest(check, _check(checked.rpartition(":")[0])):
        raise BadInput("this code was misread", "code", "show it again, flat and in good light")
    sealed = bool(key and seal and hmac.compare_digest(seal, _seal(checked, key)))
    return Read(_code(kind, payload.split("/")), sealed)


def is_ours(text: str) -> bool:
    """Does it claim to be a code of Tapis? Any other code on the table is none of our business."""
    return text.startswith(f"{PREFIX}:")


def encode_bytes(data: bytes) -> str:
    """Bytes as capitals and digits."""
    return base64.b32encode(data).decode().rstrip("=")


def decode_bytes(text: str) -> bytes:
    """The bytes, of the one text that stands for them."""
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except ValueError:
        raise BadInput("this code is damaged", "code", "print or show it again") from None
    if encode_bytes(data) != text:
        raise BadInput("this code is damaged", "code", "print or show it again")
    return data


# ---------------------------------------------------------------- fields


def _fields(code: Code) -> tuple[str, ...]:
    match code:
        case TableCode():
            return (_id(code.table), _word(code.mat)) if code.mat else (_id(code.table),)
        case DeckCode():
            return _word(code.game), _word(code.deck)
        case PlayerCode():
            return (encode_bytes(_name(code.name).encode()),)
        case PieceCode():
            _check_piece(code)
            return code.match, str(code.index), str(code.count), encode_bytes(code.data)


def _code(kind: str, fields: list[str]) -> Code:
    match kind, fields:
        case "TABLE", [table]:
            return TableCode(_id(table))
        case "TABLE", [table, mat]:
            return TableCode(_id(table), _unword(mat))
        case "DECK", [game, deck]:
            return DeckCode(_unword(game), _unword(deck))
        case "PLAYER", [name]:
            return PlayerCode(_name(_decoded(name)))
        case "MATCH", [match, index, count, data]:
            piece = PieceCode(match, _number(index), _number(count), decode_bytes(data))
            _check_piece(piece)
            return piece
    raise BadInput("this kind of code is not known here", "code", "a newer Tapis may know it")


def _id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise BadInput(f"{text!r:.40} is no table's id", "code", "4 to 16 capitals and digits")
    return text


def _word(word: str) -> str:
    """A small-letter id such as `frantic_board`, in the capitals of a code."""
    text = word.upper().replace("_", "-")
    if len(text) > LONGEST_WORD or not _WORD.fullmatch(text) or _unword(text) != word:
        raise BadInput(f"{word!r:.40} cannot be named in a code", "code", f"small letters, up to {LONGEST_WORD}")
    return text


def _unword(text: str) -> str:
    if len(text) > LONGEST_WORD or not _WORD.fullmatch(text):
        raise BadInput(f"{text!r:.40} is no name of a game or deck", "code", "print the code again")
    return text.lower().replace("-", "_")


def _name(name: str) -> str:
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise BadInput("this is no player's name", "code", f"1 to {LONGEST_NAME} printable characters")
    return name


def _decoded(text: str) -> str:
    try:
        return decode_bytes(text).decode()
    except UnicodeDecodeError:
        raise BadInput("this code is damaged", "code", "print it again") from None


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadInput(f"{text!r:.20} is no number of a piece", "code", "show the codes again")
    return int(text)


def _check_piece(piece: PieceCode) -> None:
    fits = 0 <= piece.index < piece.count <= MOST_PIECES and 0 < len(piece.data) <= LARGEST_PIECE
    if not fits or not _ID.fullmatch(piece.match):
        raise BadInput("this piece belongs to no match that could be", "code", "show the codes again")


# ---------------------------------------------------------------- check and seal


def _check(body: str) -> str:
    return encode_bytes(zlib.crc32(body.encode()).to_bytes(4, "big"))


def _seal(text: str, key: bytes) -> str:
    return encode_bytes(hmac.digest(key, text.encode(), sha256)[:10])
