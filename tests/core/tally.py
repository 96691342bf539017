"""A tiny game for tests of the core and of the store: players add points, from 1 to 6; nobody may add 6."""

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from companion.core.events import Event, ManualScore, NewMatch
from companion.core.game import Direction, GameInfo, Option, Step
from companion.core.ids import PlayerId
from companion.core.rulings import PLAYER_UNKNOWN, SCORED_BY_HAND, Ruling, Verdict, illegal, legal
from companion.core.scores import Ranking, Score, Scores

ADDED = legal("tally.added", "one to five")
TOO_MUCH = illegal("tally.too_much", "one to five")


@dataclass(frozen=True, slots=True)
class Add(Event):
    """`player` adds `points`; `notes` and `pair` only try out the kinds of fields there can be."""

    KIND: ClassVar[str] = "add"
    player: PlayerId
    points: int
    notes: tuple[str, ...] = ()
    pair: tuple[int, str] | None = None
    sure: bool = True
    weight: float = 1.0


TEXTS = {"tally.added": "{player} adds {points}.", "tally.too_much": "Too much."}
WORDS = dict.fromkeys(("en", "fr", "de"), TEXTS)

State = tuple[tuple[PlayerId, int], ...]


class Tally:
    info = GameInfo(
        id="tally",
        players=(1, 3),
        direction=Direction.TOGETHER,
        ranking=Ranking.HIGHEST,
        deck=(),
        options=(Option("double", "T1", (False, True), False), Option("start", "T2", (0, 1, 10), 0)),
    )
    events = (Add,)
    reasons = (ADDED, TOO_MUCH)
    words = WORDS

    def start(self, match: NewMatch) -> State:
        start = dict(match.options).get("start", 0)
        return tuple((player, int(start)) for player in match.players)

    def judge(self, state: State, event: Event) -> Ruling:
        return self.apply(state, event).rulings[0]

    def apply(self, state: State, event: Event, forced: Verdict | None = None) -> Step[State]:
        assert isinstance(event, Add | ManualScore)
        facts = (("player", event.player), ("points", event.points))
        if event.player not in dict(state):
            return Step(state, (Ruling(PLAYER_UNKNOWN, facts[:1]),))
        by_hand = isinstance(event, ManualScore)
        fits = by_hand or 1 <= event.points <= 5
        after = tuple((player, total + event.points * (player == event.player)) for player, total in state)
        stands = fits if forced is None else forced is Verdict.LEGAL
        ruling = Ruling(SCORED_BY_HAND if by_hand else ADDED if fits else TOO_MUCH, facts)
        return Step(after if stands else state, (ruling,))

    def scores(self, state: State) -> Scores:
        return Scores(Ranking.HIGHEST, tuple(Score(player, total) for player, total in state))

    def sample(self, state: State, rng: Random) -> Event | None:
        return Add(rng.choice(state)[0], rng.randint(1, 6))


GAME = Tally()
