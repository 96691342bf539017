"""Finds cards in a still with a small network, at several sizes of the picture. Decides where cards lie, never which.

Every cell of the network's answer that lies well inside a card tells the whole outline; cells that tell the same
outline are one card. The picture is looked at whole and at half and quarter size, so that a card may fill it or be a
thumbnail; once, at the size that suits them, where it is known how large cards are. What was found is then looked at
again, one by one and close up.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.grid import CELL, LARGEST_PX, SMALLEST_PX, STEP, UNIT
from vision.detect.overlap import overlap
from vision.detect.proposal import Detector, Proposal
from vision.detect.refine import Refiner
from vision.detect.shape import decoded
from vision.image import FloatArray, Image

MODEL = Path(__file__).parent.parent / "models" / "detector.onnx"
LONG_SIDE = 800  # pixels of the largest look
LOOKS = 3  # whole, half and quarter size
WELL_SEEN_PX = 75.0  # width at which a card of known size is looked at
WIDEST_APART = 2.5  # the farthest card may be so many times narrower than the nearest for one look to do
SIZES_KEPT = 2 * LOOKS  # sizes of input for which a network is kept ready
SURE_ENOUGH = 0.35  # of lying inside a card, for a cell to be heard
SAME_CARD = 0.2  # mean distance of corners, of the card's size, up to which two cells mean the same card
AGREEING = 0.3  # of the cells a card's visible part covers that should tell it
WORTH_A_LOOK = 0.2  # score from which an outline is looked at again: half of it finds 4 composed cards in 1,000 more
MOST = 64  # outlines that are looked at again, the surest
DOUBTFUL = 0.3  # score after the first close look from which the second is worth its time
CARD = 0.4  # score from which an outline is told
CLEARLY = 0.7  # score of the first look from which an outline is told whatever the others say
CLOSE_LOOKS = (DOUBTFUL, CARD)  # the second starts from the first one's corners and halves what is left of the error
SAME_PLACE = 0.6  # overlap from which two outlines cannot both be cards worth telling
HALF_AROUND = [2, 3, 0, 1]  # the corners of a card turned so


def open_detector(model: Path = MODEL) -> Detector:
    """The detector that the app uses."""
    return _NetDetector(model)


class _Candidates:
    """Outlines told by cells: parallel arrays, in pixels of the picture; `cells` is how many the outline covers."""

    def __init__(self, quads: FloatArray, scores: FloatArray, visible: FloatArray, cells: FloatArray) -> None:
        self.quads, self.scores, self.visible, self.cells = quads, scores, visible, cells


class Finder:
    """The first look: outlines at the sharpness of the network's answers, some of them on no card."""

    def __init__(self, model: Path = MODEL) -> None:
        # One network a size: OpenCV lays out its memory anew whenever the size of the input changes.
        self._model = model
        self._nets: dict[tuple[int, int], cv2.dnn.Net] = {}

    def proposals(self, picture: Image, widths: tuple[float, float] | None = None) -> list[Proposal]:
        """What is worth a closer look, surest first."""
        scales = _scales(max(picture.shape[:2]), widths)
        found = [self._look(picture, scale, first=k == 0, last=k == len(scales) - 1) for k, scale in enumerate(scales)]
        fields = ("quads", "scores", "visible", "cells")
        together = _Candidates(*(np.concatenate([getattr(look, name) for look in found]) for name in fields))
        gathered = _gathered(together)
        worth = (gathered[k] for k in _singles(gathered))
        return [proposal for proposal in worth if proposal.score > WORTH_A_LOOK][:MOST]

    def _look(self, picture: Image, scale: float, *, first: bool, last: bool) -> _Candidates:
        """What the cells say of the picture at one size; sizes of card that another look sees better are left to it."""
        height, width = picture.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = picture if size == (width, height) else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        right, below = -size[0] % STEP, -size[1] % STEP
        # Grey is nothing to the network: it takes half off every pixel and pads with zeros in between.
        framed = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_CONSTANT, value=(127, 127, 127))
        answer = self._answer(np.asarray(framed, np.uint8))
        sure = 1 / (1 + np.exp(-answer[0]))
        rows, columns = np.nonzero(sure > SURE_ENOUGH)
        numbers = answer[1:9, rows, columns].T * UNIT
        numbers[:, 0] += (columns + 0.5) * CELL - 0.5
        numbers[:, 1] += (rows + 0.5) * CELL - 0.5
        quads = decoded(numbers)
        # A card is taken for 2 : 3 whatever its tilt, so its area tells its width.
        widths = 2 * np.sqrt(np.hypot(numbers[:, 2], numbers[:, 3]) * np.hypot(numbers[:, 4], numbers[:, 5]) / 1.5)
        keep = ((widths > SMALLEST_PX) | first) & ((widths < LARGEST_PX) | last)
        quads = (quads + 0.5) * np.array([width / size[0], height / size[1]], np.float32) - 0.5
        cells = 1.5 * widths**2 / CELL**2
        told = (quads.astype(np.float32), sure[rows, columns], np.clip(answer[9, rows, columns], 0, 1), cells)
        return _Candidates(*(values[keep] for values in told))

    def _answer(self, framed: Image) -> FloatArray:
        size = (framed.shape[1], framed.shape[0])
        if size not in self._nets:
            if len(self._nets) >= SIZES_KEPT:
                self._nets.pop(next(iter(self._nets)))
            self._nets[size] = cv2.dnn.readNetFromONNX(str(self._model))
        net = self._nets[size]
        net.setInput(cv2.dnn.blobFromImage(framed, 1 / 255))
        return np.asarray(net.forward()[0], np.float32)


def _scales(long_side: int, widths: tuple[float, float] | None) -> list[float]:
    """The sizes of the picture that are looked at, largest first."""
    largest = min(1.0, LONG_SIDE / long_side)
    if widths is None or widths[1] > WIDEST_APART * widths[0]:
        return [largest / 2**k for k in range(LOOKS)]
    return [min(largest, WELL_SEEN_PX / widths[1])]


class _NetDetector:
    def __init__(self, model: Path) -> None:
        self._finder, self._refiner = Finder(model), Refiner()

    def detect(self, image: Image, widths: tuple[float, float] | None = None) -> list[Proposal]:
        """Every card of the picture, surest first."""
        picture = in_colour(image)
        if min(picture.shape[:2]) < 2:
            return []
        return self._looked_at_again(picture, self._finder.proposals(picture, widths))

    def _looked_at_again(self, picture: Image, proposals: list[Proposal]) -> list[Proposal]:
        """The proposals that stay cards on closer looks; a score is the mean of the looks', the last counting half.

        What the first look was sure of is told with the score that the others leave it: whoever knows the deck may know
        it, though the rounded frame on it looks like the rim of something else.
        """
        clear = [proposal.score > CLEARLY for proposal in proposals]
        for least in CLOSE_LOOKS:
            closer = self._refiner.refined(picture, proposals)
            both = [
                replace(new, score=(old.score * new.score) ** 0.5) for old, new in zip(proposals, closer, strict=True)
            ]
            # Proposals that a look moved onto one card are one from here on.
            kept = [k for k in _singles(both) if clear[k] or both[k].score > least]
            proposals, clear = [both[k] for k in kept], [clear[k] for k in kept]
        return proposals


def in_colour(image: NDArray[np.integer[Any]]) -> Image:
    """Any picture OpenCV reads as an `Image`: grey, with transparency, 16 bits deep."""
    picture = image
    if picture.dtype == np.uint16:
        picture = np.right_shift(picture, 8)
    if picture.ndim == 2:
        picture = picture[..., None]
    if picture.shape[2] == 1:
        picture = np.repeat(picture, 3, 2)
    return np.ascontiguousarray(picture[..., :3], np.uint8)


def _gathered(candidates: _Candidates) -> list[Proposal]:
    """Cells that mean the same card become one outline, the surer ones weighing more.

    A real card is told by most cells of its visible middle; an outline that few cells tell is worth as much less.
    """
    quads, scores, visible, cells = candidates.quads, candidates.scores, candidates.visible, candidates.cells
    corners = quads[..., 0] + 1j * quads[..., 1]
    middles = corners.mean(1)
    left, told = np.argsort(-scores), np.zeros(len(scores), np.bool_)
    proposals = []
    while len(left):
        first = left[0]
        reach = SAME_CARD * (np.sqrt(abs(cv2.contourArea(quads[first]))) + 1e-6)
        # Corners are on average no nearer than the middles: most cells need no closer comparing.
        near = left[np.abs(middles[left] - middles[first]) < reach]
        straight = np.abs(corners[near] - corners[first]).mean(1)
        turned = np.abs(corners[near] - corners[first][HALF_AROUND]).mean(1)
        same = np.minimum(straight, turned) < reach
        group, over = near[same], (turned < straight)[same]
        aligned = np.where(over[:, None, None], quads[group][:, HALF_AROUND], quads[group])
        weights = scores[group] ** 2
        weights /= weights.sum()
        quad = (aligned * weights[:, None, None]).sum(0)
        seen = float((visible[group] * weights).sum())
        told[group] = told[first] = True
        left = left[~told[left]]
        if not cv2.isContourConvex(quad) or cv2.contourArea(quad) < SMALLEST_PX**2:
            continue
        agreed = scores[group].sum() / (AGREEING * max(seen, 0.2) * cells[group[0]] + 1)
        proposals.append(Proposal(quad, float(scores[group[0]] * min(1.0, agreed)), seen))
    return proposals


def _singles(proposals: list[Proposal]) -> list[int]:
    """The places of those that are left when of outlines that lie almost on each other only the surest stays, surest
    first."""
    if not proposals:
        return []
    ordered = sorted(range(len(proposals)), key=lambda k: -proposals[k].score)
    quads = np.stack([proposals[k].quad for k in ordered])
    might = _might_overlap(quads, SAME_PLACE)
    kept: list[int] = []
    for k, row in enumerate(might):
        if all(overlap(quads[k], quads[other]) < SAME_PLACE for other in kept if row[other]):
            kept.append(k)
    return [ordered[k] for k in kept]


def _might_overlap(quads: FloatArray, share: float) -> NDArray[np.bool_]:
    """For every two outlines, may they overlap by this much, as far as their areas and upright frames tell?"""
    areas = np.array([abs(cv2.contourArea(quad)) for quad in quads])
    low, high = quads.min(axis=1), quads.max(axis=1)
    framed = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    shared = np.minimum(np.minimum(areas[:, None], areas), np.maximum(framed, 0).prod(axis=2))
    return np.asarray(shared >= 0.999 * share * (areas[:, None] + areas - shared))
