"""Talk over a table: hands that wander, shadows that pass, a light that is switched. Nothing of it is an event."""

import pytest

from companion.benches._table_scene import TableScene
from vision.recognise.reading import Reading
from vision.watcher import Watcher


class Blind:
    def read(self, image: object, within: object = None) -> tuple[Reading, ...]:
        return ()

    def name(self, image: object, outlines: object) -> tuple[Reading, ...]:
        return ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 7])
def test_half_a_minute_of_talk_is_no_event(seed: int) -> None:
    scene = TableScene((640, 360), 12, 3, restless=True, seed=seed)
    watcher = Watcher(Blind(), scene.table)
    assert [seen for frame in scene.frames(900) for seen in watcher.watch(frame)] == []
