"""Every screen of the app, by the name it is gone to with: one line here, and `ui/NAME.py` and `ui/NAME.kv` beside it.

What stands behind a screen and outlives it (a server, a printer's queue) is a `Service`: one line in `SERVICES`, and
the screen finds it as `app.services[NAME]`. Nothing else has to be told.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kivy.uix.screenmanager import Screen, ScreenManager

from companion.archive import Archive
from companion.audience import Audience
from companion.desk import Desk
from companion.kept import KeptTables
from companion.library import Library
from companion.outbox import Outbox
from companion.portraits import Portraits
from companion.studio import Studio
from companion.ui.about import AboutScreen
from companion.ui.audience import AudienceScreen
from companion.ui.calibrate import CalibrateScreen
from companion.ui.cameras import CamerasScreen
from companion.ui.codes import CodesScreen
from companion.ui.decks import DecksScreen
from companion.ui.enrol import EnrolScreen
from companion.ui.entry_panel import WordsBox
from companion.ui.help import HelpScreen
from companion.ui.history import HistoryScreen
from companion.ui.keys import KeysScreen
from companion.ui.library import LibraryScreen
from companion.ui.new import NewScreen
from companion.ui.open import OpenScreen
from companion.ui.players import PlayersScreen
from companion.ui.printing import PrintingScreen
from companion.ui.replay import ReplayScreen
from companion.ui.scores import ScoresScreen
from companion.ui.seats import SeatsScreen
from companion.ui.settings import SettingsScreen
from companion.ui.share import ShareScreen
from companion.ui.start import StartScreen
from companion.ui.statistics import StatisticsScreen
from companion.ui.table import TableScreen
from companion.ui.table_model import TableModel
from companion.ui.tables import TablesScreen
from companion.ui.welcome import WelcomeScreen

#: A screen is entered with `app.go(NAME)`; Kivy's `on_pre_enter` is its moment to look up what it shows.
SCREENS: Mapping[str, type[Screen]] = {
    "start": StartScreen,
    "welcome": WelcomeScreen,
    "new": NewScreen,
    "seats": SeatsScreen,
    "table": TableScreen,
    "scores": ScoresScreen,
    "help": HelpScreen,
    "replay": ReplayScreen,
    "players": PlayersScreen,
    "settings": SettingsScreen,
    "open": OpenScreen,
    "keys": KeysScreen,
    "about": AboutScreen,
    "cameras": CamerasScreen,
    "codes": CodesScreen,
    "calibrate": CalibrateScreen,
    "tables": TablesScreen,
    "printing": PrintingScreen,
    "decks": DecksScreen,
    "share": ShareScreen,
    "history": HistoryScreen,
    "statistics": StatisticsScreen,
    "audience": AudienceScreen,
    "enrol": EnrolScreen,
    "library": LibraryScreen,
}


class Screens(ScreenManager):
    """Each screen is made when it is first asked for: the first one is there sooner, and what nobody looks at takes no
    memory and needs not be told of another language."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        # A screen fills the window and is changed at once: there is nothing to clip, and clipping draws it all twice.
        self.canvas.before.clear()
        self.canvas.after.clear()

    def get_screen(self, name: str) -> Screen:
        if not self.has_screen(name):
            self.add_widget(SCREENS[name](name=name))
        return super().get_screen(name)

    def on_current(self, screens: Any, name: str) -> None:
        WordsBox.leave()
        super().on_current(screens, name)


#: Looks that several screens share, loaded before theirs.
PARTS = ("theme", "entry_panel", "ruling_panel")
KV_FILES = (*PARTS, *SCREENS)


class Service(Protocol):
    """`hear` is told the match whenever something new counts, and None when the table is left; `close` is the end."""

    def hear(self, model: TableModel | None) -> None: ...

    def close(self) -> None: ...


#: Made once, with the folder of this device.
SERVICES: Mapping[str, Callable[[Desk], Service]] = {
    "outbox": Outbox,
    "archive": Archive,
    "audience": Audience,
    "studio": Studio,
    "library": Library,
    "portraits": Portraits,
    "tables": KeptTables,
}
