"""The rules of Frappadingue Family: which part judges which event. Pure; nothing people do makes it raise."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from companion.core.events import Event, ManualScore, NewMatch
from companion.core.game import Options, Step
from companion.core.rulings import MATCH_OVER, OUT_OF_PHASE, PLAYER_UNKNOWN, Ruling, Verdict
from companion.core.scores import Scores
from companion.core.words import load_words

from . import events, reasons
from .keeping import do_keep, judge_keep
from .options import INFO
from .sampling import sample
from .scoring import scores
from .state import NOBODY, Phase, Rules, State
from .throwing import do_throw, judge_throw
from .turns import (
    After,
    do_manual_score,
    do_nothing_scores,
    do_turn,
    do_validate,
    judge_manual_score,
    judge_nothing,
    judge_turn,
    judge_validate,
)

Judge: TypeAlias = Callable[..., Ruling]
Do: TypeAlias = Callable[..., After]

#: (state, event, seat) -> ruling, and (state, event, seat, verdict) -> state and more rulings.
BY_EVENT: dict[type[Event], tuple[Judge, Do]] = {
    events.Throw: (judge_throw, do_throw),
    events.Keep: (judge_keep, do_keep),
    events.Validate: (judge_validate, do_validate),
    events.Nothing: (judge_nothing, do_nothing_scores),
    events.Turn: (judge_turn, do_turn),
    ManualScore: (judge_manual_score, do_manual_score),
}

#: What people may overrule: it can be done on a real table, whatever the rules say. The rest is impossible.
DOABLE = frozenset(
    (
        reasons.WRONG_PILES.code,
        reasons.SPECIALS_ALONE.code,
        reasons.NO_POINTS.code,
        reasons.NO_COMBINATION.code,
        reasons.KEEP_ALL.code,
        reasons.NOT_A_HUNDRED.code,
        reasons.TOO_LOW.code,
        reasons.OPENING.code,
        reasons.OVERSHOOT.code,
        reasons.MUST_THROW.code,
        reasons.SOMETHING_SCORES.code,
    )
)


class Frappadingue:
    """The game as `companion.core.game` asks for it."""

    info = INFO
    events = events.EVENTS
    reasons = reasons.REASONS
    words = load_words(__package__ or "")

    def start(self, match: NewMatch) -> State:
        rules = Rules.of(Options.of(INFO, match))
        seats = len(match.players)
        turn = 0 if rules.first_player == "first_listed" else NOBODY
        return State(rules, match.players, (0,) * seats, ((),) * seats, turn=turn)

    def judge(self, state: State, event: Event) -> Ruling:
        return _judge(state, event)[0]

    def apply(self, state: State, event: Event, forced: Verdict | None = None) -> Step[State]:
        ruling, do, seat = _judge(state, event)
        verdict = forced or ruling.verdict
        impossible = ruling.verdict is Verdict.ILLEGAL and ruling.reason.code not in DOABLE
        if do is None or verdict is Verdict.ILLEGAL or impossible:
            return Step(state, (ruling,))
        after, more = do(state, event, seat, verdict)
        return Step(after, (ruling, *more))

    def scores(self, state: State) -> Scores:
        return scores(state)

    def sample(self, state: State, rng: Random) -> Event | None:
        return sample(state, rng)


def _judge(state: State, event: Event) -> tuple[Ruling, Do | None, int]:
    """The ruling, what to do, and the seat it is about."""
    kind = event.__class__
    if state.phase is Phase.OVER and kind is not ManualScore:
        return Ruling(MATCH_OVER), None, NOBODY
    found = BY_EVENT.get(kind)
    if found is None:
        return Ruling(OUT_OF_PHASE), None, NOBODY
    player = event.player  # type: ignore[attr-defined]
    if player not in state.players:
        return Ruling(PLAYER_UNKNOWN, (("player", player),)), None, NOBODY
    seat = state.players.index(player)
    judge, do = found
    return judge(state, event, seat), do, seat
