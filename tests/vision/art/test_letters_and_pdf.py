"""Words without a font, and pages of vectors: what is set can be read, and what is cut off is cut off."""

import re
import zlib

import numpy as np
import pytest

from vision.art.drawing import Drawing, Inset, Stroke, placed, rectangle, scaled
from vision.art.letters import GLYPHS, lettering, spelt, width_of
from vision.art.pdf import write_pdf
from vision.art.raster import rasterise

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def test_accents_are_kept_and_what_cannot_be_written_is_a_dot():
    assert spelt("Fête") == "FE\u0302TE"
    assert spelt("Straße, œuvre") == "STRASSE, OEUVRE"
    assert spelt("猫") == "·"


def test_no_two_signs_are_drawn_alike():
    assert len({lines for _, lines in GLYPHS.values()}) == len(GLYPHS)


@pytest.mark.parametrize("anchor", ["left", "middle", "right"])
def test_a_line_stands_where_it_is_anchored_and_keeps_to_its_room(anchor):
    strokes = [s for s in lettering("HAUTE", (50.0, 20.0), 8.0, BLACK, anchor, room=20.0) if isinstance(s, Stroke)]
    x, y = np.array([point for stroke in strokes for point in stroke.points]).T
    expected = {"left": (50, 70), "middle": (40, 60), "right": (30, 50)}[anchor]
    assert (x.min(), x.max()) == pytest.approx(expected, abs=0.01)
    assert (y.min() + y.max()) / 2 == pytest.approx(20, abs=0.01)
    assert width_of("HAUTE", 8.0) > 20


def test_an_inset_is_cut_off_at_its_own_paper_in_pixels_and_in_the_file():
    card = Drawing(10, 20, WHITE, (rectangle(-50, -50, 50, 50, BLACK),))
    sheet = Drawing(40, 40, WHITE, (Inset(card, (5, 10)), Inset(card, (20, 10))))
    dark = rasterise(sheet, 400)[..., 0] < 128
    assert dark[100:300, 50:150].all()
    assert dark.sum() == 2 * 100 * 200
    data = write_pdf([sheet], "two cards")
    assert data.count(b"/Subtype /Form") == 1
    assert b"/BBox [0 0 10 20]" in data


def test_a_page_paints_its_shapes_in_millimetres_and_never_in_exponents():
    sheet = Drawing(210, 297, WHITE, (Stroke(((0.00001, 1), (100.12345, 1)), 0.25, BLACK),))
    data = write_pdf([sheet], "line")
    assert b"/MediaBox [0 0 595.2756 841.8898]" in data
    content = b"".join(zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", data, re.S))
    assert b"0 0 0 RG 0.25 w 0 1 m 100.123 1 l S" in content
    assert b"e-" not in content


def test_placing_turns_and_scales():
    (turned,) = placed([Stroke(((0, 0), (10, 0)), 2, BLACK)], (5, 5), 2, quarters=1)
    assert isinstance(turned, Stroke)
    assert turned.points == ((5, 5), (5, 25))
    assert turned.width_mm == 4
    half = scaled(Drawing(58, 87, WHITE, (Inset(Drawing(10, 10, BLACK, ()), (4, 6)),)), 0.5)
    assert half.shapes[0].drawing.width_mm == 5
    assert half.shapes[0].left_top == (2, 3)
