"""The fold: a log of entries becomes judged entries, a state and scores. Nothing else ever makes a score.

Voids, corrections and overrulings are entries too. They change which entries stand, then the fold runs again; what was
first written, and what was first ruled, stays visible beside what counts now.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.core.events import META_EVENTS, Correct, Entry, Event, NewMatch, Overrule, Void
from companion.core.game import Game, GameInfo
from companion.core.rulings import (
    CORRECTED,
    MATCH_AGAIN,
    MATCH_MISSING,
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


@dataclass(frozen=True, slots=True)
class _Decisions:
    """What the meta entries of a log decide about the others."""

    voided: dict[int, int]
    corrected: dict[int, Event]
    overruled: dict[int, Verdict]
    #: What every entry first said, by number.
    events: Mapping[int, Event]


NONE_DECIDED = _Decisions({}, {}, {}, {})


def check_match(info: GameInfo, match: NewMatch) -> str:
    """Why this match cannot be played by this game, or an empty text."""
    fewest, most = info.players
    options = {option.name: option for option in info.options}
    if match.game != info.id:
        return f"this is a match of {match.game!r}"
    if not fewest <= len(match.players) <= most:
        return f"{info.id} is for {fewest} to {most} players"
    if len(set(match.players)) < len(match.players) or not all(name.strip() for name in match.players):
        return "every player needs a name of their own"
    for name, value in match.options:
        if name not in options:
            return f"no option is called {name!r:.60}"
        # True == 1 in Python, so the type is compared as well.
        if not any(value == choice and type(value) is type(choice) for choice in options[name].choices):
            return f"{name!r} cannot be {value!r:.60}"
    return ""


class Match:
    """A match being folded: entries go in one by one, judged entries, state and scores come out.

    It is the one mutable thing here; `Match(game).extend(entries)` from nothing always gives the same result.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.judged: list[Judged] = []
        self.state: Any = None

    def extend(self, entries: Iterable[Entry]) -> "Match":
        """Append many entries at once: one pass, however many of them correct others."""
        everything = [*(judged.entry for judged in self.judged), *entries]
        self._refold(everything)
        return self

    def add(self, entry: Entry) -> Judged:
        """Append one entry. Only a meta entry costs a refold."""
        if isinstance(entry.event, META_EVENTS):
            self._refold([*(judged.entry for judged in self.judged), entry])
        else:
            self.judged.append(self._judge(entry, NONE_DECIDED))
        return self.judged[-1]

    @property
    def scores(self) -> Scores | None:
        """The totals, or None before the match has begun."""
        return None if self.state is None else self.game.scores(self.state)

    def _refold(self, entries: Sequence[Entry]) -> None:
        decided = _decide(entries)
        self.state, self.judged = None, []
        judge, append = self._judge, self.judged.append
        for entry in entries:
            append(judge(entry, decided))

    def _judge(self, entry: Entry, decided: _Decisions) -> Judged:
        event, n = entry.event, entry.n
        if isinstance(event, META_EVENTS):
            return _judge_meta(entry, decided)
        if n in decided.voided:
            original = self._look(event)
            taken_back = Ruling(VOIDED, (("by", decided.voided[n]), ("target", n)))
            return Judged(entry, (taken_back,), Standing.VOIDED, None, original)
        counted = decided.corrected.get(n, event)
        forced = decided.overruled.get(n)
        if counted is event and forced is None:
            return Judged(entry, self._apply(event, None), Standing.STANDS, event)
        original = self._look(event)
        standing = Standing.CORRECTED if forced is None else Standing.OVERRULED
        return Judged(entry, self._apply(counted, forced), standing, counted, original)

    def _look(self, event: Event) -> Ruling | None:
        """What the rules alone say here, without doing it."""
        if self.state is None or isinstance(event, NewMatch):
            return None
        return self.game.judge(self.state, event)

    def _apply(self, event: Event, forced: Verdict | None) -> tuple[Ruling, ...]:
        if isinstance(event, NewMatch):
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
            return Ruling(MATCH_MISSING, (("why", wrong),))
        self.state = self.game.start(match)
        return Ruling(MATCH_STARTED, (("game", match.game), ("players", match.players)))


def _decide(entries: Sequence[Entry]) -> _Decisions:
    """Later entries decide about earlier ones, so read backwards: a voided void no longer voids."""
    decided = _Decisions({}, {}, {}, {entry.n: entry.event for entry in entries})
    for entry in reversed(entries):
        event = entry.event
        if entry.n in decided.voided or not isinstance(event, META_EVENTS) or not _aims(entry, decided.events):
            continue
        if isinstance(event, Void):
            decided.voided.setdefault(event.target, entry.n)
        elif isinstance(event, Correct):
            decided.corrected.setdefault(event.target, event.event)
        elif isinstance(event, Overrule):
            decided.overruled.setdefault(event.target, Verdict(event.verdict))
    return decided


def _aims(entry: Entry, events: Mapping[int, Event]) -> bool:
    """Does a meta entry say something possible about an earlier entry?"""
    event = entry.event
    assert isinstance(event, Void | Correct | Overrule)
    target = events.get(event.target)
    if target is None or event.target >= entry.n:
        return False
    if isinstance(event, Correct):
        # A match may be corrected to the same match with other house rules; nothing else takes a match's place.
        same_sort = isinstance(target, NewMatch) == isinstance(event.event, NewMatch)
        return same_sort and not isinstance(event.event, META_EVENTS) and not isinstance(target, META_EVENTS)
    if isinstance(event, Overrule):
        return event.verdict in ("legal", "illegal") and not isinstance(target, (*META_EVENTS, NewMatch))
    return True


def _judge_meta(entry: Entry, decided: _Decisions) -> Judged:
    event = entry.event
    assert isinstance(event, Void | Correct | Overrule)
    if entry.n in decided.voided:
        return Judged(entry, (Ruling(VOIDED, (("by", decided.voided[entry.n]), ("target", entry.n))),), Standing.VOIDED)
    target = (("target", event.target),)
    if not _aims(entry, decided.events):
        return Judged(entry, (Ruling(TARGET_MISSING, target),))
    if isinstance(event, Void):
        return Judged(entry, (Ruling(VOIDED, (("by", entry.n), *target)),))
    if isinstance(event, Correct):
        return Judged(entry, (Ruling(CORRECTED, target),))
    return Judged(entry, (Ruling(_overruled(Verdict(event.verdict)), target),))


def _overruled(verdict: Verdict) -> Reason:
    return OVERRULED_LEGAL if verdict is Verdict.LEGAL else OVERRULED_ILLEGAL


def fold(game: Game[Any], entries: Iterable[Entry]) -> Match:
    """Fold a whole log."""
    return Match(game).extend(entries)
