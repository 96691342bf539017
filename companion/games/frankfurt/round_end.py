"""The end of a round: who takes which pile, what goes under whose draw pile, and the end of the match (10, 12)."""

from dataclasses import replace

from companion.core.ids import PlayerId
from companion.core.rulings import MATCH_OVER, OUT_OF_PHASE, PLAYER_UNKNOWN, Ruling, Verdict

from . import reasons
from .cards import DECK_SIZE
from .events import EndRound
from .state import HIDDEN, NOBODY, Facts, Phase, Pile, Seat, State, put

# ---------------------------------------------------------------- who takes which pile


def waiting(state: State) -> tuple[int, ...]:
    """Who still needs a pile."""
    takers = {pile.taker for pile in state.piles}
    return tuple(i for i, me in enumerate(state.seats) if me.opened == state.round and i not in takers)


def free_piles(state: State) -> tuple[Pile, ...]:
    return tuple(pile for pile in state.piles if pile.taker == NOBODY and pile.round == state.round)


def pile_of(state: State, seat: int) -> Pile | None:
    """The pile this player takes: the one under the own hand, or the last one for the last player."""
    for pile in state.piles:
        if pile.taker == seat:
            return pile
    free = free_piles(state)
    return free[0] if len(free) == 1 and waiting(state) == (seat,) else None


# ---------------------------------------------------------------- putting the cards away


def settle_seat(state: State, seat: int) -> State:
    """One player's cards go under the draw pile; the winner's pile goes to the box lid."""
    pile, me = pile_of(state, seat), state.seats[seat]
    cards = len(pile.cards) if pile else 0
    lid, draw = state.lid, me.draw + me.left
    if seat == state.winner:
        lid += cards
    else:
        draw += cards
    piles = tuple(other for other in state.piles if other is not pile)
    taken = (*state.taken, (pile.name, seat)) if pile else state.taken
    return replace(state, seats=put(state.seats, seat, close(me, draw)), piles=piles, lid=lid, taken=taken)


def close(me: Seat, draw: int) -> Seat:
    """A seat at the end of a round, with so many cards in the draw pile."""
    rounds = (*me.rounds, draw - me.before)
    return replace(me, draw=draw, before=draw, columns=(), unplaced=0, opened=0, back=HIDDEN, rounds=rounds)


def end_round(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """Everybody who has not done so puts the cards away; who slapped first comes first."""
    for seat in (*state.slapped, *range(len(state.seats))):
        if state.seats[seat].opened == state.round:
            state = settle_seat(state, seat)
    return end_if_collected(state)


def end_if_collected(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """When the last player has put the cards away, the next round begins, or somebody has won."""
    if any(me.opened == state.round for me in state.seats):
        return state, ()
    ended = Ruling(reasons.ROUND_ENDED, (("round", state.round), ("winner", _name(state, state.winner)), *_left(state)))
    opened = all(me.opened > state.round for me in state.seats)
    phase = Phase.PLAYING if opened else Phase.OPENING
    state = crown(replace(state, phase=phase, round=state.round + 1))
    return replace(state, winner=NOBODY, slapped=()), (ended, *game_won(state))


def crown(state: State) -> State:
    """The match ends if, between two rounds, somebody has at most one card (12)."""
    champions = _champions(state)
    return replace(state, phase=Phase.OVER, champions=champions) if champions else state


def game_won(state: State) -> tuple[Ruling, ...]:
    return (Ruling(reasons.GAME_WON, (("players", state.champions),)),) if state.champions else ()


def _champions(state: State) -> tuple[PlayerId, ...]:
    """Who has at most one card in the draw pile; who slapped first, if several have (12, FFU10)."""
    lasts = [seat for seat, me in enumerate(state.seats) if me.draw <= 1 and not me.opened]
    rule = state.rules.double_finish
    if len(lasts) > 1 and rule == "first_slap":
        lasts = [seat for seat in state.slapped if seat in lasts][:1] or lasts
    if len(lasts) > 1 and rule != "shared":
        fewest = min(state.seats[seat].draw for seat in lasts)
        lasts = [seat for seat in lasts if state.seats[seat].draw == fewest]
    return tuple(state.players[seat] for seat in lasts)


def _left(state: State) -> Facts:
    draws = tuple(me.draw for me in state.seats)
    lines = tuple(f"{player} {draw}" for player, draw in zip(state.players, draws, strict=True))
    return (("draws", draws), ("lines", lines), ("lid", state.lid))


def _name(state: State, seat: int) -> str:
    return "" if seat == NOBODY else state.players[seat]


# ---------------------------------------------------------------- ended or counted by hand


def between_rounds(state: State) -> bool:
    """Has a round ended, and nobody begun the next one? The last slap ends a round: who says so again is right."""
    return (
        state.round > 1 and state.phase is not Phase.PLAYING and not any(me.opened or me.columns for me in state.seats)
    )


def judge_end_round(state: State, event: EndRound) -> Ruling:
    facts: Facts = (("winner", event.winner), ("draws", event.draw))
    if event.winner and event.winner not in state.players:
        return Ruling(PLAYER_UNKNOWN, (("player", event.winner),))
    if event.draw and state.phase is Phase.OVER:
        return Ruling(MATCH_OVER)
    if event.draw:
        fits = len(event.draw) == len(state.seats) and min(event.draw) >= 0 and sum(event.draw) <= DECK_SIZE
        return Ruling(reasons.ROUND_COUNTED if fits else reasons.COUNT_IMPOSSIBLE, facts)
    if between_rounds(state):
        return Ruling(reasons.COLLECTED, facts)
    if state.phase is not Phase.COLLECTING:
        return Ruling(OUT_OF_PHASE if state.phase is Phase.OPENING else reasons.ROUND_GOES_ON, facts)
    if len(waiting(state)) > 1 and free_piles(state):
        free = tuple(pile.name for pile in free_piles(state))
        return Ruling(reasons.PILES_FREE, (*facts, ("piles", free)))
    return Ruling(reasons.COLLECTED, facts)


def do_end_round(state: State, event: EndRound, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    if not event.draw:
        return (state, ()) if between_rounds(state) else end_round(state)
    seats = tuple(close(me, draw) for me, draw in zip(state.seats, event.draw, strict=True))
    winner = state.players.index(event.winner) if event.winner else NOBODY
    slapped = (winner,) if event.winner else state.slapped
    lid = DECK_SIZE - sum(event.draw)
    state = replace(
        state, seats=seats, piles=(), lid=lid, winner=winner, slapped=slapped, adding=(), added=(), taken=()
    )
    return end_if_collected(state)
