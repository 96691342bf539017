"""Identity against an enrolled deck: right where the card can be seen, silent where it is a stranger."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.image import FloatArray, Image
from vision.recognise.claim import claim_of
from vision.recognise.crop import Pyramid, canvas_corners, moved, sides, turned
from vision.recognise.deck import Deck, Face
from vision.recognise.gallery import Gallery
from vision.recognise.identify import LIKELY, _contradicts, _say_each_place_once, _settled, identify
from vision.recognise.look import SURE, TAUGHT_PX, UNDECIDED, Identity, looked_at
from vision.training.art import random_deck

QUAD = np.array([[240, 110], [382, 122], [364, 332], [222, 320]], np.float32)


@pytest.fixture(scope="module")
def faces() -> tuple[Image, ...]:
    return random_deck(np.random.default_rng(11), 12, "full_bleed").faces


@pytest.fixture(scope="module")
def gallery(faces: tuple[Image, ...]) -> Gallery:
    return Gallery(Deck("any", tuple(Face(str(k), (face,)) for k, face in enumerate(faces[:-1]))))


def laid(face: Image, light: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Image:
    height, width = face.shape[:2]
    warp = cv2.getPerspectiveTransform(canvas_corners(width, height), QUAD)
    table = np.full((480, 640, 3), (70, 110, 60), np.uint8)
    card = cv2.warpPerspective(face, warp, (640, 480), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), warp, (640, 480)) > 127
    table[mask] = card[mask]
    return np.clip(table * np.array(light), 0, 255).astype(np.uint8)


def name(picture: Image, gallery: Gallery, quad: FloatArray = QUAD) -> tuple[str, Identity]:
    identity = identify(Pyramid(picture), [quad], gallery)[0]
    return gallery.names[gallery.owner[identity.row]], identity


@pytest.mark.parametrize("number", range(0, 11, 2))
@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.6, 0.8, 1.0), (0.9, 0.75, 0.65)])
def test_a_card_is_named_under_any_lamp(
    faces: tuple[Image, ...], gallery: Gallery, number: int, light: tuple[float, float, float]
) -> None:
    said, identity = name(laid(faces[number], light), gallery)
    assert said == str(number)
    assert np.abs(identity.quad - QUAD).max() < 3


def test_the_outline_tells_how_the_card_lies(faces: tuple[Image, ...], gallery: Gallery) -> None:
    said, identity = name(laid(faces[4]), gallery, turned(QUAD, 2))
    assert said == "4"
    assert np.abs(identity.quad - QUAD).max() < 3


def test_an_outline_that_is_off_by_a_seventh_is_found_again(faces: tuple[Image, ...], gallery: Gallery) -> None:
    said, identity = name(laid(faces[6]), gallery, QUAD + np.array([20, 0], np.float32))
    assert said == "6"
    assert np.abs(identity.quad - QUAD).max() < 4


def test_a_covered_half_leaves_the_name(faces: tuple[Image, ...], gallery: Gallery) -> None:
    picture = laid(faces[8])
    cv2.rectangle(picture, (200, 250), (400, 400), (150, 170, 190), -1)
    assert name(picture, gallery)[0] == "8"


def test_a_stranger_and_an_empty_table_are_not_sure(faces: tuple[Image, ...], gallery: Gallery) -> None:
    empty = np.random.default_rng(0).normal(120, 10, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    assert name(laid(faces[-1]), gallery)[1].chance < 0.98
    assert name(empty, gallery)[1].chance < 0.5


@pytest.mark.parametrize(("width", "opinions"), [(TAUGHT_PX - 5, 1), (TAUGHT_PX + 5, 2)])
def test_other_opinions_are_asked_for_where_there_is_a_doubt_and_the_eyes_were_taught_by_cards_so_small(
    faces: tuple[Image, ...], gallery: Gallery, monkeypatch: pytest.MonkeyPatch, width: float, opinions: int
) -> None:
    picture, share = laid(faces[4]), width / min(sides(QUAD))
    scaled = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)

    def asked() -> int:
        here = looked_at(Pyramid(scaled), [(QUAD * share).astype(np.float32)], gallery)[0]
        return (len(here.evidence) - 19) // 3

    monkeypatch.setattr("vision.recognise.look.DOUBT", (0.0, 1.0))
    assert asked() == opinions
    monkeypatch.setattr("vision.recognise.look.DOUBT", (1.0, 1.0))
    assert asked() == 1


def _identity(row: int, chance: float, quad: FloatArray = QUAD) -> Identity:
    return Identity(row, chance, quad, np.zeros(22, np.float32), ())


@pytest.mark.parametrize("order", [1, -1])
def test_a_likely_name_and_a_sure_one_nearby_leave_none_in_whatever_order_they_are_looked_at(
    gallery: Gallery, order: int
) -> None:
    here, same, other = _identity(3, LIKELY), _identity(3, 0.97), _identity(5, 0.99)
    assert _settled(here, [same, other][::order], gallery).chance <= UNDECIDED
    assert _settled(here, [same], gallery) is same
    assert _settled(_identity(3, LIKELY - 0.1), [same, other][::order], gallery) is other


def test_what_an_outline_led_to_is_not_contradicted_by_a_place_beside_it(gallery: Gallery) -> None:
    here, beside, apart = (moved(QUAD, 0, down, 1) for down in (0.0, 0.15, 0.4))
    assert _contradicts(_identity(5, 0.99, beside), _identity(3, 0.95, here), gallery)
    assert not _contradicts(_identity(3, 0.99, beside), _identity(3, 0.95, here), gallery)
    assert not _contradicts(_identity(5, 0.99, apart), _identity(3, 0.95, here), gallery)


def test_of_two_names_read_off_one_card_the_surer_stays(gallery: Gallery) -> None:
    cells = np.full((96, 4), 0.5, np.float32)
    whole = claim_of(QUAD, cells, np.ones(96, np.float32), cells)
    card, other, copy = (
        replace(_identity(row, chance), claim=whole) for row, chance in ((3, 0.99), (5, 0.95), (3, 0.94))
    )
    found = [other, card, copy]
    _say_each_place_once(found, gallery)
    assert [each.chance for each in found] == [UNDECIDED, 0.99, 0.94], "a copy of the same name is told by its place"


def test_what_is_made_ahead_is_what_is_made_on_first_use(gallery: Gallery, faces: tuple[Image, ...]) -> None:
    again = Gallery(Deck("any", tuple(Face(str(k), (face,)) for k, face in enumerate(faces[:-1]))))
    again.make_ahead()
    rows = [0, len(again.cells) - 1]
    assert np.allclose(again.grids(rows), gallery.grids(rows), atol=0.02)
    assert np.array_equal(again.marks([1]), gallery.marks([1]))
    assert np.array_equal(again.template(1, fine=True).grey, gallery.template(1, fine=True).grey)


def test_a_face_enrolled_with_an_outline_a_little_off_is_laid_by_its_own() -> None:
    """The first look takes it for a twin; only by the outline that suits it is it surely itself."""
    rng = np.random.default_rng(3)
    twins = [_numeral(number) for number in range(1, 9)]
    enrolled = Deck("any", tuple(Face(str(k), (_enrolled(face, rng),)) for k, face in enumerate(twins)))
    gallery = Gallery(enrolled)
    pictures = [Pyramid(laid(face)) for face in twins]
    once = [looked_at(picture, [QUAD], gallery)[0] for picture in pictures]
    often = [identify(picture, [QUAD], gallery)[0] for picture in pictures]
    assert _sure(often, gallery) > _sure(once, gallery)
    assert all(identity.chance < SURE or identity.row % 8 == k for k, identity in enumerate(often))


def _numeral(number: int) -> Image:
    picture = np.full((288, 192, 3), (60, 120, 30), np.uint8)
    cv2.rectangle(picture, (0, 0), (191, 287), (240, 240, 240), 14)
    cv2.ellipse(picture, (96, 144), (60, 96), 25, 0, 360, (235, 240, 240), -1, cv2.LINE_AA)
    cv2.putText(picture, str(number), (52, 190), cv2.FONT_HERSHEY_DUPLEX, 4.4, (60, 120, 30), 12, cv2.LINE_AA)
    return picture


def _enrolled(face: Image, rng: np.random.Generator) -> Image:
    """As a photo leaves it: its outline is off, a lamp is reflected."""
    height, width = face.shape[:2]
    corners = canvas_corners(width, height)
    warp = cv2.getPerspectiveTransform((corners + rng.normal(0, 8, (4, 2))).astype(np.float32), corners)
    seen = cv2.warpPerspective(face, warp, (width, height), borderMode=cv2.BORDER_REPLICATE)
    veil = np.linspace(*rng.uniform(0, 0.6, 2), width)[None, :, None]
    return np.asarray(seen + veil * (235.0 - seen), np.uint8)


def _sure(identities: list[Identity], gallery: Gallery) -> int:
    return sum(i.chance >= SURE and gallery.owner[i.row] == k for k, i in enumerate(identities))


def test_no_outlines_no_identities(gallery: Gallery) -> None:
    assert identify(Pyramid(laid(np.zeros((30, 20, 3), np.uint8))), [], gallery) == []
