"""A table's code once more, as the bits of its mat's panels: the id and a check of the whole code.

The check is the code's own CRC-32, as much of it as there is room for: it holds for the table and the mat together, so
it can be read only by who knows which mats there are, and a misread id is none.
"""

import zlib
from collections.abc import Iterable, Sequence

from calibration.errors import BadInput
from companion.codes.code import TableCode, code_text

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: Every id of up to so many capitals and digits, and as much of a check as fills the panels.
LONGEST_ID, _ID_BITS, _CHECK_BITS = 8, 42, 29


def panel_bits(code: TableCode) -> tuple[bool, ...] | None:
    """What the panels of this table's mat say; nothing where its id is too long for them."""
    if len(code.table) > LONGEST_ID:
        return None
    return (*_bits(_check(code), _CHECK_BITS), *_bits(_number(code.table), _ID_BITS))


def table_of(readings: Iterable[Sequence[bool]], mats: Iterable[str]) -> TableCode | None:
    """Which table it is, on one of these mats: the first reading that the check bears out."""
    mats = tuple(mats)
    for bits in readings:
        check, table = _value(bits[:_CHECK_BITS]), _id(_value(bits[_CHECK_BITS:]))
        for mat in mats:
            code = TableCode(table, mat)
            try:
                if _check(code) == check:
                    return code
            except BadInput:  # no id is like this
                break
    return None


def _check(code: TableCode) -> int:
    body = code_text(code).rpartition(":")[0]
    return zlib.crc32(body.encode()) >> 32 - _CHECK_BITS


def _number(table: str) -> int:
    """Ids counted by their length, then by the alphabet."""
    number = 0
    for letter in table:
        number = number * len(_LETTERS) + _LETTERS.index(letter) + 1
    return number


def _id(number: int) -> str:
    letters = ""
    while number:
        number, letter = divmod(number - 1, len(_LETTERS))
        letters = _LETTERS[letter] + letters
    return letters


def _bits(value: int, count: int) -> list[bool]:
    return [value >> place & 1 == 1 for place in range(count)]


def _value(bits: Sequence[bool]) -> int:
    return sum(1 << place for place, bit in enumerate(bits) if bit)
