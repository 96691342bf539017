"""What is true of every match, however it goes: looked for in random play."""

from dataclasses import replace
from random import Random

import pytest

from companion.core.events import Entry, Event, ManualScore
from companion.core.fold import Match
from companion.core.ids import CardId
from companion.core.practice import new_match
from companion.core.rulings import Verdict
from companion.games.frantic_board import events as e
from companion.games.frantic_board.cards import CARDS_TOTAL, X, kind_of
from companion.games.frantic_board.scoring import totals_of
from companion.games.frantic_board.state import Phase, State

from .table import GAME

BY_HAND = (
    e.MovePawn, e.SwapPawns, e.PutCard, e.TakeCard, e.RemoveCard, e.Draw, e.Discard, e.CountHand, e.CountPile,
    e.MoveTeleport, e.SetDie, e.Walk, e.ShowHand, ManualScore,
)  # fmt: skip
SEEDS = range(12)


def _states(seed: int, without: tuple[type[Event], ...] = ()) -> list[tuple[Event, State]]:
    """A random match: each event with the state after it."""
    rng = Random(f"invariants {seed}")
    match = new_match(GAME, 2 + seed % 5, [("overshoot", rng.choice(("stop", "bounce", "stay")))])
    folded, states = Match(GAME), []
    event: Event | None = match
    while event is not None and len(states) < 400:
        if not isinstance(event, without):
            folded.add(Entry(len(folded.judged) + 1, event))
            states.append((event, folded.state))
        event = GAME.sample(folded.state, rng)
    return states


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_is_ever_lost_or_made(seed: int) -> None:
    """Hands, pile and board hold all 94 cards together; only people and events take some away."""
    unplaced = 0
    for event, state in _states(seed, BY_HAND):
        # A card that is thrown in where nobody saw has left the hand and lies nowhere known.
        unplaced += isinstance(event, e.ThrowIn) and not event.square
        if state.phase is not Phase.SETUP:
            everywhere = sum(map(len, state.squares)) + sum(hand.count for hand in state.hands) + state.pile
            assert CARDS_TOTAL - unplaced <= everywhere <= CARDS_TOTAL, event


@pytest.mark.parametrize("seed", SEEDS)
def test_pawns_stay_on_the_board_and_nobody_ends_a_move_on_an_x(seed: int) -> None:
    for event, state in _states(seed):
        assert all(0 <= pawn <= state.table.board.finish for pawn in state.pawns)
        assert not state.squares[0] and not state.squares[-1]
        assert all(not state.squares[tile] for tile in state.teleports)
        if isinstance(event, e.Roll) and state.stack and type(state.stack[-1]).__name__ == "Ending":
            moved = state.stack[-1].player
            top = state.squares[state.pawns[moved]][-1:]
            assert not top or top[0].kind.type != X or _stood_there(state, moved)


def _stood_there(state: State, seat: int) -> bool:
    """A card laid under a pawn, or an event, may put a pawn on an X without a move."""
    return state.window is not None and state.window.before.pawns[seat] == state.pawns[seat]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_card_acts_once_a_turn_and_windows_do_not_nest(seed: int) -> None:
    for _, state in _states(seed):
        assert len(set(state.fired)) == len(state.fired)
        assert state.window is None or state.window.before.window is None
        assert len(state.stack) < 40
        if state.phase is not Phase.TURNS:
            assert state.stack == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_known_cards_are_cards_and_no_more_than_the_hand(seed: int) -> None:
    for _, state in _states(seed):
        for hand in state.hands:
            assert 0 <= len(hand.known) <= hand.count
            assert all(kind_of(card, state.table.kinds) for card in hand.known)
        assert len(totals_of(state)) == len(state.table.players)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_re_roll_brings_back_the_table_before_the_roll(seed: int) -> None:
    """Whatever a roll did, a Re-Roll undoes all of it; only the thrown card has changed hands."""
    tried = 0
    for event, state in _states(seed):
        window = state.window
        if not isinstance(event, e.Roll) or window is None or window.roller == -1:
            continue
        thrower = (window.roller + 1) % len(state.pawns)
        throw = e.ThrowIn(state.table.players[thrower], CardId("board/re_roll"))
        step = GAME.apply(state, throw)
        if step.rulings[0].verdict is not Verdict.LEGAL:
            continue
        tried += 1
        after, before = step.state, window.before
        assert replace(after, hands=before.hands, stack=before.stack, window=None, dice=before.dice) == before
        assert sum(h.count for h in after.hands) == sum(h.count for h in before.hands) - 1
    assert tried
