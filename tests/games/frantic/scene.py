"""Scenes at a table, in short words, for the tests of this game: "r5" is frantic/red/5, "r-skip" a red Skip.

Players are single letters in the order of play. Every method that does something gives the code of its ruling without
"frantic.", so that a test reads like the table in the rules reference.
"""

from typing import Any

from companion.core.events import Entry, Event, ManualScore, NewMatch
from companion.core.fold import Match
from companion.core.ids import CardId, PlayerId
from companion.core.rulings import Ruling
from companion.games.frantic import GAME
from companion.games.frantic import events as e
from companion.games.frantic.state import State, Turn

COLOUR = {"r": "red", "b": "blue", "y": "yellow", "g": "green", "k": "black"}
OF_ONE_COLOUR = ("skip", "gift", "exchange", "second-chance")


def card(word: str) -> CardId:
    colour, _, name = word.partition("-")
    if word in ("?", ""):
        return CardId(word)
    if len(word) == 2 and word[0] in COLOUR:
        return CardId(f"frantic/{COLOUR[word[0]]}/{word[1]}")
    if name in OF_ONE_COLOUR and colour in COLOUR:
        return CardId(f"frantic/special/{name}/{COLOUR[colour]}")
    return CardId(f"frantic/special/{word}")


def cards(words: str) -> tuple[CardId, ...]:
    return tuple(map(card, words.split()))


def names(letters: str) -> tuple[PlayerId, ...]:
    return tuple(map(PlayerId, letters))


class Scene:
    """A match under way. `hands` maps a letter to its cards in short words, or to how many nobody has seen."""

    def __init__(self, players: str = "ABCD", /, options: dict[str, Any] | None = None, **place: Any) -> None:
        self.match = Match(GAME)
        self.rulings: tuple[Ruling, ...] = ()
        self.send(NewMatch("frantic", names(players), tuple((options or {}).items())))
        if place:
            assert self.place(**place) == "position.taken", self.rulings

    def send(self, event: Event) -> str:
        judged = self.match.add(Entry(len(self.match.judged) + 1, event))
        self.rulings = judged.rulings
        return judged.rulings[0].code.removeprefix("frantic.")

    @property
    def news(self) -> list[str]:
        """The codes of what followed from the last event."""
        return [ruling.code.removeprefix("frantic.") for ruling in self.rulings[1:]]

    # ------------------------------------------------------------ what people do

    def place(self, pile: str = "", hands: dict[str, str | int] | None = None, **more: Any) -> str:
        """The table as it stands: pile from the bottom up."""
        held = hands or {}
        for key in ("skipped", "turn"):
            if key in more:
                more[key] = names(more[key]) if key == "skipped" else PlayerId(more[key])
        known = tuple((PlayerId(p), cards(h)) for p, h in held.items() if isinstance(h, str))
        counts = tuple((PlayerId(p), h) for p, h in held.items() if isinstance(h, int))
        return self.send(e.Position(pile=cards(pile), hands=known, counts=counts, **more))

    def deal(self, dealer: str = "", hands: dict[str, str] | None = None) -> str:
        held = tuple((PlayerId(p), cards(h)) for p, h in (hands or {}).items())
        return self.send(e.Deal(PlayerId(dealer), held))

    def start(self, word: str, wish: str | int = "", targets: str = "") -> str:
        return self.send(e.StartCard(card(word), wish, names(targets)))

    def play(self, player: str, word: str, wish: str | int = "", targets: str = "") -> str:
        return self.send(e.Play(PlayerId(player), card(word), wish, names(targets)))

    def wish(self, player: str, wish: str | int) -> str:
        return self.send(e.Wish(PlayerId(player), wish))

    def target(self, player: str, targets: str = "") -> str:
        return self.send(e.Target(PlayerId(player), names(targets)))

    def draw(self, player: str, word: str = "?") -> str:
        return self.send(e.Draw(PlayerId(player), card(word)))

    def go_on(self, player: str = "") -> str:
        return self.send(e.Pass(PlayerId(player)))

    def give(self, player: str, to: str, words: str) -> str:
        return self.send(e.Give(PlayerId(player), PlayerId(to), cards(words)))

    def take(self, player: str, source: str = "", words: str = "") -> str:
        return self.send(e.Take(PlayerId(player), PlayerId(source), cards(words)))

    def discard(self, player: str, words: str) -> str:
        return self.send(e.Discard(PlayerId(player), cards(words)))

    def bet(self, player: str, word: str) -> str:
        return self.send(e.Bet(PlayerId(player), card(word)))

    def event(self, name: str) -> str:
        return self.send(e.EventCard(CardId(f"frantic/event/{name}")))

    def market(self, words: str) -> str:
        return self.send(e.MarketCards(cards(words)))

    def show(self, player: str, words: str = "", points: int | None = None) -> str:
        return self.send(e.ShowHand(PlayerId(player), cards(words), points))

    def write(self, player: str, points: int) -> str:
        return self.send(ManualScore(PlayerId(player), points))

    # ------------------------------------------------------------ what is so

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def hand(self, player: str) -> tuple[CardId, ...]:
        return self.state.hands[self.state.players.index(PlayerId(player))]

    def holds(self, player: str, words: str) -> bool:
        """Exactly these cards, in any order."""
        return sorted(self.hand(player)) == sorted(cards(words))

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(map(len, self.state.hands))

    @property
    def stack(self) -> list[str]:
        return [type(frame).__name__ for frame in self.state.stack]

    @property
    def waits(self) -> str:
        """What the table waits for: the last frame of the stack, or nothing between rounds."""
        return self.stack[-1] if self.stack else ""

    @property
    def turn(self) -> str:
        """Who is to play; empty while something else has to be done."""
        frame = self.state.stack[-1] if self.state.stack else None
        return self.state.players[frame.seat] if isinstance(frame, Turn) else ""

    @property
    def last_round(self) -> tuple[int, ...]:
        return self.state.rounds[-1]
