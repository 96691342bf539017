"""Settings: every choice is there at once and counts at once. Deleting everything takes two presses."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.ui.household import CHOICES
from companion.ui.present import text
from companion.ui.telling import TellingScreen

#: What can be set here, in this order.
SHOWN = ("theme", "font_scale", "voice", "sounds", "haptics", "face_players", "record", "record_gb")


class SettingsScreen(TellingScreen):
    """One row a setting."""

    sure = BooleanProperty(False)
    voice_note = StringProperty("")

    def on_pre_enter(self, *_: object) -> None:
        self.sure = False
        self.tell()

    def tell(self, *_: object) -> None:
        app = App.get_running_app()
        for name in SHOWN:
            flow = self.ids[name]
            flow.clear_widgets()
            now = getattr(app.desk.household.settings, name)
            for choice in CHOICES[name]:
                flow.offer(self._word(name, choice), partial(self._choose, name, choice), chosen=choice == now)
        self.voice_note = text("settings.voice.none", self.language) if not app.can_speak else ""

    def _choose(self, name: str, choice: Any) -> None:
        App.get_running_app().choose(name, choice)

    def _word(self, name: str, choice: Any) -> str:
        if name == "font_scale":
            return f"{round(100 * choice)} %"
        if name == "record_gb":
            return f"{choice} GB"
        return text(f"settings.{name}.{str(choice).lower()}", self.language)

    def delete(self) -> None:
        """The first press asks, the second does it."""
        if not self.sure:
            self.sure = True
            return
        self.sure = False
        App.get_running_app().delete_everything()
