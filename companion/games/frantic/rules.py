"""The rules of Frantic, the card game: which event goes to which part of the house, and the contract of a game.

It decides nothing about cards itself. An event is tried on a working copy of the table; what is illegal is thrown
away with it, so `judge` and `apply` are the same calculation.
"""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from companion.core.events import Event, ManualScore, NewMatch
from companion.core.game import Step
from companion.core.ids import UNKNOWN, PlayerId
from companion.core.rulings import (
    CARD_NEEDED,
    CARD_UNKNOWN,
    MATCH_OVER,
    OUT_OF_PHASE,
    PLAYER_UNKNOWN,
    SCORED_BY_HAND,
    Ruling,
    Verdict,
)
from companion.core.scores import Scores
from companion.core.words import load_words

from . import reasons
from .attacks import assume_target, make_wish, name_targets
from .cards import EVENT_NAMES, FACES
from .claims import deal, position, show_hand
from .events import (
    EVENTS,
    Bet,
    Deal,
    Discard,
    Draw,
    EventCard,
    Give,
    MarketCards,
    Pass,
    Play,
    Position,
    ShowHand,
    StartCard,
    Take,
    Target,
    Wish,
)
from .flow import CLOSERS, run
from .giving import give, take, wrong_cards
from .happenings import HAPPENINGS
from .occasions import (
    bet,
    discard_sets,
    discard_some,
    give_present,
    show_market,
    take_blind,
    take_from_market,
)
from .options import INFO, house_rules
from .passing import go_on
from .sample import sample
from .scoring import over, scores, tell_winners
from .state import (
    Attack,
    BetsDue,
    BlindTakes,
    DiscardsDue,
    EventDue,
    GiveDue,
    Market,
    PresentsDue,
    Seat,
    SetsDue,
    State,
    SwapDue,
    TargetDue,
)
from .table import Table
from .turns import draw, name_draw, play, start_card

#: Rulings that leave everything as it was although they forbid nothing: first, somebody must tell something.
WAITS = frozenset(
    {
        reasons.TARGET_NEEDED.code,
        reasons.EVENT_NEEDED.code,
        reasons.SETS_NEEDED.code,
        reasons.PRESENTS_NEEDED.code,
        reasons.BETS_NEEDED.code,
        reasons.WINDOW_OPEN.code,
    }
)
Handler = Callable[[Table, Any], Ruling]
Seated = Callable[[Table, Any, Seat], Ruling]
#: The ruling, and the table afterwards; None where nothing changes.
Attempt: TypeAlias = tuple[Ruling, Table | None]


class Frantic:
    info = INFO
    events = EVENTS
    reasons = reasons.REASONS
    words = load_words(__package__ or "")

    def start(self, match: NewMatch) -> State:
        seats = len(match.players)
        return State(match.players, house_rules(match), (), (0,) * seats, 0, hands=((),) * seats)

    def judge(self, state: State, event: Event) -> Ruling:
        return _attempt(state, event, False)[0]

    def apply(self, state: State, event: Event, forced: Verdict | None = None) -> Step[State]:
        ruling, table = _attempt(state, event, False)
        if forced is Verdict.ILLEGAL:
            return Step(state, (ruling,))
        if forced is Verdict.LEGAL and table is None:
            table = _attempt(state, event, True)[1]
        if table is None:
            return Step(state, (ruling,))
        return Step(table.state(), (ruling, *table.news))

    def scores(self, state: State) -> Scores:
        return scores(state)

    def sample(self, state: State, rng: Random) -> Event | None:
        return sample(state, rng)


def _attempt(state: State, event: Event, forced: bool) -> Attempt:
    """What the rules say; where the draw before could be read in two ways, the one that makes sense of it counts."""
    sort = event.__class__
    handler = HANDLERS.get(sort)
    if handler is None:
        return Ruling(OUT_OF_PHASE), None
    if sort is Draw and state.stack and (state.owed or state.otherwise or isinstance(state.stack[-1], Attack)):
        return _draw_attempt(state, event, forced)
    first = _once(state, event, forced, handler)
    if first[0].verdict is Verdict.ILLEGAL and state.otherwise is not None:
        again = _once(state.otherwise, event, forced, handler)
        return first if again[1] is None else again
    return first


def _draw_attempt(state: State, event: Event, forced: bool) -> Attempt:
    """Is this one of the cards that somebody has just been made to draw, or the one of their turn?

    Logs may name the forced draws or leave them out. As long as both make sense, the turn's draw is taken for granted
    and the other reading is kept.
    """
    in_turn, owed = _by_player(draw), _by_player(name_draw)
    tried = [
        _once(reading, event, forced, handler)
        for reading in (state, state.otherwise)
        if reading is not None
        for handler in ((owed, in_turn) if reading.naming else (in_turn, owed))
    ]
    fitting = [(ruling, table) for ruling, table in tried if table is not None]
    if not fitting:
        return _once(state, event, forced, in_turn)
    ruling, table = fitting[0]
    if not table.naming:
        table.otherwise = next((other.state() for _, other in fitting[1:] if other.naming), None)
    return ruling, table


def _once(state: State, event: Event, forced: bool, handler: Handler) -> Attempt:
    """One reading of one event."""
    sort = event.__class__
    if not state.stack:
        closed = _between_rounds(state, sort)
        if closed:
            return closed, None
    table = Table(state, forced)
    ruling = handler(table, event)
    reason = ruling.reason
    if reason.verdict is Verdict.ILLEGAL or reason.code in WAITS:
        return ruling, None
    if sort is not ManualScore:
        run(table)
    return ruling, table


def _between_rounds(state: State, sort: type[Event]) -> Ruling | None:
    """Why `sort` cannot happen while no round is running."""
    if sort is ShowHand and state.rounds:
        return Ruling(reasons.ALREADY_COUNTED, (("points", state.rounds[-1]),))
    if sort is Pass or (sort is Discard and state.cleared):
        return None
    if sort is not ManualScore and over(state):
        return Ruling(MATCH_OVER)
    return None if sort in BETWEEN_ROUNDS else Ruling(reasons.ROUND_NONE)


# ---------------------------------------------------------------- one handler an event


def _by_player(act: Seated) -> Handler:
    """For events that a player does: somebody who sits at the table."""

    def handler(table: Table, event: Any) -> Ruling:
        seat = table.seat(event.player)
        if seat is None:
            return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
        return act(table, event, seat)

    return handler


def _manual_score(table: Table, event: ManualScore, seat: Seat) -> Ruling:
    table.totals = (*table.totals[:seat], table.totals[seat] + event.points, *table.totals[seat + 1 :])
    tell_winners(table)
    return Ruling(SCORED_BY_HAND, (("player", event.player), ("points", event.points)))


def _wish(table: Table, event: Wish, seat: Seat) -> Ruling:
    return make_wish(table, seat, event.wish)


def _target(table: Table, event: Target, seat: Seat) -> Ruling:
    return name_targets(table, seat, event.targets)


def _pass(table: Table, event: Pass) -> Ruling:
    seat = table.seat(event.player) if event.player else None
    if event.player and seat is None:
        return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
    return go_on(table, seat)


def _event_card(table: Table, event: EventCard) -> Ruling:
    """The top event card is turned up and carried out as far as possible."""
    due = table.stack[-1]
    face = FACES.get(event.card)
    if event.card != UNKNOWN and face is None:
        return Ruling(CARD_UNKNOWN, (("card", event.card[:80]),))
    if face is not None and face.symbol != "event":
        return Ruling(reasons.EVENT_NO_EVENT_CARD, (("card", event.card),))
    if not isinstance(due, EventDue):
        return Ruling(reasons.EVENT_NONE_DUE, (("card", event.card),))
    table.stack.pop()
    facts = (("player", table.players[due.seat]), ("card", event.card), ("cards", (event.card,)))
    if face is None:
        # Nobody has read it: people tell what came of it by `position`.
        return Ruling(CARD_NEEDED, facts)
    if len(table.events_seen) == len(EVENT_NAMES):
        table.events_seen = ()
    seen = event.card in table.events_seen
    table.events_seen = (*table.events_seen, event.card)
    name = event.card.rsplit("/", 1)[1]
    HAPPENINGS[name](table, due.seat)
    return Ruling(reasons.ALL_SEEN if seen else reasons.EVENT_TURNED[name], facts)


def _give(table: Table, event: Give, seat: Seat) -> Ruling:
    """Cards for whoever was named; giving to somebody also names them, and says that nobody reacts."""
    to = table.seat(event.to)
    if to is None:
        return Ruling(PLAYER_UNKNOWN, (("player", event.to),))
    wrong = wrong_cards(event.cards)
    if wrong:
        return wrong
    blocked = _let_happen(table, seat, event.to)
    if blocked:
        return blocked
    frame = table.stack[-1]
    if isinstance(frame, PresentsDue):
        return give_present(table, frame, seat, to, event.cards)
    if isinstance(frame, GiveDue | SwapDue) and frame.seat == seat and (isinstance(frame, GiveDue) or frame.gives):
        return give(table, frame, to, event.cards)
    return Ruling(reasons.GIVE_NOT_DUE, (("player", event.player),))


def _let_happen(table: Table, source: Seat, victim: PlayerId) -> Ruling | None:
    """The attacker already hands cards over: this names the victim, who has not countered."""
    assume_target(table)
    frame = table.stack[-1]
    if isinstance(frame, TargetDue) and frame.seat == source and frame.special in ("gift", "exchange") and victim:
        named = name_targets(table, source, (victim,))
        if named.verdict is Verdict.ILLEGAL:
            return named
        frame = table.stack[-1]
    if isinstance(frame, Attack) and any(share.source == source for share in frame.shares):
        return CLOSERS[Attack](table, frame)
    return None


def _take(table: Table, event: Take, seat: Seat) -> Ruling:
    wrong = wrong_cards(event.cards)
    if wrong:
        return wrong
    source = table.seat(event.source) if event.source else None
    if event.source and source is None:
        return Ruling(PLAYER_UNKNOWN, (("player", event.source),))
    blocked = _let_happen(table, seat, event.source)
    if blocked:
        return blocked
    frame = table.stack[-1]
    if isinstance(frame, Market) and source is None:
        return take_from_market(table, frame, seat, event.cards)
    if isinstance(frame, SwapDue) and frame.seat == seat and frame.takes and source in (None, frame.other):
        return take(table, frame, event.cards)
    if isinstance(frame, BlindTakes) and source is not None:
        return take_blind(table, frame, seat, source, event.cards)
    return Ruling(reasons.TAKE_NOT_DUE, (("player", event.player),))


def _discard(table: Table, event: Discard, seat: Seat) -> Ruling:
    wrong = wrong_cards(event.cards)
    if wrong:
        return wrong
    said = (seat, tuple(sorted(event.cards)))
    if said in table.cleared:
        table.cleared = tuple(each for each in table.cleared if each != said)
        return Ruling(reasons.DISCARDED, (("player", event.player), ("cards", event.cards)))
    frame = table.stack[-1] if table.stack else None
    if isinstance(frame, DiscardsDue):
        return discard_some(table, frame, seat, event.cards)
    if isinstance(frame, SetsDue):
        return discard_sets(table, frame, seat, event.cards)
    return Ruling(reasons.DISCARD_NOT_DUE, (("player", event.player),))


def _bet(table: Table, event: Bet, seat: Seat) -> Ruling:
    wrong = wrong_cards((event.card,))
    if wrong:
        return wrong
    frame = table.stack[-1]
    if isinstance(frame, BetsDue):
        return bet(table, frame, seat, event.card)
    return Ruling(reasons.BET_NOT_DUE, (("player", event.player), ("card", event.card)))


def _market_cards(table: Table, event: MarketCards) -> Ruling:
    wrong = wrong_cards(event.cards)
    if wrong:
        return wrong
    frame = table.stack[-1]
    if isinstance(frame, Market):
        return show_market(table, frame, event.cards)
    return Ruling(reasons.MARKET_NOT_DUE)


HANDLERS: dict[type[Event], Handler] = {
    ManualScore: _by_player(_manual_score),
    Deal: deal,
    StartCard: start_card,
    Play: _by_player(play),
    Wish: _by_player(_wish),
    Target: _by_player(_target),
    Draw: _by_player(draw),
    Pass: _pass,
    Give: _by_player(_give),
    Take: _by_player(_take),
    Discard: _by_player(_discard),
    Bet: _by_player(_bet),
    EventCard: _event_card,
    MarketCards: _market_cards,
    ShowHand: _by_player(show_hand),
    Position: position,
}
#: What may happen while no round is running.
BETWEEN_ROUNDS = frozenset({ManualScore, Deal, StartCard, Position})
