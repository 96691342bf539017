"""The rules of High Card. Pure: no clock, no chance, no input or output; nothing people do makes it raise."""

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from companion.core.events import Event, ManualScore, NewMatch
from companion.core.game import Direction, GameInfo, Option, Options, Step
from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import (
    CARD_UNKNOWN,
    MATCH_OVER,
    OUT_OF_PHASE,
    PLAYER_UNKNOWN,
    SCORED_BY_HAND,
    Ruling,
    Verdict,
)
from companion.core.scores import Ranking, Scores
from companion.core.words import load_words

from . import reasons
from .cards import DECK, VALUE_OF, is_card
from .events import EVENTS, EndRound, Lay
from .scoring import scores, winners

T = TypeVar("T")

INFO = GameInfo(
    id="highcard",
    players=(2, 6),
    direction=Direction.TOGETHER,
    ranking=Ranking.HIGHEST,
    deck=DECK,
    # `unsure` marks what no rulebook confirms; here the target is printed, so it is sure.
    options=(Option("target", "HCU1", (3, 5, 10), 5, unsure=False), Option("tie_scores", "HCU2", (False, True), False)),
    zones=("middle",),
)


@dataclass(frozen=True, slots=True)
class State:
    """The whole match, in plain data. `laid` and `totals` stand in seating order; an empty text is no card yet."""

    players: tuple[PlayerId, ...]
    target: int
    tie_scores: bool
    totals: tuple[int, ...]
    laid: tuple[CardId, ...]


class HighCard:
    info = INFO
    events = EVENTS
    reasons = reasons.REASONS
    words = load_words(__package__ or "")

    def start(self, match: NewMatch) -> State:
        options = Options.of(INFO, match)
        seats = len(match.players)
        return State(match.players, options["target"], options["tie_scores"], (0,) * seats, (CardId(""),) * seats)

    def judge(self, state: State, event: Event) -> Ruling:
        if isinstance(event, EndRound):
            return _judge_round(state)
        if not isinstance(event, Lay | ManualScore):
            return Ruling(OUT_OF_PHASE)
        if event.player not in state.players:
            return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
        if isinstance(event, ManualScore):
            return Ruling(SCORED_BY_HAND, (("player", event.player), ("points", event.points)))
        return _judge_lay(state, event)

    def apply(self, state: State, event: Event, forced: Verdict | None = None) -> Step[State]:
        ruling = self.judge(state, event)
        if (forced or ruling.verdict) is Verdict.ILLEGAL or ruling.reason is PLAYER_UNKNOWN:
            return Step(state, (ruling,))
        if isinstance(event, EndRound):
            return Step(_end_round(state), (ruling,))
        if isinstance(event, Lay):
            seat = state.players.index(event.player)
            return Step(_with(state, laid=_put(state.laid, seat, event.card)), (ruling,))
        if isinstance(event, ManualScore):
            seat = state.players.index(event.player)
            total = state.totals[seat] + event.points
            return Step(_with(state, totals=_put(state.totals, seat, total)), (ruling,))
        return Step(state, (ruling,))

    def scores(self, state: State) -> Scores:
        return scores(state.players, state.totals, state.target)

    def sample(self, state: State, rng: Random) -> Event | None:
        if winners(state.players, state.totals, state.target):
            return None
        waiting = [player for player, card in zip(state.players, state.laid, strict=True) if not card]
        if not waiting or rng.random() < 0.05:
            return EndRound()
        return Lay(rng.choice(waiting), rng.choice(DECK)[0] if rng.random() < 0.98 else UNKNOWN)


def _judge_lay(state: State, event: Lay) -> Ruling:
    facts = (("player", event.player), ("card", event.card))
    if not is_card(event.card):
        return Ruling(CARD_UNKNOWN, facts)
    if winners(state.players, state.totals, state.target):
        return Ruling(MATCH_OVER)
    if state.laid[state.players.index(event.player)]:
        return Ruling(reasons.LAID_TWICE, facts)
    return Ruling(reasons.LAID, facts)


def _judge_round(state: State) -> Ruling:
    waiting = tuple(player for player, card in zip(state.players, state.laid, strict=True) if not card)
    if waiting:
        return Ruling(reasons.ROUND_WAITS, (("players", waiting),))
    if UNKNOWN in state.laid:
        unread = tuple(player for player, card in zip(state.players, state.laid, strict=True) if card == UNKNOWN)
        return Ruling(reasons.ROUND_UNREAD, (("players", unread),))
    best = _best(state)
    names = tuple(state.players[seat] for seat in best)
    return Ruling(
        reasons.ROUND_WON if len(best) == 1 or state.tie_scores else reasons.ROUND_TIED, (("players", names),)
    )


def _best(state: State) -> tuple[int, ...]:
    """The seats with the highest card."""
    values = [VALUE_OF.get(card, 0) for card in state.laid]
    return tuple(seat for seat, value in enumerate(values) if value == max(values) > 0)


def _end_round(state: State) -> State:
    best = _best(state)
    scored = best if len(best) == 1 or state.tie_scores else ()
    totals = tuple(total + (seat in scored) for seat, total in enumerate(state.totals))
    return _with(state, totals=totals, laid=(CardId(""),) * len(state.players))


def _with(state: State, totals: tuple[int, ...] | None = None, laid: tuple[CardId, ...] | None = None) -> State:
    # Building the state by hand is several times faster than dataclasses.replace.
    return State(state.players, state.target, state.tie_scores, totals or state.totals, laid or state.laid)


def _put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])
