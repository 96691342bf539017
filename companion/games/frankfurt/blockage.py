"""Blockage: nobody can discard, so everybody adds a card (8, 9). Also the duty to play, and the round timer.

Whether nobody can discard is found from what is visible: face-up cards that were read. What is hidden is not guessed.
"""

from dataclasses import replace

from companion.core.ids import UNKNOWN, CardId, PileId
from companion.core.rulings import CARD_UNKNOWN, OUT_OF_PHASE, PLAYER_UNKNOWN, Reason, Ruling, Verdict

from . import reasons
from .cards import FACES, FITS_ON
from .discards import extra_copy
from .events import BlockageCard, Blocked, Foul, TimeUp
from .state import DRAW_PILE, HIDDEN, Facts, Laid, Phase, Seat, State, find_pile, put, with_pile

# ---------------------------------------------------------------- who can do something


def find_move(state: State, seat: int) -> tuple[CardId, PileId] | None:
    """A face-up card of this player that fits, and the pile it fits on."""
    for column in state.seats[seat].columns:
        fits = FITS_ON.get(column[-1]) if column else None
        if not fits:
            continue
        for pile in state.piles:
            if pile.cards[-1].card in fits:
                return column[-1], pile.name
    return None


def obstacle(state: State) -> Ruling | None:
    """Why this is no blockage, or why it cannot be known; None if certainly nobody can do anything."""
    for seat, player in enumerate(state.players):
        if state.seats[seat].finished:
            return Ruling(reasons.SOMEBODY_DONE, (("player", player),))
        move = find_move(state, seat)
        if move:
            return Ruling(reasons.CAN_PLAY, (("player", player), ("card", move[0]), ("pile", move[1])))
    for seat, player in enumerate(state.players):
        reason = _exposes(state.seats[seat], state.rules.blockage == "shift_first")
        if reason:
            return Ruling(reason, (("player", player),))
    if all_read(state):
        return None
    return Ruling(reasons.TOPS_UNREAD)


def all_read(state: State) -> bool:
    """Is every card read that could be played, or played upon?"""
    for pile in state.piles:
        if pile.cards[-1].card not in FACES:
            return False
    return all(_columns_read(me) for me in state.seats)


def _columns_read(me: Seat) -> bool:
    if me.unplaced:
        return False
    return all(column[-1] in FACES for column in me.columns if column)


def _exposes(me: Seat, shift_first: bool) -> Reason | None:
    """Can this player turn a hidden card, at once or after a shift (FFU8)?"""
    tops = [column[-1] for column in me.columns if column]
    if HIDDEN in tops:
        return reasons.CAN_REVEAL
    if shift_first and () in me.columns and any(HIDDEN in column for column in me.columns):
        return reasons.CAN_SHIFT
    return None


def found(state: State) -> tuple[Ruling, ...]:
    """The engine's own finding that nobody can move. Silent tables are told nothing they did not ask."""
    if state.phase is not Phase.PLAYING or state.adding or state.rules.wrong_cards == "silent" or not all_read(state):
        return ()
    return () if obstacle(state) else (Ruling(reasons.FOUND),)


# ---------------------------------------------------------------- declaring it


def judge_blocked(state: State, event: Blocked) -> Ruling:
    facts: Facts = (("by", event.player),)
    if event.player and event.player not in state.players:
        return Ruling(PLAYER_UNKNOWN, (("player", event.player),))
    if state.phase is not Phase.PLAYING:
        return Ruling(OUT_OF_PHASE, facts)
    if state.adding:
        return Ruling(reasons.STILL_ADDING, (*facts, ("players", _names(state, state.adding))))
    hindrance = obstacle(state)
    if hindrance:
        return Ruling(hindrance.reason, (*hindrance.facts, *facts))
    return Ruling(reasons.BLOCKED, (*facts, ("players", _names(state, _who_adds(state)))))


def do_blocked(state: State, event: Blocked | TimeUp, verdict: Verdict) -> tuple[State, tuple[Ruling, ...]]:
    return replace(state, adding=_who_adds(state), added=()), ()


def judge_time_up(state: State, event: TimeUp) -> Ruling:
    if state.rules.round_timer == "none":
        return Ruling(reasons.NO_TIMER)
    return Ruling(reasons.TIME_UP if state.phase is Phase.PLAYING else OUT_OF_PHASE)


def _who_adds(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(state.seats)) if _card_comes_from(state, seat))


def _names(state: State, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.players[seat] for seat in seats)


# ---------------------------------------------------------------- adding cards


def _card_comes_from(state: State, seat: int) -> Reason | None:
    """Where this player's blockage card comes from; None where there is nothing left."""
    if state.seats[seat].draw > 0:
        return reasons.ADDED
    if state.lid > 0:
        return reasons.FROM_LID
    return reasons.FROM_BOTTOM if state.rules.empty_lid == "lowest_of_pile" else None


def judge_blockage_card(state: State, event: BlockageCard, seat: int) -> Ruling:
    facts: Facts = (("player", event.player), ("card", event.card), ("pile", event.pile))
    if event.card != UNKNOWN and event.card not in FACES:
        return Ruling(CARD_UNKNOWN, facts)
    if find_pile(state, event.pile) is None:
        return Ruling(reasons.PILE_MISSING, facts)
    if state.phase is not Phase.PLAYING:
        return Ruling(OUT_OF_PHASE, facts)
    origin = _card_comes_from(state, seat)
    if origin is None:
        return Ruling(reasons.NOTHING_LEFT, facts)
    if not state.adding:
        # Nobody declared the blockage: adding a card declares it.
        hindrance = obstacle(state)
        return Ruling(hindrance.reason, (*hindrance.facts, *facts[1:])) if hindrance else Ruling(origin, facts)
    if seat not in state.adding:
        return Ruling(reasons.ADDED_TWICE, facts)
    return Ruling(reasons.PILE_USED if event.pile in state.added else origin, facts)


def do_blockage_card(
    state: State, event: BlockageCard, seat: int, verdict: Verdict
) -> tuple[State, tuple[Ruling, ...]]:
    pile, me, origin = find_pile(state, event.pile), state.seats[seat], _card_comes_from(state, seat)
    if pile is None or origin is None:
        return state, ()
    adding, added = (state.adding, state.added) if state.adding else (_who_adds(state), ())
    cards = pile.cards[1:] if origin is reasons.FROM_BOTTOM else pile.cards
    new = replace(pile, cards=(*cards, Laid(event.card, seat, DRAW_PILE, Verdict.LEGAL)))
    state = replace(
        state,
        seats=put(state.seats, seat, replace(me, draw=me.draw - (origin is reasons.ADDED))),
        piles=with_pile(state, new),
        lid=state.lid - (origin is reasons.FROM_LID),
    )
    # An emptied lid may leave somebody without a card to add.
    adding = tuple(other for other in adding if other != seat and _card_comes_from(state, other))
    state = replace(state, adding=adding, added=(*added, event.pile) if adding else ())
    return state, extra_copy(state, event.card, state.piles)


# ---------------------------------------------------------------- fouls


def judge_foul(state: State, event: Foul, seat: int) -> Ruling:
    facts: Facts = (("player", event.player),)
    if event.what == "two_hands":
        return Ruling(reasons.TWO_HANDS, facts)
    if event.what != "not_playing":
        return Ruling(reasons.FOUL_UNKNOWN, (*facts, ("what", event.what)))
    if state.phase is not Phase.PLAYING:
        return Ruling(OUT_OF_PHASE, facts)
    move = find_move(state, seat)
    if move:
        return Ruling(reasons.MUST_PLAY, (*facts, ("card", move[0]), ("pile", move[1])))
    known = _columns_read(state.seats[seat]) and all(pile.cards[-1].card in FACES for pile in state.piles)
    return Ruling(reasons.CANNOT_PLAY if known else reasons.TOPS_UNREAD, facts)
