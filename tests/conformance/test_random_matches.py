"""Random matches of every game, as real tables play them: with unread cards, late and doubled reports, and regrets.

Promise R9 of the house: rules never crash, never contradict themselves, and a refold always gives the same result.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from string import Formatter
from typing import Any

import pytest

from companion.core.codec import decode_entry, encode_entry, kinds_of
from companion.core.events import META_EVENTS, Entry, Event, NewMatch, Void
from companion.core.fold import Match, fold
from companion.core.game import Game, can
from companion.core.practice import as_log, new_match, random_events
from companion.core.rulings import CORE_REASONS, Ruling, Verdict
from companion.core.words import LANGUAGES, say, texts_of
from tests.conformance.disturbed import disturbed, played

AnyGame = Game[Any]
QUICK, MANY = 12, 1_000
LONGEST = 5_000


@pytest.mark.parametrize("seeds", [range(QUICK), pytest.param(range(QUICK, MANY), marks=pytest.mark.slow)])
def test_disturbed_matches_never_crash_and_never_contradict_themselves(game: AnyGame, seeds: range) -> None:
    for seed in seeds:
        rng = Random(f"{game.info.id} {seed}")
        log = as_log(disturbed(game, played(game, rng, rng.choice((40, 80, 160))), rng))
        checker = _Checker(game)
        for entry in log:
            checker.add(entry)
        again = fold(game, log)
        assert again.judged == checker.match.judged and again.state == checker.match.state
        assert again.scores == checker.match.scores


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.slow)])
def test_undisturbed_matches_come_to_an_end_with_winners(game: AnyGame, seeds: range) -> None:
    fewest, most = game.info.players
    for seed in seeds:
        match = new_match(game, fewest + seed % (most - fewest + 1))
        events = random_events(game, match, Random(f"{game.info.id} whole {seed}"), LONGEST)
        folded = fold(game, as_log(events))
        scores = folded.scores
        assert scores is not None and scores.over, f"not over after {len(events)} events"
        assert scores.winners and game.sample(folded.state, Random(seed)) is None


def test_taking_back_is_as_if_it_had_never_been(game: AnyGame) -> None:
    for seed in range(10):
        rng = Random(f"{game.info.id} undo {seed}")
        events = played(game, rng, 80)
        match = Match(game).extend(as_log(events))
        taken = sorted(rng.sample(range(2, len(events) + 1), min(5, len(events) - 1)))
        for target in taken:
            match.add(Entry(len(match.judged) + 1, Void(target)))
        kept = [event for n, event in enumerate(events, 1) if n not in taken]
        assert match.state == fold(game, as_log(kept)).state
        for void in range(len(events) + 1, len(match.judged) + 1):
            match.add(Entry(len(match.judged) + 1, Void(void)))
        assert match.state == fold(game, as_log(events)).state


def test_every_option_can_be_played_with_every_choice(game: AnyGame) -> None:
    for option in game.info.options:
        for choice in option.choices:
            rng = Random(f"{game.info.id} {option.name} {choice}")
            match = new_match(game, rng.randint(*game.info.players), [(option.name, choice)])
            folded = fold(game, as_log(random_events(game, match, rng, 150)))
            assert folded.judged[0].rulings[0].verdict is Verdict.LEGAL
            assert folded.scores is not None


class _Checker:
    """A match being folded one entry at a time, looked at closely after every step."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.match = Match(game)
        self.kinds = kinds_of(game.events)
        self.known = {*game.reasons, *CORE_REASONS}

    def add(self, entry: Entry) -> None:
        before = self.match.state
        if before is not None and not isinstance(entry.event, (NewMatch, *META_EVENTS)):
            self._check_triad(before, entry.event)
        judged = self.match.add(entry)
        assert decode_entry(encode_entry(entry), entry.n, self.kinds) == entry
        for ruling in judged.rulings:
            self._check_ruling(ruling)
        if self.match.state is not None:
            hash(self.match.state)
            if entry.n == 1 or entry.n % 7 == 0:
                _check_plain(self.match.state)
                self._check_scores()

    def _check_triad(self, state: Any, event: Event) -> None:
        ruling = self.game.judge(state, event)
        step = self.game.apply(state, event)
        assert step.rulings[0] == ruling, f"judge and apply disagree about {event}"
        assert can(self.game, state, event) == (ruling.verdict is not Verdict.ILLEGAL)
        if ruling.verdict is Verdict.ILLEGAL and not ruling.reason.stays:
            assert step.state == state, f"{ruling.code} is illegal and changed the state"
        for forced in (Verdict.LEGAL, Verdict.ILLEGAL):
            self.game.apply(state, event, forced)
        assert self.game.judge(state, event) == ruling, "judging changed something"

    def _check_ruling(self, ruling: Ruling) -> None:
        assert ruling.reason in self.known, f"{ruling.code} is not declared"
        _check_plain(ruling.facts)
        for lang in LANGUAGES:
            template = texts_of(self.game.words, lang)[ruling.code]
            unfilled = {name for _, name, _, _ in Formatter().parse(template) if name} - ruling.fact.keys()
            assert not unfilled, f"{ruling.code} does not say {unfilled}"
            assert say(ruling, self.game.words, lang).strip()

    def _check_scores(self) -> None:
        scores = self.match.scores
        assert scores is not None
        players = next(j.counted for j in self.match.judged if isinstance(j.counted, NewMatch)).players
        assert tuple(line.player for line in scores.lines) == players
        assert set(scores.winners) <= set(players) and set(scores.leaders) <= set(players)
        assert scores.over or not scores.winners


def _check_plain(value: Any) -> None:
    """Plain data only: it can be compared, hashed, printed and stored, and nobody can change it from outside."""
    if value is None or isinstance(value, bool | int | float | str | Enum):
        return
    if isinstance(value, tuple | frozenset):
        for item in value:
            _check_plain(item)
    else:
        assert is_dataclass(value) and value.__dataclass_params__.frozen, f"{value!r:.80} is not plain data"
        for field in fields(value):
            _check_plain(getattr(value, field.name))
