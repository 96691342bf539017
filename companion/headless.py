"""A session played without a window, for machines without OpenGL: lines of text, and pictures drawn with OpenCV."""

from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

import cv2
import numpy as np

from companion.core.words import Catalogue
from companion.referee.session import TableSession, Update
from companion.ui.console import Narrator
from companion.ui.present import RulingView, is_decisive, is_shown, outlines_view, ruling_view, totals_view
from companion.ui.theme import DARK, Colour
from vision.image import Image

#: Height in pixels of the band under the picture that holds the ruling and the totals.
BAND = 144
FONT = cv2.FONT_HERSHEY_SIMPLEX
#: About so many pixels wide is a letter of the ruling's sentence.
LETTER = 9


def play(session: TableSession, folder: Path, language: str, say: Callable[[str], None]) -> None:
    """Play to the end; the decisive moments and the last one are left in `folder`."""
    words = session.game.words
    narrator = Narrator(words, language)
    ruling: RulingView | None = None
    last: Update | None = None
    while (update := session.step()) is not None:
        for judged in filter(is_shown, update.judged):
            ruling = ruling_view(judged, words, language)
        for line in narrator.lines(update):
            say(line)
        if any(map(is_decisive, update.judged)):
            save(folder / f"ruling-{update.index:05d}.png", draw(update, ruling, words, language))
        last = update
    if last is not None:
        save(folder / "final.png", draw(last, ruling, words, language))


def draw(update: Update, ruling: RulingView | None, words: Catalogue, language: str) -> Image:
    """The picture with its outlines, the last ruling and the totals below."""
    height, width = update.image.shape[:2]
    canvas = np.full((height + BAND, width, 3), bgr(DARK.ground), np.uint8)
    canvas[:height] = update.image
    for outline in outlines_view(update.readings, {}, words, language):
        corners = np.array(outline.quad, np.int32)
        cv2.polylines(canvas, [corners], True, bgr(DARK.accent), 2, cv2.LINE_AA)
        left, bottom = int(corners[:, 0].min()), int(corners[:, 1].max())
        write(canvas, outline.label, (left, min(height - 6, bottom + 20)), 0.55, DARK.text)
    if ruling is not None:
        write(canvas, f"{ruling.word}  {ruling.time}", (16, height + 36), 0.9, DARK.of(ruling.verdict))
        for row, line in enumerate(wrap(ruling.sentence, (width - 32) // LETTER)[:2]):
            write(canvas, line, (16, height + 64 + 22 * row), 0.5, DARK.text)
    if update.scores is not None:
        panels = totals_view(update.scores, language)
        totals = "     ".join(f"{panel.player}: {panel.total}{' *' if panel.leads else ''}" for panel in panels)
        write(canvas, totals, (16, height + 124), 0.8, DARK.text)
    return canvas


def write(canvas: Image, text: str, place: tuple[int, int], size: float, colour: Colour) -> None:
    # OpenCV's own letters know no accents; the words stay readable without.
    plain = text.translate(PLAIN).encode("ascii", "replace").decode()
    cv2.putText(canvas, plain, place, FONT, size, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(canvas, plain, place, FONT, size, bgr(colour), 1, cv2.LINE_AA)


PLAIN = str.maketrans("’àâäéèêëîïôöûüùçÀÉÈÖÜÄ", "'aaaeeeeiioouuucAEEOUA")


def bgr(colour: Colour) -> tuple[int, int, int]:
    red, green, blue, _ = (round(255 * part) for part in colour)
    return blue, green, red


def save(path: Path, picture: Image) -> None:
    done, data = cv2.imencode(".png", picture)
    assert done, "OpenCV cannot encode a PNG"
    path.write_bytes(data.tobytes())
