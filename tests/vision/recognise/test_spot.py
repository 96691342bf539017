"""The card of an enrolment photo is found by its sides; a flat scan is left as it is."""

import cv2
import numpy as np
import pytest

from vision.image import FloatArray, Image
from vision.recognise.crop import canvas_corners
from vision.recognise.spot import lying_card
from vision.training.art import random_deck


def photo(face: Image, quad: FloatArray) -> Image:
    height, width = face.shape[:2]
    rng = np.random.default_rng(1)
    table = np.clip(np.array((60, 95, 130)) + rng.normal(0, 3, (480, 336, 3)), 0, 255).astype(np.uint8)
    warp = cv2.getPerspectiveTransform(canvas_corners(width, height), quad)
    laid = cv2.warpPerspective(face, warp, (336, 480), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), warp, (336, 480)) > 127
    table[mask] = laid[mask]
    return table


@pytest.mark.parametrize("style", ["plain_numeral", "pips", "symbols_on_white", "full_bleed"])
def test_a_lying_card_is_found(style: str) -> None:
    face = random_deck(np.random.default_rng(4), 4, style).faces[1]
    quad = np.array([[55, 70], [270, 48], [300, 380], [80, 404]], np.float32)
    found = lying_card(photo(face, quad))
    assert found is not None
    assert np.linalg.norm(found - quad, axis=1).mean() < 8


@pytest.mark.parametrize("style", ["plain_numeral", "symbols_on_white", "wordy"])
def test_a_scan_is_left_whole(style: str) -> None:
    face = random_deck(np.random.default_rng(4), 4, style).faces[1]
    assert lying_card(face) is None
