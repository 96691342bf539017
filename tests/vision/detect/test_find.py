"""The detector on a few composed scenes that it never learnt from, on clutter alone, and on pictures that are odd."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect.find import in_colour, open_detector
from vision.detect.overlap import overlap
from vision.detect.proposal import Detector, Proposal
from vision.image import Image
from vision.training.composer import Recipe
from vision.training.measure import Truth, composed, corner_error, measured, pictures

SCENES = Path(__file__).parent.parent / "data" / "detect"
SURE = 0.7


@pytest.fixture(scope="module")
def detector() -> Detector:
    return open_detector()


@pytest.fixture(scope="module")
def found(detector: Detector) -> dict[str, tuple[list[Proposal], list[Truth], Image]]:
    return {name: (detector.detect(picture), truths, picture) for name, picture, truths in pictures(SCENES)}


def test_most_clear_cards_are_found(detector: Detector) -> None:
    """The floor that the committed network holds on ordinary tables it never learnt from."""
    ordinary = Recipe(size=(960, 540), short_px=(55, 100), harsh=(0, 0.3), hands=0.2, steepest=35, clutter=2)
    row = measured(detector, composed(16, 4242, ordinary)).row()
    assert row["clear"] >= 50
    assert row["recall50_clear"] >= 0.85


def test_clutter_is_seldom_taken_for_a_card(found: dict[str, tuple[list[Proposal], list[Truth], Image]]) -> None:
    """The floor that the committed network holds, of outlines sure enough to be told even where nothing names them."""
    ghosts = [p for name, (told, _, _) in found.items() if name.startswith("clutter") for p in told if p.score >= 0.75]
    assert len(ghosts) <= 3


def test_outlines_are_clockwise_and_begin_with_a_short_side(
    found: dict[str, tuple[list[Proposal], list[Truth], Image]],
) -> None:
    for proposals, _, _ in found.values():
        assert [p.score for p in proposals] == sorted((p.score for p in proposals), reverse=True)
        for proposal in proposals:
            assert proposal.quad.shape == (4, 2) and proposal.quad.dtype == np.float32
            assert cv2.contourArea(proposal.quad, oriented=True) > 0
            assert 0 <= proposal.visible <= 1 and 0 <= proposal.score <= 1


def test_a_picture_twice_as_large_gives_the_same_cards(
    detector: Detector, found: dict[str, tuple[list[Proposal], list[Truth], Image]]
) -> None:
    proposals, _, picture = found["cards_0"]
    doubled = detector.detect(np.asarray(cv2.resize(picture, None, fx=2, fy=2), np.uint8))
    sure = [p for p in proposals if p.score > SURE]
    again = [p for p in sure if any(overlap(p.quad * 2, d.quad) > 0.6 for d in doubled)]
    assert len(again) >= 0.7 * len(sure)


@pytest.mark.parametrize("shape", [(0, 0, 3), (1, 1, 3), (2, 900, 3), (40, 30, 3), (37, 41), (50, 60, 4), (50, 60, 1)])
def test_odd_pictures_have_no_cards(detector: Detector, shape: tuple[int, ...]) -> None:
    assert [p for p in detector.detect(np.full(shape, 90, np.uint8)) if p.score > SURE] == []


def test_a_huge_picture_is_looked_at(detector: Detector) -> None:
    detector.detect(np.full((6000, 4000, 3), 120, np.uint8))


def test_deep_grey_and_transparent_pictures_become_colour() -> None:
    deep = np.full((4, 5), 0x8FFF, np.uint16)
    assert in_colour(deep).tolist() == np.full((4, 5, 3), 0x8F, np.uint8).tolist()
    assert in_colour(np.zeros((4, 5, 4), np.uint8)).shape == (4, 5, 3)


def test_a_corner_error_knows_no_first_corner() -> None:
    square = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float32)
    assert corner_error(np.roll(square, 3, 0), square) == pytest.approx(0)
    assert corner_error(square + np.float32([9, 0]), square) == pytest.approx(0.1)


def test_overlap_is_intersection_over_union() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], np.float32)
    assert overlap(square, square) == pytest.approx(1)
    assert overlap(square, square + np.float32([5, 0])) == pytest.approx(1 / 3, abs=1e-3)
    assert overlap(square, square + np.float32([20, 0])) == 0
