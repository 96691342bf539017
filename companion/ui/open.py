"""The screen that opens a recording: folders to walk through, recordings to choose. It reads none of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.ui.parts import Press
from companion.ui.present import folder_choices, short_path, text
from companion.ui.telling import TellingScreen


class OpenScreen(TellingScreen):
    """One folder at a time; `trouble` says why the last choice did not open."""

    #: Where people keep their things; where the app lies is nothing that they know.
    folder = StringProperty(str(Path.home()))
    #: The same as it is told.
    where = StringProperty("")
    trouble = StringProperty("")
    empty = BooleanProperty(False)

    def on_pre_enter(self, *_: object) -> None:
        self.trouble = ""
        self.tell()

    def tell(self, *_: object) -> None:
        self.show(Path(self.folder))

    def show(self, folder: Path) -> None:
        self.folder = str(folder.resolve())
        self.where = short_path(Path(self.folder), Path.home())
        choices = self.ids.choices
        choices.clear_widgets()
        self._add(text("open.up", self.language), partial(self.show, Path(self.folder).parent))
        found = folder_choices(folder)
        for choice in found:
            if choice.is_recording:
                self._add(choice.path.name, partial(App.get_running_app().watch_folder, choice.path), main=True)
            else:
                self._add(choice.path.name, partial(self.show, choice.path))
        self.empty = not any(choice.is_recording for choice in found)

    def _add(self, words: str, chosen: Callable[[], object], main: bool = False) -> None:
        press = Press(text=words, main=main)
        press.bind(on_release=lambda _press: chosen())
        self.ids.choices.add_widget(press)
