"""A source that plays what it is given, for rehearsals and tests. It decides nothing."""

from collections.abc import Iterable

from vision.frame import Frame, Gap


class Scripted:
    def __init__(self, items: Iterable[Frame | Gap], size: tuple[int, int], name: str = "scripted") -> None:
        self._items = iter(items)
        self.size, self.name = size, name

    def read(self) -> Frame | Gap | None:
        return next(self._items, None)

    def close(self) -> None:
        self._items = iter(())
