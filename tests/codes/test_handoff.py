"""A match goes through codes whole, in any order, or not at all."""

import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from companion.codes.code import LONGEST_TEXT, PieceCode, code_text, read_code
from companion.codes.handoff import LARGEST_LOG, Collector, fingerprint, pieces


def long_log() -> bytes:
    rng = Random(1)
    return b"\n".join(f'{{"n":{n},"points":{rng.randrange(10**9)}}}'.encode() for n in range(3000))


def test_a_short_match_is_one_code() -> None:
    (piece,) = pieces(b'{"n":1}\n')
    assert Collector().add(piece) == b'{"n":1}\n'


def test_a_long_match_comes_in_any_order_with_doubles() -> None:
    log, rng, collector = long_log(), Random(2), Collector()
    shown = list(pieces(log))
    assert len(shown) > 40
    seen = shown + rng.sample(shown, 20)
    rng.shuffle(seen)
    texts = [code_text(piece) for piece in seen]
    assert max(map(len, texts)) <= LONGEST_TEXT
    got = None
    for number, text in enumerate(texts):
        assert (number == 0) or collector.missing or got == log
        piece = read_code(text).code
        assert isinstance(piece, PieceCode)
        got = collector.add(piece) or got
    assert got == log and not collector.missing and collector.share == 1.0


def test_what_is_missing_can_be_asked() -> None:
    collector, shown = Collector(), pieces(long_log())
    assert not collector.missing and collector.share == 0.0
    for piece in shown[2:]:
        assert collector.add(piece) is None
    assert collector.missing == (0, 1)


def test_two_matches_are_not_mixed() -> None:
    collector = Collector()
    collector.add(pieces(long_log())[0])
    with pytest.raises(BadInput, match="another match"):
        collector.add(pieces(b"something else")[0])


def test_a_forged_piece_spoils_the_match_and_nothing_else() -> None:
    shown, collector = list(pieces(long_log())), Collector()
    forged = PieceCode(shown[3].match, 3, shown[3].count, b"x" * len(shown[3].data))
    with pytest.raises(BadInput, match="belong together"):
        for piece in [*shown[:3], forged, *shown[4:]]:
            collector.add(piece)
    with pytest.raises(BadInput, match="same place"):
        collector.add(shown[3])


def _carried(packed: bytes) -> bytes | None:
    name, cut = fingerprint(packed), [packed[at : at + 800] for at in range(0, len(packed), 800)]
    collector, got = Collector(), None
    for index, data in enumerate(cut):
        got = collector.add(PieceCode(name, index, len(cut), data))
    return got


@pytest.mark.parametrize(
    "packed",
    [zlib.compress(bytes(LARGEST_LOG + 1)), zlib.compress(b"log") + b"more", zlib.compress(long_log())[:-4]],
    ids=["a bomb", "something behind it", "cut short"],
)
def test_what_unpacks_badly_is_one_sentence(packed: bytes) -> None:
    with pytest.raises(BadInput, match="no match"):
        _carried(packed)


@given(st.binary(min_size=1, max_size=3000))
def test_bytes_that_are_no_match_are_one_sentence(packed: bytes) -> None:
    with pytest.raises(BadInput):
        _carried(packed)


@pytest.mark.parametrize("log", [b"", bytes(LARGEST_LOG + 1), Random(3).randbytes(900_000)])
def test_what_no_codes_can_carry_is_refused(log: bytes) -> None:
    with pytest.raises(BadInput):
        pieces(log)
