"""The table while one event is carried out: a working copy of the state, and the handling of cards.

It decides nothing about rules: it moves cards between hands and piles and keeps what is known of them honest. A card
taken blind is unread afterwards, and so is what may have been taken.
"""

from collections.abc import Iterable
from typing import TypeAlias

from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import Fact, Reason, Ruling

from .cards import FACES, FUCK_YOU
from .state import PILE_EMPTY, Hand, Seat, State

#: What fills the places in a sentence.
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


class Table:
    """Mutable on purpose and short-lived: thawed from a state, frozen again by `state()`."""

    __slots__ = (
        "bomb",
        "cleared",
        "dealer",
        "draw_pile",
        "ending",
        "events_seen",
        "forced",
        "hands",
        "held",
        "last_colour",
        "naming",
        "news",
        "otherwise",
        "owed",
        "pile",
        "players",
        "rounds",
        "rules",
        "skipped",
        "stack",
        "top",
        "totals",
        "wish",
    )

    def __init__(self, state: State, forced: bool = False) -> None:
        self.players, self.rules = state.players, state.rules
        self.rounds, self.totals, self.dealer = state.rounds, state.totals, state.dealer
        self.stack, self.hands = list(state.stack), list(state.hands)
        self.draw_pile, self.pile, self.top, self.wish = state.draw_pile, state.pile, state.top, state.wish
        self.skipped, self.events_seen, self.bomb = state.skipped, state.events_seen, state.bomb
        self.last_colour, self.ending = state.last_colour, state.ending
        self.owed, self.cleared, self.naming = state.owed, state.cleared, state.naming
        #: Another reading of a draw is looked for anew with every event.
        self.otherwise: State | None = None
        #: The table has overruled: what the rules forbid is done all the same.
        self.forced = forced
        #: Somebody is just showing a hand: the round is not written down before it has been looked at.
        self.held = False
        #: Consequences, in the order in which they happen.
        self.news: list[Ruling] = []

    def state(self) -> State:
        return State(
            self.players,
            self.rules,
            self.rounds,
            self.totals,
            self.dealer,
            tuple(self.stack),
            tuple(self.hands),
            self.draw_pile,
            self.pile,
            self.top,
            self.wish,
            self.skipped,
            self.events_seen,
            self.bomb,
            self.last_colour,
            self.ending,
            self.owed,
            self.cleared,
            self.naming,
            self.otherwise,
        )

    # ------------------------------------------------------------ seats and news

    def seat(self, player: PlayerId) -> Seat | None:
        try:
            return self.players.index(player)
        except ValueError:
            return None

    def next_seat(self, seat: Seat) -> Seat:
        """Anticlockwise: the neighbour to the right."""
        return (seat + 1) % len(self.players)

    def from_right_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody in the order of play, beginning to the right of `seat`, who comes last."""
        count = len(self.players)
        return tuple((seat + step) % count for step in range(1, count + 1))

    def tell(self, reason: Reason, **facts: Fact) -> None:
        self.news.append(Ruling(reason, tuple(facts.items())))

    # ------------------------------------------------------------ cards

    def unseen(self, card: CardId) -> int:
        """How many copies of `card` nobody has seen in this round: conservation of cards."""
        seen = self.pile.count(card)
        for hand in self.hands:
            seen += hand.count(card)
        return FACES[card].copies - seen

    def could_hold(self, seat: Seat, card: CardId) -> bool:
        hand = self.hands[seat]
        return card in hand or (UNKNOWN in hand and self.unseen(card) > 0)

    def draw(self, seat: Seat, count: int) -> int:
        """As many of `count` as the draw pile has; when it is too small, the round will end."""
        drawn = min(count, self.draw_pile)
        self.draw_pile -= drawn
        self.hands[seat] += (UNKNOWN,) * drawn
        if drawn < count:
            self.ending = self.ending or PILE_EMPTY
        return drawn

    def must_draw(self, seat: Seat, count: int) -> int:
        """A draw that a special or an event forces on `seat`: it is made at once, and may be named afterwards."""
        drawn = self.draw(seat, count)
        owed = self.owed or (0,) * len(self.players)
        self.owed = (*owed[:seat], owed[seat] + drawn, *owed[seat + 1 :])
        return drawn

    def owe_nothing(self) -> None:
        """The game has gone on: what was drawn and cleared by itself is no longer named."""
        self.owed, self.cleared, self.naming = (), (), False

    def slip_under(self, cards: Hand) -> None:
        """Discards of events go under the last played card, which stays the one to match."""
        self.pile = (*self.pile[:-1], *cards, *self.pile[-1:])


def without(hand: Hand, card: CardId) -> Hand | None:
    """The hand after `card` has left it; None when it cannot have been in it."""
    if card in hand:
        at = hand.index(card)
    elif card == UNKNOWN and hand:
        # Nobody saw which card it was: it may have been any, so nothing of the rest is certain.
        return unsure(hand, 1)
    elif UNKNOWN in hand:
        at = hand.index(UNKNOWN)
    else:
        return None
    return (*hand[:at], *hand[at + 1 :])


def without_all(hand: Hand, cards: Iterable[CardId]) -> Hand | None:
    """The hand after all of `cards`; the read ones leave first."""
    left: Hand | None = hand
    for card in sorted(cards, key=UNKNOWN.__eq__):
        left = None if left is None else without(left, card)
    return left


def unsure(hand: Hand, count: int) -> Hand:
    """What is known of a hand after `count` unseen cards have left it."""
    left = len(hand) - count
    if left <= 0:
        return ()
    certain: list[CardId] = []
    for card in dict.fromkeys(hand):
        if card != UNKNOWN:
            certain += [card] * (hand.count(card) - count)
    return (*(UNKNOWN,) * (left - len(certain)), *certain)


def blind(hand: Hand, count: int) -> tuple[Hand, Hand]:
    """`count` cards taken blind: what is left, and what was taken."""
    if count >= len(hand):
        return (), hand
    if len(set(hand)) == 1:
        return hand[count:], hand[:count]
    return unsure(hand, count), (UNKNOWN,) * count


def chosen(hand: Hand, count: int) -> tuple[Hand, Hand]:
    """`count` cards given by choice but unseen: Fuck You stays, for it cannot be given by choice."""
    kept = tuple(card for card in hand if card == FUCK_YOU)
    left, gone = blind(tuple(card for card in hand if card != FUCK_YOU), count)
    return (*left, *kept), gone
