"""How well a detector finds cards: recall by visibility, ghosts, doubles, corner error, time. Measures, never tunes.

Run it on a folder of pictures with their truth files (the format of the frames' JSON), or on composed scenes:

    python -m vision.training.measure FOLDER...
    python -m vision.training.measure --composed 200 --seed 9
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.detect.find import MODEL, open_detector
from vision.detect.overlap import overlap
from vision.detect.proposal import Detector, Proposal
from vision.image import FloatArray, Image
from vision.training.composer import Recipe
from vision.training.feed import scene

CLEAR, PART = 0.85, 0.4  # visible fractions from which a card counts as clear, as partly covered
GHOST = 0.1  # overlap with every true card below which an outline lies on nothing


@dataclass(frozen=True, slots=True)
class Truth:
    """A true card: its outline, how much of it is seen, how much is in the picture."""

    quad: FloatArray
    visible: float
    in_frame: float

    @property
    def kind(self) -> str:
        if self.visible >= CLEAR and self.in_frame >= 0.99:
            return "clear"
        return "part" if self.visible >= PART else "hidden"


@dataclass(slots=True)
class Tally:
    """What was counted so far."""

    images: int = 0
    cards: dict[str, int] = field(default_factory=lambda: {"clear": 0, "part": 0})
    at50: dict[str, int] = field(default_factory=lambda: {"clear": 0, "part": 0})
    at80: dict[str, int] = field(default_factory=lambda: {"clear": 0, "part": 0})
    ghosts: int = 0
    doubles: int = 0
    corners: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, found: list[Proposal], truths: list[Truth]) -> list[Truth]:
        """Count one picture; returns the cards worth finding that were missed."""
        self.images += 1
        free = set(range(len(truths)))
        best: dict[int, Proposal] = {}
        for proposal in found:
            overlaps = [(overlap(proposal.quad, truth.quad), k) for k, truth in enumerate(truths)]
            share, k = max(overlaps, default=(0.0, -1))
            self.ghosts += share < GHOST
            share, k = max(((s, k) for s, k in overlaps if k in free), default=(0.0, -1))
            if share >= 0.5:
                free.discard(k)
                best[k] = proposal
            elif max(overlaps, default=(0.0, -1))[0] >= 0.5:
                self.doubles += 1
        missed = []
        for k, truth in enumerate(truths):
            if truth.kind == "hidden":
                continue
            self.cards[truth.kind] += 1
            if k in best:
                self.at50[truth.kind] += 1
                self.at80[truth.kind] += overlap(best[k].quad, truth.quad) >= 0.8
                if truth.kind == "clear":
                    self.corners.append(corner_error(best[k].quad, truth.quad))
            else:
                missed.append(truth)
        return missed

    def row(self) -> dict[str, float]:
        row: dict[str, float] = {"images": self.images}
        for kind in ("clear", "part"):
            row[kind] = self.cards[kind]
            row[f"recall50_{kind}"] = round(self.at50[kind] / max(1, self.cards[kind]), 4)
            row[f"recall80_{kind}"] = round(self.at80[kind] / max(1, self.cards[kind]), 4)
        row["ghosts"] = round(self.ghosts / max(1, self.images), 3)
        row["doubles"] = round(self.doubles / max(1, self.images), 3)
        if self.corners:
            row["corner_p50"], row["corner_p90"] = (round(float(v), 4) for v in np.percentile(self.corners, (50, 90)))
        if self.ms:
            row["ms_p50"], row["ms_p95"] = (round(float(v), 1) for v in np.percentile(self.ms, (50, 95)))
        return row


def corner_error(quad: FloatArray, truth: FloatArray) -> float:
    """Mean distance of the corners, of the true card's longer side; any corner may be the first."""
    side = max(float(np.linalg.norm(truth[0] - truth[1])), float(np.linalg.norm(truth[1] - truth[2])))
    return min(float(np.linalg.norm(np.roll(quad, k, 0) - truth, axis=1).mean()) for k in range(4)) / side


def pictures(folder: Path) -> Iterator[tuple[str, Image, list[Truth]]]:
    for path in sorted(folder.glob("*.json")):
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        if picture is not None:
            cards = json.loads(path.read_text())["cards"]
            truths = [Truth(np.array(c["quad"], np.float32), c["visible"], c["in_frame"]) for c in cards]
            yield path.stem, np.asarray(picture, np.uint8), truths


def composed(count: int, seed: int, recipe: Recipe) -> Iterator[tuple[str, Image, list[Truth]]]:
    for number in range(count):
        made = scene(seed, number, recipe)
        yield str(number), made.image, [Truth(c.quad, c.visible, c.in_frame) for c in made.cards]


def measured(detector: Detector, series: Iterator[tuple[str, Image, list[Truth]]], show: Path | None = None) -> Tally:
    tally = Tally()
    for name, picture, truths in series:
        began = time.perf_counter()
        found = detector.detect(picture)
        tally.ms.append(1000 * (time.perf_counter() - began))
        missed = tally.add(found, truths)
        if show is not None:
            _draw(show / f"{name}.png", picture, found, missed)
    return tally


def _draw(path: Path, picture: Image, found: list[Proposal], missed: list[Truth]) -> None:
    """What was found (green, its first edge blue) and what was missed (red)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = picture.copy()
    thick = max(1, picture.shape[1] // 640)
    for proposal in found:
        corners = np.round(proposal.quad).astype(np.int32)
        cv2.polylines(drawn, [corners], True, (0, 255, 0), thick, cv2.LINE_AA)
        cv2.line(drawn, corners[0], corners[1], (255, 60, 0), thick, cv2.LINE_AA)
        at = (int(corners[:, 0].mean()) - 12, int(corners[:, 1].mean()))
        cv2.putText(
            drawn, f"{100 * proposal.score:.0f}", at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * thick, (0, 255, 255), thick
        )
    for truth in missed:
        cv2.polylines(drawn, [np.round(truth.quad).astype(np.int32)], True, (0, 0, 255), thick, cv2.LINE_AA)
    cv2.imwrite(str(path), drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description="measure the card detector")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--composed", type=int, default=0, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--show", type=Path, help="draw every picture into this folder")
    args = parser.parse_args()
    detector = open_detector(args.model)
    for folder in args.folders:
        show = args.show / folder.name if args.show else None
        print(json.dumps({"folder": folder.name} | measured(detector, pictures(folder), show).row()))
    if args.composed:
        recipe = Recipe(size=(1280, 720), short_px=(60, 180))
        show = args.show / "composed" if args.show else None
        row = measured(detector, composed(args.composed, args.seed, recipe), show).row()
        print(json.dumps({"composed": args.seed} | row))


if __name__ == "__main__":
    main()
