"""Time and colour of a camera, from made-up measurements whose truth is known."""

import numpy as np
import pytest

from calibration.clock import claps_heard, claps_seen, clock_of, row_delay_us
from calibration.colour import GAMMA, colour_from_patches, colour_from_white
from calibration.errors import BadInput
from calibration.mat import Paper, mat_for
from calibration.plane import plane_of
from companion.benches._mat_scenes import PRINT_PX_PER_MM, printed

MAT = mat_for("any", Paper.A4)


def test_the_clock_tells_rate_jitter_and_missed_frames() -> None:
    rng = np.random.default_rng(1)
    times = np.cumsum(np.full(200, 33_333_333.0)) + rng.normal(0, 400_000, 200)
    times = np.delete(times, [50, 51, 120])
    clock = clock_of([int(t) for t in times])
    assert clock.rate_hz == pytest.approx(30, rel=0.01)
    assert 0.4 < clock.jitter_ms < 2
    assert clock.missed == 3
    with pytest.raises(BadInput):
        clock_of([0, 1, 2])


def test_the_bands_of_a_flickering_lamp_tell_the_rows_delay() -> None:
    rows = np.arange(720)
    delay_us = 25.0
    band = 1 + 0.1 * np.sin(2 * np.pi * 100 * rows * delay_us * 1e-6 + 0.4)
    noise = np.random.default_rng(2).normal(0, 0.2, 720)
    assert row_delay_us(np.full(720, 120.0), 120 * band + noise) == pytest.approx(delay_us, rel=0.05)
    assert row_delay_us(np.full(720, 120.0), 120 + noise) is None


def test_claps_are_seen_and_heard() -> None:
    times = [round(k * 33_333_333) for k in range(90)]
    motion = np.full(90, 1.0)
    for stop in (20, 50, 75):
        motion[stop - 4 : stop + 1] = (4, 8, 14, 22, 30)
    seen = claps_seen(times, motion)
    assert [round(t / 33_333_333) for t in seen] == [20, 50, 75]
    rng = np.random.default_rng(3)
    sound = rng.normal(0, 0.002, 3 * 16_000)
    for t_ns in seen:
        at = round((t_ns / 1e9 + 0.060) * 16_000)
        sound[at : at + 400] += 0.5 * np.exp(-np.arange(400) / 80) * rng.choice((-1, 1), 400)
    heard = claps_heard(sound, 16_000, 0)
    assert [(h - s) / 1e6 for h, s in zip(heard, seen, strict=True)] == pytest.approx([60] * 3, abs=3)
    assert claps_seen(times, np.ones(90)) == ()


def lamp(picture: np.ndarray, mix: np.ndarray) -> np.ndarray:
    linear = (picture / 255) ** GAMMA @ mix.T
    return np.asarray(255 * np.clip(linear, 0, 1) ** (1 / GAMMA), np.uint8)


def test_patches_undo_a_warm_lamp() -> None:
    warm = np.array([[0.35, 0.03, 0.0], [0.02, 0.6, 0.04], [0.0, 0.05, 0.8]])
    plane = plane_of(np.diag((PRINT_PX_PER_MM, PRINT_PX_PER_MM, 1)))
    seen = lamp(printed(MAT), warm)
    seen[:300, 1000:1300] = (30, 90, 200)  # a card over some patches
    colour = colour_from_patches(seen, MAT, plane.to_px)
    assert colour.error_before > 25
    assert colour.error_after < 6
    patch = MAT.patches[7]
    x, y = (round(PRINT_PX_PER_MM * (patch.spot.corners_mm[0][k] + 4)) for k in (0, 1))
    assert np.abs(colour.corrected(seen)[y, x].astype(int) - patch.bgr).max() < 30


def test_hidden_patches_are_one_sentence() -> None:
    plane = plane_of([[1, 0, -5000], [0, 1, 0], [0, 0, 1]])
    with pytest.raises(BadInput, match="patches"):
        colour_from_patches(printed(MAT), MAT, plane.to_px)


def test_a_white_card_gives_the_gains() -> None:
    picture = np.full((200, 200, 3), (120, 180, 220), np.uint8)
    colour = colour_from_white(picture, [(50, 50), (150, 50), (150, 150), (50, 150)])
    assert colour.corrected(picture)[100, 100].astype(int) == pytest.approx([240, 240, 240], abs=2)
    with pytest.raises(BadInput):
        colour_from_white(np.full((200, 200, 3), 255, np.uint8), [(50, 50), (150, 50), (150, 150), (50, 150)])
