"""The table's own replay: finds the moments that decide a ruling and makes one picture, and a clip, of them.

It decides what to show of an entry of the match log, out of the last seconds that are kept anyway; it rules nothing.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from calibration.errors import BadInput
from calibration.table_file import Pile, Table
from companion.core.fold import Judged
from companion.core.rulings import Verdict
from companion.core.words import Catalogue, load_words, say
from companion.moments import Moment, Moments, covered, frames_in, nearest
from companion.referee.session import TableSession, Update
from vision.image import Image
from vision.observe import centre
from vision.recording.outline import table_outline
from vision.recording.proof import (
    LOWER,
    PLACE,
    UPPER,
    Outline,
    Panel,
    lies_in,
    region_around,
    save_clip,
    save_picture,
    side_by_side,
)

#: A clip begins so long before the first moment that matters, and plays so many times slower.
LEAD_NS = 500_000_000
SLOWER = 4.0
#: Without named moments a clip has so many pictures before and after, shown so many a second.
NEAR, NEAR_FPS = 15, 5.0
SLAP = "slap"


@cache
def words() -> Catalogue:
    return load_words("companion.evidence")


def decisive(judged: Judged, row: Sequence[Moment]) -> tuple[Moment, ...]:
    """The kept moments that prove an entry: before and after for a card, the contact too for a slap. May be none."""
    wanted = frames_in(judged.entry.proof)
    if len(wanted) == 3 and judged.entry.event.KIND != SLAP:
        wanted = (wanted[0], wanted[2])
    return tuple(moment for frame in dict.fromkeys(wanted) for moment in row if moment.index == frame)


def picture(judged: Judged, row: Sequence[Moment], table: Table, game: Catalogue, language: str) -> Image | None:
    """One picture that anyone understands; None where the moments are no longer kept."""
    moments = decisive(judged, row)
    pile = next((p for p in table.piles if p.name == getattr(judged.entry.event, "pile", None)), None)
    if not moments or pile is None:
        return None
    end_ns = judged.entry.hi_ns
    panels = [_panel(moment, place, len(moments), pile, end_ns) for place, moment in enumerate(moments)]
    first = judged.rulings[0]
    texts = words()[language]
    sentence = f"{texts[first.verdict.value]}: {say(first, game, language)}"
    lower = any(outline.mark == "1" for panel in panels for outline in panel.outlines)
    lines = [sentence, texts["marks"]] if lower else [sentence]
    return side_by_side(panels, region_around(pile.polygon, table.size), lines)


def clip(judged: Judged, row: Sequence[Moment]) -> tuple[tuple[Image, ...], float]:
    """What led to it, and how many pictures a second make it slow."""
    wanted = [moment.t_ns for moment in decisive(judged, row)]
    if not wanted:
        return (), 0.0
    shown = [moment for moment in row if min(wanted) - LEAD_NS <= moment.t_ns <= max(wanted) + LEAD_NS]
    seconds = max(shown[-1].t_ns - shown[0].t_ns, 1) / 1e9
    fps = min(60.0, max(1.0, (len(shown) - 1) / seconds / SLOWER))
    return tuple(moment.image() for moment in shown), round(fps, 3)


@dataclass(frozen=True, slots=True)
class Saved:
    """What was written about a ruling: one picture, and a slow clip where there is more than a picture."""

    picture: Path
    clip: Path | None


def save(
    folder: Path, judged: Judged, row: tuple[Moment, ...], table: Table, game: Catalogue, language: str
) -> Generator[Saved, None, None]:
    """Write both into a folder; nothing that is there is written over, and nothing but the table is shown.

    Where a ruling names no moments (people wrote it), the nearest kept pictures stand for it.
    """
    row = covered(row, table_outline(table), table.size)
    at = nearest(row, judged.entry.hi_ns)
    made = picture(judged, row, table, game, language)
    images, fps = clip(judged, row)
    if made is None:
        made, images, fps = row[at].image(), tuple(m.image() for m in row[max(0, at - NEAR) : at + NEAR]), NEAR_FPS
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stem = _free(folder, f"ruling-{judged.entry.n:03d}")
        save_picture(stem.with_suffix(".png"), made)
    except OSError as wrong:
        raise BadInput(f"this folder takes no pictures ({wrong.strerror})", str(folder), "make room for it") from None
    if len(images) > 1:
        save_clip(stem.with_suffix(".avi"), images, fps)
    yield Saved(stem.with_suffix(".png"), stem.with_suffix(".avi") if len(images) > 1 else None)


def _free(folder: Path, name: str) -> Path:
    number, stem = 2, folder / name
    while stem.with_suffix(".png").exists() or stem.with_suffix(".avi").exists():
        stem, number = folder / f"{name}-{number}", number + 1
    return stem


class ProofFolder:
    """Leaves a picture and a clip of every illegal ruling and every slap of a session."""

    def __init__(self, folder: Path, session: TableSession, table: Table, language: str) -> None:
        self.saved = 0
        self._folder, self._table, self._language = folder, table, language
        self._words = session.game.words
        self._moments = Moments()

    def take(self, update: Update) -> None:
        self._moments.add(update)
        for judged in update.judged:
            disputed = judged.rulings[0].verdict is not Verdict.LEGAL or judged.entry.event.KIND == SLAP
            if disputed and judged.entry.proof:
                self._save(judged)

    def _save(self, judged: Judged) -> None:
        row = self._moments.row
        made = picture(judged, row, self._table, self._words, self._language)
        if made is None:
            return
        name = f"{judged.entry.n:04d}-{judged.entry.event.KIND}"
        save_picture(self._folder / f"{name}.png", made)
        images, fps = clip(judged, row)
        save_clip(self._folder / f"{name}.avi", images, fps)
        self.saved += 1


def _panel(moment: Moment, place: int, count: int, pile: Pile, end_ns: int) -> Panel:
    """The card that lay there is 1, the one on top of it afterwards is 2; the pile itself where no card is known."""
    marked = Outline(pile.polygon, PLACE)
    for reading in moment.readings:
        if lies_in(centre(reading.quad), pile.polygon):
            first = place == 0
            marked = Outline(reading.quad, LOWER if first else UPPER, "1" if first else "2")
    return Panel(moment.image(), f"{(moment.t_ns - end_ns) / 1e9:+.2f} s", (marked,))
