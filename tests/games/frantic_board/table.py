"""A table for the tests of the board game: events go in through the real fold, and one looks at what came of them.

The board is the placeholder: 1 to 10 from left to right at the bottom, 11 to 20 back above them, and so on; teleports
on 6, 14, 22, 30, 38 and 46; the finish is 50.
"""

from typing import Any

from companion.core.events import Entry, Event, NewMatch, OptionValue
from companion.core.fold import Match
from companion.core.ids import CardId, PlayerId
from companion.core.rulings import Verdict
from companion.core.scores import Scores
from companion.games import load_game
from companion.games.frantic_board import events as e
from companion.games.frantic_board.state import State

GAME = load_game("frantic_board")
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
#: A cards sheet that gives every type a colour; the counts stay unknown.
COLOURED = e.CardsCounted(
    (
        ("jump", "green", "landing", 0),
        ("second_chance", "green", "landing", 0),
        ("swap", "purple", "landing", 0),
        ("stop", "blue", "passing", 0),
        ("snail", "blue", "passing", 0),
        ("x", "black", "closed", 0),
        ("reverse", "yellow", "played", 0),
        ("remote", "yellow", "played", 0),
    )
)


class Table:
    """A match between the first `players` of NAMES."""

    def __init__(self, players: int = 2, **options: OptionValue) -> None:
        self.match: Match = Match(GAME)
        self.codes: tuple[str, ...] = ()
        self.do(NewMatch(GAME.info.id, tuple(map(PlayerId, NAMES[:players])), tuple(options.items())))

    def do(self, *events: Event) -> "Table":
        """Report events; `codes` are the rulings of the last."""
        for event in events:
            judged = self.match.add(Entry(len(self.match.judged) + 1, event))
            self.codes = tuple(ruling.code for ruling in judged.rulings)
        return self

    def legal(self, *events: Event) -> "Table":
        """Report events, all of which must be legal."""
        for event in events:
            self.do(event)
            assert self.verdict is Verdict.LEGAL, (event, self.codes)
        return self

    def refused(self, event: Event, code: str) -> "Table":
        """Report an event that is illegal for this reason, and changes nothing."""
        before = self.state
        self.do(event)
        assert (self.verdict, self.codes[0]) == (Verdict.ILLEGAL, code)
        assert self.state == before
        return self

    def asked(self, event: Event, code: str) -> "Table":
        """Report an event that is undecided for this reason."""
        self.do(event)
        assert (self.verdict, self.codes[0]) == (Verdict.UNDECIDED, code)
        return self

    # ------------------------------------------------------------ looking

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @property
    def verdict(self) -> Verdict:
        return self.match.judged[-1].rulings[0].verdict

    @property
    def code(self) -> str:
        """The last event's first reason, without the game's name."""
        return self.codes[0].removeprefix("frantic_board.")

    def said(self, code: str) -> bool:
        """Was this among the last event's rulings?"""
        return f"frantic_board.{code}" in self.codes

    def fact(self, name: str) -> Any:
        return self.match.judged[-1].rulings[0].fact[name]

    @property
    def scores(self) -> Scores:
        assert self.match.scores is not None
        return self.match.scores

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(line.total for line in self.scores.lines)

    @property
    def pawns(self) -> tuple[int, ...]:
        return self.state.pawns

    @property
    def hands(self) -> tuple[int, ...]:
        return tuple(hand.count for hand in self.state.hands)

    @property
    def turn(self) -> str:
        return self.state.table.players[self.state.turn]

    def cards(self, square: int) -> tuple[str, ...]:
        """What lies on a square, the uppermost last, without the game's name."""
        return tuple(laid.card.removeprefix("board/") for laid in self.state.squares[square])

    @property
    def awaits(self) -> str:
        """What the table waits for: the name of the frame on top of the stack."""
        return type(self.state.stack[-1]).__name__ if self.state.stack else ""

    # ------------------------------------------------------------ shortcuts

    def begin(self, first: str = "Ann") -> "Table":
        """Deal, and go straight to the first turn: everybody has laid cards that do not matter, and holds four."""
        self.legal(e.Deal(), e.Starts(PlayerId(first)))
        return self.legal(*(e.CountHand(player, 4) for player in self.state.table.players))

    def pawn(self, player: str, square: int) -> "Table":
        return self.legal(e.MovePawn(PlayerId(player), square))

    def put(self, card: str, *squares: int, arrow: str = "") -> "Table":
        """Cards lie on these squares, whatever the rules say about laying them."""
        for square in squares:
            self.do(e.PutCard(CardId(f"board/{card}"), square, arrow))
            assert self.code == "hand.put"
        return self

    def idle(self, player: str, square: int = 0) -> "Table":
        """Play a card that does nothing: a Block, far behind everybody unless told where."""
        free = next(n for n in range(49, 0, -1) if not self.cards(n) and n not in self.state.teleports)
        return self.legal(play(player, "block", square or free))

    def moves(self, player: str, value: int) -> "Table":
        """A whole first and second step of a turn: an idle card, and this roll."""
        return self.idle(player).legal(roll(player, value))


def play(player: str, card: str, square: int, arrow: str = "", target: str = "") -> e.Play:
    return e.Play(PlayerId(player), CardId(f"board/{card}"), square, arrow, PlayerId(target))


def roll(player: str, value: int) -> e.Roll:
    return e.Roll(PlayerId(player), value)


def throw(player: str, card: str, square: int = 0) -> e.ThrowIn:
    return e.ThrowIn(PlayerId(player), CardId(f"board/{card}"), square)


def choose(player: str, target: str) -> e.Choose:
    return e.Choose(PlayerId(player), PlayerId(target))


def end(player: str) -> e.EndTurn:
    return e.EndTurn(PlayerId(player))


def happens(player: str, name: str = "", number: int = 0) -> e.EventRoll:
    return e.EventRoll(PlayerId(player), number, name)


def show(player: str, *cards: str) -> e.ShowHand:
    return e.ShowHand(PlayerId(player), tuple(CardId(f"board/{card}") for card in cards))
