"""A minute of each game as a script of moves, and what a perfect referee writes: the rules themselves say what is so.

Cards are drawn until one of the wanted kind comes, right or wrong. Every number is another table: cloth, camera, light.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from calibration.table_file import Seat
from companion.core.events import Entry, Event, NewMatch, OptionValue
from companion.core.fold import Match
from companion.core.ids import CardId, PileId, PlayerId
from companion.core.rulings import Verdict
from companion.games import load_game
from companion.games.frankfurt.events import Discard, Open, TakeBack
from companion.games.frantic.cards import COLOURS
from companion.games.frantic.events import Draw, Pass, Play, StartCard
from companion.games.frantic.state import Turn
from companion.games.frappadingue.events import Keep, Throw, Validate
from companion.games.frappadingue.state import next_piles
from vision.training.clips import Act, Card, Hover, Lay, Light, Script, Shade, Sort, Spot, Take

PIECE_S = 60.0
#: How often people try what is wrong, and how often something else happens between two cards.
WRONG, BETWEEN = 0.3, 0.25
#: Somebody cannot play, draws and passes; somebody plays before it is their turn.
DRAWS, EARLY = 0.15, 0.1
SURFACES = ("felt", "plain", "marble", "wood", "cloth", "carpet")
RATES = (12.0, 15.0, 20.0)
SOUTH, EAST, NORTH = Seat.SOUTH, Seat.EAST, Seat.NORTH
Rng = np.random.Generator
Row = dict[str, Any]


@dataclass
class Minute:
    """One piece. `log` is the true match after its beginning, `seen` what a perfect watcher tells of it."""

    game: str
    seats: dict[Seat, PlayerId]
    options: tuple[tuple[str, OptionValue], ...] = ()
    opening: tuple[Card, ...] = ()
    acts: list[Act] = field(default_factory=list)
    log: list[Event] = field(default_factory=list)
    seen: list[Row] = field(default_factory=list)
    wrong: int = 0

    def __post_init__(self) -> None:
        begun = NewMatch(self.game, tuple(self.seats.values()), self.options)
        self.match = Match(load_game(self.game)).extend((Entry(1, begun),))

    def write(self, event: Event) -> bool:
        """Into the true match; was it right?"""
        self.log.append(event)
        right = self.match.add(Entry(len(self.log) + 1, event)).rulings[0].verdict is not Verdict.ILLEGAL
        self.wrong += not right
        return right

    def right(self, event: Event) -> bool:
        return self.match.game.judge(self.match.state, event).verdict is not Verdict.ILLEGAL

    def lay(self, t: float, seat: Seat, card: Card) -> None:
        self.acts.append(Lay(round(t, 2), seat, card))
        told = {"kind": "place", "pile": card.pile, "seat": seat.value, "card": card.card, "t_ms": 1000 * round(t, 2)}
        self.seen.append(told)

    def sort(self, t: float, seat: Seat, zone: str, names: Sequence[CardId], seconds: float = 0.8) -> None:
        """A hand lays a zone anew; what lies there then is told as a whole."""
        self.acts.append(Sort(round(t, 2), seat, zone, _row(zone, names), seconds))
        if names:
            told = {"kind": "spread", "zone": zone, "cards": list(names), "t_ms": 1000 * (round(t, 2) + seconds)}
            self.seen.append(told)


def minute(game: str, seed: int, number: int) -> tuple[Minute, Script]:
    rng = np.random.default_rng((seed, number))
    played, places, wide_mm = _STORIES[game](rng)
    script = Script(
        tuple(played.seats),
        places,
        played.opening,
        tuple(played.acts),
        PIECE_S,
        (640, 360),
        fps=float(rng.choice(RATES)),
        wide_mm=wide_mm,
        tilt=float(rng.uniform(0, 18)),
        surface=str(rng.choice(SURFACES)),
        seed=1000 * seed + number,
        noise=float(rng.uniform(0.3, 2.0)),
    )
    return played, script


# ---------------------------------------------------------------- Frantic Frankfurt

PILES = {"left": (-95.0, 0.0), "right": (95.0, 0.0)}


def _frankfurt(rng: Rng) -> tuple[Minute, dict[str, Any], float]:
    seats = {SOUTH: PlayerId("Ann"), NORTH: PlayerId("Ben")}
    played = Minute("frankfurt", seats, (("wrong_cards", "live"),))
    cards = [card for card, _ in played.match.game.info.deck]
    first = [CardId(str(card)) for card in rng.choice(cards, 2, replace=False)]
    for pile, begun, who in zip(PILES, first, seats.values(), strict=True):
        played.write(Open(who, begun, PileId(pile)))
    played.opening = tuple(_card(rng, pile, PILES[pile], begun) for pile, begun in zip(PILES, first, strict=True))
    t = 2.0
    while t < PIECE_S - 6:
        seat, pile = list(seats)[int(rng.integers(2))], str(rng.choice(list(PILES)))
        wrong = rng.random() < WRONG
        event = _drawn(rng, cards, lambda card: Discard(seats[seat], card, PileId(pile)), played, wrong)  # noqa: B023
        played.lay(t, seat, _card(rng, pile, PILES[pile], event.card))
        right = played.write(event)
        t += float(rng.uniform(1.7, 3.0))
        if not right:
            played.acts.append(Take(round(t, 2), seat, pile))
            played.write(TakeBack(seats[seat], PileId(pile), event.card))
            t += float(rng.uniform(1.7, 3.0))
        t += _between(rng, t, played, list(PILES.values()))
    return played, {name: (x, y, 50.0, 62.0) for name, (x, y) in PILES.items()}, 620.0


# ---------------------------------------------------------------- Frantic

DISCARD, DRAWN_FROM = (-60.0, 5.0), (75.0, 5.0)


def _frantic(rng: Rng) -> tuple[Minute, dict[str, Any], float]:
    """Numbers only, because what specials ask for is said aloud; until somebody has a single card left."""
    seats = {SOUTH: PlayerId("Ann"), EAST: PlayerId("Ben"), NORTH: PlayerId("Cleo")}
    played = Minute("frantic", seats)
    cards = [CardId(f"frantic/{colour}/{number}") for colour in COLOURS for number in range(1, 10)]
    first = cards[int(rng.integers(len(cards)))]
    played.write(StartCard(first))
    stock = Card("draw", "back", Spot(*DRAWN_FROM, 2))
    played.opening = (stock, _card(rng, "discard", DISCARD, first))
    t = 2.0
    while t < PIECE_S - 6:
        state = played.match.state
        turn = state.stack[-1]
        if not isinstance(turn, Turn) or min(len(hand) for hand in state.hands) < 2:
            break
        seat, who = _sitting(played, turn.seat)
        if rng.random() < DRAWS:
            played.acts.append(Hover(round(t, 2), seat, Spot(*DRAWN_FROM), 12.0, 0.3))
            played.write(Draw(who))
            played.write(Pass(who))
            t += float(rng.uniform(1.9, 2.8))
            seat, who = _sitting(played, (turn.seat + 1) % len(seats))
            wrong = False
        else:
            wrong = bool(rng.random() < WRONG)
            if wrong and rng.random() < EARLY / WRONG:
                seat, who = _sitting(played, (turn.seat + 1) % len(seats))
        event = _drawn(rng, cards, lambda card: Play(who, card), played, wrong)  # noqa: B023
        played.lay(t, seat, _card(rng, "discard", DISCARD, event.card))
        right = played.write(event)
        t += float(rng.uniform(1.7, 3.0))
        if not right:
            played.acts.append(Take(round(t, 2), seat, "discard"))
            t += float(rng.uniform(1.7, 3.0))
        t += _between(rng, t, played, [DISCARD])
    places = {"discard": (*DISCARD, 50.0, 62.0), "draw": (*DRAWN_FROM, 42.0, 56.0)}
    return played, places, 560.0


def _sitting(played: Minute, number: int) -> tuple[Seat, PlayerId]:
    return list(played.seats.items())[number]


# ---------------------------------------------------------------- Frappadingue Family

ZONES = {"throw": (0.0, 62.0, 195.0, 56.0), "counter": (0.0, -66.0, 195.0, 56.0)}


def _frappadingue(rng: Rng) -> tuple[Minute, dict[str, Any], float]:
    """Throws of which something scores; a turn is stopped once it may be, and one wrong keep ends the minute."""
    seats = {SOUTH: PlayerId("Ann"), NORTH: PlayerId("Ben")}
    played = Minute("frappadingue", seats)
    cards = [card for card, copies in played.match.game.info.deck for _ in range(copies) if "/km/" in f"/{card}"]
    t = 1.5
    while t < PIECE_S - 13:
        state = played.match.state
        number = max(0, state.turn)
        seat, who = _sitting(played, number)
        stop = Validate(who)
        if state.counter and played.right(stop):
            played.sort(t, seat, "counter", ())
            played.write(stop)
            t += 3.6
            continue
        counter = state.counter
        throw = _scoring(rng, played, who, cards, next_piles(state))
        played.sort(t, seat, "throw", throw)
        played.write(Throw(who, throw))
        t += 3.4
        wrong = bool(rng.random() < WRONG / 2)
        keep = _kept(rng, played, who, throw, wrong) or _kept(rng, played, who, throw, not wrong)
        rest = list(throw)
        for card in keep:
            rest.remove(card)
        played.sort(t, seat, "throw", rest)
        played.sort(t + 0.1, seat, "counter", (*counter, *keep))
        right = played.write(Keep(who, keep))
        t += 3.4
        if not right:
            break
        played.sort(t, seat, "throw", ())
        t += 1.8
        if len(played.match.state.counter) >= 5 and not played.right(Validate(who)):
            break  # a sixth card would need another row
    return played, dict(ZONES), 620.0


def _scoring(rng: Rng, played: Minute, who: PlayerId, cards: list[CardId], count: int) -> tuple[CardId, ...]:
    while True:
        throw = tuple(cards[int(k)] for k in rng.choice(len(cards), count, replace=False))
        trial = played.match.game.apply(played.match.state, Throw(who, throw)).state
        if trial.throw and any(_judged(played, trial, Keep(who, (card,))) for card in throw):
            return throw


def _kept(rng: Rng, played: Minute, who: PlayerId, throw: Sequence[CardId], wrong: bool) -> tuple[CardId, ...]:
    """One to three cards that may be kept, or that may not."""
    for _ in range(40):
        count = int(rng.integers(1, min(3, len(throw)) + 1))
        keep = tuple(throw[int(k)] for k in sorted(rng.choice(len(throw), count, replace=False)))
        if _judged(played, played.match.state, Keep(who, keep)) != wrong:
            return keep
    return ()


def _judged(played: Minute, state: Any, event: Event) -> bool:
    return played.match.game.judge(state, event).verdict is Verdict.LEGAL


def _row(zone: str, names: Sequence[CardId]) -> tuple[Card, ...]:
    _, y, _, _ = ZONES[zone]
    turns = (3, -5, 2, 6, -3, 4, -2)
    return tuple(Card(zone, str(card), Spot(-144 + 72 * k, y + turns[k], turns[k])) for k, card in enumerate(names))


# ---------------------------------------------------------------- what all have


def _drawn(rng: Rng, cards: Sequence[CardId], event: Callable[[CardId], Any], played: Minute, wrong: bool) -> Any:
    """Of the events that the cards make, one that is wrong now, or right; any, if there is none of the kind."""
    order = [event(cards[int(k)]) for k in rng.permutation(len(cards))]
    return next((each for each in order if played.right(each) != wrong), order[0])


def _card(rng: Rng, pile: str, place: tuple[float, float], name: CardId) -> Card:
    turn = float(rng.normal(0, 8)) + (180.0 if rng.random() < 0.5 else 0.0)
    return Card(pile, str(name), Spot(place[0] + float(rng.normal(0, 5)), place[1] + float(rng.normal(0, 5)), turn))


def _between(rng: Rng, t: float, played: Minute, piles: Sequence[tuple[float, float]]) -> float:
    """Now and then nothing that counts: a hand that hovers, a shadow, a lamp. How long it takes."""
    if rng.random() >= BETWEEN:
        return 0.0
    kind = int(rng.integers(3))
    if kind == 0:
        x, y = piles[int(rng.integers(len(piles)))]
        seat = list(played.seats)[int(rng.integers(len(played.seats)))]
        played.acts.append(Hover(round(t, 2), seat, Spot(x, y), float(rng.uniform(40, 90))))
    elif kind == 1:
        played.acts.append(Shade(round(t, 2)))
    else:
        played.acts.append(Light(round(t, 2), float(rng.uniform(0.85, 1.15))))
    return 2.2


_STORIES: dict[str, Callable[[Rng], tuple[Minute, dict[str, Any], float]]] = {
    "frankfurt": _frankfurt,
    "frantic": _frantic,
    "frappadingue": _frappadingue,
}
GAMES = tuple(_STORIES)
