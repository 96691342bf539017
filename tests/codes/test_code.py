"""What a code says survives being written and read; what a stranger shows is refused with one sentence."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from companion.codes.code import (
    LONGEST_TEXT,
    Code,
    DeckCode,
    PieceCode,
    PlayerCode,
    TableCode,
    code_text,
    is_ours,
    read_code,
)

KEY = b"k" * 32
CODES: tuple[Code, ...] = (
    TableCode("7F3K9A"),
    TableCode("7F3K9A", "frankfurt_a3"),
    DeckCode("frantic_board", "ours"),
    PlayerCode("Zoë Müller"),
    PieceCode("ABCDEFGH", 3, 7, b"\x00\xff some bytes"),
)


@pytest.mark.parametrize("code", CODES, ids=lambda code: type(code).__name__)
@pytest.mark.parametrize("key", [None, KEY])
def test_a_code_says_what_was_written(code: Code, key: bytes | None) -> None:
    text = code_text(code, key)
    assert re.fullmatch(r"[A-Z0-9:/-]+", text), "the smallest QR symbols hold capitals, digits and a few signs"
    assert is_ours(text) and len(text) <= LONGEST_TEXT
    read = read_code(text, key)
    assert read.code == code
    assert read.sealed is (key is not None)


def test_the_seal_tells_the_household_from_strangers() -> None:
    text = code_text(PlayerCode("Ann"), KEY)
    assert read_code(text, KEY).sealed
    assert not read_code(text).sealed, "without the key nobody can tell"
    assert not read_code(text, b"another key").sealed
    assert not read_code(code_text(PlayerCode("Ann")), KEY).sealed
    assert not read_code(code_text(PlayerCode("Ann"), b"forged"), KEY).sealed
    moved = code_text(PlayerCode("Ben")) + text[text.rindex(":") :]
    assert not read_code(moved, KEY).sealed, "a seal is of one text only"


@pytest.mark.parametrize("at", range(len(code_text(TableCode("7F3K9A")))))
def test_one_wrong_character_is_never_read_as_something_else(at: int) -> None:
    text = code_text(TableCode("7F3K9A"))
    for wrong in "AZ29/:-":
        if text[at] != wrong:
            with pytest.raises(BadInput):
                read_code(text[:at] + wrong + text[at + 1 :])


@pytest.mark.parametrize(
    "code",
    [
        TableCode(""),
        TableCode("../../A"),
        TableCode("ABCDEF", "../x"),
        DeckCode("frankfurt", "/etc"),
        DeckCode("frankfurt", "Ours"),
        DeckCode("frankfurt", "a__b"),
        DeckCode("", ""),
        PlayerCode(""),
        PlayerCode("x" * 41),
        PlayerCode("two\nlines"),
        PlayerCode(" Ann"),
        PieceCode("ABCDEFGH", 7, 7, b"x"),
        PieceCode("ABCDEFGH", 0, 1000, b"x"),
        PieceCode("ABCDEFGH", 0, 1, b""),
        PieceCode("ABCDEFGH", 0, 1, b"x" * 801),
    ],
)
def test_what_may_not_be_in_a_code_is_not_written(code: Code) -> None:
    with pytest.raises(BadInput):
        code_text(code)


@given(st.text(max_size=LONGEST_TEXT + 100))
def test_whatever_a_code_says_only_bad_input_comes_out(text: str) -> None:
    for shown in (text, f"TAPIS1:{text}", text.upper()):
        with pytest.raises(BadInput):
            read_code(shown, KEY)


@given(
    st.sampled_from(["TABLE", "DECK", "PLAYER", "MATCH", "RUN", ""]),
    st.text("ABC019/-", max_size=60),
)
def test_a_well_checked_code_of_nonsense_is_refused_or_harmless(kind: str, payload: str) -> None:
    """Anybody can compute the check: what passes it is still looked at field by field."""
    from companion.codes.code import _check  # the forger's tool

    body = f"TAPIS1:{kind}:{payload}"
    try:
        read = read_code(f"{body}:{_check(body)}")
    except BadInput as wrong:
        assert wrong.where == "code"
        return
    assert code_text(read.code) == f"{body}:{_check(body)}", "one thing has one text"
    assert not read.sealed


@given(st.text(min_size=1, max_size=40))
def test_every_name_that_may_be_printed_comes_back(name: str) -> None:
    try:
        text = code_text(PlayerCode(name))
    except BadInput:
        assert not name.isprintable() or name != name.strip()
        return
    assert read_code(text).code == PlayerCode(name)
