"""Any file may be given as a picture: it becomes upright 8-bit colour, or one sentence."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import BadInput
from vision.stills import load_still


def test_grey_and_sixteen_bit_pictures_become_colour(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((40, 60), 90, np.uint8))
    cv2.imwrite(str(tmp_path / "deep.png"), np.full((40, 60, 3), 90 * 257, np.uint16))
    cv2.imwrite(str(tmp_path / "clear.png"), np.full((40, 60, 4), 90, np.uint8))
    for name in ("grey.png", "deep.png", "clear.png"):
        image = load_still(tmp_path / name)
        assert image.shape == (40, 60, 3) and image.dtype == np.uint8
        assert abs(int(image.mean()) - 90) <= 1


def test_a_picture_is_turned_as_its_exif_mark_says(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", np.zeros((40, 60, 3), np.uint8))[1].tobytes()
    orientation = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    marked = data[:2] + b"\xff\xe1" + (len(orientation) + 2).to_bytes(2, "big") + orientation + data[2:]
    (tmp_path / "turned.jpg").write_bytes(marked)
    assert load_still(tmp_path / "turned.jpg").shape == (60, 40, 3)


def _png_of(width: int, height: int) -> bytes:
    head = bytearray(cv2.imencode(".png", np.zeros((20, 20, 3), np.uint8))[1].tobytes())
    head[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return bytes(head)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty file"),
        (b"hello, I am a letter", "not a picture"),
        (cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 255, (90, 90, 3)))[1].tobytes()[:2000], "not a pic"),
        (_png_of(200_000, 200_000), "too many"),
        (cv2.imencode(".png", np.zeros((4, 4, 3), np.uint8))[1].tobytes(), "only 4 x 4"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "odd.jpg").write_bytes(data)
    with pytest.raises(BadInput, match=why) as wrong:
        load_still(tmp_path / "odd.jpg")
    assert "odd.jpg" in str(wrong.value) and "\n" not in str(wrong.value)


def test_a_missing_file_and_a_folder_are_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jpg", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            load_still(path)
