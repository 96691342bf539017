"""A screen that fills itself in: when it is entered, and again when the language or the colours change under it.

One that is out of sight lets such a change pass, because it is told when it is entered: so a press on another language
costs one screen, not all of them. It knows nothing of what a screen tells.
"""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen


class TellingScreen(Screen):
    """`tell` says all that is on the screen once more; kv says where `language` and `palette` come from."""

    language = StringProperty("en")
    palette: Any = ObjectProperty()

    def tell(self, *_: object) -> None:
        raise NotImplementedError

    def on_pre_enter(self, *_: object) -> None:
        self.tell()

    def on_language(self, *_: object) -> None:
        self.tell_if_shown()

    def on_palette(self, *_: object) -> None:
        self.tell_if_shown()

    def tell_if_shown(self, *_: object) -> None:
        if self.manager is not None and self.manager.current_screen is self:
            self.tell()
