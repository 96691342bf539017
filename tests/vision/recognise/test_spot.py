"""The card of an enrolment photo is found by its sides; a flat scan is left as it is."""

import cv2
import numpy as np
import pytest

from vision.image import FloatArray, Image
from vision.recognise.crop import canvas_corners
from vision.recognise.rim import worth_of
from vision.recognise.spot import lying_card, smoothed
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


def framed(face: Image, paper: tuple[int, int, int]) -> Image:
    """The face with a rim of paper around what is printed, as many decks have it."""
    rim = round(0.05 * face.shape[1])
    inner = cv2.resize(face, (face.shape[1] - 2 * rim, face.shape[0] - 2 * rim), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(inner, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=paper), np.uint8)


def off(found: FloatArray | None, quad: FloatArray) -> float:
    assert found is not None
    return float(np.linalg.norm(found - quad, axis=1).max() / np.linalg.norm(quad[1] - quad[0]))


@pytest.mark.parametrize("paper", [(236, 244, 246), (100, 135, 170)])
@pytest.mark.parametrize("style", ["plain_numeral", "full_bleed"])
def test_a_printed_frame_is_not_taken_for_the_card(style: str, paper: tuple[int, int, int]) -> None:
    """The rim is white, or not far from the table's own colour."""
    face = framed(random_deck(np.random.default_rng(4), 4, style).faces[1], paper)
    quad = np.array([[55, 70], [270, 48], [300, 380], [80, 404]], np.float32)
    assert off(lying_card(photo(face, quad)), quad) < 0.025


def test_a_card_with_a_corner_out_of_the_picture_is_found() -> None:
    face = random_deck(np.random.default_rng(4), 4, "full_bleed").faces[1]
    quad = np.array([[-6, 70], [220, 48], [250, 390], [30, 412]], np.float32)
    assert off(lying_card(photo(face, quad)), quad) < 0.03


def test_the_cards_own_edge_is_worth_more_than_the_frame_on_it() -> None:
    face = framed(random_deck(np.random.default_rng(6), 4, "plain_numeral").faces[1], (236, 244, 246))
    quad = np.array([[55, 70], [270, 48], [300, 380], [80, 404]], np.float32)
    printed = quad + 0.1 * (quad.mean(axis=0) - quad)
    own, frame = worth_of(smoothed(photo(face, quad)), np.stack([quad, printed]))
    assert own > 0 and own > frame + 2
