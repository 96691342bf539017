"""The thread that labels pictures while nobody waits for them yet: to label all those in which hands came takes several
times as long as there is until the next picture.

They are labelled in the order in which they are asked for, so a file that is watched twice is told the same.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Protocol, TypeAlias

from vision.detect.colours import Colours, Labels
from vision.detect.sides import MODEL, Sides
from vision.image import Image

#: Labels that are being made: `result()` waits for them.
Coming: TypeAlias = Future[Labels]


class LabelsArms(Protocol):
    """What is needed of the network that sees arms."""

    def labels(self, picture: Image, table: Image, colours: Colours | None = None) -> Labels:
        """For every pixel from which side the arm comes that is seen there and was not on the table.

        Pictures come in their order; `colours` are those of the arms in the ones before.
        """

    def arms(self, picture: Image) -> Labels:
        """The same for arms that may have been there always: as they are seen in a picture by itself."""


class Ahead:
    """Ask for labels early and for their `result()` late. Several watchers may ask by turns."""

    def __init__(self, sides: LabelsArms) -> None:
        self._sides = sides
        self._jobs: deque[tuple[Coming, Callable[[], Labels]]] = deque()
        self._thread = ThreadPoolExecutor(1, "labels")

    def labels(self, picture: Image, table: Image, colours: Colours | None = None) -> Coming:
        return self._added(lambda: self._sides.labels(picture, table, colours), self._jobs.append)

    def at_once(self, picture: Image, table: Image) -> Labels:
        """Before all that is asked for and not begun."""
        return self._added(lambda: self._sides.labels(picture, table), self._jobs.appendleft).result()

    def arms_at_once(self, picture: Image) -> Labels:
        """The same for arms that may have been there always."""
        return self._added(lambda: self._sides.arms(picture), self._jobs.appendleft).result()

    def _added(self, job: Callable[[], Labels], add: Callable[[tuple[Coming, Callable[[], Labels]]], None]) -> Coming:
        coming: Coming = Future()
        add((coming, job))
        self._thread.submit(self._do_next)
        return coming

    def _do_next(self) -> None:
        coming, job = self._jobs.popleft()
        try:
            coming.set_result(job())
        except BaseException as bug:  # raised again where it is waited for
            coming.set_exception(bug)


@lru_cache(maxsize=1)
def open_ahead() -> Ahead | None:
    """With the network that comes with the app; None where it is missing."""
    return Ahead(Sides()) if MODEL.is_file() else None
