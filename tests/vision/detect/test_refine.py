"""The second look: its views and their way back are exact, and it pulls disturbed outlines towards the card."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect.proposal import Proposal
from vision.detect.refine import BATCHES, BOX, Refiner, Sharpness, straightened
from vision.training.measure import corner_error, pictures
from vision.training.views import disturbed

SCENES = Path(__file__).parent.parent / "data" / "detect"


def test_a_view_leads_back_to_the_outline() -> None:
    quad = np.array([(300, 80), (420, 110), (390, 300), (250, 260)], np.float32)
    picture = np.zeros((400, 600, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (255, 255, 255))
    view, home = straightened(Sharpness(picture), quad)
    assert view[16:-16, 12:-12].mean() > 240
    assert view[:8].mean() < 15
    back = cv2.perspectiveTransform(BOX[None], home.astype(np.float64))[0]
    assert np.abs(back - quad).max() < 0.05


def test_a_large_card_is_seen_from_a_smaller_picture() -> None:
    sharpness = Sharpness(np.zeros((1000, 1600, 3), np.uint8))
    assert sharpness.near(40)[1] == 1
    assert sharpness.near(500)[1] == pytest.approx(0.25, abs=0.13)


def test_nothing_proposed_is_nothing_found() -> None:
    assert Refiner().refined(np.zeros((50, 50, 3), np.uint8), []) == []


def test_disturbed_outlines_come_closer_and_count_as_cards() -> None:
    rng = np.random.default_rng(6)
    before, after, scores = [], [], []
    for _, picture, truths in pictures(SCENES):
        clear = [truth for truth in truths if truth.kind == "clear"]
        wrong = [disturbed(rng, truth.quad, 0.06) for truth in clear]
        better = Refiner().refined(picture, [Proposal(quad, 1.0, 1.0) for quad in wrong])
        before += [corner_error(quad, truth.quad) for quad, truth in zip(wrong, clear, strict=True)]
        after += [corner_error(p.quad, truth.quad) for p, truth in zip(better, clear, strict=True)]
        scores += [p.score for p in better]
    assert len(before) > max(BATCHES)
    assert np.median(after) < 0.7 * np.median(before)
    assert np.mean(np.array(scores) > 0.5) > 0.8
