"""Codes are read small, turned, tilted and in the dark, several at once, with and without the zbar library."""

import sys
from collections.abc import Iterator
from random import Random

import cv2
import numpy as np
import pytest

from calibration.errors import BadInput
from companion.codes.code import PieceCode, PlayerCode, TableCode, code_text, read_code
from companion.codes.handoff import Collector, pieces
from tests.vision.codes.drawn import HIGH, WIDE, lay, photographed, table
from vision.codes import read
from vision.codes.draw import QUIET, modules
from vision.codes.read import read_codes, read_patches
from vision.codes.watch import AWAY_NS, LOOKS, CodeWatch
from vision.frame import Frame

TEXT = code_text(TableCode("7F3K9A", "frankfurt_a3"))


@pytest.fixture(params=["zbar", "opencv"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Both ways to read; without zbar its package cannot be imported."""
    read.zbar.cache_clear()
    if request.param == "opencv":
        monkeypatch.setitem(sys.modules, "pyzbar.pyzbar", None)
        assert read.zbar() is None
    elif read.zbar() is None:
        pytest.skip("the zbar library is not installed")
    yield request.param
    read.zbar.cache_clear()


def test_a_code_is_drawn_as_its_standard_asks() -> None:
    drawn = modules(TEXT)
    assert (drawn[:QUIET] == 255).all() and (drawn[:, -QUIET:] == 255).all()
    assert (len(drawn) - 2 * QUIET - 17) % 4 == 0
    assert not drawn[QUIET, QUIET : QUIET + 7].any(), "the mark in the corner"


@pytest.mark.parametrize("text", ["", "x" * 5000])
def test_what_fits_no_code_is_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="QR"):
        modules(text)


@pytest.mark.parametrize(
    ("module_px", "tilt", "light"),
    [(2.5, 0, 1.0), (2.5, 30, 1.0), (3, 50, 1.0), (4, 40, 1.0), (3, 20, 0.25), (4, 0, 0.15)],
)
def test_a_code_is_read_on_the_table(engine: str, module_px: float, tilt: float, light: float) -> None:
    if engine == "opencv":
        module_px += 1  # a little worse: docs/codes.md
    rng = np.random.default_rng(7)
    found = 0
    for _ in range(3):
        scene = lay(table(rng), TEXT, (320, 240), module_px, float(rng.uniform(0, 360)), tilt)
        found += [seen.text for seen in read_codes(photographed(scene, rng, light))] == [TEXT]
    assert found == 3


def test_several_codes_are_read_each_where_it_lies(engine: str) -> None:
    rng, scene = np.random.default_rng(3), table(np.random.default_rng(3))
    laid = {
        code_text(PlayerCode(name)): at for name, at in (("Ann", (140, 130)), ("Ben", (480, 150)), ("Zoë", (300, 350)))
    }
    for text, at in laid.items():
        scene = lay(scene, text, at, 4, 30, 20)
    seen = {code.text: np.mean(code.outline, axis=0) for code in read_codes(photographed(scene, rng))}
    assert seen.keys() == laid.keys()
    assert all(np.abs(seen[text] - at).max() < 12 for text, at in laid.items())


def test_the_mats_own_place_needs_no_search(engine: str) -> None:
    scene = lay(table(np.random.default_rng(1)), TEXT, (320, 240), 4, 0, 0)
    half = len(modules(TEXT)) * 4 / 2 - QUIET * 4
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners = np.add(square, (320, 240)).astype(np.float32)
    assert [seen.text for seen in read_patches(scene, [corners])] == [TEXT]


def test_words_beside_a_code_do_not_hide_it(engine: str) -> None:
    """They are found as one patch with it, and its outline is askew."""
    scene = lay(table(np.random.default_rng(1)), TEXT, (320, 240), 4, 0, 0)
    half = len(modules(TEXT)) * 4 / 2 - QUIET * 4
    askew = np.array([[half, -half], [half, half], [-half, half], [-2 * half, -0.7 * half]])
    corners = np.add(askew, (320, 240)).astype(np.float32)
    assert [seen.text for seen in read_patches(scene, [corners])] == [TEXT]


def test_a_table_without_codes_has_none(engine: str) -> None:
    rng = np.random.default_rng(1)
    assert read_codes(photographed(table(rng), rng)) == ()
    assert read_codes(rng.integers(0, 255, (HIGH, WIDE, 3)).astype(np.uint8)) == ()
    assert read_codes(np.zeros((20, 20, 3), np.uint8)) == ()


def test_a_match_goes_from_one_screen_to_another_camera() -> None:
    """The whole way: packed, drawn, photographed askew, found, read, put together."""
    log = b"\n".join(b'{"n":%d,"points":%d}' % (n, Random(n).randrange(1000)) for n in range(150))
    shown, collector, rng = list(pieces(log)), Collector(), np.random.default_rng(5)
    assert len(shown) > 2
    got = None
    for piece in [*shown[1:], *shown]:  # it is joined in the middle
        screen = np.full((HIGH, WIDE, 3), 25, np.uint8)
        scene = photographed(lay(screen, code_text(piece), (320, 240), 4, 8, 15), rng)
        for seen in read_codes(scene):
            code = read_code(seen.text).code
            assert isinstance(code, PieceCode)
            got = got or collector.add(code)
    assert got == log


class Looker:
    """Stands in for the reading: counts, and takes a while."""

    def __init__(self, seconds: float = 0.001) -> None:
        self.looks: list[tuple[float, read.Region]] = []
        self.seconds, self.t = seconds, 0.0

    def clock(self) -> float:
        return self.t

    def __call__(self, image: np.ndarray, region: read.Region) -> tuple[read.CodeSeen, ...]:
        self.t += self.seconds
        self.looks.append((self.t, region))
        return (read.CodeSeen("TEXT", ((100.0, 100.0),)),) if image[100, 100].max() > 200 else ()


def watched(looker: Looker, white_from: int, white_to: int, frames: int) -> list[int]:
    """In which frames news was told; the corner of the table is white for some of them."""
    watch, told = CodeWatch(looker.clock, looker), []
    plain = table(np.random.default_rng(1))
    white = plain.copy()
    white[80:130, 80:130] = 255
    for n in range(frames):
        image = white if white_from <= n < white_to else plain
        if watch.see(Frame(n, n * 33_333_333, image, "t")):
            told.append(n)
    return told


def test_a_still_table_costs_nothing() -> None:
    looker = Looker()
    watched(looker, 999, 999, 300)
    assert len(looker.looks) == LOOKS


def test_only_what_changed_is_looked_at_and_a_code_is_told_once() -> None:
    looker = Looker()
    told = watched(looker, 100, 250, 300)
    assert len(told) == 1 and 100 <= told[0] <= 108
    *_, (_, region) = looker.looks
    left, top, wide, high = region
    assert left <= 80 and top <= 80 and wide < 130 and high < 130
    away = round(AWAY_NS / 33_333_333)
    assert len(watched(Looker(), 100, 101 + away, 400)) == 1


def test_looking_takes_no_more_than_its_share() -> None:
    looker, rng = Looker(seconds=0.060), np.random.default_rng(1)
    watch = CodeWatch(looker.clock, looker)
    for n in range(300):  # everything changes all the time
        watch.see(Frame(n, n * 33_333_333, rng.integers(0, 190, (128, 128, 3)).astype(np.uint8), "t"))
    assert len(looker.looks) * 0.060 <= 0.06 * 10 + 0.060


def test_the_real_reader_in_a_live_picture() -> None:
    rng, watch, told = np.random.default_rng(2), CodeWatch(), []
    scene = lay(table(rng), TEXT, (320, 240), 4)
    for n in range(12):
        told += watch.see(Frame(n, n * 500_000_000, photographed(scene, rng), "t"))
    assert [seen.text for seen in told] == [TEXT]
    assert cv2.pointPolygonTest(np.array(told[0].outline, np.float32), (320, 240), False) > 0
