"""What the history and the statistics say of matches and of people, as words. No Kivy, and no file."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.core.careers import Career
from companion.games import load_game
from companion.sharing.words import day
from companion.ui.labels import game_name
from companion.ui.present import decimal, text
from companion.ui.score_view import Chart


@dataclass(frozen=True, slots=True)
class Played:
    """A match of the history."""

    number: int
    started: datetime
    game: str
    players: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A line of the list: what and when, who with which totals, and how it ended."""

    number: int
    title: str
    totals: str
    ending: str
    over: bool


def played_view(played: Played, language: str) -> PlayedView:
    title = f"{game_name(load_game(played.game), language)} · {day(played.started, language)}, {played.started:%H:%M}"
    totals = " · ".join(f"{player} {total}" for player, total in zip(played.players, played.totals, strict=True))
    if played.winners:
        ending = text("scores.winner", language, names=", ".join(played.winners))
    else:
        ending = text("over" if played.over else "history.open", language)
    return PlayedView(played.number, title, totals, ending, played.over)


@dataclass(frozen=True, slots=True)
class CareerView:
    """Somebody in one game: a headline, facts by name and value, and the totals of the finished matches as a line."""

    player: str
    head: str
    facts: tuple[tuple[str, str], ...]
    chart: Chart | None


def games_of(careers: Iterable[Career]) -> tuple[str, ...]:
    """The games that were played, the most played first."""
    counts: dict[str, int] = {}
    for career in careers:
        counts[career.game] = counts.get(career.game, 0) + career.begun
    return tuple(sorted(counts, key=lambda game: -counts[game]))


def career_view(career: Career, language: str) -> CareerView:
    if career.matches:
        head = text("statistics.won", language, won=career.won, matches=career.matches)
    else:
        head = text("statistics.unfinished", language, begun=career.begun)
    return CareerView(career.player, head, tuple(_facts(career, language)), _line(career.totals))


def _facts(career: Career, language: str) -> Iterable[tuple[str, str]]:
    if career.average is not None:
        average = decimal(career.average, language)
        yield text("statistics.average", language), average.removesuffix(".0").removesuffix(",0")
        yield text("statistics.best", language), str(career.best)
    if career.best_round is not None:
        yield text("statistics.best_round", language), str(career.best_round)
    if career.plays:
        share = text("statistics.of", language, wrong=career.wrong, plays=career.plays)
        yield text("statistics.wrong", language), share
    timing = career.timing
    if timing is not None:
        yield (
            text("statistics.slap", language, count=timing.count),
            _ms(timing.mean_ms, timing.give_or_take_ms, language),
        )
        yield text("statistics.fastest", language), _ms(timing.best_ms, timing.best_open_ms, language)


def _ms(time_ms: float, open_ms: float, language: str) -> str:
    """A time never stands without what is open of it."""
    return text("statistics.ms", language, ms=round(time_ms), open=max(1, round(open_ms)))


def _line(totals: tuple[int, ...]) -> Chart | None:
    """Total after total; one match alone is no line."""
    if len(totals) < 2:
        return None
    low, high = min(0, *totals), max(totals)
    steps, span = len(totals) - 1, max(1, high - low)
    return Chart((tuple((n / steps, (total - low) / span) for n, total in enumerate(totals)),), low, high, None)
