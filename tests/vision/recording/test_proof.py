"""The picture that proves a ruling: both moments, cut to the pile, outlined and captioned, the same every time."""

from pathlib import Path

import cv2
import numpy as np

from vision.recording.proof import HEIGHT, LOWER, UPPER, Outline, Panel, region_around, save_clip, side_by_side

PILE = ((40.0, 30.0), (80.0, 30.0), (80.0, 60.0), (40.0, 60.0))


def test_both_moments_stand_side_by_side_and_are_outlined() -> None:
    grey = np.full((90, 160, 3), 120, np.uint8)
    panels = [
        Panel(grey, "-0.40 s", (Outline(PILE, LOWER, "1"),)),
        Panel(grey, "+0.00 s", (Outline(PILE, UPPER, "2"),)),
    ]
    region = region_around(PILE, (160, 90))
    drawn = side_by_side(panels, region, ["Wrong: a red 3 does not fit on a yellow 9. " * 4])
    left, right = drawn[:, : drawn.shape[1] // 2], drawn[:, drawn.shape[1] // 2 :]
    assert drawn.shape[0] > HEIGHT
    for half, own, other in ((left, LOWER, UPPER), (right, UPPER, LOWER)):
        assert (half == own).all(axis=2).sum() > 200 and not (half == other).all(axis=2).any()
    assert np.array_equal(drawn, side_by_side(panels, region, ["Wrong: a red 3 does not fit on a yellow 9. " * 4]))


def test_the_region_stays_in_the_picture_and_holds_the_pile() -> None:
    left, top, width, height = region_around(PILE, (100, 62))
    assert left >= 0 and top >= 0 and left + width <= 100 and top + height <= 62
    assert left < 40 and top < 30 and left + width > 80 and top + height > 60


def test_a_clip_plays(tmp_path: Path) -> None:
    save_clip(tmp_path / "c.avi", [np.full((40, 60, 3), grey, np.uint8) for grey in (20, 120, 220)], 5.0)
    capture = cv2.VideoCapture(str(tmp_path / "c.avi"))
    means = [capture.read()[1].mean() for _ in range(3)]
    assert means == sorted(means) and not capture.read()[0]
