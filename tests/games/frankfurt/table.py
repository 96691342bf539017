"""A table to test at: short words for cards and events, and the codes and states that come of them."""

from companion.core.events import Event, NewMatch
from companion.core.ids import UNKNOWN, CardId, PileId, PlayerId
from companion.core.rulings import Ruling, Verdict
from companion.games.frankfurt import GAME, events
from companion.games.frankfurt.state import Seat, State


def card(words: str) -> CardId:
    """`red 12` is frankfurt/red/12."""
    return UNKNOWN if words == "?" else CardId("frankfurt/" + words.replace(" ", "/"))


class Table:
    """Players A, B, ...; each event returns the code of its ruling, `more` holds the codes of what followed."""

    def __init__(self, players: str = "AB", **options: object) -> None:
        match = NewMatch("frankfurt", tuple(map(PlayerId, players)), tuple(options.items()))  # type: ignore[arg-type]
        self.state: State = GAME.start(match)
        self.rulings: tuple[Ruling, ...] = ()

    @classmethod
    def opened(cls, *tops: str, lay: dict[str, list[str]] | None = None, **options: object) -> "Table":
        """A round under way: one pile a player with these cards, named 1, 2, ...; columns as laid out."""
        table = cls("ABCD"[: len(tops)], **options)
        for player, columns in (lay or {}).items():
            assert table.lay_out(player, *columns) == "lay_out.done"
        for player, top in zip(table.state.players, tops, strict=True):
            assert table.open(player, top) == "open.pile"
        return table

    def do(self, event: Event, forced: Verdict | None = None) -> str:
        ruling = GAME.judge(self.state, event)
        step = GAME.apply(self.state, event, forced)
        assert step.rulings[0] == ruling
        self.state, self.rulings = step.state, step.rulings
        return ruling.code.removeprefix("frankfurt.")

    @property
    def more(self) -> list[str]:
        return [ruling.code.removeprefix("frankfurt.") for ruling in self.rulings[1:]]

    @property
    def verdict(self) -> str:
        return self.rulings[0].verdict.value

    def fact(self, name: str) -> object:
        return self.rulings[0].fact[name]

    # ------------------------------------------------------------ events

    def lay_out(self, player: str, *tops: str) -> str:
        return self.do(events.LayOut(PlayerId(player), tuple(map(card, tops))))

    def open(self, player: str, top: str = "?", pile: str = "") -> str:
        return self.do(events.Open(PlayerId(player), card(top), PileId(pile)))

    def discard(self, player: str, what: str, pile: int = 1, column: int | None = None) -> str:
        return self.do(events.Discard(PlayerId(player), card(what), PileId(str(pile)), column))

    def together(self, pile: int, *each: tuple[str, str]) -> str:
        players = tuple(PlayerId(player) for player, _ in each)
        return self.do(events.Together(players, tuple(card(what) for _, what in each), PileId(str(pile))))

    def challenge(self, player: str, pile: int = 1, what: str = "?", agree: str = "") -> str:
        return self.do(events.Challenge(PlayerId(player), PileId(str(pile)), card(what), tuple(map(PlayerId, agree))))

    def take_back(self, player: str, pile: int = 1, what: str = "?") -> str:
        return self.do(events.TakeBack(PlayerId(player), PileId(str(pile)), card(what)))

    def reveal(self, player: str, column: int, what: str = "?") -> str:
        return self.do(events.Reveal(PlayerId(player), column, card(what)))

    def shift(self, player: str, origin: int, target: int, cards: int = 1) -> str:
        return self.do(events.Shift(PlayerId(player), origin, target, cards))

    def blocked(self, player: str = "") -> str:
        return self.do(events.Blocked(PlayerId(player)))

    def add(self, player: str, what: str, pile: int) -> str:
        return self.do(events.BlockageCard(PlayerId(player), card(what), PileId(str(pile))))

    def slap(self, player: str, pile: int, layer: int | None = None, certainty: str = "certain") -> str:
        return self.do(events.Slap(PlayerId(player), PileId(str(pile)), layer, certainty))

    def count(self, player: str = "", **counts: int) -> str:
        return self.do(events.Count(PlayerId(player), **counts))

    def end_round(self, winner: str = "", *draw: int) -> str:
        return self.do(events.EndRound(PlayerId(winner), draw))

    # ------------------------------------------------------------ what is there

    def seat(self, player: str) -> Seat:
        return self.state.seats[self.state.players.index(PlayerId(player))]

    def pile(self, name: int) -> list[str]:
        found = next(pile for pile in self.state.piles if pile.name == str(name))
        return [laid.card.removeprefix("frankfurt/").replace("/", " ") for laid in found.cards]

    def column(self, player: str, number: int) -> list[str]:
        return [what.removeprefix("frankfurt/").replace("/", " ") for what in self.seat(player).columns[number - 1]]

    def left(self, player: str) -> int:
        return self.seat(player).left

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def draws(self) -> list[int]:
        return [seat.draw for seat in self.state.seats]

    def totals(self) -> list[int]:
        return [line.total for line in GAME.scores(self.state).lines]

    def winners(self) -> list[str]:
        return list(GAME.scores(self.state).winners)

    def empty(self, player: str) -> "Table":
        """This player has discarded everything, as counted by hand."""
        assert self.count(player, columns=0) == "count.corrected"
        return self
