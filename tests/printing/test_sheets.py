"""What is printed has the size it says, every card is there, backs lie behind fronts, and every code reads back."""

from collections import Counter

import cv2
import numpy as np
import pytest
from pyzbar import pyzbar

from calibration.mat import DICTIONARY, Paper
from calibration.panels import squares_seen
from companion.codes.code import DeckCode, PlayerCode, TableCode, code_text, read_code
from companion.codes.panels import table_of
from companion.core.words import LANGUAGES
from companion.decks.drawn import drawn_deck
from companion.games import game_ids, load_game
from companion.printing.grid import Flip
from companion.printing.labels import box_label
from companion.printing.order import KINDS, Order, printed
from companion.printing.sheet import printing_words, texts_for
from companion.referee.mats import game_mat
from tests.printing.paper import read_pdf, rendered
from vision.art.drawing import Disc, Drawing, Inset, Stroke
from vision.art.pdf import write_pdf
from vision.art.raster import rasterise
from vision.codes.draw import modules
from vision.codes.panels import PANELS, readings

PAPERS_MM = {"A4": (210, 297), "A3": (297, 420), "LETTER": (215.9, 279.4), "TABLOID": (279.4, 431.8)}
#: So many dots an inch are a whole number.
PX_A_MM = 5


def pdf_of(order: Order) -> bytes:
    title, pages = printed(order.with_table())
    return write_pdf(pages, title)


def painted(page: Drawing) -> np.ndarray:
    return rasterise(page, round(page.width_mm * PX_A_MM))


def read_back(picture: np.ndarray) -> set[object]:
    """Every code of ours in a picture, as both readers see it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    spots = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    texts = {spot.data.decode() for spot in spots}
    for spot in spots:
        left, top, wide, high = spot.rect
        around = grey[max(0, top - 20) : top + high + 20, max(0, left - 20) : left + wide + 20]
        assert cv2.QRCodeDetector().detectAndDecode(around)[0] in texts
    return {read_code(text).code for text in texts}


def edges(picture: np.ndarray, row_mm: float, start_mm: float, end_mm: float) -> tuple[float, float]:
    """Where black begins and ends along a row: from how much of the 2 mm on either side of each edge is dark."""
    dark = 1 - picture[round(row_mm * PX_A_MM), :, 0] / 255
    first, last = (slice(round((at - 2) * PX_A_MM), round((at + 2) * PX_A_MM)) for at in (start_mm, end_mm))
    return (first.stop - dark[first].sum()) / PX_A_MM, (last.start + dark[last].sum()) / PX_A_MM


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("game_id", game_ids())
def test_every_sheet_is_as_large_as_its_paper_and_its_ruler_is_true(game_id, kind, paper):
    if kind == "board" and game_id != "frantic_board":
        pytest.skip("this game has no board")
    if kind == "deck" and paper in (Paper.A3, Paper.TABLOID) and game_id != "frappadingue":
        pytest.skip("the same pages from the same grid; one game is enough on large paper")
    for page in read_pdf(pdf_of(Order(kind, game_id, paper))):
        assert sorted(page.size_mm) == pytest.approx(PAPERS_MM[paper.name], abs=0.01)
        assert page.unit_mm == pytest.approx(1, abs=1e-6)
        length, way = (80, 0) if kind == "mat" else (100, 1)
        ticks = sorted({line[way] for line in page.lines("0.25") if line[way] == line[way + 2]})
        rulers = [b for a in ticks for b in ticks if abs(b - a - length) < 0.1]
        assert rulers
        assert all(0 < place < side for place, side in zip((ticks[0], ticks[-1]), page.size_mm, strict=True))


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("paper", Paper)
def test_every_card_is_printed_as_often_as_it_is_in_the_deck(game_id, paper):
    deck = drawn_deck(game_id, "fr")
    _, pages = printed(Order("deck", game_id, paper, "fr", Flip.NONE))
    laid = Counter(shape.drawing for page in pages for shape in page.shapes if isinstance(shape, Inset))
    assert laid == {card.face: card.copies for card in deck.cards}
    for page in pages:
        spots = [shape.left_top for shape in page.shapes if isinstance(shape, Inset)]
        assert len(set(spots)) == len(spots)


@pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT])
@pytest.mark.parametrize("paper", [Paper.A4, Paper.TABLOID])
@pytest.mark.parametrize("game_id", ["frantic", "frantic_board"])
def test_every_back_lies_behind_its_front(game_id, paper, flip):
    deck = drawn_deck(game_id)
    back_of = {card.face: deck.backs[card.back] for card in deck.cards}
    _, drawings = printed(Order("deck", game_id, paper, flip=flip))
    assert len(drawings) % 2 == 0
    for front, back in zip(drawings[::2], drawings[1::2], strict=True):
        behind = {}
        for shape in back.shapes:
            if isinstance(shape, Inset):
                (x, y), card = shape.left_top, shape.drawing
                long_is_upright = back.height_mm > back.width_mm
                if (flip is Flip.LONG) == long_is_upright:
                    x = back.width_mm - x - card.width_mm
                else:
                    y = back.height_mm - y - card.height_mm
                behind[round(x, 3), round(y, 3)] = card
        fronts = {
            (round(shape.left_top[0], 3), round(shape.left_top[1], 3)): back_of[shape.drawing]
            for shape in front.shapes
            if isinstance(shape, Inset)
        }
        assert fronts == behind


def test_cards_in_the_file_have_their_size_and_share_one_drawing():
    for game_id, size in (("frappadingue", (58, 87)), ("frantic_board", (44, 66))):
        pages = read_pdf(pdf_of(Order("deck", game_id)))
        forms = {form for page in pages for form in page.forms}
        assert len(forms) == len({card.face for card in drawn_deck(game_id).cards}) + 1
        for page in pages:
            for form in page.forms.values():
                assert form == pytest.approx(size, abs=0.01)
            for x, y, form in page.insets():
                wide, high = page.forms[form]
                assert x > 5 and x + wide < page.size_mm[0] - 5
                assert y > 5 and y + high < page.size_mm[1] - 5


@pytest.mark.parametrize("paper", Paper)
def test_a_mat_shows_its_table_and_its_markers_where_they_are_described(paper, tmp_path):
    order = Order("mat", "frankfurt", paper, table="7F3K9A")
    mat = game_mat(load_game("frankfurt").info, paper)
    code = TableCode("7F3K9A", f"frankfurt_{paper.name.lower()}")
    mats = [f"{game}_{paper.name.lower()}" for game in game_ids()]
    _, pages = printed(order)
    pictures = [painted(pages[0])]
    pictures += rendered(pdf_of(order), tmp_path, round(25.4 * PX_A_MM)) or []
    for picture in pictures:
        assert read_back(picture) == {code}
        for alone in range(PANELS):
            seen = squares_seen(picture, mat, lambda points_mm: np.asarray(points_mm) * PX_A_MM - 0.5)
            seen[np.arange(PANELS) != alone] = 0
            assert table_of(readings(seen), mats) == code
        finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
        assert sorted(finder.detectMarkers(picture)[1].ravel()) == sorted(marker.id for marker in mat.markers)
        for marker in mat.markers:
            left, top = marker.spot.corners_mm[0]
            right, bottom = marker.spot.corners_mm[2]
            assert edges(picture, top + 2, left, right) == pytest.approx((left, right), abs=0.1)
            assert edges(picture.transpose(1, 0, 2), left + 2, top, bottom) == pytest.approx((top, bottom), abs=0.1)
        for patch in mat.patches:
            x, y = np.mean(patch.spot.corners_mm, axis=0) * PX_A_MM
            assert picture[round(y), round(x)] == pytest.approx(np.array(patch.bgr), abs=2)


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_labels_and_badges_read_back(paper, tmp_path):
    labels = Order("codes", "frantic_board", paper, "de", table="AB12CD34")
    badges = Order("seats", "frantic", paper, "fr", players=("Ann", "Bénédicte", "Жанна"))
    wanted = {
        labels: {DeckCode("frantic_board", "own"), TableCode("AB12CD34")},
        badges: {PlayerCode("Ann"), PlayerCode("Bénédicte"), PlayerCode("Жанна")},
    }
    for order, codes in wanted.items():
        (page,) = printed(order)[1]
        assert read_back(painted(page)) == codes
        folder = tmp_path / order.kind
        folder.mkdir()
        for picture in rendered(pdf_of(order), folder, round(25.4 * PX_A_MM)) or []:
            assert read_back(picture) == codes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
def test_words_keep_out_of_a_codes_white_rim(game_id, language):
    code = code_text(DeckCode(game_id, "own"))
    label = box_label(drawn_deck(game_id, language), code, "A name", texts_for(load_game(game_id).words, language))
    px, cells = 20, modules(code)
    drawn = rasterise(label, round(label.width_mm * px))
    spot = drawn[18 * px : 48 * px, round((label.width_mm - 34) * px) : round((label.width_mm - 4) * px), 0]
    seen = cv2.resize(spot, cells.shape, interpolation=cv2.INTER_AREA) > 128
    assert (seen == (cells == 255)).all()


@pytest.mark.parametrize("game_id", game_ids())
def test_limits_stand_clear_of_the_next_box(game_id):
    (page,) = printed(Order("scoresheet", game_id))[1]
    line = [shape for shape in page.shapes if isinstance(shape, Stroke) and all(43 < y < 47 for _, y in shape.points)]
    boxes = [stroke for stroke in line if stroke.closed]
    assert len(boxes) == sum(len(limits) for _, _, limits in load_game(game_id).info.limits)
    for box in boxes:
        left, right = min(x for x, _ in box.points) - 0.5, max(x for x, _ in box.points) + 0.5
        assert not [1 for stroke in line if stroke is not box for x, _ in stroke.points if left < x < right]


@pytest.mark.parametrize("paper", Paper)
def test_the_boards_pieces_make_the_whole_board(paper):
    _, pages = printed(Order("board", "frantic_board", paper))
    pieces = [shape.drawing for page in pages for shape in page.shapes if isinstance(shape, Inset)]
    (board,) = {inset.drawing for piece in pieces for inset in piece.shapes}
    area = sum(piece.width_mm * piece.height_mm for piece in pieces)
    assert area == pytest.approx(board.width_mm * board.height_mm)
    starts = {(round(-x, 3), round(-y, 3)) for piece in pieces for x, y in [piece.shapes[0].left_top]}
    assert len(starts) == len(pieces)
    assert all(0 <= x < board.width_mm and 0 <= y < board.height_mm for x, y in starts)


def test_a_badge_is_sealed_with_the_households_key():
    key = bytes(range(32))
    (page,) = printed(Order("seats", "frantic", players=("Ann",), key=key))[1]
    (spot,) = pyzbar.decode(painted(page), symbols=[pyzbar.ZBarSymbol.QRCODE])
    assert read_code(spot.data.decode(), key).sealed
    assert not read_code(spot.data.decode(), bytes(32)).sealed


def test_every_new_mat_is_another_table():
    tables = {Order("mat", "frantic").with_table().table for _ in range(20)}
    assert len(tables) == 20
    assert Order("mat", "frantic", table="MINE").with_table().table == "MINE"


def test_the_same_order_is_the_same_file():
    order = Order("codes", "frantic", table="AB12CD34")
    assert pdf_of(order) == pdf_of(order)


def test_nothing_leaves_the_paper():
    for game_id in game_ids():
        for kind in set(KINDS) - {"deck"}:
            if kind == "board" and game_id != "frantic_board":
                continue
            for page in printed(Order(kind, game_id, Paper.LETTER).with_table())[1]:
                for shape in page.shapes:
                    if not isinstance(shape, Inset):
                        points = np.array([shape.centre] if isinstance(shape, Disc) else shape.points)
                        assert (points > 1).all()
                        assert (points < np.array([page.width_mm, page.height_mm]) - 1).all()


def test_sheets_have_the_same_words_in_every_language():
    words = printing_words()
    assert {frozenset(words[language]) for language in LANGUAGES} == {frozenset(words["en"])}
    assert all(kind in words["en"] for kind in KINDS)
