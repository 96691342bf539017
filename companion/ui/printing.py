"""The print centre: for which game, what, on which paper, in which language. It draws and writes nothing itself."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.core.words import LANGUAGES
from companion.games import game_ids, load_game
from companion.ui.labels import game_name
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language

#: What can be printed, and the words for it.
KINDS: Mapping[str, str] = {
    "mat": "print.mat",
    "deck": "print.deck",
    "seats": "print.seats",
    "codes": "print.codes",
    "scoresheet": "print.scoresheet",
    "board": "print.board",
}
PAPERS = ("A4", "A3", "letter", "tabloid")
#: How the printer turns a sheet for the backs of cards.
FLIPS: Mapping[str, str] = {"long": "print.flip.long", "short": "print.flip.short", "none": "print.flip.none"}
BOARD_GAME = "frantic_board"


def kinds_for(game: str) -> tuple[str, ...]:
    """What there is to print for a game: only one of them has a board."""
    return tuple(kind for kind in KINDS if kind != "board" or game == BOARD_GAME)


def done_words(pages: int, path: str, table: str, language: str) -> str:
    """Where the file is, and how it must be printed."""
    about = text("print.table", language, table=table) + "\n" if table else ""
    return text("print.done", language, pages=pages) + f"\n{path}\n" + about + text("print.true", language)


class PrintingScreen(TellingScreen):
    """One choice a row; the last press makes the file."""

    game = StringProperty("frankfurt")
    kind = StringProperty("mat")
    paper = StringProperty("A4")
    flip = StringProperty("long")
    words_in = StringProperty("")
    busy = BooleanProperty(False)
    done = StringProperty("")
    trouble = StringProperty("")

    def on_pre_enter(self, *_: object) -> None:
        self.words_in = self.language
        self.tell()

    def tell(self, *_: object) -> None:
        say = partial(text, language=self.language)
        self._offer("game", {each: game_name(load_game(each), self.language) for each in game_ids()})
        self._offer("kind", {each: say(KINDS[each]) for each in kinds_for(self.game)})
        self._offer("paper", {each: each if each.startswith("A") else each.capitalize() for each in PAPERS})
        self._offer("words_in", {each: each.upper() for each in LANGUAGES})
        self._offer("flip", {each: say(words) for each, words in FLIPS.items()})

    def make(self) -> None:
        app = App.get_running_app()
        players = tuple(person.name for person in app.desk.household.people)
        self.busy, self.done, self.trouble = True, "", ""
        app.workshop.print_sheets(
            (self.kind, self.game, self.paper, self.words_in, self.flip, players), self._made, self._sorry
        )

    def _offer(self, name: str, choices: Mapping[str, str]) -> None:
        flow = self.ids[name]
        flow.clear_widgets()
        for choice, words in choices.items():
            flow.offer(words, partial(self._choose, name, choice), chosen=choice == getattr(self, name))

    def _choose(self, name: str, choice: str) -> None:
        setattr(self, name, choice)
        if self.kind not in kinds_for(self.game):
            self.kind = "mat"
        self.done = ""
        self.tell()

    def _made(self, printed: Any) -> None:
        self.busy = False
        self.done = done_words(printed.pages, str(printed.path), printed.table, self.language)

    def _sorry(self, trouble: str) -> None:
        self.busy, self.trouble = False, in_language(trouble, self.language)
