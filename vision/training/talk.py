"""Scripts of tables at which nothing is played: people talk, point, rest their hands, reach across, switch lamps, bump
against the table. Every film made from one is a minute in which nothing must be told; nothing learns from them.

The same number gives the same script. It knows no game: cards are only pictures that lie there.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.table_file import Seat
from vision.training.clips import Act, Bump, Card, Hover, Light, Script, Shade, Spot
from vision.training.strokes import Rng
from vision.training.tables import SURFACES

SECONDS = 60.0
#: Pictures a second of a tablet in a dim room, and of good cameras.
RATES = (15.0, 20.0, 30.0)
#: Piles stand this far to the left and right of the middle; so far from them a hand rests beside the cards (mm).
APART, BESIDE = 95.0, 125.0
#: Lamps make it this dark and this bright, of what it was.
DARKEST, BRIGHTEST = 0.75, 1.3
#: Nobody bumps against a table more often than that (s), and sees it move by more than that (px, degrees).
BUMPS_EVERY, BUMPED, TURNED = 18.0, 8.0, 0.7


def talk_script(number: int, cards: Sequence[str], seconds: float = SECONDS) -> Script:
    rng = np.random.default_rng((977, number))
    seats = (Seat.SOUTH, Seat.NORTH, *([Seat.WEST, Seat.EAST] if rng.random() < 0.4 else []))
    piles = {"left": (-APART, 0.0), "right": (APART, 0.0)}
    opening = [_lying(rng, pile, at, cards) for pile, at in piles.items() for _ in range(int(rng.integers(1, 5)))]
    opening += [_lying(rng, "beside", (x, y), cards) for x in (-235.0, 0.0, 235.0) for y in (-95.0, 95.0)]
    table = Script(
        seats,
        {name: (x, y, 50.0, 62.0) for name, (x, y) in piles.items()},
        tuple(opening),
        (),
        seconds,
        (640, 360),
        fps=float(rng.choice(RATES)),
        tilt=float(rng.uniform(0, 22)),
        surface=str(rng.choice([make.__name__.removeprefix("_") for make in SURFACES])),
        seed=number,
        noise=float(rng.uniform(0.5, 3.0)),
    )
    return replace(table, acts=_acts(rng, seats, tuple(piles.values()), seconds))


def _acts(rng: Rng, seats: Sequence[Seat], piles: Sequence[tuple[float, float]], seconds: float) -> tuple[Act, ...]:
    acts: list[Act] = []
    free = dict.fromkeys(seats, 2.0)
    t, bumped, light = 2.0, 0.0, 1.0
    while t < seconds - 4:
        kind = rng.random()
        waiting = [seat for seat in seats if free[seat] < t]
        if kind < 0.12:
            acts.append(Shade(t, float(rng.uniform(0.8, 3.0)), float(rng.uniform(0.15, 0.5))))
        elif kind < 0.2:
            now = float(rng.uniform(DARKEST, BRIGHTEST))
            acts.append(Light(t, now / light))
            light = now
        elif kind < 0.25 and t > bumped + BUMPS_EVERY:
            right, down = (float(each) for each in rng.uniform(-1, 1, 2) * BUMPED * rng.random())
            acts.append(Bump(t, right, down, float(rng.normal(0, TURNED / 3))))
            bumped = t
        elif waiting:
            seat = waiting[int(rng.integers(len(waiting)))]
            hand = _hand(rng, t + 0.6, seat, piles)
            acts.append(hand)
            free[seat] = hand.t + hand.seconds + 1.2
        t = round(t + float(rng.uniform(0.3, 2.2)), 2)
    return tuple(acts)


def _hand(rng: Rng, t: float, seat: Seat, piles: Sequence[tuple[float, float]]) -> Hover:
    """It points at a pile, rests beside the cards, or passes over all of it."""
    x, y = piles[int(rng.integers(len(piles)))]
    out_x, out_y = {Seat.SOUTH: (0, -1), Seat.NORTH: (0, 1), Seat.WEST: (-1, 0), Seat.EAST: (1, 0)}[seat]
    kind = rng.random()
    if kind < 0.4:
        spot = Spot(x + float(rng.normal(0, 15)), y + float(rng.normal(0, 15)))
        return Hover(t, seat, spot, float(rng.uniform(30, 90)), float(rng.uniform(0.2, 4.0)))
    if kind < 0.75:
        spot = Spot(x + BESIDE * out_x + float(rng.normal(0, 20)), y + BESIDE * out_y + float(rng.normal(0, 8)))
        return Hover(t, seat, spot, 0.0, float(rng.uniform(1.0, 7.0)), (float(rng.normal(0, 8)), 0.0))
    way = float(rng.choice([-1.0, 1.0]))
    along = (way * 2 * APART * abs(out_y), way * 120.0 * abs(out_x))
    spot = Spot(-along[0] / 2 + (x if out_x else 0), -along[1] / 2 + (y if out_y else 0))
    return Hover(t, seat, spot, float(rng.uniform(20, 80)), float(rng.uniform(0.5, 1.6)), along)


def _lying(rng: Rng, pile: str, at: tuple[float, float], cards: Sequence[str]) -> Card:
    x, y = at[0] + float(rng.normal(0, 4)), at[1] + float(rng.normal(0, 4))
    turn = float(rng.normal(0, 8)) + float(rng.choice([0.0, 180.0]))
    return Card(pile, cards[int(rng.integers(len(cards)))], Spot(x, y, turn))
