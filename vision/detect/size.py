"""Tells outlines of a strange size from those around them, and one that lies inside a far larger one.

The cards of a table are of about one size and lie on one plane, and on a plane the cube root of an area seen in
perspective is a linear function of the place in the picture. Judges sizes alone, and only where most outlines agree.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray

AGREE, STRANGE = 1.2, 1.9  # factor of a length up to which an outline has its place's size, from which it has not
FEWEST = 5  # outlines that have to agree before another is strange
ROUNDS = 10
INSIDE = 0.8  # of the smaller outline's area that the larger one shares
FAR_SMALLER = 0.45  # of the larger one's area: no card that lies on another looks so small


def strange(quads: Sequence[FloatArray], trust: Sequence[float]) -> NDArray[np.bool_]:
    """Which outlines have not the size that the trusted ones around them have; none where no common size is seen."""
    if len(quads) <= FEWEST:
        return np.zeros(len(quads), np.bool_)
    middles = np.array([quad.mean(0) for quad in quads], np.float32)
    roots = np.cbrt(np.array([max(1.0, _area(quad)) for quad in quads], np.float32))
    weights = np.array(trust, np.float32)
    # A length is the square root of an area, which is the cube of what is fitted.
    factor = np.exp(1.5 * np.abs(np.log(roots / np.maximum(_expected(middles, roots, weights), 1e-3))))
    agreeing = factor < AGREE
    if agreeing.sum() < FEWEST or 2 * weights[agreeing].sum() < weights.sum():
        return np.zeros(len(quads), np.bool_)
    return np.asarray(factor > STRANGE)


def nested(one: FloatArray, other: FloatArray) -> bool:
    """Whether one of the two lies inside the other and is far smaller: they cannot both be cards of a table."""
    small, large = sorted((one, other), key=_area)
    if _area(small) > FAR_SMALLER * _area(large):
        return False
    shared, _ = cv2.intersectConvexConvex(small, large)
    return bool(shared > INSIDE * _area(small))


def _area(quad: FloatArray) -> float:
    return abs(float(cv2.contourArea(quad)))


def _expected(middles: FloatArray, roots: FloatArray, trust: FloatArray) -> FloatArray:
    """What the cube root of an area should be at each place: a plane fitted to those that agree with it."""
    order = np.argsort(roots)
    cumulated = np.cumsum(trust[order])
    expected = np.full(len(roots), roots[order][np.searchsorted(cumulated, cumulated[-1] / 2)])
    terms = np.column_stack([np.ones(len(roots)), (middles - middles.mean(0)) / max(middles.std(0).max(), 1.0)])
    for _ in range(ROUNDS):
        weights = trust / (1 + (np.log(roots / np.maximum(expected, 1e-3)) / 0.1) ** 2) / roots**2
        # A light pull towards no slope keeps a few outlines in a row from tilting the table.
        pull = np.diag([0.0, 1.0, 1.0]) * weights.sum() * 0.02
        expected = terms @ np.linalg.solve(terms.T @ (weights[:, None] * terms) + pull, terms.T @ (weights * roots))
    return np.asarray(expected, np.float32)
