"""Letting others watch: a switch, and while it is on the address of the page as a code. It serves nothing itself."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.ui.picture import Picture as Picture  # audience.kv names it
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language


class AudienceScreen(TellingScreen):
    """`on` while the page is there; it stays when this screen is left, and goes with the match."""

    on = BooleanProperty(False)
    possible = BooleanProperty(False)
    address = StringProperty("")
    watching = NumericProperty(0)
    trouble = StringProperty("")

    def on_pre_enter(self, *_: object) -> None:
        self.trouble = ""
        self.tell()

    def tell(self, *_: object) -> None:
        app = App.get_running_app()
        self._audience.speak(self.language)
        self.possible = app.model is not None and app.model.scores is not None
        self.on = self._audience.open
        if not self.on:
            self.address, self.watching = "", 0

    def switch(self) -> None:
        app, audience = App.get_running_app(), self._audience
        if audience.open:
            audience.stop()
        else:
            self.trouble = ""
            app.workshop.fetch(audience.serve, self._show, self._sorry)
            self.on = True
            return
        self.tell()

    @property
    def _audience(self) -> Any:
        return App.get_running_app().services["audience"]

    def _show(self, there: Any) -> None:
        self.watching, self.on = there.watching, self._audience.open
        if self.on and self.address != there.address:
            self.address = there.address
            self.ids.code.show(there.code, (), self.palette)
        elif not self.on:
            self.tell()

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)
        self.tell()
