"""Events that could come next at a real table, for random games: mostly legal, sometimes wrong, sometimes unseen."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from companion.core.events import Event, ManualScore
from companion.core.ids import UNKNOWN, CardId, PileId, PlayerId
from companion.core.rulings import Verdict

from . import events
from .blockage import find_move, obstacle
from .cards import FACES, FITS_ON
from .state import DRAW_PILE, HIDDEN, NOBODY, Phase, State

Sampler: TypeAlias = Callable[[State, Random], Event]

ALL_CARDS = tuple(FACES)


def sample(state: State, rng: Random) -> Event | None:
    if state.phase is Phase.OVER:
        return None
    if rng.random() < 0.02:
        return rng.choice(RARE)(state, rng)
    if state.phase is Phase.OPENING:
        return _open(state, rng)
    return _collect(state, rng) if state.phase is Phase.COLLECTING else _play(state, rng)


def _open(state: State, rng: Random) -> Event:
    seat = rng.choice([seat for seat, me in enumerate(state.seats) if me.opened != state.round])
    player = state.players[seat]
    if not state.seats[seat].columns and rng.random() < 0.5:
        sizes = min(4, max(state.seats[seat].draw - 1, 0))
        return events.LayOut(player, tuple(_card(rng) for _ in range(min(sizes, 2))))
    return events.Open(player, _card(rng))


def _play(state: State, rng: Random) -> Event:
    if state.adding:
        free = [pile.name for pile in state.piles if pile.name not in state.added] or [state.piles[0].name]
        return events.BlockageCard(state.players[rng.choice(state.adding)], _card(rng), rng.choice(free))
    done = [seat for seat, me in enumerate(state.seats) if me.finished]
    if done:
        return events.Slap(state.players[done[0]], rng.choice(state.piles).name, 0)
    seat = rng.randrange(len(state.seats))
    columns = state.seats[seat].columns
    hidden = [number for number, column in enumerate(columns, 1) if column and column[-1] == HIDDEN]
    if hidden and rng.random() < 0.8:
        return events.Reveal(state.players[seat], rng.choice(hidden), _card(rng))
    return _discard(state, rng, seat)


def _discard(state: State, rng: Random, seat: int) -> Event:
    player, columns = state.players[seat], state.seats[seat].columns
    move = find_move(state, seat)
    if move and rng.random() < 0.95:
        return events.Discard(player, *move)
    hindrance = obstacle(state)
    if hindrance is None:
        return events.Blocked(player)
    unread = [number for number, column in enumerate(columns, 1) if column and column[-1] == UNKNOWN]
    if unread and rng.random() < 0.5:
        return events.ReadTop(player, rng.choice(unread), _card(rng))
    pile = rng.choice(state.piles)
    top = pile.cards[-1].card
    full = [number for number, column in enumerate(columns, 1) if column]
    if not full or rng.random() < 0.3:
        return events.Discard(player, _fitting(top, rng), pile.name)
    column = rng.choice(full)
    shown = columns[column - 1][-1]
    return events.Discard(player, shown if shown in FACES else _fitting(top, rng), pile.name, column)


def _fitting(top: CardId, rng: Random) -> CardId:
    """Mostly a card that fits: unread columns hold what chance wants."""
    fitting = [card for card in ALL_CARDS if top in FITS_ON[card]]
    return rng.choice(fitting) if fitting and rng.random() < 0.9 else _card(rng)


def _collect(state: State, rng: Random) -> Event:
    takers = {pile.taker for pile in state.piles}
    waiting = [seat for seat, me in enumerate(state.seats) if me.opened == state.round and seat not in takers]
    free = [pile.name for pile in state.piles if pile.taker == NOBODY and pile.round == state.round]
    if not waiting or not free or rng.random() < 0.1:
        return events.EndRound()
    pile = rng.choice(free) if rng.random() < 0.7 else rng.choice(state.piles).name
    return events.Slap(state.players[rng.choice(waiting)], pile, rng.choice((None, 0, 0, 1)))


def _card(rng: Random) -> CardId:
    return rng.choice(ALL_CARDS) if rng.random() < 0.95 else UNKNOWN


# ---------------------------------------------------------------- what happens now and then


def _somebody(state: State, rng: Random) -> PlayerId:
    return rng.choice(state.players)


def _some_pile(state: State, rng: Random) -> PileId:
    return rng.choice(state.piles).name if state.piles else PileId("1")


def _call(state: State, rng: Random) -> Event:
    """Somebody calls a card, mostly a wrong one, or takes it back."""
    for pile in state.piles:
        top = pile.cards[-1]
        if top.verdict is not Verdict.LEGAL and top.column != DRAW_PILE and rng.random() < 0.7:
            return events.TakeBack(state.players[top.seat], pile.name, top.card)
    return events.Challenge(_somebody(state, rng), _some_pile(state, rng))


def _two_cards(state: State, rng: Random) -> Event:
    players = tuple(rng.sample(state.players, 2))
    return events.Together(players, (_card(rng), _card(rng)), _some_pile(state, rng))


RARE: tuple[Sampler, ...] = (
    _call,
    _call,
    _two_cards,
    lambda state, rng: events.Shift(_somebody(state, rng), rng.randint(1, 4), rng.randint(1, 4)),
    lambda state, rng: events.Reveal(_somebody(state, rng), rng.randint(1, 4), _card(rng)),
    lambda state, rng: events.Foul(_somebody(state, rng), rng.choice(("two_hands", "not_playing"))),
    lambda state, rng: events.Slap(_somebody(state, rng), _some_pile(state, rng)),
    lambda state, rng: events.Blocked(_somebody(state, rng)),
    lambda state, rng: events.Count(_somebody(state, rng), columns=rng.randint(0, 6)),
    lambda state, rng: ManualScore(_somebody(state, rng), rng.choice((-5, 1, 3))),
    lambda state, rng: events.TimeUp(),
)
