"""How many calls are false: a game played on film by the hour, right cards and wrong ones, and what the referee says.

Every piece is a minute of Frankfurt on two piles, made from a script with our own deck: hands lay cards on each other
at the pace of the game, wrong ones go back, and between them hands hover, shadows pass and lamps are switched. What
should be ruled is known, so each piece counts

    plays           cards laid; `found` of them were told
    wrong           cards that the rules forbid; `missed` of those calls were not made
    false_illegal   calls of something wrong that was right: at most one in two hours
    asked           questions instead of rulings: what was not seen well enough

The pieces are other ones with another --seed; the same seed gives the same ones. The sum is the last row.

    tapis bench play --minutes 2
    tapis bench play --minutes 120 --seed 7
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.benches import Row

if TYPE_CHECKING:
    import numpy as np

    from companion.core.events import Event
    from vision.training.clips import Act, Script

HELP = "false calls of wrong cards, by the hour of play on film"

PIECE_S = 60.0
#: At most one false call in so many minutes.
ONE_IN_MINUTES = 120.0
PILES = {"left": (-95.0, 0.0), "right": (95.0, 0.0)}
#: How often people try what is wrong, and how often something else happens between two cards.
WRONG, BETWEEN = 0.3, 0.25


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=float, default=1.0, metavar="M", help="how long is played (default 1)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other numbers, other games")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    total: dict[str, float] = {}
    for number in range(max(1, round(args.minutes * 60 / PIECE_S))):
        row = _piece(args.seed, number)
        total = {name: total.get(name, 0) + value for name, value in row.items() if name != "piece"}
        yield row
    two_hours = total["false_illegal"] * ONE_IN_MINUTES / total["minutes"]
    yield {"piece": "all", **total, "false_in_two_hours": round(two_hours, 2), "ok": two_hours <= 1}


def _piece(seed: int, number: int) -> Row:
    import numpy as np

    from companion.commands._truth import Truth, judged
    from companion.core.codec import encode
    from companion.decks import deck_folder
    from vision.recognise.deck import load_deck
    from vision.training.clips import Film

    script, events = _story(np.random.default_rng((seed, number)), 1000 * seed + number)
    deck = load_deck(deck_folder("frankfurt"))
    film = Film(script, {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)})
    data = {
        "game": "frankfurt",
        "deck": "decks/frankfurt",
        "seats": {"S": "Ann", "N": "Ben"},
        "options": {"wrong_cards": "live"},
        "events": [_told(act) for act in script.acts if hasattr(act, "card")],
        "log": [encode(event) for event in events],
    }
    row = judged(Truth(Path("play"), data), (_FilmSource(film), film.table))
    return {
        "piece": f"{seed}-{number}",
        "minutes": script.seconds / 60,
        "plays": row["events"],
        "found": row["found"],
        "wrong": sum(event.KIND == "take_back" for event in events),
        "missed": row["missed_illegal"],
        "false_illegal": row["false_illegal"],
        "asked": row["asked"],
    }


def _told(act: Any) -> dict[str, Any]:
    card = act.card
    return {"kind": "place", "pile": card.pile, "seat": act.seat.value, "card": card.card, "t_ms": 1000 * act.t}


class _FilmSource:
    """A film as a source: what is not asked for is never drawn."""

    name = "film"

    def __init__(self, film: Any) -> None:
        self.size = film.script.size
        self._frames = film.frames()

    def read(self) -> Any:
        return next(self._frames, None)

    def close(self) -> None:
        self._frames.close()


def _story(rng: "np.random.Generator", seed: int) -> "tuple[Script, list[Event]]":
    """A minute of play and the events a perfect referee writes: cards are drawn until one of the wanted kind comes."""
    from calibration.table_file import Seat
    from companion.core.events import Entry, NewMatch
    from companion.core.fold import Match
    from companion.core.ids import CardId, PileId, PlayerId
    from companion.games import load_game
    from companion.games.frankfurt.events import Discard, Open, TakeBack
    from vision.training.clips import Lay, Script, Take

    game = load_game("frankfurt")
    cards = [card for card, _ in game.info.deck]
    people = {Seat.SOUTH: PlayerId("Ann"), Seat.NORTH: PlayerId("Ben")}
    match = Match(game).extend((Entry(1, NewMatch("frankfurt", tuple(people.values()), (("wrong_cards", "live"),))),))
    events: list[Event] = []

    def write(event: "Event") -> bool:
        """Into the true match; was it right?"""
        events.append(event)
        return match.add(Entry(len(events) + 1, event)).rulings[0].verdict.value != "illegal"

    first = [CardId(str(card)) for card in rng.choice(cards, 2, replace=False)]
    for pile, begun, who in zip(PILES, first, people.values(), strict=True):
        write(Open(who, begun, PileId(pile)))
    opening = tuple(_card(rng, pile, begun) for pile, begun in zip(PILES, first, strict=True))
    acts: list[Act] = []
    t = 2.0
    while t < PIECE_S - 6:
        seat, pile = list(people)[int(rng.integers(2))], str(rng.choice(list(PILES)))
        card = CardId(_drawn(rng, match, people[seat], pile, cards, wrong=rng.random() < WRONG))
        acts.append(Lay(round(t, 2), seat, _card(rng, pile, card)))
        right = write(Discard(people[seat], card, PileId(pile)))
        t += float(rng.uniform(1.7, 3.0))
        if not right:
            acts.append(Take(round(t, 2), seat, pile))
            write(TakeBack(people[seat], PileId(pile), card))
            t += float(rng.uniform(1.7, 3.0))
        if rng.random() < BETWEEN:
            acts.append(_between(rng, t))
            t += 2.2
    places = {name: (x, y, 50.0, 62.0) for name, (x, y) in PILES.items()}
    surface = str(rng.choice(["felt", "plain", "marble", "wood"]))
    script = Script(tuple(people), places, opening, tuple(acts), PIECE_S, (640, 360), surface=surface, seed=seed)
    return script, events


def _drawn(rng: "np.random.Generator", match: Any, player: Any, pile: str, cards: list[Any], wrong: bool) -> str:
    """A card that is wrong there, or right; any, if there is none of the kind."""
    from companion.core.ids import PileId
    from companion.games.frankfurt.events import Discard

    order = [cards[int(k)] for k in rng.permutation(len(cards))]
    verdicts = {
        card: match.game.judge(match.state, Discard(player, card, PileId(pile))).verdict.value for card in order
    }
    fitting = [card for card in order if (verdicts[card] == "illegal") == wrong]
    return str((fitting or order)[0])


def _card(rng: "np.random.Generator", pile: str, name: str) -> Any:
    from vision.training.clips import Card, Spot

    x, y = PILES[pile]
    turn = float(rng.normal(0, 8)) + (180.0 if rng.random() < 0.5 else 0.0)
    return Card(pile, name, Spot(x + float(rng.normal(0, 5)), y + float(rng.normal(0, 5)), turn))


def _between(rng: "np.random.Generator", t: float) -> "Act":
    """Nothing that counts: a hand that hovers, a shadow, a lamp."""
    from calibration.table_file import Seat
    from vision.training.clips import Hover, Light, Shade, Spot

    kind = int(rng.integers(3))
    if kind == 0:
        x, y = PILES[str(rng.choice(list(PILES)))]
        return Hover(
            round(t, 2), [Seat.SOUTH, Seat.NORTH][int(rng.integers(2))], Spot(x, y), float(rng.uniform(40, 90))
        )
    return Shade(round(t, 2)) if kind == 1 else Light(round(t, 2), float(rng.uniform(0.85, 1.15)))
