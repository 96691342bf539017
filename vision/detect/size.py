"""Drops outlines that are far too large or small for the cards around them.

The cards of a table are of about one size and lie on one plane, and on a plane the cube root of an area seen in
perspective is a linear function of the place in the picture. Decides by size alone, and only where most outlines agree.
"""

import cv2
import numpy as np

from vision.detect.proposal import Proposal
from vision.image import FloatArray

AGREE, STRANGE = 1.2, 1.9  # factor of a length up to which an outline has its place's size, from which it has not
FEWEST = 5  # outlines that have to agree before another is dropped
ROUNDS = 10


def of_one_size(proposals: list[Proposal]) -> list[Proposal]:
    """The proposals without those of a strange size; all of them where no common size is seen."""
    if len(proposals) <= FEWEST:
        return proposals
    middles = np.array([p.quad.mean(0) for p in proposals], np.float32)
    roots = np.cbrt(np.array([max(1.0, abs(cv2.contourArea(p.quad))) for p in proposals], np.float32))
    expected = _expected(middles, roots, np.array([p.score * max(p.visible, 0.2) for p in proposals], np.float32))
    # A length is the square root of an area, which is the cube of what is fitted.
    factor = np.exp(1.5 * np.abs(np.log(roots / np.maximum(expected, 1e-3))))
    agreeing = int((factor < AGREE).sum())
    if agreeing < FEWEST or 2 * agreeing < len(proposals):
        return proposals
    return [p for p, f in zip(proposals, factor, strict=True) if f < STRANGE]


def _expected(middles: FloatArray, roots: FloatArray, trust: FloatArray) -> FloatArray:
    """What the cube root of an area should be at each place: a plane fitted to those that agree with it."""
    order = np.argsort(roots)
    cumulated = np.cumsum(trust[order])
    expected = np.full(len(roots), roots[order][np.searchsorted(cumulated, cumulated[-1] / 2)])
    terms = np.column_stack([np.ones(len(roots)), (middles - middles.mean(0)) / middles.std(0).max()])
    for _ in range(ROUNDS):
        weights = trust / (1 + (np.log(roots / np.maximum(expected, 1e-3)) / 0.1) ** 2) / roots**2
        # A light pull towards no slope keeps a few outlines in a row from tilting the table.
        pull = np.diag([0.0, 1.0, 1.0]) * weights.sum() * 0.02
        expected = terms @ np.linalg.solve(terms.T @ (weights[:, None] * terms) + pull, terms.T @ (weights * roots))
    return np.asarray(expected, np.float32)
