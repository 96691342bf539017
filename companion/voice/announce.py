"""What is said of a ruling and of the scores, in one language: short, normal, or everything. Pure; nothing sounds here.

With `normal` and `everything` a match can be followed by ear alone: every total that changed at the end of a round is
said, with its player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from companion.core.events import META_EVENTS, ManualScore, NewMatch
from companion.core.fold import Judged
from companion.core.rulings import Verdict
from companion.core.scores import Scores
from companion.core.words import Catalogue, load_words, say


class Sound(Enum):
    """The signals; each has a file of its name in `sounds`."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    SLAP = "slap"
    QUESTION = "question"
    END = "end"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sound, and words that may be empty."""

    sound: Sound | None
    words: str = ""


SLAP = "slap"


def announce(
    judged: Sequence[Judged], before: Scores | None, after: Scores | None, words: Catalogue, language: str, how: str
) -> tuple[Announcement, ...]:
    """What new entries are announced with. `before` and `after` are the scores around them."""
    # Of points that were written at once only the last ones sound, and say what followed: the match is not over before.
    halves = [each for each in judged[:-1] if isinstance(each.entry.event, ManualScore)]
    told = [
        _ruling(each, words, language, how)
        for each in judged
        if not isinstance(each.entry.event, NewMatch) and each not in halves
    ]
    by_hand = any(isinstance(each.entry.event, (ManualScore, *META_EVENTS)) for each in judged)
    totals = _totals(before, after, language, how, by_hand)
    if totals:
        told.append(Announcement(Sound.END if after is not None and after.over else None, totals))
    return tuple(told)


def _ruling(judged: Judged, words: Catalogue, language: str, how: str) -> Announcement:
    first = judged.rulings[0]
    sounds = {Verdict.LEGAL: Sound.LEGAL, Verdict.ILLEGAL: Sound.ILLEGAL, Verdict.UNDECIDED: Sound.QUESTION}
    sound = sounds[first.verdict]
    if judged.entry.event.KIND == SLAP and first.verdict is Verdict.LEGAL:
        sound = Sound.SLAP
    is_plain = first.verdict is Verdict.LEGAL and not isinstance(judged.entry.event, META_EVENTS)
    if how == "off" or (is_plain and how != "everything"):
        return Announcement(sound)
    rulings = judged.rulings[:1] if how == "short" else judged.rulings
    return Announcement(sound, " ".join(say(ruling, words, language) for ruling in rulings))


def _totals(before: Scores | None, after: Scores | None, language: str, how: str, by_hand: bool) -> str:
    """The totals that people have to hear: all when a round ends, those changed by hand, the winners at the end."""
    if how == "off" or after is None:
        return ""
    old = {line.player: line for line in before.lines} if before is not None else {}
    ended = any(line.player in old and len(line.rounds) != len(old[line.player].rounds) for line in after.lines)
    changed = [line for line in after.lines if line.player in old and line.total != old[line.player].total]
    parts = []
    if ended or (changed and (by_hand or how == "everything")):
        lines = after.lines if ended else changed
        parts = [text("total", language).format(player=line.player, total=line.total) for line in lines]
    if after.over and not (before is not None and before.over) and after.winners:
        parts.append(text("winner", language).format(names=", ".join(after.winners)))
    return " ".join(parts)


def text(key: str, language: str) -> str:
    return _words()[language][key]


@cache
def _words() -> Catalogue:
    return load_words("companion.voice")
