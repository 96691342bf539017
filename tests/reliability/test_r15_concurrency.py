"""R15: two hands on the screen, a camera and undo in one moment. The order of the log is the truth; nothing is lost.

The screen says things; the thread that owns the log writes them when it comes to it, between what the camera saw. Here
that happens in ten thousand random orders.
"""

from random import Random

from companion.core.events import Entry, ManualScore, NewMatch, Void
from companion.core.fold import fold
from companion.games import load_game
from companion.ui.table_model import TableModel

GAME = load_game("frantic")
ORDERS = 10_000


class Wires:
    """What the screen said and the log has not written yet, and the log."""

    def __init__(self):
        self.model = TableModel(GAME)
        self.waiting, self.log, self.unheard = [], [], []
        self.model.write = self.waiting.append
        self.append(NewMatch("frantic", ("Ann", "Ben")))
        self.hear()

    def append(self, event):
        self.log.append(Entry(len(self.log) + 1, event))
        self.unheard.append(self.log[-1])

    def hear(self):
        self.model.take(self.unheard)
        self.unheard.clear()


def play(rng):
    """One order of things: a few presses, a few camera events, each written and heard of whenever it comes."""
    wires, said = Wires(), []
    for number in range(8):
        doing = rng.randrange(6)
        if doing == 0:
            wires.model.undo()
        elif doing == 1:
            wires.model.redo()
        elif doing == 2:
            said.append(ManualScore("Ann", number + 1, f"said {number}"))
            wires.waiting.append(said[-1])
        elif doing == 3:
            wires.append(ManualScore("Ben", number + 1, f"seen {number}"))
        elif wires.waiting:
            wires.append(wires.waiting.pop(0))
        if rng.random() < 0.5:
            wires.hear()
    while wires.waiting:
        wires.append(wires.waiting.pop(0))
    wires.hear()
    return wires, said


def test_whatever_the_order_the_screen_shows_what_the_log_says_and_nothing_is_lost():
    rng = Random(15)
    for _ in range(ORDERS):
        wires, said = play(rng)
        assert wires.model.scores == fold(GAME, wires.log).scores
        assert [judged.entry for judged in wires.model.judged] == wires.log
        written = [entry.event for entry in wires.log]
        assert all(event in written for event in said)


def test_undo_to_the_beginning_and_redo_to_the_end_hold_after_any_order():
    rng = Random(51)
    for _ in range(200):
        wires, _said = play(rng)
        totals = wires.model.scores
        steps = 0
        while wires.model.can_undo:
            wires.model.undo()
            while wires.waiting:
                wires.append(wires.waiting.pop(0))
            wires.hear()
            steps += 1
        assert [line.total for line in wires.model.scores.lines] == [0, 0]
        for _ in range(steps):
            wires.model.redo()
            while wires.waiting:
                wires.append(wires.waiting.pop(0))
            wires.hear()
        assert wires.model.scores == totals


def test_two_presses_of_undo_before_the_log_has_answered_take_back_one_thing_twice_and_harm_nothing():
    wires = Wires()
    wires.append(ManualScore("Ann", 5))
    wires.hear()
    wires.model.undo()
    wires.model.undo()
    for event in wires.waiting:
        wires.append(event)
    wires.hear()
    assert [type(entry.event) for entry in wires.log[2:]] == [Void, Void]
    assert wires.model.scores.lines[0].total == 0
    assert not wires.model.can_undo and wires.model.can_redo
