"""The declared facts of the game and its house rules: what no rulebook confirms is an option with its number.

It decides nothing itself. An option with a single choice writes down how an open point was settled.
"""

from dataclasses import dataclass

from companion.core.events import NewMatch
from companion.core.game import Direction, GameInfo, MatPlace, Option, Options, limit_for
from companion.core.scores import Ranking

from .cards import DECK

LIMITS = ((2, 4, (137, 154, 179)), (5, 8, (113, 137, 154)))

OPTIONS: tuple[Option, ...] = (
    Option("length", "FC", ("short", "medium", "long"), "medium", unsure=False),
    Option("limit", "FC", (0, 50, 75, 100, 113, 125, 137, 150, 154, 175, 179, 200, 250, 300, 500), 0, unsure=False),
    Option("hand", "FC", (5, 6, 7, 8, 9, 10), 7, unsure=False),
    Option("earthquake", "FC", ("right", "left"), "right"),
    Option("counter_share", "FCU1", ("own", "whole"), "own"),
    Option("counter_source", "FCU2", ("counterattacker", "attacker"), "counterattacker"),
    Option("counter_wish", "FCU3", ("counterattacker", "attacker"), "counterattacker"),
    Option("event_deck", "FCU4", ("reshuffle", "no_event"), "reshuffle"),
    Option("wish_is_colour", "FCU5", (False, True), False),
    Option("mating_black", "FCU6", (True, False), True),
    Option("discards_trigger", "FCU7", (False,), False, unsure=False),
    Option("second_chance_play", "FCU8", (True, False), True),
    Option("bomb_skips_count", "FCU9", (True, False), True),
    Option("bomb_pile_out", "FCU10", ("double", "single"), "double"),
    Option("bomb_finishers", "FCU11", ("each", "first"), "each"),
    Option("gambling_tie", "FCU12", ("nearest", "nobody"), "nearest"),
    Option("gambling_man", "FCU13", ("highest", "second_lowest"), "highest", unsure=False),
    Option("dealer_tie", "FCU14", ("nearest", "table"), "nearest"),
    Option("final_tie", "FCU15", ("shared", "last_round"), "shared"),
    Option("start_card", "FCU16", ("dealer", "nobody"), "dealer"),
    Option("skip_of_two", "FCU17", ("again", "nothing"), "again"),
    Option("robin_hood_equal", "FCU18", ("nothing",), "nothing", unsure=False),
    Option("events_counterable", "FCU19", (False,), False, unsure=False),
    Option("window", "FCU20", ("next_card", "confirm"), "next_card"),
    Option("exchange_with_none", "FCU21", ("give", "nothing"), "give"),
    Option("charity_short", "FCU22", ("stop",), "stop", unsure=False),
)

INFO: GameInfo = GameInfo(
    id="frantic",
    players=(2, 8),
    direction=Direction.ANTICLOCKWISE,
    ranking=Ranking.LOWEST,
    deck=DECK,
    options=OPTIONS,
    limits=LIMITS,
    zones=("discard", "draw", "events"),
    mat=(MatPlace("discard"), MatPlace("draw"), MatPlace("events")),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a match, as the rules read them. `hand` cards are dealt; `limit` ends the match."""

    limit: int
    hand: int
    earthquake: str
    counter_share: str
    counter_source: str
    counter_wish: str
    event_deck: str
    wish_is_colour: bool
    mating_black: bool
    second_chance_play: bool
    bomb_skips_count: bool
    bomb_pile_out: str
    bomb_finishers: str
    gambling_tie: str
    gambling_man: str
    dealer_tie: str
    final_tie: str
    start_card: str
    skip_of_two: str
    window: str
    exchange_with_none: str


def house_rules(match: NewMatch) -> HouseRules:
    chosen = Options.of(INFO, match)
    limit = chosen["limit"] or limit_for(INFO, len(match.players), chosen["length"]) or 0
    named = {name: chosen[name] for name in HouseRules.__slots__ if name != "limit"}
    return HouseRules(limit=limit, **named)
