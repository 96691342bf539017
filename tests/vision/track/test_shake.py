"""The picture swings when the table is hit: how far it is shifted."""

import cv2
import numpy as np

from vision.track.shake import StillTable, moved_back

RNG = np.random.default_rng(5)
NOWHERE = np.zeros((120, 200), np.uint8)


def table() -> np.ndarray:
    rough = cv2.resize(RNG.integers(40, 220, (60, 100, 3)).astype(np.uint8), (200, 120), interpolation=cv2.INTER_CUBIC)
    return cv2.GaussianBlur(rough, (0, 0), 0.8)


def shifted(picture: np.ndarray, x: float, y: float) -> np.ndarray:
    way = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return cv2.warpAffine(picture, way, (200, 120), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


def test_a_shift_is_seen_in_its_direction_and_grows_with_it() -> None:
    still = table()
    measured = StillTable(still)
    free = StillTable.free(NOWHERE)
    small = measured.shift(shifted(still, 0.1, 0), free)
    large = measured.shift(shifted(still, 0.3, -0.2), free)
    assert small[0] > 0.03 and abs(small[1]) < 0.02
    assert large[0] > 2 * small[0] and large[1] < -0.05


def test_a_shift_of_more_than_a_pixel_is_seen_as_large_as_it_is() -> None:
    still = table()
    right, down = StillTable(still).shift(shifted(still, 1.5, -1.0), StillTable.free(NOWHERE))
    assert abs(right - 1.5) < 0.05 and abs(down + 1.0) < 0.05


def test_a_hand_in_view_and_noise_shift_nothing() -> None:
    still = table()
    picture = still.copy()
    picture[30:90, 60:130] = (90, 120, 170)
    covered = NOWHERE.copy()
    covered[30:90, 60:130] = 255
    noisy = np.clip(picture + RNG.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    assert np.abs(StillTable(still).shift(noisy, StillTable.free(covered))).max() < 0.02


def test_a_table_without_print_shifts_nothing() -> None:
    plain = np.full((120, 200, 3), 120, np.uint8)
    assert StillTable(plain).shift(plain, StillTable.free(NOWHERE)) == (0.0, 0.0)


def test_the_picture_is_moved_back() -> None:
    still = table()
    back = moved_back(shifted(still, 0.4, 0.3), (0.4, 0.3))
    inner = (slice(10, -10), slice(10, -10))
    assert cv2.absdiff(back, still)[inner].mean() < 0.6 * cv2.absdiff(shifted(still, 0.4, 0.3), still)[inner].mean()
