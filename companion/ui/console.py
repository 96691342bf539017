"""The game told in lines of text, for a terminal: each ruling as it is made, and the scoreboard when it changes."""

from companion.core.fold import Judged
from companion.core.scores import Scores
from companion.core.words import Catalogue
from companion.referee.session import Update
from companion.ui.present import clock, hidden_line, is_shown, question_line, ruling_view, totals_view

MARKS = {"legal": "+", "illegal": "x", "undecided": "?"}


class Narrator:
    """Tells what each update adds. It remembers the last scoreboard, to print only a new one, and what was hidden."""

    def __init__(self, words: Catalogue, language: str) -> None:
        self._words, self._language = words, language
        self._scoreboard = ""
        self._hidden: tuple[str, ...] = ()

    def lines(self, update: Update) -> list[str]:
        told = [self._ruling(judged) for judged in update.judged if is_shown(judged)]
        told += [
            f"{clock(update.t_ns):>8}  ? {question_line(question, self._words, self._language)}"
            for question in update.questions
        ]
        if update.hidden != self._hidden:
            self._hidden = update.hidden
            line = hidden_line(update.hidden, self._words, self._language)
            told += [f"{clock(update.t_ns):>8}  ? {line}"] if line else []
        scoreboard = "" if update.scores is None else self._scores(update.scores)
        if scoreboard != self._scoreboard:
            self._scoreboard = scoreboard
            told.append(scoreboard)
        return told

    def _ruling(self, judged: Judged) -> str:
        view = ruling_view(judged, self._words, self._language)
        return f"{view.time:>8}  {MARKS[view.verdict.value]} {view.word}: {view.sentence} [{view.rule}]"

    def _scores(self, scores: Scores) -> str:
        panels = (
            f"{view.player} {view.total}{' *' if view.leads else ''}" for view in totals_view(scores, self._language)
        )
        return f"{'':8}  = " + "   ".join(panels)
