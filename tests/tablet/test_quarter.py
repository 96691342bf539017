"""On a machine a quarter as fast the bundled game, played as a live camera, has all its rulings: what lies settled is
read even if late. Work is counted and not measured, so that a busy machine says the same."""

import pytest

from companion.benches.pace import play
from vision.pace import Pace
from vision.reader import Reader
from vision.watcher import Watcher

MS = 1_000_000
RULINGS = 14


@pytest.mark.slow
@pytest.mark.parametrize(
    ("look", "read", "name"), [(6, 130, 60), (6, 250, 100)], ids=["as measured", "twice as much for a card"]
)
def test_a_quarter_of_the_machine_loses_no_ruling(monkeypatch, look, read, name):
    """Milliseconds at full speed: of watching a picture, of reading a region, of naming known outlines."""
    spent = 0

    def costs(owner, method, ms):
        real = getattr(owner, method)

        def counted(self, *given, **named):
            nonlocal spent
            spent += ms * MS
            return real(self, *given, **named)

        monkeypatch.setattr(owner, method, counted)

    costs(Watcher, "watch", look)
    costs(Reader, "read", read)
    costs(Reader, "name", name)
    row = play(4, Pace(), lambda: spent)
    assert row["rulings"] == RULINGS
    assert row["load"] < 0.75
