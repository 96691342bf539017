"""A code does one of a closed list of things, with what is known here; a stranger's badge only asks."""

import pytest

from calibration.errors import BadInput
from companion.codes.code import Code, DeckCode, PieceCode, PlayerCode, TableCode, code_text, read_code
from companion.codes.meaning import (
    Action,
    AskWho,
    CalibrateTable,
    Collect,
    Known,
    LoadTable,
    OpenDeck,
    SignIn,
    action_for,
)

KEY = b"k" * 32
KNOWN = Known(frozenset({"7F3K9A"}), frozenset({("frankfurt", "ours")}), frozenset({"Ann"}))
PIECE = PieceCode("ABCDEFGH", 0, 2, b"x")


@pytest.mark.parametrize(
    ("code", "key", "action"),
    [
        (TableCode("7F3K9A"), None, LoadTable("7F3K9A")),
        (TableCode("NEW1", "frankfurt_a3"), None, CalibrateTable("NEW1", "frankfurt_a3")),
        (DeckCode("frankfurt", "ours"), None, OpenDeck("frankfurt", "ours")),
        (PlayerCode("Ann"), KEY, SignIn("Ann")),
        (PlayerCode("Ann"), None, AskWho("Ann", True)),
        (PlayerCode("Ann"), b"a stranger's key", AskWho("Ann", True)),
        (PlayerCode("Eve"), KEY, AskWho("Eve", False)),
        (PIECE, None, Collect(PIECE)),
    ],
)
def test_what_a_code_does(code: Code, key: bytes | None, action: Action) -> None:
    assert action_for(read_code(code_text(code, key), KEY), KNOWN) == action


def test_a_deck_that_is_not_here_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="not on this device"):
        action_for(read_code(code_text(DeckCode("frankfurt", "theirs"))), KNOWN)
