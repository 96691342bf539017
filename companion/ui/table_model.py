"""A match as the screens see it: what was written, what it means now, and what can be taken back or brought back.

It mirrors a log that somebody else keeps: `write` puts an event there, `take` hears of every entry that came to be,
whoever wrote it. It decides nothing about the game; the fold does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.core.events import META_EVENTS, Accept, Correct, Entry, Event, NewMatch, Overrule, Void
from companion.core.fold import Judged, Match, Standing
from companion.core.game import Game
from companion.core.rulings import Ruling, Verdict
from companion.core.scores import Scores
from companion.core.sheet import written_together


class Write(Protocol):
    """Writes events into the log of the match; those of one call are told together. The entries come back by `take`, at
    once or a moment later."""

    def __call__(self, *events: Event) -> None: ...


@dataclass(frozen=True, slots=True)
class Step:
    """What one press of undo takes back: an entry, or the several lines of one round written by hand."""

    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """A step that was taken back: the voids that did it, and the step."""

    voids: tuple[int, ...]
    step: Step


class TableModel:
    """One match on the screen. `write` is set by whoever keeps the log."""

    def __init__(self, game: Game[Any], entries: Iterable[Entry] = ()) -> None:
        self.game = game
        self.write: Write = _nobody_writes
        self._match = Match(game).extend(entries)
        self._history: tuple[list[Step], list[Undone]] | None = None
        self._halves: set[int] | None = None

    # ---------------------------------------------------------------- what there is

    @property
    def judged(self) -> Sequence[Judged]:
        return self._match.judged

    @property
    def state(self) -> Any:
        return self._match.state

    @property
    def scores(self) -> Scores | None:
        return self._match.scores

    @property
    def match(self) -> NewMatch | None:
        """The match as it counts now: a corrected one has other house rules."""
        for judged in self.judged[:1]:
            event = judged.counted or judged.entry.event
            if isinstance(event, NewMatch):
                return event
        return None

    @property
    def players(self) -> tuple[str, ...]:
        return self.match.players if self.match else ()

    @property
    def over(self) -> bool:
        return self.scores is not None and self.scores.over

    @property
    def round(self) -> int:
        """The number of the round that is being played: after the game's own, and those that people wrote by hand."""
        finished = max((len(line.rounds) for line in self.scores.lines), default=0) if self.scores else 0
        by_hand = sum(
            len(numbers) == len(self.players) and _stands(self.judged, numbers)
            for numbers in written_together(self.judged)
        )
        return finished + by_hand + (not self.over)

    @property
    def turn(self) -> int | None:
        """The seat that the table waits for; None where all play at once, or nobody has to do anything."""
        return None if self.over else waits_for(self.state)

    def told(self, judged: Judged) -> Judged:
        """As it is told: of points that were written together only the last ones say what followed from them."""
        if self._halves is None:
            self._halves = {n for numbers in written_together(self.judged) for n in numbers[:-1]}
        return replace(judged, rulings=judged.rulings[:1]) if judged.entry.n in self._halves else judged

    def taken_back_with(self, n: int) -> tuple[int, ...]:
        """The entries of the round that an entry of it was taken back with; none where it was not a whole one."""
        taken_back = self.judged[n - 1].standing is Standing.VOIDED
        for numbers in written_together(self.judged) if taken_back else ():
            if n in numbers and len(numbers) == len(self.players) > 1 and not _stands(self.judged, numbers):
                return numbers
        return ()

    def look(self, event: Event) -> Ruling | None:
        """What the rules would say of it now. Nothing is written."""
        return None if self.state is None else self.game.judge(self.state, event)

    # ---------------------------------------------------------------- what changes it

    def take(self, entries: Iterable[Entry]) -> tuple[Judged, ...]:
        """Hear of entries of the log; those that are known already are passed over."""
        known = len(self.judged)
        self._match.extend(entry for entry in entries if entry.n > known)
        self._history = self._halves = None
        return tuple(self.judged[known:])

    def undo(self) -> Step | None:
        """Take the last thing back; every entry of it gets a void."""
        done, _ = self.history
        for target in reversed(done[-1].targets) if done else ():
            if _stands(self.judged, (target,)):
                self.write(Void(target))
        return done[-1] if done else None

    def redo(self) -> Step | None:
        """Bring back what was taken back last."""
        _, undone = self.history
        for void in reversed(undone[-1].voids) if undone else ():
            if _stands(self.judged, (void,)):
                self.write(Void(void))
        return undone[-1].step if undone else None

    @property
    def history(self) -> tuple[list[Step], list[Undone]]:
        """What can be undone and redone, newest last."""
        if self._history is None:
            self._history = history(self.judged)
        return self._history

    @property
    def can_undo(self) -> bool:
        return bool(self.history[0])

    @property
    def can_redo(self) -> bool:
        return bool(self.history[1])

    def void(self, target: int, by: str = "", why: str = "") -> None:
        self.write(Void(target, by, why))

    def correct(self, target: int, to: Event, by: str = "", why: str = "") -> None:
        self.write(Correct(target, to, by, why))

    def overrule(self, target: int, by: str = "", why: str = "") -> None:
        """The opposite of what counts now. What nobody could decide is allowed by it."""
        self.write(Overrule(target, opposite(self.judged[target - 1]).value, by, why))

    def accept(self, target: int, by: str = "") -> None:
        """What is undecided becomes legal; of everything else it is written down that the table agrees."""
        if self.judged[target - 1].rulings[0].verdict is Verdict.UNDECIDED:
            self.write(Overrule(target, Verdict.LEGAL.value, by))
        else:
            self.write(Accept(target, by))

    def wants_answer(self, target: int) -> bool:
        """Is this a ruling that somebody should look at: not a good play for certain, and neither accepted nor decided
        otherwise?"""
        judged = self.judged[target - 1]
        _source, _, certainty = judged.entry.source.partition(".")
        clear = judged.rulings[0].verdict is Verdict.LEGAL and certainty in ("", "certain")
        return judged.standing is Standing.STANDS and not clear and not judged.accepted


def opposite(judged: Judged) -> Verdict:
    verdict = judged.rulings[0].verdict
    return Verdict.ILLEGAL if verdict is Verdict.LEGAL else Verdict.LEGAL


def can_be_disputed(judged: Judged) -> bool:
    """Is this something that people can overrule or correct: a claim about the game that still counts?"""
    is_claim = not isinstance(judged.entry.event, (*META_EVENTS, NewMatch))
    return is_claim and judged.standing is not Standing.VOIDED


def history(judged: Sequence[Judged]) -> tuple[list[Step], list[Undone]]:
    """What undo and redo would reach, newest last. All of it is read from the log, so it survives any stop.

    Whatever stands can be taken back, in whatever order it came to stand; anything new forgets what could be redone.
    """
    steps: dict[int, Step] = {}
    undone: list[Undone] = []
    together = {n: numbers for numbers in written_together(judged) for n in numbers}
    for number, each in enumerate(judged, 1):
        event = each.entry.event
        if isinstance(event, Void):
            _note_void(number, steps.get(event.target), event.target, undone)
        elif not isinstance(event, NewMatch):
            undone.clear()
            step = Step(together.get(number, (number,)))
            steps |= dict.fromkeys(step.targets, step)
    done = [step for step in dict.fromkeys(steps.values()) if _stands(judged, step.targets)]
    return done, [gone for gone in undone if _stands(judged, gone.voids)]


def _note_void(number: int, step: Step | None, target: int, undone: list[Undone]) -> None:
    """A void of an entry takes its step back; a void of such a void brings a part of it again."""
    for place, gone in enumerate(undone):
        if target in gone.voids:
            undone[place] = Undone(tuple(void for void in gone.voids if void != target), gone.step)
            return
        if step == gone.step:
            undone[place] = Undone((*gone.voids, number), gone.step)
            return
    if step is not None:
        undone.append(Undone((number,), step))


def _stands(judged: Sequence[Judged], numbers: tuple[int, ...]) -> bool:
    return any(judged[number - 1].standing is not Standing.VOIDED for number in numbers)


def waits_for(state: Any) -> int | None:
    """The seat that has to act next. Games keep it in the uppermost frame of what they wait for, or as `turn`."""
    for frame in reversed(getattr(state, "stack", ())):
        seat = getattr(frame, "seat", getattr(frame, "player", None))
        if isinstance(seat, int) and seat >= 0:
            return seat
    if getattr(state, "stack", None) == ():
        return None
    turn = getattr(state, "turn", None)
    return turn if isinstance(turn, int) and turn >= 0 else None


def _nobody_writes(*_events: Event) -> None:
    raise RuntimeError("nobody keeps the log of this match")
