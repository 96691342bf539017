"""The library: what was recorded here, to watch again or to take away. Taking away needs two presses."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.library_view import Recorded, recorded_view
from companion.ui.picture import Picture as Picture  # library.kv names it
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language


class RecordedRow(BoxLayout):
    """A recording, with its first picture and what can be done with it."""

    title = StringProperty("")
    facts = StringProperty("")
    trouble = StringProperty("")
    pictured = BooleanProperty(False)


class LibraryScreen(TellingScreen):
    """They come one after the other, as they are looked into."""

    busy = BooleanProperty(False)
    empty = BooleanProperty(False)
    trouble = StringProperty("")
    folder = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._all: list[Recorded] = []
        self._sure: Any = None
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        library, workshop = self._library, App.get_running_app().workshop
        self._all, self._sure, self.trouble, self.folder = [], None, "", str(library.folder)
        self.busy, self.empty = True, False
        self.tell()
        workshop.look(self, partial(_with_end, library.recorded), self._show, self._sorry, needs=())

    def on_leave(self, *_: object) -> None:
        App.get_running_app().workshop.look_away(self)

    def tell(self, *_: object) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        for recorded in self._all:
            rows.add_widget(self._row(recorded))

    def watch(self, recorded: Recorded) -> None:
        App.get_running_app().watch_folder(recorded.path)

    def delete(self, recorded: Recorded) -> None:
        """The first press asks, the second does it."""
        if self._sure != recorded.path:
            self._sure = recorded.path
        else:
            self._sure = None
            if self._library.forget(recorded.path):
                self._all.remove(recorded)
            self.empty = not self._all
        self.tell()

    @property
    def _library(self) -> Any:
        return App.get_running_app().services["library"]

    def _row(self, recorded: Recorded) -> RecordedRow:
        view = recorded_view(recorded, self.language)
        pictured = recorded.first is not None
        row = RecordedRow(title=view.title, facts=view.facts, trouble=view.trouble, pictured=pictured)
        if pictured:
            row.ids.first.show(recorded.first, (), self.palette)
        doing = row.ids.doing
        if not view.trouble:
            doing.offer(text("library.watch", self.language), partial(self.watch, recorded))
        sure = self._sure == recorded.path
        words = text("history.delete.sure" if sure else "history.delete", self.language)
        doing.offer(words, partial(self.delete, recorded))
        return row

    def _show(self, recorded: Recorded | None) -> None:
        if recorded is None:
            self.busy, self.empty = False, not self._all
            return
        self._all.append(recorded)
        self.ids.rows.add_widget(self._row(recorded))

    def _sorry(self, trouble: str) -> None:
        self.busy, self.trouble = False, in_language(trouble, self.language)


def _with_end(steps: Any) -> Any:
    """What comes, and None when nothing more will."""
    yield from steps()
    yield None
