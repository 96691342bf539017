"""Declared facts and house rules. FFU1 to FFU12 are the points that no rulebook settles."""

from companion.core.game import Direction, GameInfo, MatPlace, Option
from companion.core.scores import Ranking

from .cards import DECK

OPTIONS = (
    # When a wrong card is announced: only when asked, when a player calls it (English rules), at once (French rules).
    Option("wrong_cards", "6", ("silent", "on_challenge", "live"), "on_challenge", unsure=False),
    Option("constant_stress", "13", (False, True), False, unsure=False),
    Option("copies", "FFU1", ("uncounted", "three", "four"), "uncounted"),
    Option("challenge_until", "FFU2", ("covered_legally", "covered", "round_end"), "covered_legally"),
    Option("returned_card", "FFU3", ("on_top", "next_hidden_again"), "on_top"),
    Option("penalty", "FFU4", ("none", "freeze", "card"), "none"),
    Option("judge", "FFU5", ("app", "majority"), "app"),
    Option("false_slap", "FFU6", ("void", "penalty"), "void"),
    Option("after_slap", "FFU7", ("freeze", "until_own_slap"), "freeze"),
    Option("blockage", "FFU8", ("shift_first", "shift_is_optional"), "shift_first"),
    Option("empty_lid", "FFU9", ("adds_nothing", "lowest_of_pile"), "adds_nothing"),
    Option("double_finish", "FFU10", ("first_slap", "fewest_cards", "shared"), "first_slap"),
    Option("corrections", "FFU11", ("by_hand", "none"), "by_hand"),
    Option("round_timer", "FFU12", ("none", "2_minutes", "5_minutes"), "none"),
)

INFO = GameInfo(
    id="frankfurt",
    players=(2, 4),
    direction=Direction.TOGETHER,
    ranking=Ranking.LOWEST,
    deck=DECK,
    options=OPTIONS,
    zones=("pile", "columns", "draw", "lid"),
    mat=(MatPlace("pile", copies=4), MatPlace("lid")),
    at_seat=("columns", "draw"),
)
