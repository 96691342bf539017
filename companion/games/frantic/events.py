"""What can be claimed to have happened in this game. An event is a claim; the rules judge it.

Cards that nobody has read are "?" everywhere. The engine makes all forced draws by itself (Fantastic Four, Communism,
Nice Try ...); a log may name the cards or leave them out. What people choose is logged where somebody
knows it; cards that change hands unseen may be left out.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.core.events import Event
from companion.core.ids import UNKNOWN, CardId, PlayerId


@dataclass(frozen=True, slots=True)
class Deal(Event):
    """A round begins: `dealer` deals everybody seven cards; `hands` names the hands that somebody knows.

    Without `dealer`, it is the one whose turn it is to deal: the first player of the match, later the one with most
    points in the round before. The players of a match are listed in the order of play: the next name sits to the
    right. Hands that nobody knows are counted all the same.
    """

    KIND: ClassVar[str] = "deal"
    dealer: PlayerId = PlayerId("")
    hands: tuple[tuple[PlayerId, tuple[CardId, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class StartCard(Event):
    """The dealer turns up the first `card`, which counts as played by the dealer: `wish` and `targets` as in play.

    Where no deal was logged it stands for both.
    """

    KIND: ClassVar[str] = "start_card"
    card: CardId = UNKNOWN
    wish: str | int = ""
    targets: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Play(Event):
    """`player` lays `card` on the discard pile, with the `wish` and the `targets` that go with it, if already named.

    It is also how a Counterattack or a Nice Try is thrown in out of turn: the targets of a Counterattack are those
    to whom the attack is passed on. `wish` is a colour or a number. For Fantastic Four, `targets` holds one name for
    every card to draw, in the order of drawing (["Bob", "Bob", "Cleo", "Dan"]), or one name that draws them all.
    Victims who may hold a Counterattack can react until somebody passes or plays on; then the draws are made.
    """

    KIND: ClassVar[str] = "play"
    player: PlayerId
    card: CardId = UNKNOWN
    wish: str | int = ""
    targets: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish(Event):
    """`player` names the colour or the number that goes with the card just played, where play did not say it."""

    KIND: ClassVar[str] = "wish"
    player: PlayerId
    wish: str | int


@dataclass(frozen=True, slots=True)
class Target(Event):
    """`player` names the `targets` of the card just played (as in play); none at all waives an optional effect."""

    KIND: ClassVar[str] = "target"
    player: PlayerId
    targets: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """`player` draws one card in their turn: by choice, or because of a 2nd Chance. `card` where somebody saw it.

    Draws that a special or an event forces on somebody are made by the engine; they need not be logged. Where they are,
    a draw a card, they name the cards, and nobody draws twice.
    """

    KIND: ClassVar[str] = "draw"
    player: PlayerId
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """`player` goes on without acting: ends the turn after drawing, does not react, has nothing to lay or discard.

    Without a player the whole table goes on: what could still be done unseen is taken as done, windows for a
    reaction are closed, open hands are taken up again. The next card played says the same.
    """

    KIND: ClassVar[str] = "pass"
    player: PlayerId = PlayerId("")


@dataclass(frozen=True, slots=True)
class Give(Event):
    """`player` hands `cards` to `to`: Gift, Exchange, Merry Christmas, Surprise Party. Unseen cards are "?"."""

    KIND: ClassVar[str] = "give"
    player: PlayerId
    to: PlayerId
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Take(Event):
    """`player` takes `cards` blind from `source` (Exchange, Charity), or openly from the Market without `source`.

    Without `cards`, as many unseen ones as are due.
    """

    KIND: ClassVar[str] = "take"
    player: PlayerId
    source: PlayerId = PlayerId("")
    cards: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """`player` slips `cards` under the last played card because of Recession, Mating Season or Vandalism.

    Mating Season and Vandalism clear hands that are wholly known by themselves; to write it all the same does no harm.
    """

    KIND: ClassVar[str] = "discard"
    player: PlayerId
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """Gambling Man: the `card` that `player` had laid face down, now revealed."""

    KIND: ClassVar[str] = "bet"
    player: PlayerId
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class EventCard(Event):
    """The top event `card` is turned up because of a black card, for example frantic/event/recession."""

    KIND: ClassVar[str] = "event_card"
    card: CardId = UNKNOWN


@dataclass(frozen=True, slots=True)
class MarketCards(Event):
    """The `cards` that lie open at the Market, one a player where the draw pile has so many."""

    KIND: ClassVar[str] = "market_cards"
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class ShowHand(Event):
    """`player` shows the whole hand, `cards`: for counting up, for the All-Seeing Eye, or at any time.

    For counting up, `points` may stand instead of the cards.
    """

    KIND: ClassVar[str] = "show_hand"
    player: PlayerId
    cards: tuple[CardId, ...] = ()
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Position(Event):
    """The table as it stands, told by a person: to start within a round, or to put right what the app believes.

    Only what is given changes. `turn` is whose turn begins; `pile` lists the discard pile from the bottom to the top
    card; `wish` is in force on it; `hands` are hands whose cards are known, `counts` says how many cards others hold;
    `draw_pile` counts the cards left to draw; `skipped` must miss their next turn; `dealer` dealt. Giving `turn` or
    `pile` drops whatever was still to be resolved. Where no round is running, hands that are not told are full.
    """

    KIND: ClassVar[str] = "position"
    turn: PlayerId = PlayerId("")
    pile: tuple[CardId, ...] = ()
    wish: str | int = ""
    hands: tuple[tuple[PlayerId, tuple[CardId, ...]], ...] = ()
    counts: tuple[tuple[PlayerId, int], ...] = ()
    draw_pile: int | None = None
    skipped: tuple[PlayerId, ...] = ()
    dealer: PlayerId = PlayerId("")


EVENTS: tuple[type[Event], ...] = (
    Deal,
    StartCard,
    Play,
    Wish,
    Target,
    Draw,
    Pass,
    Give,
    Take,
    Discard,
    Bet,
    EventCard,
    MarketCards,
    ShowHand,
    Position,
)
