"""What of a picture a recording keeps: the table around its piles, as wide as a forearm reaches. The rest is black.

It decides how much of a room nobody ever needs to see again. Pure; it draws nothing.
"""

from math import cos, pi, sin

import cv2
import numpy as np

from calibration.table_file import Point, Table

#: Around the piles on every side: hands and their wrists, by which arms are told apart.
REACH_MM = 260.0
CORNERS = 16


def table_outline(table: Table, reach_mm: float = REACH_MM) -> tuple[Point, ...]:
    """The hull of all piles, wider by `reach_mm` on the table's plane, cut at the picture's edges; in pixels."""
    corners = [corner for pile in table.piles for corner in pile.polygon]
    if not corners:
        return ()
    around = [(cos(2 * pi * turn / CORNERS), sin(2 * pi * turn / CORNERS)) for turn in range(CORNERS)]
    wider = [(x + reach_mm * dx, y + reach_mm * dy) for x, y in table.plane.to_mm(corners) for dx, dy in around]
    points = np.asarray(table.plane.to_px(wider), np.float32)
    hull = cv2.convexHull(points)[:, 0].astype(np.float64)
    limits = np.array([table.size[0] - 1, table.size[1] - 1], np.float64)
    kept = np.clip(hull, 0, limits)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in kept)
