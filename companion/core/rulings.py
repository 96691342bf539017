"""What the rules say of an event: a value with a reason, never an exception.

A `Reason` is declared once, next to the rule it comes from; its code, its words and its test share one name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Fact: TypeAlias = str | int | bool | tuple["Fact", ...]


class Verdict(Enum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so. `code` is `game.subject.reason`; `rule` is where the rulebook (or which default) says it.

    What is illegal changes nothing, unless the reason says that it `stays`: a wrong card lies there until it is called.
    """

    code: str
    verdict: Verdict
    rule: str
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """One finding about one event. `facts` fill the places in the reason's sentence."""

    reason: Reason
    facts: tuple[tuple[str, Fact], ...] = ()

    @property
    def code(self) -> str:
        return self.reason.code

    @property
    def verdict(self) -> Verdict:
        return self.reason.verdict

    @property
    def fact(self) -> Mapping[str, Fact]:
        return dict(self.facts)


def legal(code: str, rule: str) -> Reason:
    return Reason(code, Verdict.LEGAL, rule)


def illegal(code: str, rule: str, stays: bool = False) -> Reason:
    return Reason(code, Verdict.ILLEGAL, rule, stays)


def undecided(code: str, rule: str) -> Reason:
    return Reason(code, Verdict.UNDECIDED, rule)


# Reasons that every game shares.
MATCH_STARTED = legal("core.match_started", "every log begins with its match")
MATCH_MISSING = illegal("core.match_missing", "every log begins with its match")
MATCH_AGAIN = illegal("core.match_again", "a log holds one match")
MATCH_OTHER_GAME = illegal("core.match_other_game", "a log is folded by the game it names")
MATCH_PLAYERS = illegal("core.match_players", "each game says for how many it is")
MATCH_NAMES = illegal("core.match_names", "every player needs a name of their own")
MATCH_OPTION = illegal("core.match_option", "only house rules that the game declares can be chosen")
MATCH_CHOICE = illegal("core.match_choice", "only choices that the house rule offers can be chosen")
PLAYER_UNKNOWN = illegal("core.player_unknown", "only those who sit at the table play")
CARD_UNKNOWN = illegal("core.card_unknown", "the card is not of this deck")
CARD_NEEDED = undecided("core.card_needed", "nobody has read this card yet")
OUT_OF_PHASE = illegal("core.out_of_phase", "not now")
MATCH_OVER = illegal("core.match_over", "the match has ended")
SCORED_BY_HAND = legal("core.scored_by_hand", "people may always write points")
VOIDED = legal("core.voided", "an entry may be taken back; the original stays visible")
CORRECTED = legal("core.corrected", "an entry may be corrected; the original stays visible")
OVERRULED_LEGAL = legal("core.overruled_legal", "the table has the last word")
OVERRULED_ILLEGAL = illegal("core.overruled_illegal", "the table has the last word")
ACCEPTED = legal("core.accepted", "the table has the last word")
TARGET_MISSING = illegal("core.target_missing", "only an earlier entry can be voided, corrected, overruled or accepted")

CORE_REASONS: tuple[Reason, ...] = (
    MATCH_STARTED,
    MATCH_MISSING,
    MATCH_AGAIN,
    MATCH_OTHER_GAME,
    MATCH_PLAYERS,
    MATCH_NAMES,
    MATCH_OPTION,
    MATCH_CHOICE,
    PLAYER_UNKNOWN,
    CARD_UNKNOWN,
    CARD_NEEDED,
    OUT_OF_PHASE,
    MATCH_OVER,
    SCORED_BY_HAND,
    VOIDED,
    CORRECTED,
    OVERRULED_LEGAL,
    OVERRULED_ILLEGAL,
    ACCEPTED,
    TARGET_MISSING,
)
