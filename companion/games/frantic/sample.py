"""Made-up but plausible events, for tests and benches. It decides nothing; chance comes in as `rng`.

It plays the way people do: mostly something that fits, now and then something wrong, hidden cards made up from those
nobody has seen yet.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import Verdict

from .attacks import candidates
from .cards import BLACK, COLOURS, COUNTERATTACK, EVENT_NAMES, FACES, FUCK_YOU, NICE_TRY, PLAYING_CARDS, fits
from .events import (
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
from .scoring import over
from .state import (
    AGAIN,
    DRAWN,
    Attack,
    BetsDue,
    BlindTakes,
    Counting,
    Dealt,
    DiscardsDue,
    EventDue,
    GiveDue,
    Market,
    NiceTryDue,
    OpenHands,
    PresentsDue,
    Seat,
    SetsDue,
    State,
    SwapDue,
    TargetDue,
    Turn,
    WishDue,
)
from .table import Table


def sample(state: State, rng: Random) -> Event | None:
    """Something that could happen next; None when the match is over."""
    if not state.stack:
        return None if over(state) else Deal()
    table = Table(state)
    if rng.random() < 0.03:
        return _anything(table, rng)
    frame = state.stack[-1]
    return SAMPLES[frame.__class__](table, frame, rng)


def _anything(table: Table, rng: Random) -> Event:
    """Somebody who is not asked does something."""
    player = rng.choice(table.players)
    kinds = (
        Play(player, rng.choice(PLAYING_CARDS).card),
        Play(player),
        Draw(player),
        Pass(player),
        Pass(),
        Discard(player, (UNKNOWN,)),
        Position(counts=((player, len(table.hands[table.players.index(player)])),)),
    )
    return rng.choice(kinds)


def _hidden_card(table: Table, rng: Random) -> CardId:
    """A card that nobody has seen yet."""
    for _ in range(20):
        card = rng.choice(PLAYING_CARDS).card
        if table.unseen(card) > 0:
            return card
    return UNKNOWN


def _name(table: Table, seat: Seat) -> PlayerId:
    return table.players[seat]


def _wish_for(rng: Random, colour_only: bool) -> str:
    return rng.choice(COLOURS) if colour_only or rng.random() < 0.7 else str(rng.randint(1, 9))


def _dealt(table: Table, frame: Dealt, rng: Random) -> Event:
    return StartCard(_hidden_card(table, rng))


def _turn(table: Table, turn: Turn, rng: Random) -> Event:
    player, hand = _name(table, turn.seat), table.hands[turn.seat]
    if turn.stage != AGAIN and rng.random() < 0.15:
        return Pass(player) if turn.stage == DRAWN else Draw(player)
    card = _fitting(table, turn.seat, rng) if hand else None
    if card is None:
        return Pass(player) if turn.stage == DRAWN else Draw(player)
    face = FACES[card]
    wish = _wish_for(rng, face.symbol not in ("fantastic", "fantastic-four")) if face.four_colour else ""
    return Play(player, card, wish if rng.random() < 0.8 else "")


def _fitting(table: Table, seat: Seat, rng: Random) -> CardId | None:
    hand = table.hands[seat]
    for card in hand:
        if card not in (UNKNOWN, FUCK_YOU) and fits(card, table.top, table.wish).verdict is Verdict.LEGAL:
            return card
    for _ in range(12 if UNKNOWN in hand else 0):
        card = _hidden_card(table, rng)
        if card in (UNKNOWN, FUCK_YOU):
            continue
        if fits(card, table.top, table.wish).verdict is Verdict.LEGAL or rng.random() < 0.01:
            return card
    return None


def _wish(table: Table, due: WishDue, rng: Random) -> Event:
    return (
        Pass() if due.optional and rng.random() < 0.5 else Wish(_name(table, due.seat), _wish_for(rng, due.colour_only))
    )


def _target(table: Table, due: TargetDue, rng: Random) -> Event:
    possible = [_name(table, seat) for seat in candidates(table, due)]
    if not possible or (due.optional and rng.random() < 0.3):
        return Target(_name(table, due.seat)) if due.optional else Pass()
    count = due.amount if rng.random() < 0.7 else 1
    return Target(_name(table, due.seat), tuple(rng.choice(possible) for _ in range(count)))


def _attack(table: Table, attack: Attack, rng: Random) -> Event:
    victims = [share.victim for share in attack.shares if table.could_hold(share.victim, COUNTERATTACK)]
    if victims and rng.random() < 0.3:
        return Play(_name(table, rng.choice(victims)), COUNTERATTACK)
    return Pass()


def _give(table: Table, due: GiveDue, rng: Random) -> Event:
    if rng.random() < 0.3:
        return Pass()
    return Give(_name(table, due.seat), _name(table, due.to), (UNKNOWN,) * due.count)


def _swap(table: Table, due: SwapDue, rng: Random) -> Event:
    if due.gives and rng.random() < 0.5:
        return Give(_name(table, due.seat), _name(table, due.other), (UNKNOWN,) * due.gives)
    return Take(_name(table, due.seat), _name(table, due.other)) if due.takes else Pass()


def _event(table: Table, due: EventDue, rng: Random) -> Event:
    return EventCard(CardId(f"frantic/event/{rng.choice(EVENT_NAMES)}"))


def _blind_takes(table: Table, due: BlindTakes, rng: Random) -> Event:
    taker, source = rng.choice(due.takes)
    return Take(_name(table, taker), _name(table, source)) if rng.random() < 0.5 else Pass()


def _discards(table: Table, due: DiscardsDue, rng: Random) -> Event:
    seat, count = rng.choice(due.due)
    return Discard(_name(table, seat), (UNKNOWN,) * count) if rng.random() < 0.5 else Pass()


def _sets(table: Table, due: SetsDue, rng: Random) -> Event:
    seat = rng.choice(due.seats)
    if rng.random() < 0.5:
        return Pass(_name(table, seat))
    return Discard(_name(table, seat), (UNKNOWN,) * rng.randint(1, max(1, table.hands[seat].count(UNKNOWN))))


def _presents(table: Table, due: PresentsDue, rng: Random) -> Event:
    seat = rng.choice(due.seats)
    to = rng.choice([other for other in range(len(table.players)) if other != seat])
    count = len(table.hands[seat]) if due.whole else 1
    return Give(_name(table, seat), _name(table, to), (UNKNOWN,) * rng.randint(1, max(1, count)))


def _bets(table: Table, due: BetsDue, rng: Random) -> Event:
    seat = rng.choice(due.seats)
    hand = table.hands[seat]
    if not due.colour:
        known = [card for card in hand if card != UNKNOWN]
        return Bet(_name(table, seat), rng.choice(known) if known else _hidden_card(table, rng))
    numbers = [card for card in hand if card in FACES and FACES[card].colour == due.colour and FACES[card].number]
    if numbers:
        return Bet(_name(table, seat), rng.choice(numbers))
    guess = CardId(f"frantic/{due.colour if due.colour in COLOURS else 'red'}/{rng.randint(1, 9)}")
    return Bet(_name(table, seat), guess) if rng.random() < 0.5 and UNKNOWN in hand else Pass(_name(table, seat))


def _market(table: Table, due: Market, rng: Random) -> Event:
    if UNKNOWN in due.cards and rng.random() < 0.5:
        return MarketCards(tuple(_hidden_card(table, rng) for _ in due.cards))
    return Take(_name(table, due.seats[0]), cards=(rng.choice(due.cards),)) if rng.random() < 0.7 else Pass()


def _go_on(table: Table, frame: Any, rng: Random) -> Event:
    return Pass()


def _nice_try(table: Table, window: NiceTryDue, rng: Random) -> Event:
    if rng.random() < 0.2:
        return Play(_name(table, rng.choice(window.open)), NICE_TRY, rng.choice(COLOURS))
    return Pass()


def _counting(table: Table, frame: Counting, rng: Random) -> Event:
    waiting = [seat for seat, points in enumerate(frame.counted) if points == -1]
    seat = rng.choice(waiting)
    hand = table.hands[seat]
    if rng.random() < 0.2:
        return ShowHand(_name(table, seat), points=rng.randint(1, 9) * len(hand))
    shown = list(hand)
    for at, card in enumerate(hand):
        if card == UNKNOWN:
            shown[at] = _number(table, rng)
    return ShowHand(_name(table, seat), tuple(shown))


def _number(table: Table, rng: Random) -> CardId:
    card = _hidden_card(table, rng)
    return card if card != UNKNOWN else CardId(f"frantic/{rng.choice((*COLOURS, BLACK))}/{rng.randint(1, 9)}")


SAMPLES: dict[type, Callable[[Table, Any, Random], Event]] = {
    Dealt: _dealt,
    Turn: _turn,
    WishDue: _wish,
    TargetDue: _target,
    Attack: _attack,
    GiveDue: _give,
    SwapDue: _swap,
    EventDue: _event,
    BlindTakes: _blind_takes,
    DiscardsDue: _discards,
    SetsDue: _sets,
    PresentsDue: _presents,
    BetsDue: _bets,
    Market: _market,
    OpenHands: _go_on,
    NiceTryDue: _nice_try,
    Counting: _counting,
}
