"""The result as a few lines of text, for a message to those who could not be there."""

from datetime import datetime
from functools import cache

from companion.core.scores import Ranking
from companion.core.words import LANGUAGES, Catalogue, load_words
from companion.sharing.result import Result


@cache
def sharing_words() -> Catalogue:
    return load_words("companion.sharing")


def said(key: str, language: str, **places: object) -> str:
    return sharing_words()[language if language in LANGUAGES else "en"][key].format(**places)


def day(when: datetime, language: str) -> str:
    """A date as people of the language write it."""
    month = said(f"month.{when.month}", language)
    return said("day", language, day=when.day, month=month, year=when.year)


def verdict(result: Result, language: str) -> str:
    """Who has won, or who leads so far."""
    if result.scores.over:
        names = result.scores.winners
        key = "won" if len(names) == 1 else "won.tied" if names else "over"
    else:
        names = result.scores.leaders if result.lines else ()
        key = "leads" if len(names) == 1 else "leads.tied" if names else "begun"
    return said(key, language, names=listed(names, language))


def listed(names: tuple[str, ...], language: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return said("and", language, names=", ".join(names[:-1]), last=names[-1])


def facts(result: Result, language: str) -> str:
    """How long it was and what decided it."""
    scores = result.scores
    rounds = max((len(line.rounds) for line in scores.lines), default=0) or len(result.lines)
    ranking = "lowest" if scores.ranking is Ranking.LOWEST else "highest"
    told = [said("rounds.one" if rounds == 1 else "rounds", language, count=rounds)] if rounds else []
    told.append(said(f"ranking.{ranking}", language))
    if scores.limit is not None:
        told.append(said("limit", language, limit=scores.limit))
    return " · ".join(told)


def summary(result: Result, language: str) -> str:
    """The whole message."""
    places = [f"{place}. {line.player}: {line.total}" for place, _seat, line in result.places]
    head = f"{result.game_name(language)} · {day(result.started, language)}"
    return "\n".join((head, verdict(result, language), "", *places, "", facts(result, language))) + "\n"
