"""Tables at which nothing is played, watched as a game is: through the alarm for a bumped camera, with cards read.

It counts what is told. Every event is one too many.
"""

from typing import Any

import numpy as np

from companion.benches import Row
from companion.decks import deck_folder
from companion.referee.rows import seen_row
from companion.referee.steady import SteadySource
from vision.frame import Frame
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.training.clips import Film
from vision.training.talk import talk_script
from vision.watcher import Watcher


class FilmSource:
    """A film as a source: what is not asked for is never drawn."""

    name = "film"

    def __init__(self, film: Film) -> None:
        self.size = film.script.size
        self._frames = film.frames()

    def read(self) -> Any:
        return next(self._frames, None)

    def close(self) -> None:
        pass


def talked(number: int, seconds: float) -> Row:
    """`told` is what was told, if anything was."""
    deck = load_deck(deck_folder("frankfurt"))
    pictures = {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)}
    film = Film(talk_script(number, [face.name for face in deck.faces], seconds), pictures)
    source, watcher = SteadySource(FilmSource(film), film.table), Watcher(Reader(deck), film.table)
    frames = gaps = 0
    told: list[Row] = []
    while (seen := source.read()) is not None:
        if isinstance(seen, Frame):
            frames += 1
            told += [seen_row(each) for each in watcher.watch(seen)]
        else:
            gaps += 1
    row = {"minutes": round(seconds / 60, 2), "fps": film.script.fps, "surface": film.script.surface}
    return {**row, "frames": frames, "gaps": gaps, "events": len(told), **({"told": told} if told else {})}
