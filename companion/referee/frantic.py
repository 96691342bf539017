"""Frantic, the card game, as a camera sees it: cards on the discard pile, event cards, and hands laid down at the end.

What is said aloud (wishes, targets) is asked for. Drawing a card leaves the draw pile as it was: if somebody out of
order plays after a hand of those before was over the draw pile, they are taken to have drawn, which is easy to void. It
never judges: what fits on what is the rules' business.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace

from calibration.table_file import Seat, Table
from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.games.frantic.cards import COUNTERATTACK, FACES, NICE_TRY
from companion.games.frantic.events import Draw, EventCard, Pass, Play, ShowHand, StartCard
from companion.games.frantic.state import DRAWN, OPEN, Counting, EventDue, NiceTryDue, State, TargetDue, Turn, WishDue
from companion.referee.adapter import DRAW_PILE, Adapter, Around, Ask, Meaning, Seats, Told
from companion.referee.claims import confidence_in
from vision.observe import Kind, Observation, Seen, Slap, centre
from vision.recognise.reading import Quad
from vision.spread import BESIDE, Spread
from vision.table import Snapshot

#: What is only concluded from who plays next is told with this confidence: likely, and easy to void.
CONCLUDED = 0.9
#: These may be thrown in by anybody at any time: they say nothing about who has drawn.
REACTIONS = (COUNTERATTACK, NICE_TRY)


class Frantic(Adapter):
    def opening(self, seen: Snapshot, players: Sequence[PlayerId]) -> tuple[Event, ...]:
        """The start card, if the discard pile has one already when the camera begins."""
        tops = [stack.top.card for stack in seen.stacks if _is_discard(stack.pile) and stack.top]
        return (StartCard(CardId(tops[0])),) if len(tops) == 1 and tops[0] else ()

    def counts_up(self, state: State) -> bool:
        """The round is over, or nobody but a Nice Try can prevent it: a hand shown says that there is none."""
        return bool(state.stack) and isinstance(state.stack[-1], Counting | NiceTryDue)

    def observed(self, seen: Seen, player: PlayerId, around: Around) -> tuple[Meaning, ...]:
        assert isinstance(seen, Observation) and seen.card is not None
        card, sure, state = CardId(seen.card), confidence_in(seen), around.state
        if card not in FACES:
            return ()
        if seen.kind is Kind.TAKE:
            # A wrong card goes back by itself: it never counted. A right one is a question.
            return (Ask(("taken",)),) if state.pile and state.pile[-1] == card and _is_discard(seen.pile) else ()
        if FACES[card].symbol == "event":
            return (Told(EventCard(card), sure),)
        if not _is_discard(seen.pile):
            return ()
        if not state.stack:
            return (Told(StartCard(card), sure),)
        skipped = _skipped(player, card, state)
        draws = {pile.name for pile in around.table.piles if pile.name.startswith(DRAW_PILE)}
        # Where the TABLE has no draw pile nobody was seen to draw, nor not to.
        if not skipped or not draws or _may_have_reached(skipped, draws, around):
            return (*_drawn_before(skipped, state), Told(Play(player, card), sure))
        if _may_have_reached(skipped, {seen.pile}, around):
            # One of them reached there and nothing was told: another copy, laid exactly on its like, is not seen.
            return (replace(self.unclear(seen, player, around), missing=("player",)),)
        return (Told(Play(player, card), sure),)

    def minds(self, seen: Seen) -> bool:
        """Nobody slaps here, and what happens on the draw pile shows nothing."""
        return not isinstance(seen, Slap) and not seen.pile.startswith(DRAW_PILE)

    def forgets(self, taken: Observation) -> bool:
        """A card that goes back did not count; if it might have, that was asked."""
        return True

    def unclear(self, seen: Seen, player: PlayerId | None, around: Around) -> Ask:
        """Who it was is likely whoever's turn it is, but only the table knows."""
        if not isinstance(seen, Observation) or seen.kind is Kind.TAKE:
            return Ask(())
        if seen.pile.startswith("event"):
            return Ask((), "event_card", (("card", seen.card),) if seen.card else ())
        form = "play" if around.state.stack else "start_card"
        who = player or _on_turn(around.state)
        known = (("player", who), ("card", seen.card))
        return Ask((), form, tuple((name, value) for name, value in known if value))

    def spread(self, seen: Spread, around: Around) -> tuple[Meaning, ...]:
        """Hands laid down beside the piles: each belongs to whoever sits nearest."""
        if seen.zone != BESIDE or not self.counts_up(around.state):
            return ()
        state: State = around.state
        frame = state.stack[-1]
        told: list[Meaning] = []
        for seat, player in around.seats.items():
            number = state.players.index(player)
            counted = isinstance(frame, Counting) and frame.counted[number] != -1
            cards = tuple(each.card for each in seen.cards if _nearest(each.quad, around.table, around.seats) is seat)
            if cards and state.hands[number] and not counted:
                told.append(_hand(player, cards, state, seen.confidence))
        return tuple(told)

    def due(self, state: State) -> tuple[Ask, ...]:
        """Wishes and targets are said aloud."""
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, WishDue) and not frame.optional:
            return (Ask(("wish",), "wish", (("player", state.players[frame.seat]),)),)
        if isinstance(frame, TargetDue) and not frame.optional:
            return (Ask(("target",), "target", (("player", state.players[frame.seat]),)),)
        if isinstance(frame, EventDue):
            return (Ask(("event",), "event_card"),)
        return ()


def _is_discard(pile: str) -> bool:
    """A TABLE made from a mat names its places; one that was found by its cards has the discard pile alone."""
    return not pile.startswith((DRAW_PILE, "event"))


def _on_turn(state: State) -> PlayerId | None:
    frame = state.stack[-1] if state.stack else None
    return state.players[frame.seat] if isinstance(frame, Turn) else None


def _skipped(player: PlayerId, card: CardId, state: State) -> Sequence[PlayerId]:
    """Whose turn it would have been before that of `player`, if that is to be had by drawing and passing."""
    frame = state.stack[-1]
    if not isinstance(frame, Turn) or frame.stage not in (OPEN, DRAWN) or card in REACTIONS:
        return ()
    order = (*state.players[frame.seat :], *state.players[: frame.seat])
    return order[: order.index(player)] if player in order else ()


def _drawn_before(skipped: Sequence[PlayerId], state: State) -> tuple[Told, ...]:
    """They have drawn and passed; whoever is on turn may have drawn already."""
    drawn = isinstance(state.stack[-1], Turn) and state.stack[-1].stage == DRAWN
    events = [event for who in skipped for event in (Draw(who), Pass(who))][drawn:]
    return tuple(Told(event, CONCLUDED) for event in events)


def _may_have_reached(players: Sequence[PlayerId], places: Set[str], around: Around) -> bool:
    """May any of them have reached over one of these places of late? A hand of somebody else there, maybe on its way to
    another place, is none of theirs; one of which it was not seen whose it is may be.
    """
    reached = [
        {around.seats[seat] for seat in visit.seats if seat in around.seats}
        for visit in around.visited
        if visit.place in places
    ]
    return any(not who or who.intersection(players) for who in reached)


def _nearest(quad: Quad, table: Table, seats: Seats) -> Seat:
    """The side of the picture, of those where somebody sits, to which a card lies nearest."""
    x, y = centre(quad)
    wide, high = table.size
    apart = {Seat.SOUTH: 1 - y / high, Seat.NORTH: y / high, Seat.WEST: x / wide, Seat.EAST: 1 - x / wide}
    return min(seats, key=lambda seat: apart[seat])


def _hand(player: PlayerId, cards: Sequence[str | None], state: State, sure: float) -> Meaning:
    """A hand that can be so is written; what cannot be (too many, too few, more copies than there are) is asked."""
    known = (("player", player), ("cards", tuple(CardId(card) if card else UNKNOWN for card in cards)))
    if not all(cards):
        return Ask(("card",), "show_hand", known)
    named = tuple(CardId(card) for card in cards if card)
    if len(named) != len(state.hands[state.players.index(player)]):
        return Ask(("hand",), "show_hand", known)
    elsewhere = Counter(state.pile) + Counter(
        card for other, hand in zip(state.players, state.hands, strict=True) if other != player for card in hand
    )
    there = Counter(named)
    if any(card not in FACES or there[card] + elsewhere[card] > FACES[card].copies for card in there):
        return Ask(("copies",), "show_hand", known)
    return Told(ShowHand(player, named), sure)


ADAPTER = Frantic()
