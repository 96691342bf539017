"""The house rules FBU1 to FBU15: what the rulebook leaves open, each with the default and its alternatives.

Only their names and choices stand here; the rule that a choice decides reads it where it is needed.
"""

from dataclasses import dataclass
from typing import Final

from companion.core.events import NewMatch
from companion.core.game import GameInfo, Option, Options

OPTIONS: Final = (
    Option("length", "FB limits", ("short", "medium", "long"), "medium", unsure=False),
    Option("copies", "FBU1", ("warn", "trust"), "warn"),
    Option("multicolour", "FBU2", ("own_colour", "any_colour"), "own_colour"),
    Option("stop", "FBU3", ("ends_move", "ask"), "ends_move"),
    Option("snail", "FBU3", ("ask", "halve"), "ask"),
    Option("x", "FBU3", ("not_counted", "counted"), "not_counted"),
    Option("overshoot", "FBU4", ("stop", "bounce", "stay"), "stop"),
    Option("below_start", "FBU5", ("stop", "stay"), "stop"),
    Option("shared_square", "FBU6", ("allowed", "next_free"), "allowed"),
    Option("under_pawn", "FBU7", ("allowed", "refused"), "allowed"),
    Option("push_off_board", "FBU8", ("no_move", "refused"), "no_move"),
    Option("fuck_you_past_finish", "FBU9", ("then_move", "no_move"), "then_move"),
    Option("fuck_you_each", "FBU10", (True, False), True),
    Option("hand_limit", "FBU11", (0, 6, 8, 10), 0),
    Option("re_roll_on", "FBU12", ("opponents_move", "any_roll"), "opponents_move"),
    Option("tie", "FBU13", ("shared", "last_round"), "shared"),
    Option("finish_counts", "FBU14", ("end_of_turn", "once_reached"), "end_of_turn"),
    Option("next_first", "FBU15", ("roll", "next"), "roll"),
)


@dataclass(frozen=True, slots=True)
class House:
    """The choices of one match, as plain data that can be part of a state. The names are those of OPTIONS."""

    length: str
    copies: str
    multicolour: str
    stop: str
    snail: str
    x: str
    overshoot: str
    below_start: str
    shared_square: str
    under_pawn: str
    push_off_board: str
    fuck_you_past_finish: str
    fuck_you_each: bool
    hand_limit: int
    re_roll_on: str
    tie: str
    finish_counts: str
    next_first: str


def house_of(info: GameInfo, match: NewMatch) -> House:
    return House(**Options.of(info, match).values)  # type: ignore[arg-type]
