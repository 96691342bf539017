"""How much two outlines overlap. Pure geometry; decides nothing."""

import cv2

from vision.image import FloatArray


def overlap(one: FloatArray, other: FloatArray) -> float:
    """Intersection over union of two convex outlines: 0 apart, 1 the same."""
    if (one.max(0) < other.min(0)).any() or (other.max(0) < one.min(0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(one, other)
    union = abs(cv2.contourArea(one)) + abs(cv2.contourArea(other)) - shared
    return float(shared / union) if union > 0 else 0.0
