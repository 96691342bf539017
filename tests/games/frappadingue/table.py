"""A table to test at: short words for cards and events, and the codes and states that come of them."""

from companion.core.events import Event, NewMatch
from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import Ruling, Verdict
from companion.games.frappadingue import GAME, events
from companion.games.frappadingue.state import State, next_piles


def card(word: str | int) -> CardId:
    """8 is an 8 KM, "+5" a special, "acc" the tangle, "swap" the forced exchange, "?" an unread card."""
    named = {"?": UNKNOWN, "acc": CardId("frappa/accrochage"), "swap": CardId("frappa/echange-force")}
    if isinstance(word, int):
        return CardId(f"frappa/km/{word}")
    return named.get(word) or CardId(f"frappa/mod/{word}")


def cards(*words: str | int) -> tuple[CardId, ...]:
    return tuple(map(card, words))


class Table:
    """Players A, B, ...; each event returns the code of its ruling, `more` holds the codes of what followed."""

    def __init__(self, players: str = "AB", **options: object) -> None:
        match = NewMatch("frappadingue", tuple(map(PlayerId, players)), tuple(options.items()))  # type: ignore[arg-type]
        self.state: State = GAME.start(match)
        self.rulings: tuple[Ruling, ...] = ()

    def do(self, event: Event, forced: Verdict | None = None) -> str:
        ruling = GAME.judge(self.state, event)
        step = GAME.apply(self.state, event, forced)
        assert step.rulings[0] == ruling
        self.state, self.rulings = step.state, step.rulings
        return ruling.code.removeprefix("frappadingue.")

    def throw(self, *words: str | int, player: str = "A") -> str:
        return self.do(events.Throw(PlayerId(player), cards(*words)))

    def keep(self, *words: str | int, player: str = "A", declared: str = "best") -> str:
        return self.do(events.Keep(PlayerId(player), cards(*words), declared))

    def validate(self, player: str = "A") -> str:
        return self.do(events.Validate(PlayerId(player)))

    def counter(self, *hands: list[str | int]) -> "Table":
        """A keeps these cards, one throw each, filled up with cards of which nothing scores."""
        for hand in hands:
            filling: list[str | int] = [7, 9, 10, 11, 13]
            piles = next_piles(self.state)
            rest = [word for word in filling if word not in hand][: piles - len(hand)]
            assert self.throw(*hand, *rest) == "throw.scores"
            assert self.keep(*hand) in ("keep.kept", "keep.with_specials")
        return self

    @property
    def more(self) -> list[str]:
        return [ruling.code.removeprefix("frappadingue.") for ruling in self.rulings[1:]]

    def fact(self, name: str) -> object:
        return self.rulings[0].fact[name]

    @property
    def points(self) -> int:
        return self.state.points

    @property
    def piles(self) -> int:
        return next_piles(self.state)

    @property
    def turn(self) -> str:
        return self.state.players[self.state.turn]

    def totals(self) -> list[int]:
        return [line.total for line in GAME.scores(self.state).lines]

    def winners(self) -> list[str]:
        return list(GAME.scores(self.state).winners)
