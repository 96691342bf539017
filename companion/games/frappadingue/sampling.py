"""Events that could come next at a real table, for random games: mostly legal, sometimes wrong, sometimes unread."""

from random import Random

from companion.core.events import Event, ManualScore
from companion.core.ids import UNKNOWN, CardId

from .cards import IN_PLAY, KM
from .events import Keep, Nothing, Throw, Turn, Validate
from .reading import values_of, worth
from .state import NOBODY, Phase, State, next_piles

PACK = tuple(card for card, copies in IN_PLAY.items() for _ in range(copies))


def sample(state: State, rng: Random) -> Event | None:
    if state.phase is Phase.OVER:
        return None
    seat = state.turn if state.turn != NOBODY else rng.randrange(len(state.players))
    player = state.players[seat]
    if rng.random() < 0.02:
        somebody = rng.choice(state.players)
        return rng.choice((Turn(somebody), Nothing(player), ManualScore(somebody, 50), Validate(somebody)))
    if state.phase is Phase.KEEPING:
        return _keep(state, rng)
    stop = state.counter and (not state.points % 100 or rng.random() < 0.1)
    if stop and rng.random() < 0.5:
        return Validate(player)
    piles = next_piles(state) if rng.random() < 0.98 else rng.randint(0, 6)
    return Throw(player, tuple(_card(rng) for _ in range(piles)))


def _keep(state: State, rng: Random) -> Event:
    player = state.players[state.turn]
    if rng.random() < 0.03:
        return Keep(player, tuple(rng.sample(state.throw, rng.randint(0, len(state.throw)))), "singles")
    values = values_of(state.throw)
    scoring = [card for card in state.throw if card in KM and worth(state, KM[card], values[KM[card]]) > 0]
    if not scoring:
        return Nothing(player)
    return Keep(player, tuple(scoring))


def _card(rng: Random) -> CardId:
    return rng.choice(PACK) if rng.random() < 0.99 else UNKNOWN
