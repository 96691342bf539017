"""The board game as the core wants it: facts, start, judge, apply. Which rule answers which event is one table.

Pure: no clock, no chance, no input or output; nothing people do makes it raise.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.events import Event, ManualScore, NewMatch
from companion.core.game import Direction, GameInfo, MatPlace, Step, limit_for
from companion.core.rulings import OUT_OF_PHASE, PLAYER_UNKNOWN, SCORED_BY_HAND, Ruling, Verdict
from companion.core.scores import Ranking, Scores
from companion.core.words import load_words

from . import by_hand, events, happening, owner_data, reactions, reasons, rounds, turn
from .board import PLACEHOLDER
from .cards import DECK, KINDS
from .draft import Draft
from .options import OPTIONS, house_of
from .sampler import sample
from .scoring import scores_of
from .state import NOBODY, Hand, Phase, State, Table

INFO = GameInfo(
    id="frantic_board",
    players=(2, 6),
    direction=Direction.ANTICLOCKWISE,
    ranking=Ranking.LOWEST,
    deck=DECK,
    options=OPTIONS,
    limits=((2, 3, (99, 121, 157)), (4, 6, (83, 99, 121))),
    zones=("board", "draw", "dice"),
    mat=(MatPlace("draw"), MatPlace("dice", wide=1, high=2)),
)


class FranticBoard:
    info = INFO
    events = events.EVENTS
    reasons = reasons.REASONS
    words = load_words(__package__ or "")

    def start(self, match: NewMatch) -> State:
        house = house_of(INFO, match)
        seats = len(match.players)
        limit = limit_for(INFO, seats, house.length) or 0
        return State(
            table=Table(match.players, house, limit, PLACEHOLDER, KINDS),
            phase=Phase.SETUP,
            turn=0,
            first=NOBODY,
            dealt=False,
            first_rolls=(0,) * seats,
            pawns=(0,) * seats,
            hands=(Hand(),) * seats,
            pile=0,
            squares=((),) * (PLACEHOLDER.finish + 1),
            teleports=PLACEHOLDER.teleports,
            stack=(),
            fired=(),
            window=None,
            dice=(0,) * seats,
            reached=False,
            rounds=(),
            by_hand=(0,) * seats,
        )

    def judge(self, state: State, event: Event) -> Ruling:
        return self.apply(state, event).rulings[0]

    def apply(self, state: State, event: Event, forced: Verdict | None = None) -> Step[State]:
        """What is illegal changes nothing: a wrong card goes back to the hand."""
        rule = RULES.get(type(event))
        if rule is None:
            return Step(state, (Ruling(OUT_OF_PHASE),))
        draft = Draft(state, forced is Verdict.LEGAL)
        ruling = rule(draft, event)
        if forced is Verdict.ILLEGAL:
            return Step(state, (ruling,))
        if ruling.reason.verdict is Verdict.ILLEGAL and not (draft.forced and ruling.reason in OVERRULABLE):
            return Step(state, (ruling,))
        return Step(draft.state(), (ruling, *draft.more))

    def scores(self, state: State) -> Scores:
        return scores_of(state)

    def sample(self, state: State, rng: Random) -> Event | None:
        return sample(state, rng)


def _score_by_hand(draft: Draft, event: ManualScore) -> Ruling:
    facts = (("player", event.player), ("points", event.points))
    seat = draft.seat(event.player)
    if seat == NOBODY:
        return Ruling(PLAYER_UNKNOWN, facts)
    scores = draft.by_hand
    draft.by_hand = (*scores[:seat], scores[seat] + event.points, *scores[seat + 1 :])
    return Ruling(SCORED_BY_HAND, facts)


#: The rules that judge where a card may lie: the table may decide otherwise, and then the card lies there.
OVERRULABLE = frozenset(
    (
        reasons.ON_OTHER_COLOUR,
        reasons.ON_WHITE,
        reasons.START_OR_FINISH,
        reasons.ON_TELEPORT,
        reasons.JUMP_ACROSS,
        reasons.ARROW_OFF_BOARD,
        reasons.UNDER_PAWN,
    )
)

RULES: dict[type[Event], Callable[[Draft, Any], Ruling]] = {
    ManualScore: _score_by_hand,
    events.BoardDrawn: owner_data.board_drawn,
    events.CardsCounted: owner_data.cards_counted,
    events.EventText: owner_data.event_text,
    events.LimitAgreed: rounds.agree_limit,
    events.Deal: rounds.deal,
    events.FirstRoll: rounds.first_roll,
    events.Starts: rounds.starts,
    events.Play: turn.play,
    events.ThrowIn: reactions.throw_in,
    events.Choose: turn.choose,
    events.Roll: turn.roll,
    events.EventRoll: happening.event_roll,
    events.EndTurn: turn.end_turn,
    events.ShowHand: rounds.show_hand,
    events.MovePawn: by_hand.move_pawn,
    events.SwapPawns: by_hand.swap_pawns,
    events.Walk: by_hand.walk_pawn,
    events.Steps: by_hand.steps,
    events.Done: by_hand.done,
    events.PutCard: by_hand.put_card,
    events.TakeCard: by_hand.take_card,
    events.RemoveCard: by_hand.remove_card,
    events.Draw: by_hand.draw,
    events.Discard: by_hand.discard,
    events.MoveTeleport: by_hand.move_teleport,
    events.SetDie: by_hand.set_die,
    events.CountHand: by_hand.count_hand,
    events.CountPile: by_hand.count_pile,
}
