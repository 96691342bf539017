"""Declared facts and house rules. FDU1 to FDU16 are what the rule sheet does not settle (FDU16: 2 to 8 play)."""

from companion.core.game import Direction, GameInfo, MatPlace, Option
from companion.core.scores import Ranking

from .cards import DECK

OPTIONS = (
    # The sheet prints +30, which no multiple of 50 can contain: to be checked on the owner's sheet.
    Option("plus_five", "9", (50, 30), 50),
    Option("deck", "FDU1", ("uncounted", "stand_in"), "uncounted"),
    Option("target", "FDU2", (10_000, 5_000, 20_000), 10_000),
    Option("opening", "FDU3", (0, 500), 0),
    Option("overshoot", "FDU4", ("allowed", "exact"), "allowed"),
    Option("last_round", "FDU5", ("one_more_turn", "finish_round", "at_once"), "one_more_turn"),
    Option("dead_throw", "FDU6", ("counter_lost", "counter_saved"), "counter_lost"),
    Option("first_accrochage", "FDU7", ("ends_turn", "redraw"), "ends_turn"),
    Option("combinations", "FDU8", ("one_throw", "across_throws"), "one_throw"),
    Option("least", "FDU9", (100, 0), 100),
    Option("keeping", "FDU10", ("at_least_one", "all_scoring"), "at_least_one"),
    Option("reading", "FDU11", ("declared", "always_best"), "declared"),
    Option("full_hand", "FDU12", ("may_stop", "must_throw"), "may_stop"),
    Option("rethrow", "FDU13", ("reshuffled", "piles_cut"), "reshuffled"),
    Option("small_deck", "FDU14", ("fewer_piles", "five_piles"), "fewer_piles"),
    Option("first_player", "FDU15", ("first_listed", "who_throws_first"), "first_listed"),
)

INFO = GameInfo(
    id="frappadingue",
    players=(2, 8),
    direction=Direction.CLOCKWISE,
    ranking=Ranking.HIGHEST,
    deck=DECK,
    options=OPTIONS,
    limits=((2, 8, (5_000, 10_000, 20_000)),),
    zones=("throw", "counter"),
    mat=(MatPlace("throw", wide=4, high=2), MatPlace("counter", wide=4)),
)
