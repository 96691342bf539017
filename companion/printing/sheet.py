"""A sheet of paper and what stands on every one: a ruler to check the printer, what it is, and how to print it.

It decides where the furniture goes, not what a sheet is for. All lengths are millimetres; the origin is the top left.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from calibration.mat import Paper
from companion.core.words import LANGUAGES, Catalogue, load_words, texts_of
from vision.art.drawing import Colour, Drawing, Point, Shape, Stroke, placed
from vision.art.letters import lettering

Texts = Mapping[str, str]

WHITE: Colour = (255, 255, 255)
INK: Colour = (28, 36, 44)
FAINT: Colour = (150, 148, 142)
#: No printer reaches the rim; nothing that matters is nearer to it.
MARGIN_MM = 8.0
#: The ruler stands in this strip at the left of every upright sheet; the same is left free at the right.
STRIP_MM = 14.0
RULER_MM = 100


@dataclass(frozen=True, slots=True)
class Sheet:
    paper: Paper
    upright: bool = True

    @property
    def width_mm(self) -> float:
        return self.paper.height_mm if self.upright else self.paper.width_mm

    @property
    def height_mm(self) -> float:
        return self.paper.width_mm if self.upright else self.paper.height_mm


@cache
def printing_words() -> Catalogue:
    return load_words("companion.printing")


def texts_for(words: Catalogue, language: str) -> Texts:
    """A game's texts and those of the sheets, in one language."""
    lang = language if language in LANGUAGES else "en"
    return {**texts_of(words, lang), **printing_words()[lang]}


def page(sheet: Sheet, title: str, texts: Texts, shapes: Iterable[Shape]) -> Drawing:
    """A whole sheet: what it is for, the ruler up its left side, and a line at its foot."""
    turned = placed(ruler(RULER_MM, texts), (9.5, (sheet.height_mm + RULER_MM) / 2), quarters=3)
    foot = f"{title} · {sheet.paper.name} · {texts['print_at_100']}"
    line = lettering(foot, (sheet.width_mm / 2, sheet.height_mm - 4.6), 1.8, FAINT, room=sheet.width_mm - 40)
    return Drawing(sheet.width_mm, sheet.height_mm, WHITE, (*shapes, *turned, *line))


def ruler(length_mm: int, texts: Texts) -> Iterator[Shape]:
    """From (0, 0) to the right; its outer ticks are exactly `length_mm` apart."""
    yield Stroke(((0, 0), (length_mm, 0)), 0.25, INK)
    for at in range(0, length_mm + 1, 5):
        yield Stroke(((at, 0), (at, -2.4 if at % 10 == 0 else -1.4)), 0.25, INK)
    text = texts["measure_me"].format(length=length_mm)
    yield from lettering(text, (length_mm / 2, 2.1), 2.0, INK, room=length_mm)


def cut_marks(lefts: Iterable[float], tops: Iterable[float], box: tuple[float, float, float, float]) -> Iterator[Shape]:
    """Short lines outside a block of things to cut out: above and below each of `lefts`, beside each of `tops`."""
    left, top, right, bottom = box
    near, far = 2.6, 6.0
    for x in lefts:
        yield _mark((x, top - near), (x, top - far))
        yield _mark((x, bottom + near), (x, bottom + far))
    for y in tops:
        yield _mark((left - near, y), (left - far, y))
        yield _mark((right + near, y), (right + far, y))


def _mark(start: Point, end: Point) -> Stroke:
    return Stroke((start, end), 0.15, INK)
