"""The exact outline: a rough one is drawn onto the print, whatever the light, and little print moves nothing."""

import cv2
import numpy as np
import pytest

from vision.image import FloatArray, Image
from vision.recognise.align import aligned, template_of
from vision.recognise.crop import Pyramid, canvas_corners, sides, turned

QUAD = np.array([[210, 90], [330, 110], [312, 290], [184, 265]], np.float32)


def face() -> Image:
    picture = np.full((288, 192, 3), 235, np.uint8)
    cv2.circle(picture, (70, 90), 40, (40, 60, 200), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (90, 160), (160, 250), (160, 90, 20), -1)
    cv2.putText(picture, "7", (20, 250), cv2.FONT_HERSHEY_SIMPLEX, 3, (20, 20, 20), 8, cv2.LINE_AA)
    return picture


def scene(print_: Image, light: float = 1.0) -> Image:
    table = np.full((360, 480, 3), (60, 110, 70), np.uint8)
    warp = cv2.getPerspectiveTransform(canvas_corners(192, 288), QUAD)
    card = cv2.warpPerspective(print_, warp, (480, 360), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.ones((288, 192), np.float32), warp, (480, 360))[..., None]
    return np.clip((mask * card + (1 - mask) * table) * light, 0, 255).astype(np.uint8)


def error(quad: FloatArray) -> float:
    return float(np.linalg.norm(quad - QUAD, axis=1).mean() / max(sides(QUAD)))


def lay(picture: Image, quad: FloatArray) -> FloatArray:
    pyramid = Pyramid(picture)
    rough = aligned(pyramid, [quad], [template_of(face(), 32, 48, 600)], 5)
    return aligned(pyramid, rough, [template_of(face(), 64, 96, 1200)], 2)[0]


@pytest.mark.parametrize("light", [1.0, 0.5])
@pytest.mark.parametrize("seed", range(4))
def test_a_rough_outline_becomes_exact(light: float, seed: int) -> None:
    rough = QUAD + np.random.default_rng(seed).normal(0, 3.5, (4, 2)).astype(np.float32)
    assert error(lay(scene(face(), light), rough)) < min(0.009, error(rough))


def test_a_finger_over_the_card_moves_little() -> None:
    picture = scene(face())
    cv2.line(picture, (480, 300), (280, 210), (120, 150, 210), 34)
    rough = QUAD + np.random.default_rng(5).normal(0, 3, (4, 2)).astype(np.float32)
    assert error(lay(picture, rough)) < 0.02


def test_an_empty_face_stays_where_the_detector_saw_it() -> None:
    blank = np.full((288, 192, 3), 235, np.uint8)
    rough = QUAD + np.float32(1.5)
    (quad,) = aligned(Pyramid(scene(blank)), [rough], [template_of(blank, 32, 48, 600)], 5)
    assert np.abs(quad - rough).max() < 1.0


def test_turning_an_outline_and_cropping_it() -> None:
    upright = Pyramid(scene(face())).crop(QUAD)
    upside_down = Pyramid(scene(face())).crop(turned(QUAD, 2))
    assert upright.shape == (96, 64, 3)
    assert np.abs(upright[::-1, ::-1].astype(int) - upside_down).mean() < 3


def test_a_big_card_is_cropped_without_aliasing() -> None:
    stripes = np.zeros((960, 640, 3), np.uint8)
    stripes[:, ::2] = 255
    crop = Pyramid(stripes).crop(canvas_corners(640, 960))
    # Half the light is not half the level.
    assert 170 < crop[:, 8:-8].mean() < 190
    assert crop[:, 8:-8].std() < 20
