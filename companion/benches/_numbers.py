"""What the app computes from pictures, a little of each kind, as words and numbers that two machines can compare.

    python -m companion.benches._numbers NAME    prints one JSON object

It runs on both machines with whatever Python they have. Pictures are those of the bundled game, and a mat that is drawn
here: nothing random, no clock. Whether two answers are near enough to each other is decided in
`companion/proofs/arm64.py`.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.reader import Reader

#: The picture of the demo in which something lies on both piles, and the stretch of it in which a card is laid.
STILL, FIRST, FRAMES = 100, 76, 30
#: Four cards as a detector outlines them, in a picture of 1280 x 720.
OUTLINES = (
    ((300, 200), (398, 205), (393, 353), (294, 348)),
    ((700, 180), (796, 196), (770, 341), (673, 324)),
    ((500, 430), (601, 430), (603, 584), (499, 584)),
    ((880, 450), (981, 441), (996, 592), (893, 602)),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What must be the same to the letter, and what must be near; `unit` is what the numbers count."""

    words: tuple[str, ...]
    numbers: tuple[float, ...]
    unit: str


def still() -> Answer:
    """One picture read with nothing known: which cards, and where their corners are."""
    (frame,) = _frames(STILL, 1)
    read = sorted(_reader().read(frame.image), key=lambda one: one.quad)
    named = [reading for reading in read if reading.card]
    return Answer(
        tuple(str(reading.card) for reading in named),
        tuple(value for reading in named for corner in reading.quad for value in corner),
        "px",
    )


def identity() -> Answer:
    """Cards named in outlines that are known: how sure."""
    reader = _reader()
    (frame,) = _frames(STILL, 1)
    outlines = [np.array(reading.quad, np.float32) for reading in reader.read(frame.image)]
    named = sorted(reader.name(frame.image, outlines), key=lambda one: one.quad)
    return Answer(
        tuple(str(reading.card) for reading in named), tuple(reading.confidence for reading in named), "of chance"
    )


def mat() -> Answer:
    """A printed mat found in a drawn picture: where nine places of it are, to parts of a millimetre."""
    import cv2

    from calibration.find import fit_mat
    from calibration.mat import CELLS, Paper, marker_cells, mat_for

    sheet = mat_for("", Paper.A4)
    scale = 4
    page = np.full((round(sheet.height_mm * scale), round(sheet.width_mm * scale)), 235, np.uint8)
    for marker in sheet.markers:
        black = np.array(marker_cells(marker.id))
        side = round(marker.spot.width_mm * scale / CELLS)
        drawn = np.kron(np.where(black, 25, 235).astype(np.uint8), np.ones((side, side), np.uint8))
        x, y = round(marker.spot.x_mm * scale), round(marker.spot.y_mm * scale)
        page[y : y + CELLS * side, x : x + CELLS * side] = drawn
    corners = np.array(((0, 0), (page.shape[1], 0), (page.shape[1], page.shape[0]), (0, page.shape[0])), np.float32)
    seen = np.array(((260, 90), (1010, 60), (1120, 650), (180, 600)), np.float32)
    onto = cv2.getPerspectiveTransform(corners, seen)
    picture = cv2.warpPerspective(page, onto, (1280, 720), flags=cv2.INTER_AREA, borderValue=90)
    fit, paper = fit_mat(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8))
    places = fit.to_mm([(x, y) for y in (150, 350, 550) for x in (350, 650, 950)])
    return Answer((paper.name,), tuple(map(float, places.ravel())), "mm")


def cards() -> Answer:
    """A table from four cards and nothing printed."""
    from calibration.cards import fit_cards

    fit = fit_cards(OUTLINES, (58.0, 87.0), (1280, 720))
    places = fit.to_mm([corner for quad in OUTLINES for corner in quad])
    return Answer((), tuple(map(float, places.ravel())), "mm")


def tracker() -> Answer:
    """Thirty pictures watched, with a card laid in them: what is told, who did it and when."""
    from calibration.table_file import load_table
    from companion.referee.demo import demo_folder
    from vision.observe import Observation
    from vision.watcher import Watcher

    watcher = Watcher(_reader(), load_table(demo_folder() / "table.json"))
    told = [seen for frame in _frames(FIRST, FRAMES) for seen in watcher.watch(frame) if isinstance(seen, Observation)]
    tops = watcher.snapshot.tops
    return Answer(
        (
            *(f"{one.kind.value} {one.pile} {one.seat} {one.card}" for one in told),
            *(f"on top {one.card}" for one in tops),
        ),
        tuple(time / 1e6 for one in told for time in (one.lo_ns, one.t_ns, one.hi_ns)),
        "ms",
    )


COMPUTED: dict[str, Callable[[], Answer]] = {
    "cards": cards,
    "mat": mat,
    "still": still,
    "identity": identity,
    "tracker": tracker,
}


def _reader() -> "Reader":
    from companion.referee.demo import demo_folder
    from vision.reader import Reader
    from vision.recognise.deck import load_deck

    return Reader(load_deck(demo_folder() / "deck"))


def _frames(first: int, count: int) -> "Iterator[Frame]":
    from companion.referee.demo import demo_folder
    from vision.frame import Frame
    from vision.sources.open import open_source

    source = open_source(demo_folder() / "recording.avi")
    while count > 0 and isinstance(frame := source.read(), Frame):
        if frame.index >= first:
            yield frame
            count -= 1


def main() -> None:
    (name,) = sys.argv[1:]
    print(json.dumps(asdict(COMPUTED[name]())))


if __name__ == "__main__":
    main()
