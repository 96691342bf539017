"""The rules of Frantic Frankfurt: which part judges which event. Pure; nothing people do makes it raise."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from companion.core.events import Event, ManualScore, NewMatch
from companion.core.game import Options, Step
from companion.core.rulings import MATCH_OVER, OUT_OF_PHASE, PLAYER_UNKNOWN, SCORED_BY_HAND, Ruling, Verdict
from companion.core.scores import Scores
from companion.core.words import load_words

from . import events, reasons
from .blockage import (
    do_blockage_card,
    do_blocked,
    found,
    judge_blockage_card,
    judge_blocked,
    judge_foul,
    judge_time_up,
)
from .cards import DECK_SIZE
from .columns import do_read_top, do_reveal, do_shift, judge_read_top, judge_reveal, judge_shift
from .counting import do_count, judge_count
from .discards import do_discard, do_together, judge_discard, judge_together
from .opening import do_lay_out, do_open, judge_lay_out, judge_open
from .options import INFO
from .penalties import penalty_after
from .round_end import do_end_round, judge_end_round
from .sampling import sample
from .scoring import scores
from .slaps import do_slap, judge_slap
from .state import Phase, Rules, Seat, State, with_seat
from .wrong_cards import do_challenge, do_take_back, judge_challenge, judge_take_back

After: TypeAlias = tuple[State, tuple[Ruling, ...]]
Judge: TypeAlias = Callable[..., Ruling]
Do: TypeAlias = Callable[..., After]


def judge_manual_score(state: State, event: ManualScore, seat: int) -> Ruling:
    return Ruling(SCORED_BY_HAND, (("player", event.player), ("points", event.points)))


def do_manual_score(state: State, event: ManualScore, seat: int, verdict: Verdict) -> After:
    return with_seat(state, seat, by_hand=state.seats[seat].by_hand + event.points), ()


def do_nothing(state: State, event: Event, seat: int, verdict: Verdict) -> After:
    return state, ()


#: What one player does: (state, event, seat) -> ruling, and (state, event, seat, verdict) -> state and more rulings.
BY_PLAYER: dict[type[Event], tuple[Judge, Do]] = {
    events.Discard: (judge_discard, do_discard),
    events.Reveal: (judge_reveal, do_reveal),
    events.ReadTop: (judge_read_top, do_read_top),
    events.Shift: (judge_shift, do_shift),
    events.Challenge: (judge_challenge, do_challenge),
    events.TakeBack: (judge_take_back, do_take_back),
    events.LayOut: (judge_lay_out, do_lay_out),
    events.Open: (judge_open, do_open),
    events.BlockageCard: (judge_blockage_card, do_blockage_card),
    events.Slap: (judge_slap, do_slap),
    events.Foul: (judge_foul, do_nothing),
    ManualScore: (judge_manual_score, do_manual_score),
}
#: What happens to the whole table: the same without a seat.
BY_TABLE: dict[type[Event], tuple[Judge, Do]] = {
    events.Together: (judge_together, do_together),
    events.Blocked: (judge_blocked, do_blocked),
    events.TimeUp: (judge_time_up, do_blocked),
    events.EndRound: (judge_end_round, do_end_round),
    events.Count: (judge_count, do_count),
}

#: What people may overrule: it can be done on a real table, whatever the rules say. The rest is impossible.
DOABLE = frozenset(
    reason.code
    for reason in reasons.REASONS
    if reason.stays
    or reason
    in (
        reasons.TOO_LATE,
        reasons.PILE_TAKEN,
        reasons.FITS,
        reasons.COVERED,
        reasons.BACK_FITS,
        reasons.SHIFT_HIDDEN,
        reasons.SHIFT_MANY,
        reasons.SHIFT_FULL,
        reasons.CAN_PLAY,
        reasons.CAN_REVEAL,
        reasons.CAN_SHIFT,
        reasons.ADDED_TWICE,
        reasons.PILE_USED,
        reasons.NOT_FINISHED,
        reasons.TWO_HANDS,
        reasons.MUST_PLAY,
    )
)
#: What may still be said when the match is over.
AFTER_THE_END = frozenset((ManualScore, events.EndRound))
#: After these the tops have changed, so that nobody may be able to move.
CHANGES_TOPS = frozenset(
    (
        events.Discard,
        events.Reveal,
        events.ReadTop,
        events.Shift,
        events.Together,
        events.Challenge,
        events.TakeBack,
        events.Open,
        events.BlockageCard,
    )
)


class Frankfurt:
    """The game as `companion.core.game` asks for it."""

    info = INFO
    events = events.EVENTS
    reasons = reasons.REASONS
    words = load_words(__package__ or "")

    def start(self, match: NewMatch) -> State:
        share = DECK_SIZE // len(match.players)
        seats = (Seat(share, share),) * len(match.players)
        return State(Rules.of(Options.of(INFO, match)), match.players, Phase.OPENING, seats)

    def judge(self, state: State, event: Event) -> Ruling:
        return _judge(state, event)[0]

    def apply(self, state: State, event: Event, forced: Verdict | None = None) -> Step[State]:
        ruling, do, seat = _judge(state, event)
        verdict = forced or ruling.verdict
        if forced is None:
            done = verdict is not Verdict.ILLEGAL or ruling.reason.stays
        elif ruling.verdict is Verdict.ILLEGAL:
            done = ruling.reason.stays or (forced is Verdict.LEGAL and ruling.reason.code in DOABLE)
        else:
            # A card that the table calls wrong lies there all the same.
            done = forced is Verdict.LEGAL or event.__class__ is events.Discard
        if not done:
            return Step(state, (ruling, *penalty_after(state, ruling, seat)))
        after, more = do(state, event, seat, verdict) if seat >= 0 else do(state, event, verdict)
        if event.__class__ in CHANGES_TOPS:
            more = (*more, *found(after))
        return Step(after, (ruling, *more))

    def scores(self, state: State) -> Scores:
        return scores(state)

    def sample(self, state: State, rng: Random) -> Event | None:
        return sample(state, rng)


def _judge(state: State, event: Event) -> tuple[Ruling, Do, int]:
    """The ruling, what to do, and the seat it is about (-1 for the whole table)."""
    kind = event.__class__
    if state.phase is Phase.OVER and kind not in AFTER_THE_END:
        return Ruling(MATCH_OVER), do_nothing, -1
    if kind in BY_PLAYER:
        player = event.player  # type: ignore[attr-defined]
        if player not in state.players:
            return Ruling(PLAYER_UNKNOWN, (("player", player),)), do_nothing, -1
        seat = state.players.index(player)
        judge, do = BY_PLAYER[kind]
        return judge(state, event, seat), do, seat
    if kind in BY_TABLE:
        judge, do = BY_TABLE[kind]
        return judge(state, event), do, -1
    return Ruling(OUT_OF_PHASE), do_nothing, -1
