"""A drawn table for the games without slaps: any card of any game, shown by the picture of another deck."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from calibration.table_file import Seat, Table, table_of
from companion.core.codec import kinds_of
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.referee.claims import Question
from companion.referee.session import TableSession, Update
from companion.store.log import MemoryLog
from tests.vision.observe.scene import HIGH, WIDE, Scene, quad_at
from vision.frame import Frame, Gap
from vision.recognise.reading import Reading

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
SEATS = {Seat.SOUTH: ANN, Seat.NORTH: BEN}


#: A table on which cards are a small part of what is seen, as they are for a camera above a whole table.
LARGE = (2 * WIDE, 2 * HIGH)


def table_with(places: dict[str, tuple[float, float, float, float]], size: tuple[int, int] = (WIDE, HIGH)) -> Table:
    """Places by left, top, right and bottom in pixels, which are millimetres here."""
    piles = [{"pile": name, "polygon": [[x, y], [r, y], [r, b], [x, b]]} for name, (x, y, r, b) in places.items()]
    plane = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    seen = {"size": list(size), "mm_to_px": plane, "card_mm": [58, 87], "seats": ["S", "N"], "piles": piles}
    return table_of(seen, "drawn")


class Drawn(Scene):
    """`ids` says which card of the game a picture stands for."""

    ids: dict[str, str]

    def read(self, image: object, within: object = None, widths: object = None) -> tuple[Reading, ...]:  # type: ignore[override]
        seen = super().read(image)  # type: ignore[arg-type]
        return tuple(
            Reading(self.ids.get(each.card, each.card) if each.card else None, "up", 0.99, each.quad) for each in seen
        )

    def lay(self, cards: Iterable[tuple[str, tuple[float, float]]]) -> None:
        self.lying = [(card, quad_at(where)) for card, where in cards]

    def still(self, seconds: float = 1.1) -> Iterator[Frame]:
        yield from self.calm(round(seconds * 30))


class OnLargeTable(Drawn):
    """The same in a corner of a larger table; no arm reaches over it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        grain = np.random.default_rng(6).normal(0, 9, (LARGE[1], LARGE[0], 3))
        self.around = np.clip(np.array((60, 90, 120)) + cv2.GaussianBlur(grain, (0, 0), 2) * 6, 0, 255)

    def frame(self, *args: Any, **named: Any) -> Frame:
        small = super().frame(*args, **named)
        picture = self.around.astype(np.uint8)
        picture[:HIGH, :WIDE] = small.image
        return replace(small, image=picture)


class Source:
    name = "drawn"

    def __init__(self, items: Iterable[Frame | Gap], size: tuple[int, int] = (WIDE, HIGH)) -> None:
        self._items = iter(items)
        self.size = size

    def read(self) -> Frame | Gap | None:
        return next(self._items, None)

    def close(self) -> None:
        self._items = iter(())


class Sitting:
    """A session at a drawn table; `play` plays frames, and keeps what was ruled and asked."""

    def __init__(self, game: str, scene: Drawn, table: Table, options: tuple[tuple[str, Any], ...] = ()) -> None:
        self.scene, self.source = scene, Source((), table.size)
        self.log = MemoryLog(kinds_of(load_game(game).events))
        self.session = TableSession(self.source, scene, table, load_game(game), SEATS, self.log, options)
        self.updates: list[Update] = []

    def play(self, *parts: Iterable[Frame | Gap]) -> "Sitting":
        for part in parts:
            self.source._items = iter(part)
            while (update := self.session.step()) is not None:
                self.updates.append(update)
        return self

    @property
    def codes(self) -> list[str]:
        """Every ruling but that the match began."""
        return [ruling.code for judged in self.session.judged[1:] for ruling in judged.rulings]

    @property
    def questions(self) -> Sequence[Question]:
        return [question for update in self.updates for question in update.questions]

    @property
    def withdrawn(self) -> Sequence[Question]:
        return [question for update in self.updates for question in update.withdrawn]

    @property
    def totals(self) -> dict[str, int]:
        scores = self.session.scores
        assert scores is not None
        return {line.player: line.total for line in scores.lines}
