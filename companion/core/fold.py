"""The fold: a log of entries becomes judged entries, a state and scores. Nothing else ever makes a score.

Voids, corrections and overrulings are entries too. They change which entries stand, then the fold runs again; what was
first written, and what was first ruled, stays visible beside what counts now. That a ruling was accepted changes
nothing, and is remembered as well.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.core.events import META_EVENTS, META_TYPES, Accept, Correct, Entry, Event, NewMatch, Overrule, Void
from companion.core.game import Game, GameInfo
from companion.core.rulings import (
    ACCEPTED,
    CORRECTED,
    MATCH_AGAIN,
    MATCH_CHOICE,
    MATCH_MISSING,
    MATCH_NAMES,
    MATCH_OPTION,
    MATCH_OTHER_GAME,
    MATCH_PLAYERS,
    MATCH_STARTED,
    OVERRULED_ILLEGAL,
    OVERRULED_LEGAL,
    TARGET_MISSING,
    VOIDED,
    Reason,
    Ruling,
    Verdict,
)
from companion.core.scores import Scores

#: A state is kept every so many entries, so that taking back a recent entry does not fold the whole log again.
CHECKPOINT_EVERY = 64


class Standing(Enum):
    """What became of an entry."""

    STANDS = "stands"
    VOIDED = "voided"
    CORRECTED = "corrected"
    OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Judged:
    """An entry with what counts of it. `original` is what the rules said before people corrected or overruled it."""

    entry: Entry
    rulings: tuple[Ruling, ...]
    standing: Standing = Standing.STANDS
    counted: Event | None = None
    original: Ruling | None = None
    #: Somebody has said that it is right so, and nobody has decided otherwise since.
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class _Decision:
    """What later entries decide about one entry: the void's number, the event that counts, the table's verdict; and
    whether the table agrees with what came of it."""

    voided_by: int = 0
    to: Event | None = None
    verdict: Verdict | None = None
    accepted: bool = False

    @property
    def changes(self) -> bool:
        return bool(self.voided_by or self.to or self.verdict)


UNDISPUTED = _Decision()


def check_match(info: GameInfo, match: NewMatch) -> Ruling | None:
    """Why this match cannot be played by this game, or None."""
    fewest, most = info.players
    options = {option.name: option for option in info.options}
    if match.game != info.id:
        return Ruling(MATCH_OTHER_GAME, (("game", match.game),))
    if not fewest <= len(match.players) <= most:
        return Ruling(MATCH_PLAYERS, (("fewest", fewest), ("most", most)))
    if len(set(match.players)) < len(match.players) or not all(name.strip() for name in match.players):
        return Ruling(MATCH_NAMES)
    for name, value in match.options:
        if name not in options:
            return Ruling(MATCH_OPTION, (("option", name),))
        # True == 1 in Python, so the type is compared as well.
        if not any(value == choice and type(value) is type(choice) for choice in options[name].choices):
            return Ruling(MATCH_CHOICE, (("option", name), ("choice", value)))
    return None


class Match:
    """A match being folded: entries go in one by one, judged entries, state and scores come out.

    It is the one mutable thing here; `Match(game).extend(entries)` from nothing always gives the same result.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.judged: list[Judged] = []
        self.state: Any = None
        self._entries: list[Entry] = []
        self._metas: list[Entry] = []
        self._decisions: Mapping[int, _Decision] = {}
        self._checkpoints: list[Any] = []

    def extend(self, entries: Iterable[Entry]) -> "Match":
        """Append many entries at once: one pass, however many of them correct others."""
        first = len(self._entries)
        metas = len(self._metas)
        for entry in entries:
            self._append(entry)
        if len(self._metas) > metas:
            first = min(first, self._decide())
        self._fold_from(first)
        return self

    def add(self, entry: Entry) -> Judged:
        """Append one entry. Only a meta entry costs a refold, and only from the entry that it is about."""
        self.extend((entry,))
        return self.judged[-1]

    @property
    def scores(self) -> Scores | None:
        """The totals, or None before the match has begun."""
        return None if self.state is None else self.game.scores(self.state)

    def _append(self, entry: Entry) -> None:
        if entry.n != len(self._entries) + 1:
            raise ValueError(f"entry {entry.n} cannot follow entry {len(self._entries)}")
        self._entries.append(entry)
        if entry.event.__class__ in META_TYPES:
            self._metas.append(entry)

    def _decide(self) -> int:
        """Work out again what the meta entries decide; returns the index of the first entry that is concerned."""
        before, self._decisions = self._decisions, _decisions(self._metas, self._entries)
        changed = (n for n in before.keys() | self._decisions.keys() if before.get(n) != self._decisions.get(n))
        return min(changed, default=len(self._entries)) - 1

    def _fold_from(self, first: int) -> None:
        """Judge everything from index `first` on; what was judged before it stays."""
        if first < len(self.judged):
            first -= first % CHECKPOINT_EVERY
            self.state = self._checkpoints[first // CHECKPOINT_EVERY]
            del self.judged[first:], self._checkpoints[first // CHECKPOINT_EVERY :]
        judge, append, decision = self._judge, self.judged.append, self._decisions.get
        with _without_collector():
            for index in range(first, len(self._entries)):
                if not index % CHECKPOINT_EVERY:
                    self._checkpoints.append(self.state)
                entry = self._entries[index]
                append(judge(entry, decision(entry.n, UNDISPUTED)))

    def _judge(self, entry: Entry, decision: _Decision) -> Judged:
        event, n = entry.event, entry.n
        if event.__class__ in META_TYPES:
            return self._judge_meta(entry, decision)
        if decision is UNDISPUTED or not decision.changes:
            return Judged(entry, self._apply(event), Standing.STANDS, event, accepted=decision.accepted)
        original = self._look(event)
        if decision.voided_by:
            taken_back = Ruling(VOIDED, (("by", decision.voided_by), ("target", n)))
            return Judged(entry, (taken_back,), Standing.VOIDED, None, original)
        counted = decision.to or event
        standing = Standing.OVERRULED if decision.verdict else Standing.CORRECTED
        return Judged(entry, self._apply(counted, decision.verdict), standing, counted, original, decision.accepted)

    def _look(self, event: Event) -> Ruling | None:
        """What the rules alone say here, without doing it."""
        if self.state is None or isinstance(event, NewMatch):
            return None
        return self.game.judge(self.state, event)

    def _apply(self, event: Event, forced: Verdict | None = None) -> tuple[Ruling, ...]:
        if event.__class__ is NewMatch:
            return (self._start(event),)
        if self.state is None:
            return (Ruling(MATCH_MISSING),)
        step = self.game.apply(self.state, event, forced)
        self.state = step.state
        if forced is None:
            return step.rulings
        return (Ruling(_overruled(forced)), *step.rulings)

    def _start(self, match: NewMatch) -> Ruling:
        if self.state is not None:
            return Ruling(MATCH_AGAIN)
        wrong = check_match(self.game.info, match)
        if wrong:
            return wrong
        self.state = self.game.start(match)
        return Ruling(MATCH_STARTED, (("game", match.game), ("players", match.players)))

    def _judge_meta(self, entry: Entry, decision: _Decision) -> Judged:
        event, n = entry.event, entry.n
        assert isinstance(event, Void | Correct | Overrule | Accept)
        target = (("target", event.target),)
        if decision.voided_by:
            taken_back = Ruling(VOIDED, (("by", decision.voided_by), ("target", n)))
            return Judged(entry, (taken_back,), Standing.VOIDED)
        if not _aims(entry, self._entries):
            return Judged(entry, (Ruling(TARGET_MISSING, target),))
        if isinstance(event, Void):
            return Judged(entry, (Ruling(VOIDED, (("by", n), *target)),))
        if isinstance(event, Correct):
            return Judged(entry, (Ruling(CORRECTED, target),))
        if isinstance(event, Accept):
            return Judged(entry, (Ruling(ACCEPTED, target),))
        return Judged(entry, (Ruling(_overruled(Verdict(event.verdict)), target),))


@contextmanager
def _without_collector() -> Iterator[None]:
    """Plain data makes no cycles; the collector would only walk what was folded again and again, ever longer."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _decisions(metas: Sequence[Entry], entries: Sequence[Entry]) -> Mapping[int, _Decision]:
    """Later entries decide about earlier ones, so read backwards: a voided void no longer voids."""
    decisions: dict[int, _Decision] = {}
    for entry in reversed(metas):
        event = entry.event
        if decisions.get(entry.n, UNDISPUTED).voided_by or not _aims(entry, entries):
            continue
        assert isinstance(event, Void | Correct | Overrule | Accept)
        so_far = decisions.get(event.target, UNDISPUTED)
        if isinstance(event, Void):
            decided = replace(so_far, voided_by=so_far.voided_by or entry.n)
        elif isinstance(event, Correct):
            decided = replace(so_far, to=so_far.to or event.to)
        elif isinstance(event, Accept):
            # Who decides otherwise afterwards no longer agrees.
            decided = replace(so_far, accepted=not so_far.changes)
        else:
            decided = replace(so_far, verdict=so_far.verdict or Verdict(event.verdict))
        decisions[event.target] = decided
    return decisions


def _aims(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Does a meta entry say something possible about an earlier entry?"""
    event = entry.event
    assert isinstance(event, Void | Correct | Overrule | Accept)
    if not 0 < event.target < entry.n:
        return False
    target = entries[event.target - 1].event
    if isinstance(event, Correct):
        # A match may be corrected to the same match with other house rules; nothing else takes a match's place.
        same_sort = isinstance(target, NewMatch) == isinstance(event.to, NewMatch)
        return same_sort and not isinstance(event.to, META_EVENTS) and not isinstance(target, META_EVENTS)
    if isinstance(event, Void):
        return True
    if isinstance(event, Overrule) and event.verdict not in ("legal", "illegal"):
        return False
    return not isinstance(target, (*META_EVENTS, NewMatch))


def _overruled(verdict: Verdict) -> Reason:
    return OVERRULED_LEGAL if verdict is Verdict.LEGAL else OVERRULED_ILLEGAL


def fold(game: Game[Any], entries: Iterable[Entry]) -> Match:
    """Fold a whole log."""
    return Match(game).extend(entries)
