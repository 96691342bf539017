"""An enrolled deck made ready for comparing: every view described once, both ways up, as one matrix.

It decides what is derived from a deck; nothing of it is stored. A landscape face is turned to stand upright here, so
that everything below thinks of cards as higher than wide; `Entry.quarters` remembers how to turn the outline back.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.align import Template, template_of
from vision.recognise.compare import printed
from vision.recognise.crop import HEIGHT, WIDTH, smaller
from vision.recognise.deck import Deck, Face
from vision.recognise.describe import CELLS, Described, describe
from vision.recognise.fine import HEIGHT as FINE_HEIGHT
from vision.recognise.fine import WIDTH as FINE_WIDTH
from vision.recognise.fine import marked
from vision.recognise.pair import Sight, coloured
from vision.recognise.same import HEIGHT as SAME_HEIGHT
from vision.recognise.same import WIDTH as SAME_WIDTH
from vision.recognise.same import seen

#: Faces nearest to a face decide which of its cells tell it apart.
RIVALS = 8
#: Of a deck with more rows (two a face) nothing is made ahead: it takes seconds, and 0.27 MB a row, which tablets lack.
AHEAD = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """One enrolled view. `name` counts in `Gallery.names`; `quarters` turn its upright crop back to as printed."""

    name: int
    back: bool
    quarters: int
    picture: Image


class Gallery:
    """All views of a deck. Row v of `cells` is view v upright, row v + len(entries) the same view upside down."""

    def __init__(self, deck: Deck) -> None:
        faces = [(face, False) for face in deck.faces] + [(face, True) for face in deck.backs]
        self.names = tuple(face.name for face, _ in faces)
        self.entries = tuple(
            _entry(number, back, view) for number, (face, back) in enumerate(faces) for view in face.views
        )
        small = [_small(entry.picture) for entry in self.entries]
        turned = [np.ascontiguousarray(crop[::-1, ::-1]) for crop in small]
        described = _in_parts(small + turned)
        self.cells, self._trust = described.cells, described.trust
        self.owner = np.array([entry.name for entry in self.entries] * 2)
        self.telling = self._telling()
        ratios = [entry.picture.shape[0] / entry.picture.shape[1] for entry in self.entries]
        #: Width and height of a card, in no unit.
        self.shape = (1.0, float(np.median(ratios)))
        self._prints: dict[int, FloatArray] = {}
        self._colours: dict[int, FloatArray] = {}
        self._grids: dict[int, NDArray[np.float16]] = {}
        self._marks: dict[int, FloatArray] = {}
        self._templates: dict[tuple[int, bool], Template] = {}

    def _telling(self) -> FloatArray:
        """For every row and cell, how much the most similar rival differs there: 0 not at all, 2 utterly.

        A rival is another face whose whole grid is near; a cell tells if any of the nearest rivals differs in it.
        """
        flat = self.cells.reshape(len(self.cells), -1)
        telling = np.zeros((len(self.cells), RIVALS, CELLS), np.float32)
        for row, own in enumerate(flat):
            alike = np.where(self.owner == self.owner[row], -np.inf, flat @ own)
            best = nearest_names(alike, self.owner, RIVALS)
            for k, rival in enumerate(best):
                telling[row, k] = 1 - (self.cells[row] * self.cells[rival]).sum(axis=1)
        return telling

    def make_ahead(self) -> None:
        """Makes what closer looks need of every face now: while people play, a first look at each would take longer."""
        rows = range(len(self.cells))
        if len(rows) > AHEAD:
            return
        self.sights(list(rows))
        self.grids(list(rows))
        self.marks(list(rows))
        for row in rows:
            self.template(row, fine=False)
            self.template(row, fine=True)

    def print(self, row: int) -> FloatArray:
        """The print of a row's face (see `compare`), made on first use."""
        if row not in self._prints:
            self._prints[row] = printed(_small(self._picture(row)))
        return self._prints[row]

    def sights(self, rows: list[int]) -> Sight:
        """What `pair` needs of the faces of `rows`, made on first use."""
        prints = np.stack([self.print(row) for row in rows])
        return Sight(self.cells[rows], self._trust[rows], prints, self.colours(rows))

    def colours(self, rows: list[int]) -> FloatArray:
        """The colours of each cell of the faces of `rows`, made on first use."""
        for row in rows:
            if row not in self._colours:
                self._colours[row] = coloured(_small(self._picture(row)))
        return np.stack([self._colours[row] for row in rows])

    def grids(self, rows: list[int]) -> FloatArray:
        """What `same` needs of the faces of `rows`, made on first use; kept at half precision, it is much."""
        missing = [row for row in dict.fromkeys(rows) if row not in self._grids]
        pictures = [smaller(self._picture(row), SAME_WIDTH, SAME_HEIGHT) for row in missing]
        self._grids.update(zip(missing, seen(pictures).astype(np.float16), strict=True))
        return np.stack([self._grids[row] for row in rows]).astype(np.float32)

    def marks(self, rows: list[int]) -> FloatArray:
        """How much fine print is where on the faces of `rows` (see `fine`), made on first use."""
        for row in rows:
            if row not in self._marks:
                self._marks[row] = marked(smaller(self._picture(row), FINE_WIDTH, FINE_HEIGHT))
        return np.stack([self._marks[row] for row in rows])

    def _picture(self, row: int) -> Image:
        picture = self.entries[row % len(self.entries)].picture
        return picture if row < len(self.entries) else np.ascontiguousarray(picture[::-1, ::-1])

    def template(self, row: int, fine: bool) -> Template:
        """What `align` needs of a row's face, made on first use."""
        key = (row, fine)
        if key not in self._templates:
            self._templates[key] = template_of(self._picture(row), *((64, 96, 1200) if fine else (32, 48, 600)))
        return self._templates[key]


def nearest_names(alike: FloatArray, owner: np.ndarray, count: int) -> list[int]:
    """The best row of each of the `count` most similar names, best first."""
    rows: list[int] = []
    seen: set[int] = set()
    for row in np.argsort(alike)[::-1]:
        if not np.isfinite(alike[row]):
            break
        if owner[row] not in seen:
            seen.add(int(owner[row]))
            rows.append(int(row))
            if len(rows) == count:
                break
    return rows


def _entry(name: int, back: bool, view: Image) -> Entry:
    if view.shape[1] <= view.shape[0]:
        return Entry(name, back, 0, view)
    return Entry(name, back, 1, np.ascontiguousarray(np.rot90(view)))


def _small(picture: Image) -> Image:
    return smaller(picture, WIDTH, HEIGHT)


def _in_parts(crops: list[Image]) -> Described:
    """Described in parts of a bounded size, so that a deck of thousands needs no more memory than its descriptors."""
    parts = [describe(crops[k : k + 64]) for k in range(0, len(crops), 64)]
    return Described(np.concatenate([part.cells for part in parts]), np.concatenate([part.trust for part in parts]))


__all__ = ["Entry", "Face", "Gallery", "nearest_names"]
