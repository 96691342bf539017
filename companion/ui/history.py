"""The history: every match of this device, to look into, go on with, share, play once more, or delete; and files that
bring one back. Deleting takes two presses.
"""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games import load_game
from companion.ui.history_view import Played, played_view
from companion.ui.present import text
from companion.ui.setup import Setup, known_rules
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language

#: So many matches are listed at first, and so many more with each press.
LISTED = 20


class MatchRow(BoxLayout):
    """A match, with what can be done with it."""

    title = StringProperty("")
    totals = StringProperty("")
    ending = StringProperty("")
    over = BooleanProperty(False)


class HistoryScreen(TellingScreen):
    """The newest first."""

    empty = BooleanProperty(True)
    more = NumericProperty(0)
    notice = StringProperty("")
    trouble = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._sure: int | None = None
        self._listed = LISTED
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self._sure, self._listed, self.notice, self.trouble = None, LISTED, "", ""
        self.ids.files.clear_widgets()
        self.tell()

    def tell(self, *_: object) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        played = self._archive.played(self._sorry)
        self.empty, self.more = not played, max(0, len(played) - self._listed)
        for each in played[: self._listed]:
            rows.add_widget(self._row(each))

    def show_more(self) -> None:
        self._listed += LISTED
        self.tell()

    def look_for_files(self) -> None:
        """Exported matches that lie where exports go."""
        flow, files = self.ids.files, self._archive.files()
        flow.clear_widgets()
        self.trouble = ""
        where = self._archive.folder
        self.notice = text("history.files" if files else "history.no_files", self.language, folder=where)
        for path in files:
            flow.offer(path.name, partial(self.bring, path))

    def bring(self, path: Any) -> None:
        self.notice = self.trouble = ""
        self._archive.bring(path, self._brought, self._sorry)

    def _brought(self, players: tuple[str, ...]) -> None:
        self.ids.files.clear_widgets()
        self.notice = text("history.brought", self.language, players=", ".join(players))
        self.tell()

    @property
    def _archive(self) -> Any:
        return App.get_running_app().services["archive"]

    def _row(self, played: Played) -> MatchRow:
        view, say = played_view(played, self.language), partial(text, language=self.language)
        row = MatchRow(title=view.title, totals=view.totals, ending=view.ending, over=view.over)
        doing = row.ids.doing
        doing.offer(say("history.look" if view.over else "history.go_on"), partial(self._open, view.number))
        doing.offer(say("share"), partial(self._share, view.number))
        doing.offer(say("start.rematch"), partial(self._rematch, played))
        sure = self._sure == view.number
        doing.offer(say("history.delete.sure" if sure else "history.delete"), partial(self._delete, view.number))
        return row

    def _open(self, number: int) -> None:
        """Back to its table, where everything can still be corrected; what is over opens with its sheet."""
        self._archive.resume(number, self._sit_down, self._sorry)

    def _sit_down(self, hand: Any) -> None:
        app = App.get_running_app()
        app.sitting.by_hand(hand)
        app.go("table")
        if app.model.over:
            app.go_scores()

    def _share(self, number: int) -> None:
        App.get_running_app().screens.get_screen("share").open(number)

    def _rematch(self, played: Played) -> None:
        app, game = App.get_running_app(), load_game(played.game)
        app.begin(Setup(game, played.players, known_rules(game, app.desk.household.rules.get(played.game, {}))))

    def _delete(self, number: int) -> None:
        """The first press asks, the second does it."""
        if self._sure == number:
            self._sure = None
            App.get_running_app().sitting.leave()
            self._archive.forget(number)
        else:
            self._sure = number
        self.tell()

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)
